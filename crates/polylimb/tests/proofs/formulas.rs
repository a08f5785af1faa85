//! Formulas of several products as a whole: ranges, and values as polynomials of any degree.
//!
//! **Idea.** The theorems about a product, a sum or a carry are identities of polynomials in the
//! digits of the operands and in what was cut off. So they also hold where other polynomials stand
//! for these. Here digits but the lowest, and all that is cut off, are pseudo-random numbers; the
//! lowest digit is the rest of the whole number, which is a variable. What a formula computes then
//! comes out as a polynomial in such variables. By the theorems it does not depend on the random
//! numbers; if a step were given digits that it does not take, it would. Intervals are the real
//! digits', from the first instruction of the formula to the last.

use super::polynomial::{Formula, Polynomial};
use super::recheck;
use super::theorem::{Number, prove_formula};
use super::vector::Abstract;
use super::word::{Run, with};
use num_bigint::BigInt;
use std::collections::BTreeMap;

impl Formula {
    /// A new variable.
    pub(crate) fn any() -> Self {
        Self::variable(with(|run| run.stand_for(None)))
    }

    /// The polynomial, with what its variables stand for.
    pub(super) fn of(run: &Run, polynomial: &Polynomial) -> Self {
        let number = |v| match v {
            0 => Self::constant(1),
            v => run.defined.get(&v).cloned().unwrap_or_else(|| Self::variable(v)),
        };
        let mut factors = BTreeMap::<_, Self>::new();
        for (&[a, b], c) in polynomial.terms() {
            let sum = factors.entry(a).or_default();
            *sum = &*sum + &number(b).scale(c);
        }
        let products = factors.iter().map(|(a, factor)| &number(*a) * factor);
        let sum = products.fold(Self::default(), |sum, product| &sum + &product);
        sum.modulo(&run.modulus).computed_as(polynomial)
    }

    /// # Panics
    /// Unless this is `other` modulo the prime of the theorem.
    pub(crate) fn verify(&self, other: &Self) {
        let rest = self - other;
        let m = with(|run| {
            // Singular takes minutes for formulas without words.
            if !run.is_empty() {
                recheck::claim_formula("the formula", &rest, &run.defined, &run.modulus);
            }
            run.modulus.clone()
        });
        assert!(rest.is_multiple_of(&m), "the formula is wrong by {:?}", rest.modulo(&m));
    }
}

/// Numbers modulo a prime, `a r` for `a`.
pub(crate) struct Numbers {
    /// The bits of digits, by turns.
    bits: [u32; 2],
    prime: BigInt,
    r: BigInt,
}

impl Numbers {
    pub(crate) fn new(radix: u32, digits: &[u64], r_bits: usize) -> Self {
        let prime = digits.iter().rev().fold(BigInt::ZERO, |p, digit| (p << radix) + digit);
        Self { bits: [radix; 2], prime, r: BigInt::from(1) << r_bits }
    }

    /// Numbers themselves, as digits of these bits by turns.
    pub(crate) fn by_turns(bits: [u32; 2], prime: &BigInt) -> Self {
        Self { bits, prime: prime.clone(), r: BigInt::from(1) }
    }

    pub(crate) fn prove(&self, name: &str, theorem: impl Fn()) {
        prove_formula(name, &self.prime, theorem);
    }

    /// The formula's value in digits up to `most`, the top one up to `most_top`.
    pub(crate) fn digits<const D: usize>(
        &self,
        value: &Formula,
        [most, most_top]: [u64; 2],
    ) -> [Abstract; D] {
        self.digits_up_to(value, |k| if k + 1 < D { most } else { most_top })
    }

    /// The formula's value in digits up to these.
    pub(crate) fn digits_up_to<const D: usize>(
        &self,
        value: &Formula,
        most: impl Fn(usize) -> u64,
    ) -> [Abstract; D] {
        with(|run| {
            let mut shares: [Polynomial; D] = core::array::from_fn(|_| run.any_share());
            shares[0] = Polynomial::default();
            let shares_above = shares.iter().enumerate().rev();
            let above = shares_above.fold(Polynomial::default(), |sum, (k, x)| {
                &sum.scale(&(BigInt::from(1) << self.bits[k % 2])) + x
            });
            let lowest = &value.scale(&self.r) - &Formula::of(run, &above);
            shares[0] = Polynomial::variable(run.stand_for(Some(lowest)));
            core::array::from_fn(|k| {
                Abstract::of(run.share(shares[k].clone(), BigInt::ZERO, most(k).into()))
            })
        })
    }

    /// The value of digits.
    pub(crate) fn value(&self, digits: &[Abstract]) -> Formula {
        let value = Number::by_turns(digits, self.bits).value();
        let inverse = self.r.modinv(&self.prime).expect("a unit");
        let value = value.scale(&inverse);
        with(|run| Formula::of(run, &value))
    }
}

/// # Panics
/// Unless these are `X` and `Z` of the double of the first or the second point on Curve25519, and
/// of the sum of the points, whose difference has the coordinate `u`: the double of `x / z` is
/// `(x² - z²)² / (4 x z (x² + A x z + z²))`, and the sum
/// `(x₂ x₃ - z₂ z₃)² / (u (x₂ z₃ - z₂ x₃)²)`.
pub(crate) fn verify_ladder_step(
    [rx, rz, sx, sz]: &[Formula; 4],
    [x2, z2, x3, z3]: [&Formula; 4],
    second: bool,
    u: &Formula,
) {
    let square = |x: &Formula| x * x;
    let (x, z) = if second { (x3, z3) } else { (x2, z2) };
    let [xx, xz, zz] = [x * x, x * z, z * z];
    let sum = &(&xx + &xz.scale(&486_662.into())) + &zz;
    (rx * &(&xz * &sum).scale(&4.into())).verify(&(rz * &square(&(&xx - &zz))));
    let above = square(&(&(x2 * x3) - &(z2 * z3)));
    let below = u * &square(&(&(x2 * z3) - &(z2 * x3)));
    (sx * &below).verify(&(sz * &above));
}
