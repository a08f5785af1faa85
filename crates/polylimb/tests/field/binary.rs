//! `F_2^m` against polynomial arithmetic bit by bit, for every polynomial, product and word size.

use crate::common::{operand, rng};
use crate::laws::{encoding_laws, field_laws};
use polylimb::authors::field::binary::{
    AnyBinary, Best, Binary, Comb, F163, F233, F283, F409, F571, Holes, LopezDahab, Polynomial,
    Product, Quadratic, Sparse, WithProduct, with_best, words_for,
};
use polylimb::authors::field::{Encoding, Field, SquareRoot};
use polylimb::authors::limb::{Mask, WORD_BITS, Word};
use polylimb::cpu::Features;

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
    compared += check::<{ words_for(163) }, F163, Holes>(Holes, 8);
    compared += check::<{ words_for(233) }, F233, Holes>(Holes, 9);
    compared += check::<{ words_for(571) }, F571, Holes>(Holes, 10);
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
    // Without AVX-512 tables of powers are read in another way.
    let all = Features::detect();
    for features in [all, all.without(Features::AVX512F), Features::NONE] {
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
        let (mut power, mut n) = (a, 0);
        for exponent in [0, 1, 5, 6, 29, 40, 58, P::DEGREE - 1, P::DEGREE] {
            while n < exponent {
                power = f.sqr(&power);
                n += 1;
            }
            assert_eq!(f.frobenius(&a, exponent), power, "2^{exponent}-th power");
            compared += 1;
        }
        assert_eq!(power, a, "a^(2^m) = a");
        let (z, exists) = f.solve_quadratic(&a);
        assert_eq!(exists.to_bool_vartime(), !is_one);
        assert_eq!(f.add(&f.sqr(&z), &z) == a, !is_one, "quadratic equation");
        compared += 5;
        solvable += usize::from(!is_one);
    }
    assert!(solvable >= 10 && compared >= 14 * solvable + 20, "{solvable} equations were solvable");
    compared
}

/// The same field with its polynomial known at run time, in longer storage.
fn at_run_time<const N: usize, const M: usize, P: Polynomial>(seed: u64) -> usize {
    let over = |features| with::<N, M, P, _>(Best::of(features), seed);
    with::<N, M, P, _>(Comb, seed) + over(Features::NONE) + over(Features::detect())
}

fn with<const N: usize, const M: usize, P: Polynomial, K: Product>(kernel: K, seed: u64) -> usize {
    let g = AnyBinary::<M, K>::with(kernel, Sparse::of::<P>()).expect("fits");
    let f = Binary::<N, P>::new();
    let long = |a: &[Word; N]| core::array::from_fn(|i| a.get(i).copied().unwrap_or(0));
    let mut compared = 0;
    for pair in samples::<N, P>(seed, 8).windows(2) {
        let (a, b) = (&pair[0], &pair[1]);
        let (x, y) = (long(a), long(b));
        assert_eq!(g.mul(&x, &y), long(&f.mul(a, b)), "product");
        assert_eq!(g.sqr(&x), long(&f.sqr(a)), "square");
        assert_eq!(g.inv0(&x), long(&f.inv0(a)), "inverse");
        assert_eq!(g.sqrt(&x).0, long(&f.sqrt(a).0), "square root");
        assert_eq!(g.half_trace(&x), long(&f.half_trace(a)), "half-trace");
        let traces = [g.trace(&x), f.trace(a)].map(Mask::to_bool_vartime);
        assert_eq!(traces[0], traces[1], "trace");
        compared += 6;
    }
    compared
}

