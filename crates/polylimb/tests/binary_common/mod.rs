//! Polynomials over `F_2` as numbers of num-bigint: the judge of the tests of binary fields.

use num_bigint::BigUint;
use polylimb::authors::limb::{WORD_BITS, Word};

/// The number with these words.
pub fn number(words: &[Word]) -> BigUint {
    words.iter().rev().fold(BigUint::ZERO, |n, &w| (n << WORD_BITS) | BigUint::from(w))
}

/// `x^degree + Σ x^e`.
pub fn polynomial(degree: usize, lower: &[usize]) -> BigUint {
    lower.iter().fold(BigUint::from(1u8) << degree, |n, &e| n | (BigUint::from(1u8) << e))
}

/// `a b`: for each one of `b`, `a` shifted up.
pub fn product(a: &BigUint, b: &BigUint) -> BigUint {
    (0..b.bits()).filter(|&i| b.bit(i)).fold(BigUint::ZERO, |sum, i| sum ^ (a << i))
}

/// `a mod f` by long division.
pub fn remainder(a: &BigUint, f: &BigUint) -> BigUint {
    let mut a = a.clone();
    while a.bits() >= f.bits() {
        a ^= f << (a.bits() - f.bits());
    }
    a
}
