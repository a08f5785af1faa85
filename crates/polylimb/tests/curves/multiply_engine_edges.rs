//! Engines near the gaps of their formulas: every scalar on small curves; on named ones scalars
//! near 0, near multiples of the order and near powers of 2, against the school-book law.

use crate::small::{Point, Small};
use num_bigint::BigUint;
use polylimb::Alone;
use polylimb::authors::curve::{NamedCurve, Parameters};
use polylimb::authors::limb::{Bits, Natural, WORD_BITS, Word};
use polylimb::authors::multiply::{Engine, PlainPoint, engine};
use polylimb::authors::twins;
use polylimb::cpu::Features;

/// Curves of prime order (the second number): below the least order for methods without a total
/// law, at that order, and with the order on both sides of a power of 2, for a = 0, -3 and others.
const CURVES: [(Small, usize); 9] = [
    (Small { p: 29, a: 4, b: 20 }, 37),
    (Small { p: 59, a: -3, b: 1 }, 71),
    (Small { p: 113, a: -3, b: 4 }, 131),
    (Small { p: 263, a: -3, b: 1 }, 257),
    (Small { p: 277, a: 0, b: 5 }, 283),
    (Small { p: 557, a: -3, b: 4 }, 547),
    (Small { p: 967, a: 0, b: 6 }, 1009),
    (Small { p: 1013, a: -3, b: 1 }, 1051),
    (Small { p: 1009, a: 5, b: 1 }, 1039),
];

fn natural(n: i64) -> Natural {
    Natural::from_be_bytes(&n.to_be_bytes())
}

/// `len` words of a number.
fn words(n: &BigUint, len: usize) -> Vec<Word> {
    Natural::from_be_bytes(&n.to_bytes_be()).to_words(len).unwrap()
}

fn number(bytes: &[u8]) -> i64 {
    bytes.iter().fold(0, |n, byte| n << 8 | i64::from(*byte))
}

fn point(p: Option<PlainPoint>) -> Point {
    p.map(|p| (number(p.x()), number(p.y())))
}

fn plain(engine: &dyn Engine, (x, y): (i64, i64)) -> PlainPoint {
    let bytes = |n: i64| n.to_be_bytes()[8 - engine.coordinate_bytes()..].to_vec();
    PlainPoint::new(bytes(x), bytes(y))
}

