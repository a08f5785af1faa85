//! The parts that curves over all fields share: the equation's coefficients, points, and the
//! interface of coordinate systems.
//!
//! A system defines its curve's equation and the form of an affine point; both have defaults for
//! `y² = x³ + a x + b` and pairs `(x, y)`. So the same [`Vartime`](super::Vartime) also makes the
//! systems of [`binary`](super::binary) curves total.

use super::Group;
use crate::field::{Field, Truth};
use zeroize::Zeroize;

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
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(field: F, a: F::El, b: F::El, shape: Coefficient) -> Self {
        Self { field, a, b, shape }
    }

    /// `a v`: no operation for 0 and 1, two additions for -3.
    #[cfg_attr(not(debug_assertions), inline(always))]
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
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn contains(&self, x: &F::El, y: &F::El) -> F::Mask {
        let f = &self.field;
        f.equal(&f.sqr(y), &self.right_side(x))
    }

    /// `x³ + a x + b`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn right_side(&self, x: &F::El) -> F::El {
        let f = &self.field;
        f.add(&f.add(&f.mul(&f.sqr(x), x), &self.mul_a(x)), &self.b)
    }
}

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
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(x: F::El, y: F::El) -> Self {
        Self { x, y, neutral: F::Mask::FALSE }
    }

    /// The neutral element.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn neutral(field: &F) -> Self {
        Self { x: field.zero(), y: field.zero(), neutral: F::Mask::TRUE }
    }

    /// `-self`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn neg(&self, field: &F) -> Self {
        Self { x: self.x, y: field.neg(&self.y), neutral: self.neutral }
    }

    /// `if_true` where `condition`, else `if_false`.
    #[cfg_attr(not(debug_assertions), inline(always))]
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
    #[cfg_attr(not(debug_assertions), inline(always))]
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

/// Wipes the coordinates of a point one by one, and with `select` selects them one by one.
macro_rules! coordinates {
    ($point:ident: $($coordinate:ident),+) => {
        impl<E: zeroize::Zeroize> zeroize::Zeroize for $point<E> {
            fn zeroize(&mut self) {
                $(self.$coordinate.zeroize();)+
            }
        }
    };
    (select $vis:vis $point:ident: $($coordinate:ident),+) => {
        coordinates!($point: $($coordinate),+);

        impl<E: Copy> $point<E> {
            /// `if_true` where `condition`, else `if_false`.
            #[cfg_attr(not(debug_assertions), inline(always))]
            $vis fn select<F: $crate::field::Field<El = E>>(
                f: &F,
                condition: F::Mask,
                if_true: &Self,
                if_false: &Self,
            ) -> Self {
                $(let $coordinate =
                    f.select(condition, &if_true.$coordinate, &if_false.$coordinate);)+
                Self { $($coordinate),+ }
            }
        }
    };
}
pub(crate) use coordinates;

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
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neg_affine(curve: &Curve<F>, e: &AffinePoint<F>) -> AffinePoint<F> {
        e.neg(&curve.field)
    }

    /// Whether `(x, y)` lies on the curve.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn contains(curve: &Curve<F>, x: &F::El, y: &F::El) -> F::Mask {
        curve.contains(x, y)
    }

    /// The point `(x, y)` as the pair for [`Coordinates::lift`] and [`Coordinates::add_affine`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter(_curve: &Curve<F>, x: &F::El, y: &F::El) -> AffinePoint<F> {
        AffinePoint::new(*x, *y)
    }

    /// The coordinates `(x, y)` of such a pair; unspecified for the neutral element.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leave(_curve: &Curve<F>, e: &AffinePoint<F>) -> (F::El, F::El) {
        (e.x, e.y)
    }
}

/// A group whose points become affine with one inverse. A trait, because closures may not be
/// inlined into a root.
pub(super) trait Normal<F: Field>: Group<Entry = AffinePoint<F>, Mask = F::Mask> {
    /// As [`Coordinates::denominator`].
    fn denominator(&self, p: &Self::Point) -> F::El;

    /// As [`Coordinates::to_affine`].
    fn to_affine(&self, p: &Self::Point, inverse: &F::El) -> AffinePoint<F>;

    /// The denominator, 1 for the neutral element.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn denominator_or_one(&self, f: &F, p: &Self::Point) -> F::El {
        f.select(self.is_neutral(p), &f.one(), &self.denominator(p))
    }
}

/// The affine forms of `points`: one inversion, and three products each (`[Montgomery1987]`).
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn normalise<F: Field, G: Normal<F>>(
    f: &F,
    group: &G,
    points: &[G::Point],
    entries: &mut [AffinePoint<F>],
) {
    assert!(points.len() == entries.len(), "as many entries as points");
    // x holds the product of the denominators before the entry's own; the denominator of a neutral
    // point counts as 1.
    let mut product = f.one();
    // Loops over places: iterators would be compiled for each field.
    for i in 0..points.len() {
        entries[i] = AffinePoint::new(product, product);
        f.mul_assign(&mut product, &group.denominator_or_one(f, &points[i]));
    }
    let mut inverse = f.inv0(&product);
    for i in (0..points.len()).rev() {
        let this = f.mul(&inverse, &entries[i].x);
        f.mul_assign(&mut inverse, &group.denominator_or_one(f, &points[i]));
        let affine = group.to_affine(&points[i], &this);
        entries[i] = AffinePoint { neutral: group.is_neutral(&points[i]), ..affine };
    }
}
