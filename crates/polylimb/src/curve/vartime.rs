//! A total group law from the published formulas, with branches at their gaps.
//!
//! The formulas give a neutral result for equal points as well as for opposite ones (see
//! [`Coordinates::add`]), so a check of each sum's last coordinate detects the special cases, and
//! only then points are compared. The time tells where the neutral element and equal points occur.

use super::Group;
use super::model::{AffinePoint, Coordinates, Curve, Normal, normalise};
use crate::field::VartimeField;
use crate::limb::Mask;
use core::marker::PhantomData;

/// The points of a curve in the coordinates `C`, with branches.
#[derive(Clone, Copy)]
pub struct Vartime<F: VartimeField, C> {
    curve: Curve<F>,
    coordinates: PhantomData<C>,
}

impl<F: VartimeField, C: Coordinates<F>> Vartime<F, C> {
    /// The group of `curve`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn new(curve: Curve<F>) -> Self {
        Self { curve, coordinates: PhantomData }
    }

    /// The curve.
    pub const fn curve(&self) -> &Curve<F> {
        &self.curve
    }

    fn is_neutral_vartime(&self, p: &C::Point) -> bool {
        C::is_neutral(&self.curve, p).to_bool_vartime()
    }

    /// `sum`, unless it is neutral because `p = q`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn repaired(&self, p: &C::Point, q: impl FnOnce() -> C::Point, sum: C::Point) -> C::Point {
        if self.is_neutral_vartime(&sum) && C::equal(&self.curve, p, &q()).to_bool_vartime() {
            return self.double(p);
        }
        sum
    }
}

/// Additions and doublings are not inlined: otherwise each method would be compiled with a dozen
/// copies.
impl<F: VartimeField, C: Coordinates<F>> Group for Vartime<F, C> {
    type Point = C::Point;
    type Entry = AffinePoint<F>;
    type Mask = Mask;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neutral(&self) -> C::Point {
        C::neutral(&self.curve)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_neutral(&self, p: &C::Point) -> Mask {
        C::is_neutral(&self.curve, p)
    }

    fn equal(&self, p: &C::Point, q: &C::Point) -> Mask {
        match (self.is_neutral_vartime(p), self.is_neutral_vartime(q)) {
            (false, false) => C::equal(&self.curve, p, q),
            (p, q) => {
                if p == q {
                    Mask::TRUE
                } else {
                    Mask::FALSE
                }
            }
        }
    }

    #[inline(never)]
    fn double(&self, p: &C::Point) -> C::Point {
        C::double(&self.curve, p)
    }

    #[inline(never)]
    fn add(&self, p: &C::Point, q: &C::Point) -> C::Point {
        if self.is_neutral_vartime(p) {
            return *q;
        }
        if self.is_neutral_vartime(q) {
            return *p;
        }
        self.repaired(p, || *q, C::add(&self.curve, p, q))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neg(&self, p: &C::Point) -> C::Point {
        C::neg(&self.curve, p)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lift(&self, e: &AffinePoint<F>) -> C::Point {
        if e.neutral.to_bool_vartime() {
            return self.neutral();
        }
        C::lift(&self.curve, &e.x, &e.y)
    }

    #[inline(never)]
    fn add_entry(&self, p: &C::Point, e: &AffinePoint<F>) -> C::Point {
        if self.is_neutral_vartime(p) {
            return self.lift(e);
        }
        if e.neutral.to_bool_vartime() {
            return *p;
        }
        self.repaired(p, || self.lift(e), C::add_affine(&self.curve, p, &e.x, &e.y))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neg_entry(&self, e: &AffinePoint<F>) -> AffinePoint<F> {
        C::neg_affine(&self.curve, e)
    }

    fn normalise(&self, points: &[C::Point], entries: &mut [AffinePoint<F>]) {
        normalise(&self.curve.field, self, points, entries);
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn select(&self, condition: Mask, if_true: &C::Point, if_false: &C::Point) -> C::Point {
        C::select(&self.curve, condition, if_true, if_false)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn select_entry(
        &self,
        condition: Mask,
        if_true: &AffinePoint<F>,
        if_false: &AffinePoint<F>,
    ) -> AffinePoint<F> {
        AffinePoint::select(&self.curve.field, condition, if_true, if_false)
    }
}

impl<F: VartimeField, C: Coordinates<F>> Normal<F> for Vartime<F, C> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn denominator(&self, p: &C::Point) -> F::El {
        C::denominator(&self.curve, p)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn to_affine(&self, p: &C::Point, inverse: &F::El) -> AffinePoint<F> {
        C::to_affine(&self.curve, p, inverse)
    }
}