#[test]
fn polynomials_known_at_run_time() {
    let mut compared = at_run_time::<{ words_for(163) }, { words_for(163) }, F163>(11);
    compared += at_run_time::<{ words_for(233) }, { words_for(283) }, F233>(12);
    compared += at_run_time::<{ words_for(571) }, { words_for(571) }, F571>(13);
    assert!(compared >= 3 * 3 * 7 * 6);
    assert!(AnyBinary::<{ words_for(233) }>::new(Sparse::of::<F283>()).is_err());
    // Exponents with less than a word between the highest two.
    for (degree, lower) in [(7, vec![1, 0]), (7, vec![6, 5, 2, 0]), (17, vec![14, 0])] {
        let f: AnyBinary<{ words_for(64) }> =
            AnyBinary::new(Sparse::new(degree, &lower).expect("irreducible")).expect("fits");
        let samples: Vec<_> = (0..14)
            .map(|i: u32| f.decode(&(i * i * 9 % 128).to_le_bytes()[..f.encoded_bytes()]))
            .collect::<Result<_, _>>()
            .expect("below 2^7");
        let holds = |m: Mask| m.to_bool_vartime();
        compared = field_laws(&f, &samples, holds) + encoding_laws(&f, &samples, holds);
        assert!(compared > 14 * 14 * 14);
    }
}

/// Everything about GF(2^7), by definition: all products by shift and add of one bit, and all else
/// from them.
#[test]
fn every_element_of_two_to_the_seven() {
    let f: AnyBinary<{ words_for(64) }> =
        AnyBinary::new(Sparse::new(7, &[1, 0]).expect("irreducible")).expect("fits");
    let el = |a: u8| f.decode(&[a]).expect("seven bits");
    let by_hand = |a: u8, b: u8| {
        (0..7).rev().fold(0u8, |r, i| {
            let doubled = (r << 1) ^ if r & 0x40 == 0 { 0 } else { 0x83 };
            doubled ^ if b >> i & 1 == 1 { a } else { 0 }
        })
    };
    let mut compared = 0;
    for a in 0..128 {
        for b in 0..128 {
            assert_eq!(f.mul(&el(a), &el(b)), el(by_hand(a, b)), "{a} {b}");
            compared += 1;
        }
        let inverse = (0..128).find(|&b| by_hand(a, b) == 1).unwrap_or(0);
        assert_eq!(f.inv0(&el(a)), el(inverse));
        let root = (0..128).find(|&b| by_hand(b, b) == a).expect("squaring is a permutation");
        assert_eq!(f.sqrt(&el(a)).0, el(root));
        let roots: Vec<u8> = (0..128).filter(|&z| by_hand(z, z) ^ z == a).collect();
        let (z, exists) = f.solve_quadratic(&el(a));
        assert_eq!(exists.to_bool_vartime(), roots.len() == 2);
        assert!(roots.is_empty() || roots.iter().any(|&root| el(root) == z));
        compared += 4;
    }
    assert!(compared == 128 * 132 && f.decode(&[128]).is_err());
}

/// An element inverted by the extended Euclidean algorithm would share nothing with Itoh-Tsujii.
/// The defining property, with a product that is checked above, serves as well, also at the
/// extremes.
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

#[test]
fn wrong_polynomials_are_errors() {
    for (degree, lower) in [
        (7, vec![2, 0]),
        (163, vec![7, 6, 3]),
        (163, vec![6, 7, 3, 0]),
        (163, vec![163, 0]),
        (163, vec![]),
        (163, vec![7, 6, 4, 0]),
        (1, vec![0]),
        (600, vec![1, 0]),
        // A product of two irreducible polynomials of the same degree: only the greatest common
        // divisor detects it.
        (6, vec![4, 3, 2, 1, 0]),
    ] {
        assert!(Sparse::new(degree, &lower).is_err(), "{degree} {lower:?}");
    }
}

/// The number of irreducible polynomials of each degree up to 10, by Gauss's formula.
#[test]
fn irreducible_polynomials_are_counted() {
    // Σ μ(d) 2^(n/d) / n.
    for (degree, expected) in
        [(2, 1), (3, 2), (4, 3), (5, 6), (6, 9), (7, 18), (8, 30), (9, 56), (10, 99)]
    {
        let found = (0..1u32 << (degree - 1))
            .filter(|middle| {
                let lower = (1..degree).rev().filter(|e| (middle >> (e - 1)) & 1 == 1);
                Sparse::new(degree, &lower.chain([0]).collect::<Vec<_>>()).is_ok()
            })
            .count();
        assert_eq!(found, expected, "degree {degree}");
    }
}
