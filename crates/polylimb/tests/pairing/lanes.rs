//! Pairings over eight lanes, in batches and one by one: the same values as over words, and sums
//! that stay within the lanes' limits for all inputs.

use crate::common::rng;
use crate::intervals::{Bounds, Intervals, bounds};
use crate::splits::Shuffled;
use num_bigint::BigInt;
use polylimb::Alone;
use polylimb::authors::curve::{
    Coefficient, Complete, Curve, Group, ProjectivePoint, Twelve, TwelveXi,
};
use polylimb::authors::field::extension::{Fp2, NinePlusU, OnePlusU, Quadratic, Xi};
use polylimb::authors::field::lanes::primes;
use polylimb::authors::field::lanes::{LANES, LooseLanes, LoosePrime, Portable};
use polylimb::authors::field::{Field, Truth};
use polylimb::authors::limb::{Bits, Word};
use polylimb::authors::pairing::{Homogeneous, Pair, PairingCurve};
use polylimb::authors::twins;
use polylimb::cpu::Features;
use polylimb::pairing::{G1, G2, PairingEngine, PairingName};
use rand_core::RngCore;
use std::sync::Arc;

/// Random multiples of the generators, some of them neutral.
fn points(engine: &dyn PairingEngine, count: usize) -> (Vec<G1>, Vec<G2>) {
    let mut rng = rng(count as u64);
    let mut scalar = || [rng.next_u32() as Word, rng.next_u32() as Word, rng.next_u32() as Word];
    let (g1, g2) = (engine.g1(), engine.g2());
    let p = (0..count).map(|i| match i % 7 {
        3 => g1.neutral(),
        _ => g1.multiply_generator(Bits::new(&scalar())),
    });
    let p = p.collect();
    let q = (0..count).map(|i| match i % 5 {
        4 => g2.neutral(),
        _ => g2.multiply_generator(Bits::new(&scalar())),
    });
    (p, q.collect())
}

/// Batches of these lengths against single pairings of another engine.
fn batches(
    batch: &dyn PairingEngine,
    single: &dyn PairingEngine,
    lengths: impl Iterator<Item = usize>,
) -> usize {
    let (p, q) = points(single, 17);
    let expected: Vec<_> = p.iter().zip(&q).map(|(p, q)| single.pairing(p, q).unwrap()).collect();
    let one = single.product(&[]).unwrap();
    assert!(expected.iter().filter(|value| **value == one).count() == 5, "neutral elements");
    let mut compared = 0;
    for length in lengths {
        // Also from the end, so that each pair occurs in several lanes.
        for start in [0, 17 - length] {
            let pairs: Vec<_> = p.iter().zip(&q).skip(start).take(length).collect();
            let values = batch.pair_batch(&pairs).unwrap();
            assert_eq!(values, expected[start..start + length], "{length} from {start}");
            compared += length;
        }
    }
    compared
}

/// Single pairings and products of pairings, each over all lanes, against another engine.
fn singles(lanes: &dyn PairingEngine, words: &dyn PairingEngine, count: usize) -> usize {
    let (p, q) = points(words, count);
    let pairs: Vec<_> = p.iter().zip(&q).collect();
    for &(p, q) in &pairs {
        assert_eq!(lanes.pairing(p, q).unwrap(), words.pairing(p, q).unwrap());
    }
    for length in 0..=count.min(3) {
        let pairs = &pairs[..length];
        let product = lanes.product(pairs).unwrap();
        assert_eq!(product, words.product(pairs).unwrap(), "a product of {length}");
        assert_eq!(lanes.product_is_one_vartime(pairs).unwrap(), length == 0);
        let split = Shuffled::new(2);
        assert_eq!(lanes.product_on(&split, pairs).unwrap(), product, "on two threads");
        let f = lanes.miller_loop_on(&split, pairs).unwrap();
        assert_eq!(lanes.final_exponentiation_on(&split, &f).unwrap(), product, "in two parts");
    }
    let opposite = words.g1().negate(&p[0]).unwrap();
    assert!(lanes.product_is_one_vartime(&[(&p[0], &q[0]), (&opposite, &q[0])]).unwrap());
    4 * count.min(3) + count + 5
}

const NAMES: [PairingName; 3] = PairingName::ALL;

