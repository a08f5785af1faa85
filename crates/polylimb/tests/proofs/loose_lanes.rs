//! Eight lanes without reduced sums: `crates/polylimb/src/field/lanes/loose`.

use super::{DIGIT_MASK, Loose, LooseLanes, LoosePrime, columns, complex_product, times};
use crate::field::Field;
use crate::field::lanes::Spread;
use crate::field::lanes::proofs::{Abstract, Number, Polynomial, prove};
use crate::field::prime::fixed::primes::{Bls12381, Bn254Nogami, Bn254Snark};
use core::marker::PhantomData;
use num_bigint::BigInt;

const RADIX: u32 = 52;

fn prime<P: LoosePrime<D>, const D: usize>() -> BigInt {
    P::DIGITS.iter().rev().fold(BigInt::ZERO, |p, &digit| (p << RADIX) + digit)
}

fn value(a: &[Abstract]) -> Polynomial {
    Number::new(a, RADIX).value()
}

/// What the digits below may add to the top digit of an element, in size.
const SLACK: i64 = 1 << 10;

/// The top digit of `p`.
fn top<P: LoosePrime<D>, const D: usize>() -> i64 {
    P::DIGITS[D - 1].cast_signed()
}

/// The largest top digit of a settled number.
fn settled<P: LoosePrime<D>, const D: usize>() -> i64 {
    top::<P, D>() + (1 << P::KEPT) + SLACK
}

/// The largest top digit of a factor.
fn most_factor<P: LoosePrime<D>, const D: usize>() -> i64 {
    if P::BIAS == 0 { settled::<P, D>() } else { 2 * P::BIAS.cast_signed() * (top::<P, D>() + 1) }
}

/// An element: signed digits below `2^60` in size, but for the top one.
fn element<const D: usize>(top: [i64; 2]) -> [Abstract; D] {
    let most = 1_i64 << 60;
    core::array::from_fn(|j| {
        let [low, high] = if j + 1 < D { [-most, most] } else { top };
        Abstract::variable(low, high)
    })
}

/// A factor: digits in `[0, 2^52)`, the top one at most `top`.
fn factor<const D: usize>(top: i64) -> [Abstract; D] {
    core::array::from_fn(|j| {
        Abstract::variable(0, if j + 1 < D { DIGIT_MASK.cast_signed() } else { top })
    })
}

/// `2^shift r` is `expected` modulo the prime.
fn verify<P: LoosePrime<D>, const D: usize>(
    r: &[Abstract; D],
    expected: &Polynomial,
    shift: usize,
) {
    let r = value(r).scale(&(BigInt::from(1) << shift));
    (&r - expected).verify_zero_modulo(&prime::<P, D>());
}

fn theorems<P: LoosePrime<D>, const D: usize>() {
    let name = |what: &str| std::format!("lanes of {}: {what}", P::NAME);
    let (p, r_bits) = (top::<P, D>(), D * RADIX as usize);
    let f = LooseLanes::<Abstract, P, D>(PhantomData);
    // The limit of an element by its top digit, less what the digits below add.
    let limit =
        if P::BIAS == 0 { 8 << P::KEPT } else { times(&P::DIGITS, P::BIAS)[D - 1].cast_signed() }
            - SLACK;

    for k in -8..8_i64 {
        let most = [(k << P::KEPT).max(-limit), (((k + 1) << P::KEPT) - 1).min(limit)];
        if most[0] > most[1] {
            continue;
        }
        prove(&name(&std::format!("settle, top digit {k} * 2^{}", P::KEPT)), false, || {
            let a = element::<D>(most);
            let r = f.settle(&a);
            Number::new(&r, RADIX).verify(DIGIT_MASK, settled::<P, D>().cast_unsigned());
            verify::<P, D>(&r, &value(&a), 0);
        });
        // Where factors are settled, each product begins like this.
        if P::BIAS > 0 {
            prove(&name(&std::format!("factor, top digit {k} * 2^{}", P::KEPT)), false, || {
                let a = element::<D>(most);
                let r = f.factor(&a);
                Number::new(&r, RADIX).verify(DIGIT_MASK, most_factor::<P, D>().cast_unsigned());
                verify::<P, D>(&r, &value(&a), 0);
            });
        }
    }

    let most = most_factor::<P, D>();
    prove(&name("a b, reduced"), false, || {
        let (a, b) = (factor::<D>(most), factor::<D>(most));
        let r = Loose::<P>::reduce(columns::product(RADIX, &a, &b));
        verify::<P, D>(&r, &(&value(&a) * &value(&b)), r_bits);
        // The sum of quotients `q p / R` is below `p`.
        Number::new(&r, RADIX).verify(DIGIT_MASK, (p + p / 4 + 2).cast_unsigned());
    });
    prove(&name("a², reduced"), false, || {
        let a = factor::<D>(most);
        let r = Loose::<P>::reduce(columns::square(RADIX, &a));
        verify::<P, D>(&r, &(&value(&a) * &value(&a)), r_bits);
        Number::new(&r, RADIX).verify(DIGIT_MASK, (p + p / 4 + 2).cast_unsigned());
    });
    prove(&name("signed columns, reduced"), false, || {
        // The reduction adds `2 D` halves of products to a column, and a carry.
        let most = i64::MAX - ((2 * i64::try_from(D).unwrap() + 1) << RADIX);
        let columns: [[_; D]; 2] =
            core::array::from_fn(|_| core::array::from_fn(|_| Abstract::variable(-most, most)));
        let expected = value(columns.as_flattened());
        verify::<P, D>(&Loose::<P>::reduce(columns), &expected, r_bits);
    });
    prove(&name("a / 2"), false, || {
        let a = element::<D>([-limit, limit]);
        verify::<P, D>(&f.halve(&a), &value(&a), 1);
    });
}

