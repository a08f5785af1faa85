//! The curve itself: a field and two coefficients.

use crate::field::Field;

/// The known shape of the coefficient `a`; public.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coefficient {
    /// `a = 0`.
    Zero,
    /// `a = -3`.
    MinusThree,
    /// `a = 1`, on curves over fields of characteristic 2.
    One,
    /// Any other value, or unchecked.
    Any,
}

/// `y² = x³ + a x + b` over `F`, or `y² + x y = x³ + a x² + b` in characteristic 2: the coordinate
/// system says which. The coefficients are public.
#[derive(Clone, Copy)]
pub struct Curve<F: Field> {
    /// The field.
    pub field: F,
    /// `a`.
    pub a: F::El,
    /// `b`.
    pub b: F::El,
    /// The shape of `a` that formulas may assume.
    pub shape: Coefficient,
}

impl<F: Field> Curve<F> {
    /// The curve with these coefficients; the caller ensures that it is non-singular.
    #[inline(always)]
    pub fn new(field: F, a: F::El, b: F::El, shape: Coefficient) -> Self {
        Self { field, a, b, shape }
    }

    /// `a v`: no operation for 0 and 1, two additions for -3.
    #[inline(always)]
    pub fn mul_a(&self, v: &F::El) -> F::El {
        let f = &self.field;
        match self.shape {
            Coefficient::Zero => f.zero(),
            Coefficient::MinusThree => f.neg(&f.add(&f.double(v), v)),
            Coefficient::One => *v,
            Coefficient::Any => f.mul_constant(&self.a, v),
        }
    }

    /// Whether `(x, y)` lies on the curve `y² = x³ + a x + b`.
    #[inline(always)]
    pub fn contains(&self, x: &F::El, y: &F::El) -> F::Mask {
        let f = &self.field;
        f.equal(&f.sqr(y), &self.right_side(x))
    }

    /// `x³ + a x + b`.
    #[inline(always)]
    pub fn right_side(&self, x: &F::El) -> F::El {
        let f = &self.field;
        f.add(&f.add(&f.mul(&f.sqr(x), x), &self.mul_a(x)), &self.b)
    }
}
