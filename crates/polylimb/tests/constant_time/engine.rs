//! Multiples of points by engines: scalars are secret, and the point of a multiplication too.
//!
//! Whether a point is on the curve and whether the result is neutral is public: four answers for a point (two coordinates in range, one curve, one
//! result), one for the generator; on binary curves a fifth, whether a point is in the subgroup.

use super::secret;
use crate::memcheck::{hide, is_secret, leaks};
use polylimb::cpu::Features;
use polylimb::curve::named::Parameters;
use polylimb::limb::{Bits, Word};
use polylimb::multiply::engine::{PlainPoint, engine, portable_quads};

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn engines() {
    let mut checked = 0;
    for (name, features, in_lanes) in [
        ("P-256", Features::detect(), false),
        ("secp256k1", Features::detect(), false),
        ("P-521", Features::detect(), false),
        ("brainpoolP256r1", Features::NONE, false),
        ("K-163", Features::detect(), false),
        ("B-233", Features::detect(), false),
        ("K-163", Features::NONE, false),
        ("B-163", Features::NONE, false),
        // Valgrind cannot run the vectors of the four lanes; they compute the same source.
        ("K-163", Features::detect(), true),
        ("B-163", Features::detect(), true),
        ("K-283", Features::detect(), true),
    ] {
        let parameters = Parameters::named(name).expect("known");
        let engine = match portable_quads(&parameters, features).filter(|_| in_lanes) {
            Some(engine) => engine,
            None => engine(&parameters, features),
        };
        let engine = engine.expect("not too large");
        let two = engine.multiply_generator(Bits::new(&[2])).expect("not neutral");
        let scalar = |seed: Word| -> Vec<Word> {
            parameters.order().iter().map(|w| (w >> 1) ^ seed).collect()
        };
        for k in [scalar(0), scalar(0x35)] {
            let hidden = secret(k.clone());
            let mut generated = None;
            let shown = leaks(|| generated = engine.multiply_generator(Bits::new(&hidden)));
            assert!(shown <= 1, "{name}: {shown} jumps or addresses depend on the scalar");
            let mut product = None;
            let shown =
                leaks(|| product = engine.multiply(Bits::new(&hidden), &two).ok().flatten());
            assert!(shown <= 1, "{name}: {shown} jumps or addresses depend on the scalar");
            for p in [&generated, &product] {
                let x = p.as_ref().expect("not neutral").x();
                let words: Vec<_> = x.iter().map(|byte| Word::from(*byte)).collect();
                assert!(is_secret(&words), "{name}: the multiple was taken for public");
            }
            let coordinate = |bytes: &[u8]| {
                let mut copy = bytes.to_vec();
                hide(&mut copy);
                copy
            };
            let point = PlainPoint::new(coordinate(two.x()), coordinate(two.y()));
            let shown = leaks(|| product = engine.multiply(Bits::new(&k), &point).ok().flatten());
            let allowed = if parameters.is_binary() { 5 } else { 4 };
            assert!(shown <= allowed, "{name}: {shown} jumps or addresses depend on the point");
            checked += 3;
        }
    }
    assert_eq!(checked, 66);
}
