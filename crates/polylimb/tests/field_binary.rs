//! `F_2^m` against polynomial arithmetic bit by bit, for every polynomial, product and word size.

mod common;

use common::{operand, rng};
use polylimb::cpu::Features;
use polylimb::field::binary::{
    Binary, Comb, F163, F233, F283, F409, F571, LopezDahab, Polynomial, Product, Quadratic,
    WithProduct, with_best, words_for,
};
use polylimb::field::laws::{encoding_laws, field_laws};
use polylimb::field::{Encoding, Field, SquareRoot};
use polylimb::limb::{Mask, WORD_BITS, Word};

/// A polynomial as one `bool` per coefficient.
type Bits = Vec<bool>;

fn bits(a: &[Word]) -> Bits {
    a.iter().flat_map(|w| (0..WORD_BITS).map(move |i| (w >> i) & 1 == 1)).collect()
}

fn times(a: &Bits, b: &Bits) -> Bits {
    let mut r = vec![false; a.len() + b.len()];
    for (i, _) in a.iter().enumerate().filter(|(_, a)| **a) {
        for (j, _) in b.iter().enumerate().filter(|(_, b)| **b) {
            r[i + j] ^= true;
        }
    }
    r
}

/// Long division: from the top, every coefficient at or above x^m cancels with the polynomial.
fn modulo<P: Polynomial>(mut a: Bits) -> Bits {
    for i in (P::DEGREE..a.len()).rev() {
        if a[i] {
            a[i] = false;
            for e in P::LOWER {
                a[i - P::DEGREE + e] ^= true;
            }
        }
    }
    a
}

/// Random elements of all densities and the extremes.
fn samples<const N: usize, P: Polynomial>(seed: u64, count: usize) -> Vec<[Word; N]> {
    let mut rng = rng(seed);
    let used = P::DEGREE % WORD_BITS;
    (0..count)
        .map(|_| {
            let mut a: [Word; N] = operand(&mut rng, N).try_into().expect("N words");
            if used > 0 {
                a[N - 1] &= (1 << used) - 1;
            }
            a
        })
        .collect()
}

fn check<const N: usize, P: Polynomial, K: Product>(kernel: K, seed: u64) -> usize {
    let f = Binary::<N, P, K>::with(kernel);
    let mut compared = 0;
    let operands = samples::<N, P>(seed, 60);
    for pair in operands.windows(2) {
        let (a, b) = (&pair[0], &pair[1]);
        let (product, square) = (times(&bits(a), &bits(b)), times(&bits(a), &bits(a)));
        assert_eq!(bits(f.mul_wide(a, b).words()), product, "unreduced product");
        assert_eq!(bits(f.sqr_wide(a).words()), square, "unreduced square");
        let width = N * WORD_BITS;
        assert_eq!(bits(&f.mul(a, b)), modulo::<P>(product)[..width], "product");
        assert_eq!(bits(&f.sqr(a)), modulo::<P>(square)[..width], "square");
        compared += 4;
    }
    let few = &samples::<N, P>(seed + 1, 7);
    let holds = |m: Mask| m.to_bool_vartime();
    compared + field_laws(&f, few, holds) + encoding_laws(&f, few, holds)
}

#[test]
fn products_agree_with_bit_by_bit_polynomials() {
    let mut compared = 0;
    compared += check::<{ words_for(163) }, F163, Comb>(Comb, 1);
    compared += check::<{ words_for(163) }, F163, LopezDahab>(LopezDahab, 2);
    compared += check::<{ words_for(233) }, F233, Comb>(Comb, 3);
    compared += check::<{ words_for(233) }, F233, LopezDahab>(LopezDahab, 4);
    compared += check::<{ words_for(283) }, F283, LopezDahab>(LopezDahab, 5);
    compared += check::<{ words_for(409) }, F409, Comb>(Comb, 6);
    compared += check::<{ words_for(571) }, F571, LopezDahab>(LopezDahab, 7);
    assert!(compared >= 38_000, "only {compared} comparisons ran");
}

/// All checks of all fields over one product.
struct Fields;

impl WithProduct for Fields {
    type Out = usize;

    fn call<K: Product>(self, kernel: K) -> usize {
        println!("products: {}", K::NAME);
        let mut compared = 0;
        macro_rules! each {
            ($($degree:literal $polynomial:ident)*) => {$(
                compared += check::<{ words_for($degree) }, $polynomial, K>(kernel, $degree);
                compared += linear::<{ words_for($degree) }, $polynomial, K>(kernel, $degree);
            )*};
        }
        each!(163 F163  233 F233  283 F283  409 F409  571 F571);
        compared
    }
}

#[test]
fn the_best_product_of_this_cpu_and_the_portable_one() {
    for features in [Features::detect(), Features::NONE] {
        let compared = with_best(features, Fields);
        assert!(compared >= 27_000, "only {compared} comparisons ran");
    }
}

/// Square roots, traces and quadratic equations by their definitions.
fn linear<const N: usize, P: Polynomial, K: Product>(kernel: K, seed: u64) -> usize {
    let f = Binary::<N, P, K>::with(kernel);
    let (mut compared, mut solvable) = (0, 0);
    let powers = (0..P::DEGREE).step_by(17).map(|i| f.from_bit(i));
    for a in samples::<N, P>(seed, 20).into_iter().chain(powers) {
        assert_eq!(f.sqr(&f.sqrt(&a).0), a, "square root");
        let mut conjugate = a;
        let (mut trace, mut half) = (a, a);
        for i in 1..P::DEGREE {
            conjugate = f.sqr(&conjugate);
            trace = f.add(&trace, &conjugate);
            if i % 2 == 0 {
                half = f.add(&half, &conjugate);
            }
        }
        let is_one = f.trace(&a).to_bool_vartime();
        assert_eq!(trace, if is_one { f.one() } else { f.zero() }, "trace");
        assert_eq!(f.half_trace(&a), half, "half-trace");
        let (z, exists) = f.solve_quadratic(&a);
        assert_eq!(exists.to_bool_vartime(), !is_one);
        assert_eq!(f.add(&f.sqr(&z), &z) == a, !is_one, "quadratic equation");
        compared += 5;
        solvable += usize::from(!is_one);
    }
    assert!(solvable >= 10 && compared >= 5 * solvable + 20, "{solvable} equations were solvable");
    compared
}

/// An element inverted by the extended Euclidean algorithm would share nothing with Itoh-Tsujii; the
/// defining property with a product checked above does as well, and at the extremes.
#[test]
fn inverses_of_all_powers_of_x() {
    let f = Binary::<{ words_for(163) }, F163>::new();
    for i in 0..163 {
        let a = f.from_bit(i);
        assert_eq!(f.mul(&a, &f.inv0(&a)), f.one());
    }
}

#[test]
fn degrees_from_m_on_are_not_canonical() {
    let f = Binary::<{ words_for(163) }, F163>::new();
    let mut bytes = [0; 21];
    bytes[20] = 1 << 3;
    assert!(f.decode(&bytes).is_err());
    bytes[20] = 1 << 2;
    assert_eq!(f.decode(&bytes).expect("x^162 is reduced"), f.from_bit(162));
}
