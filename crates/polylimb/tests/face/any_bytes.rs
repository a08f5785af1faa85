//! The inputs of `fuzz/corpus`, and some changes of each: no panic, no wrong result, no second form
//! of what is accepted. `scripts/fuzz` searches for more of them.

#[path = "../../../../fuzz/src/lib.rs"]
mod fuzz;

use crate::protocol_common::rng;
use rand_core::RngCore;
use std::panic::catch_unwind;
use std::path::Path;

/// Changes that are tried of each input.
const CHANGES: usize = 24;

/// One verdict on the input of this name, or on a change of it.
struct Tried {
    /// The place of the decoder or of the operation.
    place: usize,
    name: String,
    accepted: bool,
}

/// The verdicts on the inputs as they are, and on their changes.
fn tried(target: &str, names: &[&str], run: fn(&[u8]) -> bool) -> [Vec<Tried>; 2] {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let mut paths: Vec<_> =
        folder.read_dir().expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let (mut rng, mut verdicts, mut broken) = (rng(21), [Vec::new(), Vec::new()], Vec::new());
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

#[test]
fn each_decoder_tells_good_bytes_from_bad_ones() {
    let names = fuzz::DECODERS.map(|(name, _)| name);
    let [inputs, changes] = tried("decoders", &names, fuzz::decoders);
    let expected =
        |name: &str| name.split_once('.').is_some_and(|(_, kind)| kind.starts_with("good"));
    let wrong = inputs.iter().filter(|input| input.accepted != expected(&input.name));
    assert_eq!(wrong.map(|input| &input.name).collect::<Vec<_>>(), Vec::<&String>::new());
    for (place, name) in names.iter().enumerate() {
        let verdict = |accepted| inputs.iter().any(|i| i.place == place && i.accepted == accepted);
        // A good setup has 800 kB: `pairing` reads one.
        assert!(verdict(true) || *name == "kzg-setup", "nothing is accepted by {name}");
        assert!(verdict(false), "nothing is refused by {name}");
    }
    let accepted = changes.iter().filter(|change| change.accepted).count();
    assert!(accepted > 100 && accepted < changes.len() / 2, "{accepted} of {}", changes.len());
    println!("{} inputs, {} changes, {accepted} of them accepted", inputs.len(), changes.len());
}

#[test]
fn arithmetic_on_any_bytes_is_what_num_bigint_computes() {
    let [inputs, changes] = tried("arithmetic", &fuzz::OPERATIONS, fuzz::arithmetic);
    for (place, name) in fuzz::OPERATIONS.iter().enumerate() {
        assert!(inputs.iter().any(|i| i.place == place && i.accepted), "{name} was not compared");
    }
    let compared = changes.iter().filter(|change| change.accepted).count();
    assert!(compared > changes.len() / 2, "{compared} of {}", changes.len());
    println!("{} inputs, {compared} changes compared", inputs.len());
}
