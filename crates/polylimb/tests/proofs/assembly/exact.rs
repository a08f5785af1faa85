//! What a word is: polynomials over the words that a kernel reads and the low halves that it makes,
//! divided by a power of 2; and what is known of a word by its residue.

use crate::field::lanes::proofs::Polynomial;
use crate::limb::Word;
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// `numerator / 2^shift`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Exact {
    pub(super) numerator: Polynomial,
    pub(super) shift: u64,
}

impl Exact {
    pub(crate) fn constant(c: impl Into<BigInt>) -> Self {
        Self { numerator: Polynomial::constant(c), shift: 0 }
    }

    pub(super) fn variable(v: u32) -> Self {
        Self { numerator: Polynomial::variable(v), shift: 0 }
    }

    /// In lowest terms.
    fn new(numerator: Polynomial, shift: u64) -> Self {
        let zeros = numerator.terms().filter_map(|(_, c)| c.trailing_zeros()).min();
        let zeros = zeros.unwrap_or(shift).min(shift);
        if zeros == 0 {
            return Self { numerator, shift };
        }
        Self { numerator: numerator.shifted_down(zeros), shift: shift - zeros }
    }

    pub(crate) fn add(&self, other: &Self) -> Self {
        let shift = self.shift.max(other.shift);
        let with = |x: &Self| x.numerator.scale(&(BigInt::from(1) << (shift - x.shift)));
        let sum = match (self.shift < shift, other.shift < shift) {
            (true, _) => &with(self) + &other.numerator,
            (_, true) => &with(other) + &self.numerator,
            _ => &self.numerator + &other.numerator,
        };
        Self::new(sum, shift)
    }

    pub(crate) fn sub(&self, other: &Self) -> Self {
        self.add(&other.scale(&BigInt::from(-1)))
    }

    pub(crate) fn mul(&self, other: &Self) -> Self {
        Self::new(&self.numerator * &other.numerator, self.shift + other.shift)
    }

    pub(crate) fn scale(&self, c: &BigInt) -> Self {
        Self::new(self.numerator.scale(c), self.shift)
    }

    /// Times `2^n`.
    pub(crate) fn shl(&self, n: u64) -> Self {
        self.scale(&(BigInt::from(1) << n))
    }

    /// Divided by `2^n`, a fraction.
    pub(super) fn shr(&self, n: u64) -> Self {
        Self::new(self.numerator.clone(), self.shift + n)
    }

    /// With the sum of whole multiples `by` in place of `v`.
    pub(super) fn substitute(&self, v: u32, by: &Self) -> Self {
        let (rest, once, twice) = self.numerator.by_powers(v);
        let part = |numerator| Self::new(numerator, self.shift);
        let mut r = part(rest);
        if once != Polynomial::default() {
            r = r.add(&part(once).mul(by));
        }
        if twice != Polynomial::default() {
            r = r.add(&part(twice).mul(&by.mul(by)));
        }
        r
    }

    pub(super) fn has(&self, v: u32) -> bool {
        self.numerator.terms().any(|(monomial, _)| monomial.contains(&v))
    }
}

/// A sum of symbols modulo the power of 2 of a word; symbol 0 is 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Residue(BTreeMap<u32, Word>);

impl Residue {
    pub(super) fn symbol(symbol: u32) -> Self {
        Self([(symbol, 1)].into())
    }

    pub(super) fn constant(c: Word) -> Self {
        Self(if c == 0 { BTreeMap::new() } else { [(0, c)].into() })
    }

    pub(super) fn as_constant(&self) -> Option<Word> {
        match self.0.len() {
            0 => Some(0),
            1 => self.0.get(&0).copied(),
            _ => None,
        }
    }

    /// The number of its symbols.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn scale(&self, c: Word) -> Self {
        let scaled = self.0.iter().map(|(s, a)| (*s, a.wrapping_mul(c)));
        Self(scaled.filter(|(_, a)| *a != 0).collect())
    }

    pub(crate) fn add(&self, other: &Self) -> Self {
        let mut r = self.clone();
        for (s, c) in &other.0 {
            let sum = r.0.remove(s).unwrap_or(0).wrapping_add(*c);
            if sum != 0 {
                r.0.insert(*s, sum);
            }
        }
        r
    }
}
