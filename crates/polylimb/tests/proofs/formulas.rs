//! Formulas of points, compared with the textbook's at random elements.
//!
//! **Why that is enough.** The kernels have no branches. Each of their steps is a product, a sum
//! or a difference modulo the prime for all numbers in range (`waiting.rs`), and all numbers are in
//! range (`points_keep_their_ranges`). So each coordinate of a result is one polynomial in the
//! operands, of degree below 2^10. If it is another one than the formula's, they agree at a random
//! place with a probability below `2^10/p` (Schwartz, Zippel). The places are no points of a curve,
//! and need not be.

use crate::field::lanes::{LanePrime, Portable};
use crate::limb::simd::{DIGIT_BITS, DIGIT_MASK, Vector};
use num_bigint::BigInt;

const D: usize = 5;

/// Numbers modulo a prime of five digits, and the same as elements in all lanes.
pub(crate) struct Modulo {
    prime: BigInt,
    /// What a product is divided by.
    r: BigInt,
    state: u64,
}

impl Modulo {
    pub(crate) fn new<P: LanePrime<D>>() -> Self {
        let prime = P::DIGITS.iter().rev().fold(BigInt::ZERO, |p, digit| (p << DIGIT_BITS) + digit);
        Self { prime, r: BigInt::from(1) << P::R_BITS, state: 1 }
    }

    fn reduced(&self, x: &BigInt) -> BigInt {
        x.modpow(&1.into(), &self.prime)
    }

    /// Pseudo-random numbers.
    pub(crate) fn any<const N: usize>(&mut self) -> [BigInt; N] {
        let mut word = || {
            self.state = self.state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            self.state >> 32
        };
        let numbers = [(); N].map(|()| (0..9).fold(BigInt::ZERO, |x, _| (x << 32) + word()));
        numbers.map(|x| self.reduced(&x))
    }

    pub(crate) fn element(&self, x: &BigInt) -> [Portable; D] {
        let x = self.reduced(&(x * &self.r));
        core::array::from_fn(|k| {
            let digit = (&x >> (DIGIT_BITS * k)) & BigInt::from(DIGIT_MASK);
            Portable::splat(digit.try_into().expect("a digit"))
        })
    }

    /// The number of columns.
    pub(crate) fn number(&self, x: &[Portable; D]) -> BigInt {
        let columns = x.iter().rev().map(|x| x.to_lanes()[0]);
        let sum = columns.fold(BigInt::ZERO, |sum, column| (sum << DIGIT_BITS) + column);
        self.reduced(&(sum * self.r.modinv(&self.prime).expect("a unit")))
    }

    pub(crate) fn quotient(&self, a: &BigInt, b: &BigInt) -> BigInt {
        self.reduced(&(a * b.modinv(&self.prime).expect("not 0")))
    }

    /// # Panics
    /// Unless `a / b` is `c / d`.
    pub(crate) fn verify(&self, [a, b]: [&BigInt; 2], [c, d]: [&BigInt; 2]) {
        assert_ne!(self.reduced(&(b * d)), BigInt::ZERO);
        assert_eq!(self.reduced(&(a * d)), self.reduced(&(b * c)));
    }
}
