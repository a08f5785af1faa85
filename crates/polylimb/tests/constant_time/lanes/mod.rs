//! The code over lanes, as far as its source shows: the portable twins of the vectors, which are
//! compiled from the same source, because Valgrind does not support AVX-512. `roots` disassembles
//! the code that the compiler makes of the vectors.

mod batches;

use crate::{modmul, multiples};
use polylimb::authors::curve::Parameters;
use polylimb::authors::modmul::Entry;
use polylimb::authors::twins;
use polylimb::cpu::Features;

/// A size for each form of `montgomery-ifma`: one to five vectors, both blocks, any length.
const BITS: [usize; 8] = [128, 521, 815, 1024, 1200, 1300, 2048, 2304];

/// `montgomery-ifma` in the forms of AVX-512.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn multiplications() {
    let entry = Entry::find("montgomery-ifma").expect("registered");
    let twin = Entry { make: |request| Ok(twins::montgomery_ifma(request)), ..*entry };
    modmul::check_all([&twin].into_iter(), &BITS);
}

/// Binary curves over four lanes.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn engines_over_four_lanes() {
    let mut checked = 0;
    for name in ["K-163", "B-163", "K-283"] {
        let parameters = Parameters::named(name).expect("known");
        let engine = twins::binary_engine(&parameters, Features::detect()).expect("it has lanes");
        checked += multiples::check(name, &*engine.expect("not too large"));
    }
    assert_eq!(checked, 18);
}
