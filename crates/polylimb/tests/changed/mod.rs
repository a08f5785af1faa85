//! The inputs of a folder of `fuzz/corpus`, and some changes of each.

use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::panic::catch_unwind;
use std::path::Path;

/// Changes that are tried of each input.
const CHANGES: usize = 24;

/// One verdict on the input of this name, or on a change of it.
pub struct Tried {
    /// The place of the decoder or of the operation.
    pub place: usize,
    pub name: String,
    pub accepted: bool,
}

/// The verdicts on the inputs as they are, and on their changes.
pub fn tried(target: &str, names: &[&str], run: fn(&[u8]) -> bool) -> [Vec<Tried>; 2] {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let mut paths: Vec<_> =
        folder.read_dir().expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let (mut rng, mut verdicts, mut broken) =
        (ChaCha8Rng::seed_from_u64(21), [Vec::new(), Vec::new()], Vec::new());
    for path in paths {
        let name = path.file_name().expect("a file").to_str().expect("text").to_string();
        let mut bytes = std::fs::read(&path).expect("a file");
        let place = usize::from(bytes[0]);
        assert!(
            name.starts_with(&format!("{}.", names[place])),
            "{name} is one of {}",
            names[place]
        );
        for change in 0..=CHANGES {
            match catch_unwind(|| run(&bytes)) {
                Ok(accepted) => {
                    let name = name.clone();
                    verdicts[usize::from(change != 0)].push(Tried { place, name, accepted });
                }
                Err(_) => broken.push(format!("{name}, change {change}: {bytes:02x?}")),
            }
            bytes = std::fs::read(&path).expect("a file");
            alter(&mut bytes, change % 4, &mut rng);
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    verdicts
}

/// One bit, one byte or the length of what follows the first byte.
fn alter(bytes: &mut Vec<u8>, kind: usize, rng: &mut impl RngCore) {
    let at = 1 + rng.next_u32() as usize % (bytes.len() - 1);
    match kind {
        0 => bytes[at] ^= 1 << (rng.next_u32() % 8),
        1 => bytes[at] = rng.next_u32() as u8,
        2 => bytes.truncate(at),
        _ => bytes.insert(at, rng.next_u32() as u8),
    }
}