#[test]
fn every_scalar_of_small_curves() {
    let mut compared = 0;
    for (small, n) in CURVES {
        let x_of = |x: i64| small.p - 1 - x;
        let (gx, gy) = (0..small.p)
            .flat_map(|x| (1..small.p).map(move |y| (x_of(x), y)))
            .find(|(x, y)| (y * y - x * x * x - small.a * x - small.b).rem_euclid(small.p) == 0)
            .unwrap();
        let mut multiples = vec![None];
        for i in 1..n {
            multiples.push(small.add(multiples[i - 1], Some((gx, gy))));
        }
        assert!(small.add(multiples[n - 1], Some((gx, gy))).is_none(), "{n} is the order");
        let [p, a, b] = [small.p, small.a.rem_euclid(small.p), small.b].map(natural);
        let order = natural(i64::try_from(n).unwrap());
        let generator = [natural(gx), natural(gy)];
        let parameters =
            Parameters::new(&p, &a, &b, [&generator[0], &generator[1]], &order, &natural(1))
                .unwrap();
        let engine = engine(&parameters, Features::detect()).unwrap();
        let of = |k: usize| multiples[k % n];
        for k in 0..2 * n + 2 {
            let words = words(&k.into(), 32 / WORD_BITS.min(32));
            // As long as the order, unless the scalar is longer; and longer than the order.
            for bits in [n.ilog2() as usize + 1, 16] {
                if k >> bits > 0 {
                    continue;
                }
                let scalar = Bits::with_len(&words, bits);
                assert_eq!(point(engine.multiply_generator(scalar)), of(k), "{k} G, order {n}");
                for m in [1, 2, n - 1, n / 2, k % (n - 1) + 1] {
                    let base = plain(&*engine, of(m).unwrap());
                    let product = engine.multiply(scalar, &base).unwrap();
                    assert_eq!(point(product), of(k * m), "{k} * {m} G, order {n}");
                    let sum = engine.multiply_add_vartime(scalar, scalar, &base).unwrap();
                    assert_eq!(point(sum), of(k + k * m), "{k} G + {k} * {m} G, order {n}");
                    let sum = of(k + k * m);
                    // Its abscissa among others, and its neighbours' abscissas, which it has only
                    // at the ends of the order.
                    let abscissa =
                        |at: Point| at.map_or(vec![0], |at| plain(&*engine, at).x().to_vec());
                    let has = |xs: &[Vec<u8>]| {
                        engine.sum_has_abscissa_vartime(scalar, scalar, &base, xs).unwrap()
                    };
                    let next = abscissa(of(k + k * m + 1));
                    assert_eq!(has(&[next.clone(), abscissa(sum)]), sum.is_some());
                    assert_eq!(
                        has(std::slice::from_ref(&next)),
                        sum.is_some() && next == abscissa(sum)
                    );
                    compared += 4;
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 120_000, "{compared}");
}

/// The law of chord and tangent on big numbers is slow, so this checks relations between multiples,
/// which the comparisons of `multiply_engine.rs` anchor. Larger curves take minutes with short
/// words, and show nothing new.
const MOST_BITS: usize = match WORD_BITS {
    64 => 600,
    32 => 256,
    _ => 128,
};

#[test]
fn scalars_near_the_edges_of_named_curves() {
    let (mut compared, mut curves) = (0, 0);
    for c in NamedCurve::PRIME {
        let parameters = Parameters::named(c.name).unwrap();
        if parameters.bits() > MOST_BITS {
            continue;
        }
        curves += 1;
        let engine = engine(&parameters, Features::detect()).unwrap();
        let n: BigUint = Natural::parse(c.n)
            .unwrap()
            .to_be_bytes()
            .iter()
            .fold(0u32.into(), |n: BigUint, byte| (n << 8u32) + *byte);
        let len = parameters.order().len();
        let one = engine.multiply_generator(Bits::new(&[1])).unwrap();
        let negated = |p: &PlainPoint| {
            let odd = p.y().last().unwrap() & 1 == 1;
            engine.decompress(p.x(), !odd).unwrap()
        };
        let mut check = |k: &BigUint, expected: Option<&PlainPoint>| {
            for longer in [0, 1] {
                if k.bits() > ((len + longer) * WORD_BITS) as u64 {
                    continue;
                }
                let words = words(k, len + longer);
                let scalar = Bits::new(&words);
                assert_eq!(engine.multiply_generator(scalar).as_ref(), expected, "{} {k}", c.name);
                let product = engine.multiply(scalar, &one).unwrap();
                assert_eq!(product.as_ref(), expected, "{} {k}", c.name);
                compared += 2;
            }
        };
        check(&0u32.into(), None);
        check(&n, None);
        check(&(&n * 3u32), None);
        // m G by verification's method, whose law is total.
        for m in (1..=34u32).chain([63, 64, 65, 127, 128]) {
            let multiple =
                engine.multiply_add_vartime(Bits::new(&[]), Bits::with_len(&[m as Word], 8), &one);
            let multiple = multiple.unwrap().unwrap();
            check(&m.into(), Some(&multiple));
            check(&(&n + m), Some(&multiple));
            check(&(&n - m), Some(&negated(&multiple)));
        }
        let mut power = one.clone();
        for i in (0..n.bits()).step_by(5) {
            check(&(BigUint::from(1u32) << i), Some(&power));
            power = engine
                .multiply_add_vartime(Bits::new(&[]), Bits::new(&[32]), &power)
                .unwrap()
                .unwrap();
        }
    }
    assert!(curves >= 4 && compared > 250 * curves, "{compared} on {curves} curves");
}

/// Scalars `u + v λ` with short `u` and `v`: halves that are 0, even, negative, against the signed
/// comb, which does not use halves.
#[test]
fn scalars_with_short_halves_of_secp256k1() {
    let parameters = Parameters::named("secp256k1").unwrap();
    let engine = engine(&parameters, Features::detect()).unwrap();
    let number = |hex: &str| {
        let bytes = Natural::parse(hex).unwrap().to_be_bytes();
        bytes.iter().fold(0u32.into(), |n: BigUint, byte| (n << 8u32) + *byte)
    };
    let n = number("0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
    let lambda = number("0x5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72");
    let len = parameters.order().len();
    let one = engine.multiply_generator(Bits::new(&[1])).unwrap();
    let signed =
        |u: i32| if u < 0 { &n - u.unsigned_abs() } else { BigUint::from(u.unsigned_abs()) };
    let (mut compared, mut expected) = (0, Vec::new());
    for u in -6..=6 {
        for v in -6..=6 {
            let k = (signed(u) + signed(v) * &lambda) % &n;
            let other = (&k * &k + 1u32) % &n;
            let sum = (&k + &other) % &n;
            let (k, other, sum) = (words(&k, len), words(&other, len), words(&sum, len));
            let generated = engine.multiply_generator(Bits::new(&k));
            assert_eq!(engine.multiply(Bits::new(&k), &one).unwrap(), generated, "{u} + {v} λ");
            for (a, b) in [(&k, &other), (&other, &k)] {
                let both = engine.multiply_add_vartime(Bits::new(a), Bits::new(b), &one).unwrap();
                assert_eq!(both, engine.multiply_generator(Bits::new(&sum)), "{u} + {v} λ");
            }
            compared += 3;
            expected.push((k, generated));
        }
    }
    // The same over lanes.
    let lanes = twins::engine(&parameters, Features::detect()).unwrap();
    let jobs: Vec<_> = expected.iter().map(|(k, _)| (Bits::new(k), &one)).collect();
    for (multiple, (k, generated)) in lanes.multiply_batch(&jobs, &Alone).iter().zip(&expected) {
        assert_eq!(multiple.as_ref(), Ok(generated), "{k:?}");
        compared += 1;
    }
    assert!(compared >= 660, "{compared}");
}
