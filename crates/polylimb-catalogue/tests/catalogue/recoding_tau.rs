//! Recodings in the radix τ: the value in Z[τ] is the scalar modulo δ, digits stay in their sets,
//! densities agree with the literature.

#![allow(clippy::cast_precision_loss, reason = "counts below 2^52")]

use num_bigint::{BigInt, BigUint, Sign};
use polylimb::authors::limb::{Bits, WORD_BITS, Word};
use polylimb::authors::recoding::{Digit, Koblitz, Representatives};
use polylimb_catalogue::recoding::{Form, RECODINGS, Width, find, weight};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

/// `a + b τ`.
type Element = [BigInt; 2];

/// Degree, whether `a` is 1, and the order from `[SEC2]`; the first two are toy curves.
const CURVES: [(usize, bool, &str); 8] = [
    (7, true, "47"),
    (7, false, "1d"),
    (163, true, "4000000000000000000020108a2e0cc0d99f8a5ef"),
    (233, false, "8000000000000000000000000000069d5bb915bcd46efb1ad5f173abdf"),
    (239, false, "2000000000000000000000000000005a79fec67cb6e91f1c1da800e478a5"),
    (283, false, "1ffffffffffffffffffffffffffffffffffe9ae2ed07577265dff7f94451e061e163c61"),
    (
        409,
        false,
        "7ffffffffffffffffffffffffffffffffffffffffffffffffffe5f83b2d4ea20400ec4557d5ed3e3e7ca5b4b5c83b8e01e5fcf",
    ),
    (
        571,
        false,
        "20000000000000000000000000000000000000000000000000000000000000000000000131850e1f19a63e4b391a8db917f4138b630d84be5d639381e91deb45cfe778f637c1001",
    ),
];

fn order(hex: &str) -> BigUint {
    BigUint::parse_bytes(hex.as_bytes(), 16).expect("hexadecimal")
}

fn words(n: &BigUint) -> Vec<Word> {
    let bytes = n.to_bytes_le();
    bytes
        .chunks(WORD_BITS / 8)
        .map(|c| c.iter().rev().fold(0, |w, &b| (w << 7 << 1) | Word::from(b)))
        .collect()
}

fn signed(words: &[Word]) -> BigInt {
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    BigInt::from_signed_bytes_le(&bytes)
}

fn mu(a_is_one: bool) -> BigInt {
    BigInt::from(if a_is_one { 1 } else { -1 })
}

fn times_tau([a, b]: &Element, mu: &BigInt) -> Element {
    [-2 * b, a + mu * b]
}

fn norm([a, b]: &Element, mu: &BigInt) -> BigInt {
    a * a + mu * a * b + 2 * b * b
}

/// Whether `e` is a multiple of `delta`: whether `e` times the conjugate is a multiple of the norm.
fn divides(delta: &Element, [a, b]: &Element, mu: &BigInt) -> bool {
    let n = norm(delta, mu);
    // The conjugate of d0 + d1 τ is d0 + μ d1 - d1 τ.
    let (c, d) = (&delta[0] + mu * &delta[1], -&delta[1]);
    let first = a * &c - 2 * b * &d;
    let second = a * &d + b * &c + mu * b * &d;
    first % &n == BigInt::ZERO && second % &n == BigInt::ZERO
}

/// The sum of `± α_|digit_i| τ^(step i)`.
fn value(digits: &[Digit], step: usize, alphas: &[[i16; 2]], mu: &BigInt) -> Element {
    let mut sum = [BigInt::ZERO, BigInt::ZERO];
    for &digit in digits.iter().rev() {
        for _ in 0..step {
            sum = times_tau(&sum, mu);
        }
        if digit != 0 {
            let [a, b] = alphas[usize::from(digit.unsigned_abs() / 2)];
            let sign = i16::from(digit.signum());
            sum = [&sum[0] + sign * a, &sum[1] + sign * b];
        }
    }
    sum
}

