//! Points as pairs `(x, y)`.

use crate::field::{Field, Truth};
use zeroize::Zeroize;

/// `(x, y)`, or the neutral element, which has no such pair.
pub struct AffinePoint<F: Field> {
    /// The first coordinate; unspecified for the neutral element.
    pub x: F::El,
    /// The second coordinate; unspecified for the neutral element.
    pub y: F::El,
    /// Whether it is the neutral element.
    pub neutral: F::Mask,
}

impl<F: Field> AffinePoint<F> {
    /// The point `(x, y)`.
    #[inline(always)]
    pub fn new(x: F::El, y: F::El) -> Self {
        Self { x, y, neutral: F::Mask::FALSE }
    }

    /// The neutral element.
    #[inline(always)]
    pub fn neutral(field: &F) -> Self {
        Self { x: field.zero(), y: field.zero(), neutral: F::Mask::TRUE }
    }

    /// `-self`.
    #[inline(always)]
    #[must_use]
    pub fn neg(&self, field: &F) -> Self {
        Self { x: self.x, y: field.neg(&self.y), neutral: self.neutral }
    }

    /// `if_true` where `condition`, else `if_false`.
    #[inline(always)]
    pub fn select(field: &F, condition: F::Mask, if_true: &Self, if_false: &Self) -> Self {
        Self {
            x: field.select(condition, &if_true.x, &if_false.x),
            y: field.select(condition, &if_true.y, &if_false.y),
            neutral: (condition & if_true.neutral) | (!condition & if_false.neutral),
        }
    }
}

// Derived implementations would require `F: Clone` and `F: Copy`.
impl<F: Field> Clone for AffinePoint<F> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Field> Copy for AffinePoint<F> {}

impl<F: Field> Zeroize for AffinePoint<F> {
    fn zeroize(&mut self) {
        self.x.zeroize();
        self.y.zeroize();
        self.neutral = F::Mask::FALSE;
    }
}