#[test]
fn lanes_give_the_values_of_words() {
    let mut compared = 0;
    for name in NAMES {
        let engine = PairingName::engine(name, Features::detect());
        let single = PairingName::engine(name, Features::NONE);
        compared += batches(&*engine, &*single, 0..=17);
        compared += singles(&*engine, &*single, 7);
        // Eights and the rest, with neutral elements.
        let (p, q) = points(&*single, 27);
        let opposite: Vec<_> = p.iter().map(|p| single.g1().negate(p).unwrap()).collect();
        let pairs: Vec<_> = p.iter().zip(&q).collect();
        assert_eq!(engine.product(&pairs).unwrap(), single.product(&pairs).unwrap());
        assert!(!engine.product_is_one_vartime(&pairs).unwrap());
        let both: Vec<_> = p.iter().chain(&opposite).zip(q.iter().chain(&q)).collect();
        assert!(engine.product_is_one_vartime(&both).unwrap());
        let other = PairingName::engine(NAMES[usize::from(name == NAMES[0])], Features::detect());
        let (p, q) = (other.g1().generator(), engine.g2().generator());
        assert!(engine.pair_batch(&[(&p, &q); 8]).is_err(), "another curve");
        assert!(engine.pairing(&p, &q).is_err(), "another curve");
        let f = other.miller_loop_on(&Alone, &[]).unwrap();
        assert!(engine.final_exponentiation_on(&Alone, &f).is_err(), "another curve");
    }
    assert_eq!(compared, 3 * (17 * 18 + 24));
}

#[test]
fn lanes_in_plain_rust() {
    let mut compared = 0;
    for name in NAMES {
        let lanes: Arc<dyn PairingEngine> = twins::pairing_engine(name, Features::detect());
        let words = PairingName::engine(name, Features::NONE);
        compared += batches(&*lanes, &*words, [6, 8].into_iter()) + singles(&*lanes, &*words, 1);
    }
    assert_eq!(compared, 3 * (28 + 10));
}

/// The pairing over intervals: every sum of the formulas stays within the limit.
fn within<X: Xi>(
    bounds: Bounds,
    curve: impl Fn(Fp2<Intervals, X>) -> PairingCurve<Fp2<Intervals, X>>,
) -> usize {
    let f = Intervals::new(bounds);
    let curve = curve(Fp2::new(f));
    let number = curve.tower().fp2().base().any();
    let pair = Pair { p: [number; 2], q: [[number; 2]; 2] };
    let value = curve.miller_loop::<Homogeneous>(&pair);
    let _ = curve.final_exponentiation(&value);
    let _ = curve.miller_loop_product::<Homogeneous>(&[pair; 3]);
    curve.tower().fp2().base().sums()
}

#[test]
fn sums_stay_within_the_limit() {
    let bn = PairingCurve::<Fp2<_, OnePlusU>>::bn254_nogami;
    let snark = PairingCurve::<Fp2<_, NinePlusU>>::bn254_snark;
    let bls = PairingCurve::<Fp2<_, OnePlusU>>::bls12_381;
    let sums = [
        within(bounds::<primes::Bn254Nogami, 5>(), bn),
        within(bounds::<primes::Bn254Snark, 5>(), snark),
        within(bounds::<primes::Bls12381, 8>(), bls),
    ];
    assert!(sums.iter().all(|&sums| sums > 10_000), "{sums:?} sums were bounded");
}

/// All sums of points of the curve over `f`, whose constant is `b`, over intervals: an operation's
/// result is an operand of the next one.
macro_rules! law_within {
    ($constant:ident, $f:expr, $b:expr, $number:expr) => {
        let (f, x) = ($f, $number);
        let curve = Curve::new(f.clone(), f.zero(), $b, Coefficient::Zero);
        let group = Complete::<_, $constant>::with_constant(curve);
        let mut points = vec![ProjectivePoint { x, y: x, z: f.one() }];
        for _ in 0..2 {
            let mut next = vec![];
            for p in &points {
                next.extend([group.double(p), group.neg(p)]);
                next.extend(points.iter().map(|q| group.add(p, q)));
            }
            for p in &next {
                let _ = group.equal(p, &next[0]);
            }
            points = next;
        }
    };
}