fn scalars(n: &BigUint, random: usize) -> Vec<BigUint> {
    let one = BigUint::from(1u8);
    let mut scalars: Vec<_> = (0..20u8).map(BigUint::from).collect();
    scalars.extend([n - 2u8, n - 1u8, n.clone(), n + 1u8, n / 2u8, n / 2u8 + 1u8, n / 3u8]);
    scalars.extend([(&one << n.bits()) - 1u8, n * n + 5u8]);
    let mut rng = ChaCha8Rng::seed_from_u64(n.bits());
    for _ in 0..random {
        let mut bytes = vec![0; n.bits() as usize / 8 + 3];
        rng.fill_bytes(&mut bytes);
        scalars.push(BigUint::from_bytes_le(&bytes));
    }
    scalars
}

fn widths(width: Width) -> std::ops::RangeInclusive<usize> {
    match width {
        Width::None => 2..=2,
        Width::From { least, most, .. } => least..=most,
    }
}

#[test]
fn digits_have_the_scalars_value_modulo_delta() {
    let mut compared = 0;
    for (m, a_is_one, hex) in CURVES {
        let n = order(hex);
        let ring = Koblitz::new(m, a_is_one, &words(&n)).expect("a Koblitz curve");
        let mu = &mu(a_is_one);
        let delta: Element = ring.delta().map(signed);
        assert_eq!(norm(&delta, mu), BigInt::from(n.clone()));
        for k in scalars(&n, 12) {
            let k_words = words(&k);
            let bits = Bits::with_len(&k_words, k.bits() as usize);
            let reduced: Element = ring.reduce(bits).coordinates().map(signed);
            let number = BigInt::from_biguint(Sign::Plus, k.clone());
            let rest = [&number - &reduced[0], -&reduced[1]];
            assert!(divides(&delta, &rest, mu), "{m}: {k}");
            assert!(norm(&reduced, mu) <= BigInt::from(n.clone()), "{m}: {k} is not reduced");
            for recoding in RECODINGS {
                let (write, regular) = match recoding.make.form {
                    Form::Tau(write) => (write, false),
                    Form::TauWindows(write) => (write, true),
                    _ => continue,
                };
                for w in widths(recoding.make.width) {
                    let mut digits = vec![99; ring.digits_needed()];
                    let representatives = Representatives::new(!a_is_one, w);
                    let used = write(&ring, &mut digits, bits, &representatives);
                    let step = if regular { w - 1 } else { 1 };
                    let sum = value(&digits[..used], step, representatives.alphas(), mu);
                    let rest = [&number - &sum[0], -&sum[1]];
                    assert!(divides(&delta, &rest, mu), "{} {w} {m}: {k}", recoding.name);
                    check_law(recoding.name, w, m, &digits[..used]);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 3000, "{compared}");
}

fn check_law(name: &str, w: usize, m: usize, digits: &[Digit]) {
    let most = (1i16 << (w - 1)) - 1;
    let in_set = |d: &Digit| d & 1 == 1 && i16::from(d.unsigned_abs()) <= most;
    if name == "regular-tau" {
        assert!(digits.iter().all(in_set), "{name} {w}: {digits:?}");
        assert_eq!(digits.len(), (m + 2).div_ceil(w - 1) + 1);
        return;
    }
    assert!(digits.iter().all(|d| *d == 0 || in_set(d)), "{name} {w}: {digits:?}");
    let places: Vec<_> = (0..digits.len()).filter(|&i| digits[i] != 0).collect();
    assert!(places.windows(2).all(|p| p[1] - p[0] >= w), "{name} {w}: {digits:?}");
    assert!(digits.len() <= m + 4, "{name} {w}: {} digits", digits.len());
}

/// Every scalar of the toy curves, and every representative against a search over a wider range.
#[test]
fn the_rings_of_small_curves_are_tried_whole() {
    let mut compared = 0;
    for (m, a_is_one, hex) in &CURVES[..2] {
        let n = order(hex);
        let ring = Koblitz::new(*m, *a_is_one, &words(&n)).unwrap();
        let mu = &mu(*a_is_one);
        let delta: Element = ring.delta().map(signed);
        for k in 0..256u32 {
            for w in 3..=7 {
                let mut digits = vec![0; ring.digits_needed()];
                let Form::TauWindows(write) = find("regular-tau").unwrap().make.form else {
                    panic!()
                };
                let representatives = Representatives::new(!a_is_one, w);
                let scalar = words(&BigUint::from(k + 256));
                let used = write(&ring, &mut digits, Bits::new(&scalar), &representatives);
                let sum = value(&digits[..used], w - 1, representatives.alphas(), mu);
                let rest = [BigInt::from(k + 256) - &sum[0], -&sum[1]];
                assert!(divides(&delta, &rest, mu), "{m} {w}: {k}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 2 * 256 * 5);
}

#[test]
fn representatives_are_the_smallest_of_their_classes() {
    let mut compared = 0;
    for minus in [true, false] {
        let mu = if minus { -1i64 } else { 1 };
        for w in 2..=7u32 {
            let representatives = Representatives::new(minus, w as usize);
            let divisible = |mut a: i64, mut b: i64| {
                (0..w).all(|_| {
                    let even = a % 2 == 0;
                    (a, b) = (b + mu * (a / 2), -a / 2);
                    even
                })
            };
            for (u, &[a, b]) in (1..).step_by(2).zip(representatives.alphas()) {
                let (a, b) = (i64::from(a), i64::from(b));
                assert!(divisible(a - u, b), "α_{u} of width {w} is congruent to {u}");
                let norm = |a: i64, b: i64| a * a + mu * a * b + 2 * b * b;
                for c in -20..=20 {
                    for d in -20..=20 {
                        if divisible(c - u, d) {
                            assert!(norm(a, b) <= norm(c, d), "α_{u} of width {w}");
                            compared += 1;
                        }
                    }
                }
            }
            // The chain makes all of them, in order.
            let alphas = representatives.alphas();
            let mut made = vec![None; alphas.len()];
            made[0] = Some([1i64, 0]);
            for step in representatives.steps() {
                let shifted = |p: [i64; 2], times: usize| {
                    (0..times).fold(p, |[a, b], _| [-2 * b, a + mu * b])
                };
                let base = shifted([1, 0], step.base_shift);
                let other = shifted(made[step.index].expect("made before"), step.shift);
                let sign = if step.subtracted { -1 } else { 1 };
                let whole = if step.negated { -1 } else { 1 };
                made[step.result] = Some([0, 1].map(|k| whole * (base[k] + sign * other[k])));
            }
            let expected = alphas.iter().map(|a| Some(a.map(i64::from)));
            assert!(made.into_iter().eq(expected), "the chain of width {w}");
        }
    }
    assert!(compared > 1000, "{compared}");
}

/// `[Solinas2000]`: one digit in w + 1 places is not 0.
#[test]
fn densities_are_those_of_the_literature() {
    let (m, a_is_one, hex) = CURVES[3];
    let n = order(hex);
    let ring = Koblitz::new(m, a_is_one, &words(&n)).unwrap();
    for (name, w) in [("tau-naf", 2), ("w-tau-naf", 3), ("w-tau-naf", 4), ("w-tau-naf", 5)] {
        let Form::Tau(write) = find(name).unwrap().make.form else { panic!() };
        let (mut not_zero, mut places) = (0, 0);
        for k in scalars(&n, 300).iter().skip(29) {
            let mut digits = vec![0; ring.digits_needed()];
            let representatives = Representatives::new(ring.mu_is_minus(), w);
            let used = write(&ring, &mut digits, Bits::new(&words(k)), &representatives);
            not_zero += weight(&digits[..used]);
            places += used;
        }
        let density = not_zero as f64 / places as f64;
        let expected = 1.0 / (w as f64 + 1.0);
        assert!((density / expected - 1.0).abs() < 0.03, "{name} {w}: {density}");
    }
}

#[test]
fn an_order_that_is_not_the_norm_is_refused() {
    assert!(Koblitz::new(7, true, &[29]).is_err());
    assert!(Koblitz::new(7, false, &[71]).is_err());
    assert!(Koblitz::new(163, false, &words(&order(CURVES[2].2))).is_err());
}
