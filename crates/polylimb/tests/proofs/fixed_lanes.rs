//! Eight lanes of the primes of named curves: `crates/polylimb/src/field/lanes/fixed`.

use super::{Fixed, LanePrime, Products, carry_bits, halve, most_top};
use crate::field::lanes::fixed::primes::{F25519, P256, P384, P521, Secp256k1};
use crate::field::lanes::proofs::{Abstract, Number, Polynomial, prove};
use core::marker::PhantomData;
use num_bigint::BigInt;

/// The prime.
fn prime<P: LanePrime<D>, const D: usize>() -> BigInt {
    let digits = P::DIGITS.iter().rev();
    digits.fold(BigInt::ZERO, |p, &digit| (p << P::RADIX) + digit)
}

/// An element in which every digit may be as large as in any element.
fn element<P: LanePrime<D>, const D: usize>() -> [Abstract; D] {
    core::array::from_fn(|j| {
        Abstract::variable(0, if j + 1 < D { P::MOST } else { most_top::<P, D>() })
    })
}

fn value<P: LanePrime<D>, const D: usize>(a: &[Abstract; D]) -> Polynomial {
    Number::new(a, P::RADIX).value()
}

/// `r` is an element, and `2^shift r` is `expected` modulo the prime.
fn verify<P: LanePrime<D>, const D: usize>(r: &[Abstract; D], expected: &Polynomial, shift: usize) {
    Number::new(r, P::RADIX).verify(P::MOST, most_top::<P, D>());
    let r = value::<P, D>(r).scale(&(BigInt::from(1) << shift));
    (&r - expected).verify_zero_modulo(&prime::<P, D>());
}

fn theorems<P: LanePrime<D>, const D: usize>(carries_apart: bool) {
    let f = Fixed::<P>(PhantomData);
    let name = |what| std::format!("lanes of {}: {what}", P::NAME);
    prove(&name("a b / R"), carries_apart, || {
        let (a, b) = (element::<P, D>(), element::<P, D>());
        verify::<P, D>(&f.mul(&a, &b), &(&value::<P, D>(&a) * &value::<P, D>(&b)), P::R_BITS);
    });
    prove(&name("a² / R"), carries_apart, || {
        let a = element::<P, D>();
        verify::<P, D>(&f.sqr(&a), &(&value::<P, D>(&a) * &value::<P, D>(&a)), P::R_BITS);
    });
    prove(&name("a + b"), carries_apart, || {
        let (a, b) = (element::<P, D>(), element::<P, D>());
        let sum = &value::<P, D>(&a) + &value::<P, D>(&b);
        verify::<P, D>(&f.add(&a, &b), &sum, 0);
    });
    prove(&name("a - b"), carries_apart, || {
        let (a, b) = (element::<P, D>(), element::<P, D>());
        let difference = &value::<P, D>(&a) - &value::<P, D>(&b);
        verify::<P, D>(&f.sub(&a, &b), &difference, 0);
    });
    prove(&name("a / 2"), carries_apart, || {
        let a = element::<P, D>();
        let r = halve(P::RADIX, &P::DIGITS, &carry_bits(P::RADIX, a));
        verify::<P, D>(&r, &value::<P, D>(&a), 1);
    });
}

#[test]
fn pseudo_mersenne() {
    theorems::<F25519, 5>(false);
    theorems::<Secp256k1, 5>(false);
}

#[test]
fn nist() {
    theorems::<P256, 5>(true);
    theorems::<P384, 8>(true);
    theorems::<P521, 11>(false);
}
