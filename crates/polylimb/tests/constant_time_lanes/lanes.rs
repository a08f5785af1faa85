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

/// A pairing over lanes whose sums are not reduced, both points secret.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn pairings() {
    use polylimb::field::extension::{Fp2, OnePlusU, Quadratic};
    use polylimb::field::lanes::{LANES, LooseLanes, Portable};
    use polylimb::field::prime::fixed::primes::Bn254Nogami;
    use polylimb::pairing::line::Homogeneous;
    use polylimb::pairing::{Pair, bn254_nogami};

    let f = LooseLanes::<Portable, Bn254Nogami, 5>::new(Features::detect()).expect("needs nothing");
    let curve = bn254_nogami(Fp2::<_, OnePlusU>::new(f));
    // Any numbers: the formulas do not ask whether they are a point's.
    let mut digits = [[[0u64; 5]; LANES]; 6];
    for (i, digit) in digits.as_flattened_mut().as_flattened_mut().iter_mut().enumerate() {
        *digit = 0x1234_5678_9abc * (i as u64 + 1) % (1 << 45);
    }
    crate::memcheck::hide(digits.as_flattened_mut().as_flattened_mut());
    let mut lanes = [[0; 5]; LANES];
    let shown = leaks(|| {
        let [x, y, x0, x1, y0, y1] = digits.each_ref().map(|lanes| f.enter_digits(lanes));
        let pair = Pair { p: [x, y], q: [[x0, x1], [y0, y1]] };
        let value = curve.final_exponentiation(&curve.miller_loop::<Homogeneous>(&pair));
        lanes = curve.tower().fp2().base().leave_digits(&value[1][2][0]);
    });
    assert_eq!(shown, 0, "{shown} jumps or addresses depend on the points");
    let words: Vec<_> = lanes[7].iter().map(|digit| *digit as Word).collect();
    assert!(is_secret(&words), "the value was taken for public");
}

/// One pairing across the lanes, both points secret.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn one_pairing() {
    use polylimb::field::extension::{Fp2, OnePlusU};
    use polylimb::field::lanes::{LANES, LooseLanes, Portable};
    use polylimb::field::prime::fixed::primes::Bn254Nogami;
    use polylimb::pairing::packed::Packed;
    use polylimb::pairing::{Pair, bn254_nogami};

    let f = LooseLanes::<Portable, Bn254Nogami, 5>::new(Features::detect()).expect("needs nothing");
    let packed = Packed::new(bn254_nogami(Fp2::<_, OnePlusU>::new(f)));
    // Any numbers, the same in all lanes.
    let mut digits = [[0u64; 5]; 6];
    for (i, digit) in digits.as_flattened_mut().iter_mut().enumerate() {
        *digit = 0x1234_5678_9abc * (i as u64 + 1) % (1 << 45);
    }
    crate::memcheck::hide(digits.as_flattened_mut());
    let mut lanes = [[0; 5]; LANES];
    let shown = leaks(|| {
        let [x, y, x0, x1, y0, y1] = digits.map(|digits| f.enter_digits(&[digits; LANES]));
        let pair = Pair { p: [x, y], q: [[x0, x1], [y0, y1]] };
        let value = packed.final_exponentiation(&packed.miller_loop(&pair));
        lanes = f.leave_digits(&value[1]);
    });
    assert_eq!(shown, 0, "{shown} jumps or addresses depend on the points");
    let words: Vec<_> = lanes[5].iter().map(|digit| *digit as Word).collect();
    assert!(is_secret(&words), "the value was taken for public");
}
