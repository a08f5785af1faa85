//! Batches over the plain twin of the vectors: scalars are secret.
//!
//! Whether a point is valid and whether a result is neutral is public: for each job two coordinates in range, one result.

use super::secret;
use crate::memcheck::{is_secret, leaks};
#[cfg(feature = "protocol")]
use crate::{memcheck::hide, quiet};
use polylimb::cpu::Features;
use polylimb::curve::named::Parameters;
use polylimb::limb::{Bits, Word};
use polylimb::multiply::engine::portable_lanes;
use polylimb::team::Alone;

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn batches_of_points() {
    let mut checked = 0;
    for name in ["P-256", "secp256k1", "P-384", "P-521"] {
        let parameters = Parameters::named(name).expect("known");
        let engine = portable_lanes(&parameters, Features::detect()).expect("known");
        let base = engine.multiply_generator(Bits::new(&[2])).expect("not neutral");
        // The generator's tables are made before.
        let _ = engine.multiply_generator_batch(&[Bits::new(&[1]); 3], &Alone);
        let _ = engine.multiply_generator(Bits::new(&[1]));
        let hidden: Vec<Vec<Word>> = (0..8)
            .map(|seed| secret(parameters.order().iter().map(|w| (w >> 1) ^ seed).collect()))
            .collect();
        let scalars: Vec<_> = hidden.iter().map(|k| Bits::new(k)).collect();
        let jobs: Vec<_> = scalars.iter().map(|&k| (k, &base)).collect();
        let mut products = Vec::new();
        let shown = leaks(|| products = engine.multiply_batch(&jobs, &Alone));
        assert!(shown <= 8, "{name}: {shown} jumps or addresses depend on the scalars");
        let mut multiples = Vec::new();
        let shown = leaks(|| multiples = engine.multiply_generator_batch(&scalars, &Alone));
        assert!(shown <= 8, "{name}: {shown} jumps or addresses depend on the scalars");
        let mut alone = None;
        let shown = leaks(|| alone = engine.multiply_generator(scalars[5]));
        assert!(shown <= 1, "{name}: {shown} jumps or addresses depend on the scalar");
        multiples.push(alone);
        for p in products.iter().map(|p| p.as_ref().expect("valid")).chain(&multiples) {
            let x = p.as_ref().expect("not neutral").x();
            let words: Vec<_> = x.iter().map(|byte| Word::from(*byte)).collect();
            assert!(is_secret(&words), "{name}: a multiple was taken for public");
            checked += 1;
        }
    }
    assert_eq!(checked, 68);
}

#[cfg(feature = "protocol")]
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn agreements() {
    let keys: Vec<[u8; 32]> = (1..9)
        .map(|seed| {
            let mut key = [seed; 32];
            hide(&mut key);
            key
        })
        .collect();
    let jobs: Vec<_> = keys.iter().map(|k| (k, &polylimb::x25519::BASE)).collect();
    let mut shared = Vec::new();
    quiet("x25519 over lanes", || shared = polylimb::x25519::x25519_portable_lanes(&jobs));
    assert_eq!(shared.len(), 8);
    let words: Vec<_> = shared[3].iter().map(|byte| Word::from(*byte)).collect();
    assert!(is_secret(&words), "the result was taken for public");
}
