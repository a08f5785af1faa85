//! Every named curve's engine against the school-book law with num-bigint, and what the engine
//! refuses.

use crate::school_book::{Point, add, big, multiply};
use num_bigint::BigInt;
use polylimb::Error;
use polylimb::authors::curve::{NamedCurve, Parameters};
use polylimb::authors::limb::{Bits, Natural, WORD_BITS, Word};
use polylimb::authors::multiply::{Engine, PlainPoint, engine};
use polylimb::cpu::Features;

fn of_bytes(bytes: &[u8]) -> BigInt {
    BigInt::from_bytes_be(num_bigint::Sign::Plus, bytes)
}

fn point(p: Option<PlainPoint>) -> Point {
    p.map(|p| [of_bytes(p.x()), of_bytes(p.y())])
}

/// The school-book results for two scalars: `k G`, `l k G`, `l G + k (k G)`. Only the first if it
/// is neutral.
fn expected(c: &Parameters, k: &[Word], l: &[Word]) -> [Point; 3] {
    let (k, l, g) = (big(k), big(l), Some(c.generator().map(big)));
    let kg = multiply(c, &k, &g);
    if kg.is_none() {
        return [None, None, None];
    }
    let (p, a) = (big(c.prime()), big(c.coefficients()[0]));
    let sum = add(&p, &a, &multiply(c, &l, &g), &multiply(c, &k, &kg));
    let lkg = multiply(c, &l, &kg);
    [kg, lkg, sum]
}

fn check(
    c: &Parameters,
    engine: &dyn Engine,
    scalars: [&[Word]; 2],
    expected: &[Point; 3],
) -> usize {
    let [k, l] = scalars.map(Bits::new);
    let of_k = engine.multiply_generator(k);
    assert_eq!(point(of_k.clone()), expected[0]);
    let Some(of_k) = of_k else { return 1 };
    engine.check(&of_k).unwrap();
    assert_eq!(point(engine.multiply(l, &of_k).unwrap()), expected[1]);
    let sum = engine.multiply_add_vartime(l, k, &of_k).unwrap();
    assert_eq!(point(sum), expected[2]);
    let p = big(c.prime());
    let odd = of_k.y().last().unwrap() & 1 == 1;
    assert_eq!(engine.decompress(of_k.x(), odd).unwrap(), of_k);
    let other = engine.decompress(of_k.x(), !odd).unwrap();
    assert_eq!(of_bytes(other.y()) + of_bytes(of_k.y()), p);
    5
}

/// Only words of 64 bits have a kernel other than the portable one.
const KERNELS: &[fn() -> Features] =
    if WORD_BITS == 64 { &[Features::detect, || Features::NONE] } else { &[Features::detect] };

/// Edge scalars are tested on curves below this many bits.
const LONGEST_WITH_EDGES: usize = if WORD_BITS == 8 { 257 } else { 1000 };

#[test]
fn every_curve_agrees_with_the_school_book() {
    let mut compared = 0;
    for (i, c) in NamedCurve::PRIME.iter().enumerate() {
        let parameters = Parameters::named(c.name).unwrap();
        let words = parameters.order().len();
        let full = |seed: u64| -> Vec<Word> {
            let mut state = seed;
            let mut next = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(seed | 1);
                (state >> 13) as Word
            };
            let long: Vec<_> = (0..words).map(|_| next()).collect();
            let n = big(parameters.order());
            let reduced = big(&long) % n;
            Natural::from_be_bytes(&reduced.to_bytes_be().1).to_words(words).unwrap()
        };
        let (k, l) = (full(2 * i as u64 + 3), full(77 + i as u64));
        let minus_one = {
            let n: BigInt = big(parameters.order()) - 1;
            Natural::from_be_bytes(&n.to_bytes_be().1).to_words(words).unwrap()
        };
        let mut pairs: Vec<[&[Word]; 2]> = vec![[&k, &l]];
        if parameters.bits() < LONGEST_WITH_EDGES {
            pairs.extend([[&minus_one[..], &k], [&[1], &[2]], [&[0], &[2]]]);
            pairs.push([parameters.order(), &[2]]);
        }
        let engines: Vec<_> =
            KERNELS.iter().map(|features| engine(&parameters, features()).unwrap()).collect();
        for scalars in pairs {
            let expected = expected(&parameters, scalars[0], scalars[1]);
            for engine in &engines {
                compared += check(&parameters, &**engine, scalars, &expected);
            }
        }
    }
    let least = if WORD_BITS == 8 { 37 * 5 + 20 * 12 } else { 37 * 17 };
    assert!(compared >= KERNELS.len() * least, "{compared}");
}

#[test]
fn bad_points_are_refused() {
    let p256 = engine(&Parameters::named("P-256").unwrap(), Features::detect()).unwrap();
    let g = p256.multiply_generator(Bits::new(&[1])).unwrap();
    let wrong = |x: &[u8], y: &[u8]| p256.check(&PlainPoint::new(x, y)).unwrap_err();
    let off = Error::Curve { wrong: "the point does not lie on the curve" };
    assert_eq!(wrong(g.y(), g.x()), off);
    assert_eq!(wrong(&[0; 32], &[0; 32]), off);
    assert!(matches!(wrong(&[0xff; 32], g.y()), Error::NotReduced { .. }));
    assert!(matches!(wrong(&g.x()[1..], g.y()), Error::Length { .. }));
    assert!(p256.multiply(Bits::new(&[2]), &PlainPoint::new(g.y(), g.x())).is_err());
    // x = 5 has a point on P-256; x = 1 … 4 have none.
    let roots = (1..=16u8).map(|n| p256.decompress(&[&[0; 31][..], &[n]].concat(), false).is_ok());
    let (with, without): (Vec<_>, Vec<_>) = roots.partition(|ok| *ok);
    assert!(with.len() >= 4 && without.len() >= 4);
    // A curve of cofactor 4: the generator is accepted, a point of another order is refused.
    let c = Parameters::named("secp112r2").unwrap();
    let curve = engine(&c, Features::detect()).unwrap();
    let in_subgroup = |n: u8| {
        let mut x = [0; 14];
        x[13] = n;
        curve.decompress(&x, false)
    };
    let outside = Error::Curve { wrong: "the point is not in the generator's subgroup" };
    let answers: Vec<_> = (0..64).map(in_subgroup).collect();
    assert!(answers.iter().any(Result::is_ok));
    assert!(answers.iter().filter(|a| a.as_ref().err() == Some(&outside)).count() > 8);
}