#[test]
fn sums_of_points_stay_within_the_limit() {
    let f = Intervals::new(bounds::<primes::Bls12381, 8>());
    law_within!(Twelve, &f, f.small(4), f.any());
    let q = Fp2::<_, OnePlusU>::new(f.clone());
    law_within!(TwelveXi, &q, q.small(4), [f.any(); 2]);
    assert!(f.sums() > 1000, "{} sums were bounded", f.sums());
}

/// The check finds a limit that the formulas exceed.
#[test]
#[should_panic(expected = "exceeds the limit")]
fn a_smaller_limit_is_exceeded() {
    let mut small = bounds::<primes::Bn254Nogami, 5>();
    small.limit *= 0.5;
    let _ = within(small, PairingCurve::<Fp2<_, OnePlusU>>::bn254_nogami);
}

/// Sums, products and inverses of extreme numbers against num-bigint.
fn arithmetic<P: LoosePrime<D>, const D: usize>() -> usize {
    let f = LooseLanes::<Portable, P, D>::new(Features::detect()).unwrap();
    let number = |digits: &[u64; D]| {
        digits.iter().rev().fold(BigInt::ZERO, |n, &digit| (n << 52) + BigInt::from(digit))
    };
    let p = number(&P::DIGITS);
    let mut rng = rng(D as u64);
    let mut draw = |lane: usize| {
        let mut digits: [u64; D] = match lane {
            0 => return [0; D],
            1 => P::DIGITS.map(|digit| digit),
            _ => core::array::from_fn(|_| rng.next_u64() >> 12),
        };
        digits[0] -= u64::from(lane == 1);
        digits[D - 1] %= P::DIGITS[D - 1] + u64::from(lane == 1);
        digits
    };
    let mut compared = 0;
    for _ in 0..20 {
        let [a, b]: [[[u64; D]; LANES]; 2] =
            core::array::from_fn(|_| core::array::from_fn(&mut draw));
        let [x, y] = [f.enter_digits(&a), f.enter_digits(&b)];
        let halves = f.halve(&f.sub(&x, &f.double(&y)));
        let [wide, mixed] = f.complex_product_wide(&[x, y], &[halves, x]).map(|w| f.reduce(&w));
        let inverse = f.mul(&f.inv0(&y), &f.settle(&f.sub(&y, &f.double(&f.double(&x)))));
        let results = [halves, f.mul(&x, &y), f.sqr(&f.sub(&x, &y)), wide, mixed, inverse]
            .map(|r| f.leave_digits(&r));
        for lane in 0..LANES {
            let (a, b) = (number(&a[lane]), number(&b[lane]));
            // Doubled, to compare halves.
            let double: BigInt = &a - 2 * &b;
            let quotient = number(&results[5][lane]);
            let expected = [
                (2 * number(&results[0][lane]), double.clone()),
                (number(&results[1][lane]), &a * &b),
                (number(&results[2][lane]), (&a - &b) * (&a - &b)),
                (2 * number(&results[3][lane]), &a * &double - 2 * &b * &a),
                (2 * number(&results[4][lane]), 2 * &a * &a + &b * &double),
                (&quotient * &b, if lane == 0 { 0.into() } else { &b - 4 * &a }),
            ];
            for (i, (left, right)) in expected.into_iter().enumerate() {
                assert_eq!((left - right) % &p, BigInt::ZERO, "operation {i}, lane {lane}");
                assert!(i == 5 || number(&results[i][lane]) < p, "reduced");
                compared += 1;
            }
        }
        assert_eq!(f.is_zero(&f.sub(&x, &x)).bits(), 0xff);
        assert_eq!(f.equal(&x, &y).bits() & 1, 1);
        assert_eq!((!f.is_zero(&x)).bits() & 1, 0);
    }
    compared
}

#[test]
fn arithmetic_of_extreme_numbers() {
    let compared = arithmetic::<primes::Bn254Nogami, 5>()
        + arithmetic::<primes::Bn254Snark, 5>()
        + arithmetic::<primes::Bls12381, 8>();
    assert_eq!(compared, 3 * 20 * 8 * 6);
    assert_eq!(polylimb::authors::field::lanes::LaneMask::TRUE.bits(), 0xff);
}
