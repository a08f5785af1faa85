//! Batches over the portable twin of the vectors: scalars are secret.
//!
//! Whether a point is valid and whether a result is neutral is public: for each job two coordinates
//! in range, one result.

#[cfg(feature = "protocol")]
use crate::memcheck::{hide, quiet};
use crate::memcheck::{is_secret, leaks, secret};
use crate::splits::Shuffled;
use polylimb::Alone;
use polylimb::authors::curve::Parameters;
use polylimb::authors::field::extension::{Fp2, OnePlusU};
use polylimb::authors::field::lanes::LANES;
use polylimb::authors::limb::{Bits, Word};
use polylimb::authors::pairing::{Homogeneous, Packed, Pair, PairingCurve};
use polylimb::cpu::Features;

#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn batches_of_points() {
    let mut checked = 0;
    for name in ["P-256", "secp256k1", "P-384", "P-521"] {
        let parameters = Parameters::named(name).expect("known");
        let engine =
            polylimb::authors::twins::engine(&parameters, Features::detect()).expect("known");
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
    quiet("x25519 over lanes", || shared = polylimb::authors::twins::x25519_all(&jobs));
    assert_eq!(shared.len(), 8);
    let words: Vec<_> = shared[3].iter().map(|byte| Word::from(*byte)).collect();
    assert!(is_secret(&words), "the result was taken for public");
}

type Bn254 = polylimb::authors::field::lanes::LooseLanes<
    polylimb::authors::field::lanes::Portable,
    polylimb::authors::field::lanes::primes::Bn254Nogami,
    5,
>;

/// Secret numbers in five digits. Any numbers serve: the formulas do not check whether they belong
/// to a point.
fn secret_digits<const N: usize>() -> [[u64; 5]; N] {
    let mut digits = [[0; 5]; N];
    for (i, digit) in digits.as_flattened_mut().iter_mut().enumerate() {
        *digit = 0x1234_5678_9abc * (i as u64 + 1) % (1 << 45);
    }
    crate::memcheck::hide(digits.as_flattened_mut());
    digits
}

/// No jump and no address depended on the points while the digits of a coefficient were computed;
/// the digits themselves are secret.
fn depends_on_secrets_in_value_only(coefficient: impl FnOnce() -> [u64; 5]) {
    let mut digits = [0; 5];
    let shown = leaks(|| digits = coefficient());
    assert_eq!(shown, 0, "{shown} jumps or addresses depend on the points");
    let words: Vec<_> = digits.iter().map(|digit| *digit as Word).collect();
    assert!(is_secret(&words), "the value was taken for public");
}

/// Eight pairings over lanes whose sums are not reduced, all points secret.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn pairings() {
    let f = Bn254::new(Features::detect()).expect("needs nothing");
    let curve = PairingCurve::bn254_nogami(Fp2::<_, OnePlusU>::new(f));
    let digits = secret_digits::<48>();
    depends_on_secrets_in_value_only(|| {
        let (lanes, _) = digits.as_chunks();
        let [x, y, x0, x1, y0, y1] = core::array::from_fn(|i| f.enter_digits(&lanes[i]));
        let pair = Pair { p: [x, y], q: [[x0, x1], [y0, y1]] };
        let value = curve.final_exponentiation(&curve.miller_loop::<Homogeneous>(&pair));
        f.leave_digits(&value[1][2][0])[7]
    });
}

/// One pairing across the lanes, on one thread and in two parts, both points secret.
#[test]
#[ignore = "needs Valgrind: scripts/check constant-time"]
fn one_pairing() {
    let f = Bn254::new(Features::detect()).expect("needs nothing");
    let packed = Packed::new(PairingCurve::bn254_nogami(Fp2::<_, OnePlusU>::new(f)));
    let digits = secret_digits::<6>();
    let pair = || {
        // The same values in all lanes.
        let [x, y, x0, x1, y0, y1] = digits.map(|digits| f.enter_digits(&[digits; LANES]));
        Pair { p: [x, y], q: [[x0, x1], [y0, y1]] }
    };
    depends_on_secrets_in_value_only(|| {
        let value = packed.final_exponentiation(&packed.miller_loop(&pair()));
        f.leave_digits(&value[1])[5]
    });
    let two = Shuffled::new(2);
    depends_on_secrets_in_value_only(|| {
        let value = packed.miller_loop_on(&two, &[pair()]);
        f.leave_digits(&packed.final_exponentiation_on(&two, &value)[1])[5]
    });
}
