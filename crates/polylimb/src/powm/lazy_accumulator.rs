//! A running product that costs nothing while it is 1. For methods in variable time.

use super::Accumulator;
use crate::limb::Word;
use crate::modmul::ModMul;

/// An [`Accumulator`] that is not squared while it is 1, and set by the first multiplication. That it was still
/// 1 shows in the time.
pub(super) struct LazyAccumulator<'m> {
    product: Accumulator<'m>,
    is_one: bool,
}

impl<'m> LazyAccumulator<'m> {
    /// 1.
    pub(super) fn one(modmul: &'m dyn ModMul) -> Self {
        Self { product: Accumulator::one(modmul), is_one: true }
    }

    /// The value now.
    pub(super) fn value(&self) -> &[Word] {
        self.product.value()
    }

    /// Becomes its square, `times` times.
    pub(super) fn sqr(&mut self, times: usize) {
        if !self.is_one {
            self.product.sqr(times);
        }
    }

    /// Becomes its product with `b`.
    pub(super) fn mul(&mut self, b: &[Word]) {
        if self.is_one {
            self.product.set(b);
            self.is_one = false;
        } else {
            self.product.mul(b);
        }
    }

    /// Becomes its product with `other`.
    pub(super) fn mul_by(&mut self, other: &Self) {
        if !other.is_one {
            self.mul(other.value());
        }
    }
}
