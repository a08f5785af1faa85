//! The same calls of this crate and of the crate blst: their results must be the same bytes.

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "C functions on locals and slices, in each line"
)]

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// What was called, and what came out.
type Log = Vec<(String, Vec<u8>)>;

mod ours {
    use blst as subject;
    include!("transcript.rs");
}

mod theirs {
    use blst_real as subject;
    include!("transcript.rs");
}

fn compare(
    ours: fn(&mut Log, &mut ChaCha20Rng),
    theirs: fn(&mut Log, &mut ChaCha20Rng),
    least: usize,
) {
    let run = |calls: fn(&mut Log, &mut ChaCha20Rng)| {
        let (mut log, mut rng) = (Log::new(), ChaCha20Rng::seed_from_u64(20));
        calls(&mut log, &mut rng);
        log
    };
    let (ours, theirs) = (run(ours), run(theirs));
    assert_eq!(ours.len(), theirs.len());
    for ((name, a), (_, b)) in ours.iter().zip(&theirs) {
        assert_eq!(a, b, "{name}");
    }
    assert!(ours.len() >= least, "only {} comparisons", ours.len());
}

macro_rules! comparisons {
    ($($name:ident $least:literal)+) => {$(
        #[test]
        fn $name() {
            compare(ours::$name, theirs::$name, $least);
        }
    )+};
}
comparisons! {
    scalars 300 fields 500 encodings 1000 points 200 sums 60 hashes 60 keys 60 values 60
    products 100 signatures 200
}
