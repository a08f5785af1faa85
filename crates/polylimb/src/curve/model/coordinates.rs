//! The interface of a coordinate system.
//!
//! A system defines its curve's equation and the form of an affine point; both have defaults for
//! `y² = x³ + a x + b` and pairs `(x, y)`. So the same [`Vartime`](super::Vartime) also makes the
//! systems of [`binary`](crate::curve::binary) curves total.

use super::{AffinePoint, Curve};
use crate::curve::Group;
use crate::field::Field;
use zeroize::Zeroize;

/// A way to write the points of a Weierstrass curve, with the published formulas for doubling and
/// adding.
///
/// The formulas' **gaps** are part of the contract, so that [`Vartime`](super::Vartime) can close
/// them without extra products.
pub trait Coordinates<F: Field> {
    /// The name in the registries.
    const NAME: &'static str;

    /// A point.
    type Point: Copy + Zeroize;

    /// The neutral element.
    fn neutral(curve: &Curve<F>) -> Self::Point;

    /// Whether `p` is neutral.
    fn is_neutral(curve: &Curve<F>, p: &Self::Point) -> F::Mask;

    /// The affine point `(x, y)`.
    fn lift(curve: &Curve<F>, x: &F::El, y: &F::El) -> Self::Point;

    /// `2 p`, for every `p`.
    fn double(curve: &Curve<F>, p: &Self::Point) -> Self::Point;

    /// `p + q` for points that are not neutral. For `p = -q` **and for `p = q`** the result is
    /// neutral.
    fn add(curve: &Curve<F>, p: &Self::Point, q: &Self::Point) -> Self::Point;

    /// `p + (x, y)` for a `p` that is not neutral; otherwise as [`Coordinates::add`].
    fn add_affine(curve: &Curve<F>, p: &Self::Point, x: &F::El, y: &F::El) -> Self::Point;

    /// `-p`.
    fn neg(curve: &Curve<F>, p: &Self::Point) -> Self::Point;

    /// Whether `p` and `q`, neither of them neutral, are the same.
    fn equal(curve: &Curve<F>, p: &Self::Point, q: &Self::Point) -> F::Mask;

    /// The element whose inverse makes `p` affine; not 0 unless `p` is neutral.
    fn denominator(curve: &Curve<F>, p: &Self::Point) -> F::El;

    /// `p` as affine point, given the inverse of its denominator.
    fn to_affine(curve: &Curve<F>, p: &Self::Point, inverse: &F::El) -> AffinePoint<F>;

    /// `if_true` where `condition`, else `if_false`.
    fn select(
        curve: &Curve<F>,
        condition: F::Mask,
        if_true: &Self::Point,
        if_false: &Self::Point,
    ) -> Self::Point;

    /// `-e`.
    #[inline(always)]
    fn neg_affine(curve: &Curve<F>, e: &AffinePoint<F>) -> AffinePoint<F> {
        e.neg(&curve.field)
    }

    /// Whether `(x, y)` lies on the curve.
    #[inline(always)]
    fn contains(curve: &Curve<F>, x: &F::El, y: &F::El) -> F::Mask {
        curve.contains(x, y)
    }

    /// The point `(x, y)` as the pair for [`Coordinates::lift`] and [`Coordinates::add_affine`].
    #[inline(always)]
    fn enter(_curve: &Curve<F>, x: &F::El, y: &F::El) -> AffinePoint<F> {
        AffinePoint::new(*x, *y)
    }

    /// The coordinates `(x, y)` of such a pair; unspecified for the neutral element.
    #[inline(always)]
    fn leave(_curve: &Curve<F>, e: &AffinePoint<F>) -> (F::El, F::El) {
        (e.x, e.y)
    }
}

/// A group whose points become affine with one inverse. A trait, because closures may not be
/// inlined into a root.
pub(in crate::curve) trait Normal<F: Field>:
    Group<Entry = AffinePoint<F>, Mask = F::Mask>
{
    /// As [`Coordinates::denominator`].
    fn denominator(&self, p: &Self::Point) -> F::El;

    /// As [`Coordinates::to_affine`].
    fn to_affine(&self, p: &Self::Point, inverse: &F::El) -> AffinePoint<F>;

    /// The denominator, 1 for the neutral element.
    #[inline(always)]
    fn denominator_or_one(&self, f: &F, p: &Self::Point) -> F::El {
        f.select(self.is_neutral(p), &f.one(), &self.denominator(p))
    }
}

/// The affine forms of `points`: one inversion, and three products each (`[Montgomery1987]`).
#[inline(always)]
pub(in crate::curve) fn normalise<F: Field, G: Normal<F>>(
    f: &F,
    group: &G,
    points: &[G::Point],
    entries: &mut [AffinePoint<F>],
) {
    assert!(points.len() == entries.len(), "as many entries as points");
    // x holds the product of the denominators before the entry's own; the denominator of a neutral
    // point counts as 1.
    let mut product = f.one();
    for (p, e) in points.iter().zip(&mut *entries) {
        *e = AffinePoint::new(product, product);
        f.mul_assign(&mut product, &group.denominator_or_one(f, p));
    }
    let mut inverse = f.inv0(&product);
    for (p, e) in points.iter().zip(entries).rev() {
        let this = f.mul(&inverse, &e.x);
        f.mul_assign(&mut inverse, &group.denominator_or_one(f, p));
        let affine = group.to_affine(p, &this);
        *e = AffinePoint { neutral: group.is_neutral(p), ..affine };
    }
}