/// `(a0 + a1 i) (b0 + b1 i) + (c0 + c1 i) (d0 + d1 i)`, the sum of the packed tower.
fn sum_of_two<P: LoosePrime<D>, const D: usize>() {
    let f = LooseLanes::<Abstract, P, D>(PhantomData);
    let complex = || [factor::<D>(most_factor::<P, D>()), factor::<D>(most_factor::<P, D>())];
    prove(&std::format!("lanes of {}: sum of two complex products", P::NAME), false, || {
        let [a, b, c, d] = [complex(), complex(), complex(), complex()];
        let [re, im] = f.sum_of_products(&[[&a, &b]], &[[&c, &d]]);
        let product = |a: &[Abstract; D], b: &[Abstract; D]| &value(a) * &value(b);
        let real = |a: &[[Abstract; D]; 2], b: &[[Abstract; D]; 2]| {
            &product(&a[0], &b[0]) - &product(&a[1], &b[1])
        };
        let imaginary = |a: &[[Abstract; D]; 2], b: &[[Abstract; D]; 2]| {
            &product(&a[0], &b[1]) + &product(&a[1], &b[0])
        };
        verify::<P, D>(&re, &(&real(&a, &b) - &real(&c, &d)), D * RADIX as usize);
        verify::<P, D>(&im, &(&imaginary(&a, &b) - &imaginary(&c, &d)), D * RADIX as usize);
    });
}

/// `(a0 + a1 i) (b0 + b1 i)` in columns.
fn columns_of_complex_products<P: LoosePrime<D>, const D: usize>() {
    prove(&std::format!("lanes of {}: complex product, columns", P::NAME), false, || {
        let factor = || factor::<D>(most_factor::<P, D>());
        let [a, b] = [[factor(), factor()], [factor(), factor()]];
        let product = |i: usize, j: usize| &value(&a[i]) * &value(&b[j]);
        let expected = [&product(0, 0) - &product(1, 1), &product(0, 1) + &product(1, 0)];
        for (part, expected) in complex_product(&a, &b).iter().zip(&expected) {
            (&value(part.0.as_flattened()) - expected).verify_zero_modulo(&prime::<P, D>());
        }
    });
}

/// `a b + c d + e f + g h` lane by lane, the longest sum of points across lanes.
fn sum_of_four<P: LoosePrime<D>, const D: usize>() {
    let f = LooseLanes::<Abstract, P, D>(PhantomData);
    prove(&std::format!("lanes of {}: sum of four products", P::NAME), false, || {
        let a: [[Abstract; D]; 8] = core::array::from_fn(|_| factor(most_factor::<P, D>()));
        let products = [[&a[0], &a[1]], [&a[2], &a[3]], [&a[4], &a[5]], [&a[6], &a[7]]];
        let r = f.sum_of_real_products(&products);
        let product = |i: usize| &value(&a[i]) * &value(&a[i + 1]);
        let sum = &(&product(0) + &product(2)) + &(&product(4) + &product(6));
        verify::<P, D>(&r, &sum, D * RADIX as usize);
    });
}

#[test]
fn bn254() {
    theorems::<Bn254Nogami, 5>();
    sum_of_two::<Bn254Nogami, 5>();
    columns_of_complex_products::<Bn254Nogami, 5>();
    theorems::<Bn254Snark, 5>();
    sum_of_two::<Bn254Snark, 5>();
    columns_of_complex_products::<Bn254Snark, 5>();
}

#[test]
fn bls12_381() {
    theorems::<Bls12381, 8>();
    sum_of_two::<Bls12381, 8>();
    columns_of_complex_products::<Bls12381, 8>();
    sum_of_four::<Bls12381, 8>();
}
