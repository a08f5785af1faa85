//! A running product that costs nothing while it is 1. For methods in variable time.

use super::Accumulator;
use crate::limb::Word;
use crate::modmul::ModMul;

/// An [`Accumulator`] that is not squared while it is 1; the first multiplication sets it. The time
/// tells whether it was still 1.
pub struct LazyAccumulator<'m> {
    product: Accumulator<'m>,
    is_one: bool,
}

impl<'m> LazyAccumulator<'m> {
    /// The residue of 1.
    #[must_use]
    pub fn one(modmul: &'m dyn ModMul) -> Self {
        Self { product: Accumulator::one(modmul), is_one: true }
    }

    /// The current value.
    #[must_use]
    pub fn value(&self) -> &[Word] {
        self.product.value()
    }

    /// Squares it `times` times.
    pub fn sqr(&mut self, times: usize) {
        if !self.is_one {
            self.product.sqr(times);
        }
    }

    /// Multiplies it by `b`.
    pub fn mul(&mut self, b: &[Word]) {
        if self.is_one {
            self.product.set(b);
            self.is_one = false;
        } else {
            self.product.mul(b);
        }
    }

    /// Multiplies it by `other`.
    pub fn mul_by(&mut self, other: &Self) {
        if !other.is_one {
            self.mul(other.value());
        }
    }
}
