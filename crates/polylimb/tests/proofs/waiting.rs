//! Arithmetic whose carries wait: `crates/polylimb/src/field/lanes/fixed/waiting.rs`.

use super::{LanePrime, Waiting};
use crate::field::lanes::fixed::primes::{F25519, P256, Secp256k1};
use crate::field::lanes::proofs::{Abstract, Number, Polynomial, prove};
use num_bigint::BigInt;

const D: usize = 5;
type Lanes = [Abstract; D];

/// The largest digit, and the largest column of a product.
const DIGIT: u64 = (1 << 52) - 1;
const COLUMN: u64 = (1 << 56) - 1;

fn number(most: u64, most_top: u64) -> Lanes {
    core::array::from_fn(|k| Abstract::variable(0, if k + 1 < D { most } else { most_top }))
}

fn value(x: &Lanes) -> Polynomial {
    Number::new(x, 52).value()
}

/// Digits are at most `most`, and `2^shift` times the value is `expected` modulo the prime.
fn verify<P: LanePrime<D>>(x: &Lanes, [most, top]: [u64; 2], expected: &Polynomial, shift: usize) {
    Number::new(x, 52).verify(most, top);
    let prime = P::DIGITS.iter().rev().fold(BigInt::ZERO, |p, &digit| (p << 52) + digit);
    let value = value(x).scale(&(BigInt::from(1) << shift));
    (&value - expected).verify_zero_modulo(&prime);
}

/// For settled numbers whose top digit is at most `factor`, and columns whose top one is at most
/// `column`; of what is subtracted twice it is at most `twice`.
fn theorems<P: LanePrime<D>>(factor: u64, column: u64, twice: u64) {
    let f = Waiting::<P>::NEW;
    let name = |what| std::format!("waiting carries of {}: {what}", P::NAME);
    prove(&name("a b / R"), false, || {
        let (a, b) = (number(DIGIT, factor), number(DIGIT, factor));
        let expected = &value(&a) * &value(&b);
        verify::<P>(&f.mul(&a, &b), [COLUMN, column], &expected, P::R_BITS);
    });
    prove(&name("a² / R"), false, || {
        let a = number(DIGIT, factor);
        verify::<P>(&f.sqr(&a), [COLUMN, column], &(&value(&a) * &value(&a)), P::R_BITS);
    });
    prove(&name("a + b and a - 2 b"), false, || {
        let (a, b) = (number(COLUMN, column), number(COLUMN, twice));
        verify::<P>(&f.add(&a, &b), [2 * COLUMN; 2], &(&value(&a) + &value(&b)), 0);
        let (twice, expected) = (f.add(&b, &b), &value(&a) - &value(&b).scale(&2.into()));
        verify::<P>(&f.sub(&a, &twice), [1 << 63, 1 << 59], &expected, 0);
    });
    prove(&name("settled"), false, || {
        let a = number(u64::MAX >> 1, (1 << 52) - (1 << 12));
        let top = P::DIGITS[D - 1] + (1 << 21);
        verify::<P>(&f.element(&a), [DIGIT, top], &value(&a), 0);
        let carried = f.carry(&a);
        Number::new(&carried[D - 1..], 52).verify(DIGIT, DIGIT);
        verify::<P>(&f.digits(&carried), [DIGIT, DIGIT], &value(&a), 0);
    });
}

#[test]
fn products_and_sums() {
    let twice = COLUMN - (1 << 10);
    theorems::<F25519>((1 << 47) + (1 << 21), COLUMN, twice);
    theorems::<Secp256k1>((1 << 48) + (1 << 21), COLUMN, twice);
    theorems::<P256>(12 << 48, 11 << 48, (3 << 47) - (1 << 17));
}
