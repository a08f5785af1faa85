//! `uniform`: López-Dahab coordinates with a law that is total without a branch.
//!
//! **Idea.** It computes sum and double and selects the right result: the double for equal points,
//! an operand if the other is neutral. For these curves and coordinates we know of no published
//! complete formulas whose cost is near the incomplete ones'. **Cost.** Addition 20M + 13S, mixed
//! 12M + 9S, without the products by coefficients; doubling as in `lopez_dahab.rs`. **Constant
//! time.**

use super::{LopezDahab, LopezDahabPoint, neg};
use crate::curve::model::{Normal, normalise};
use crate::curve::{AffinePoint, ConstantTimeGroup, Coordinates, Curve, Group};
use crate::field::Field;

/// The points of a curve with the uniform law.
#[derive(Clone, Copy)]
pub struct Uniform<F: Field> {
    curve: Curve<F>,
}

type Point<F> = LopezDahabPoint<<F as Field>::El>;

impl<F: Field> Uniform<F> {
    /// The group of `curve`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn new(curve: Curve<F>) -> Self {
        Self { curve }
    }

    /// The curve.
    pub const fn curve(&self) -> &Curve<F> {
        &self.curve
    }

    /// [`Group::add_entry`], inlined: for fields of lanes, inside [`Field::run`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn sum_with_entry(&self, p: &Point<F>, e: &AffinePoint<F>) -> Point<F> {
        let (c, f) = (&self.curve, &self.curve.field);
        let sum = LopezDahab::add_affine(c, p, &e.x, &e.y);
        let ([xz], [zz]) = f.products([(&e.x, &p.z)], [&p.z]);
        let same = f.equal(&xz, &p.x) & f.equal(&f.mul(&e.y, &zz), &p.y);
        let r = self.select(same, &LopezDahab::double_affine(c, &e.x, &e.y), &sum);
        let r = self.select(self.is(p), &LopezDahab::lift(c, &e.x, &e.y), &r);
        self.select(e.neutral, p, &r)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is(&self, p: &Point<F>) -> F::Mask {
        self.curve.field.is_zero(&p.z)
    }
}

/// Additions and doublings are not inlined: otherwise each method would be compiled with a dozen
/// copies.
impl<F: Field> Group for Uniform<F> {
    type Point = LopezDahabPoint<F::El>;
    type Entry = AffinePoint<F>;
    type Mask = F::Mask;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neutral(&self) -> Point<F> {
        LopezDahab::neutral(&self.curve)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_neutral(&self, p: &Point<F>) -> F::Mask {
        self.is(p)
    }

    fn equal(&self, p: &Point<F>, q: &Point<F>) -> F::Mask {
        let (p_neutral, q_neutral) = (self.is(p), self.is(q));
        let same = LopezDahab::equal(&self.curve, p, q);
        (p_neutral & q_neutral) | (!p_neutral & !q_neutral & same)
    }

    #[inline(never)]
    fn double(&self, p: &Point<F>) -> Point<F> {
        LopezDahab::double(&self.curve, p)
    }

    #[inline(never)]
    fn add(&self, p: &Point<F>, q: &Point<F>) -> Point<F> {
        let c = &self.curve;
        let sum = LopezDahab::add(c, p, q);
        let same = LopezDahab::equal(c, p, q);
        let r = self.select(same, &self.double(p), &sum);
        let r = self.select(self.is(q), p, &r);
        self.select(self.is(p), q, &r)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neg(&self, p: &Point<F>) -> Point<F> {
        LopezDahab::neg(&self.curve, p)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lift(&self, e: &AffinePoint<F>) -> Point<F> {
        let point = LopezDahab::lift(&self.curve, &e.x, &e.y);
        self.select(e.neutral, &self.neutral(), &point)
    }

    #[inline(never)]
    fn add_entry(&self, p: &Point<F>, e: &AffinePoint<F>) -> Point<F> {
        self.sum_with_entry(p, e)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neg_entry(&self, e: &AffinePoint<F>) -> AffinePoint<F> {
        neg(&self.curve.field, e)
    }

    fn normalise(&self, points: &[Point<F>], entries: &mut [AffinePoint<F>]) {
        normalise(&self.curve.field, self, points, entries);
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn select(&self, condition: F::Mask, if_true: &Point<F>, if_false: &Point<F>) -> Point<F> {
        LopezDahab::select(&self.curve, condition, if_true, if_false)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn select_entry(
        &self,
        condition: F::Mask,
        if_true: &AffinePoint<F>,
        if_false: &AffinePoint<F>,
    ) -> AffinePoint<F> {
        AffinePoint::select(&self.curve.field, condition, if_true, if_false)
    }
}

impl<F: Field> ConstantTimeGroup for Uniform<F> {}

impl<F: Field> Normal<F> for Uniform<F> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn denominator(&self, p: &Point<F>) -> F::El {
        p.z
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn to_affine(&self, p: &Point<F>, inverse: &F::El) -> AffinePoint<F> {
        LopezDahab::to_affine(&self.curve, p, inverse)
    }
}
