//! Multiples of points by one engine: scalars are secret, and the point of a multiplication too.
//!
//! Whether a point is on the curve and whether the result is neutral is public: four answers for a
//! point (two coordinates in range, one curve, one result), one for the generator; two more where
//! lanes read the coordinates again, and on binary curves one, whether a point is in the subgroup.

use super::secret;
use crate::memcheck::{hide, is_secret, leaks};
use polylimb::authors::limb::{Bits, Word};
use polylimb::authors::multiply::{Engine, PlainPoint};

/// Checks the engine; returns the number of checked multiplications.
pub fn check(name: &str, engine: &dyn Engine) -> usize {
    let (parameters, mut checked) = (engine.parameters(), 0);
    let two = engine.multiply_generator(Bits::new(&[2])).expect("not neutral");
    let scalar =
        |seed: Word| -> Vec<Word> { parameters.order().iter().map(|w| (w >> 1) ^ seed).collect() };
    for k in [scalar(0), scalar(0x35)] {
        let hidden = secret(k.clone());
        let mut generated = None;
        let shown = leaks(|| generated = engine.multiply_generator(Bits::new(&hidden)));
        assert!(shown <= 1, "{name}: {shown} jumps or addresses depend on the scalar");
        let mut product = None;
        let shown = leaks(|| product = engine.multiply(Bits::new(&hidden), &two).ok().flatten());
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
        let allowed = if parameters.is_binary() { 5 } else { 6 };
        assert!(shown <= allowed, "{name}: {shown} jumps or addresses depend on the point");
        checked += 3;
    }
    checked
}
