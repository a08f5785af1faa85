//! `jacobian`: `(x, y, z)` stands for `(x/z², y/z³)`; `z = 0` is the neutral element.
//!
//! **Source.** `[Cohen1998]`; `[Arruda2014]`, equations 2.16 and 2.17. **Cost** (its Tables 1 and
//! 44). Doubling 4M + 6S with one of the M by the coefficient a, 4M + 4S for a = -3, 3M + 4S for a
//! = 0; addition 12M + 4S, mixed 8M + 3S.

use super::jacobian_forms::{self, Operand, Outcome};
use crate::curve::{AffinePoint, Coordinates, Curve};
use crate::field::Field;
use zeroize::Zeroize;

/// The coordinate system.
#[derive(Debug, Clone, Copy)]
pub struct Jacobian;

/// A point.
#[derive(Clone, Copy)]
pub struct JacobianPoint<E> {
    /// `x`, as in the header of the file.
    pub x: E,
    /// `y`, as in the header of the file.
    pub y: E,
    /// `z`, as in the header of the file.
    pub z: E,
}

impl<E: Zeroize> Zeroize for JacobianPoint<E> {
    fn zeroize(&mut self) {
        self.x.zeroize();
        self.y.zeroize();
        self.z.zeroize();
    }
}

impl<F: Field> Coordinates<F> for Jacobian {
    const NAME: &'static str = "jacobian";

    type Point = JacobianPoint<F::El>;

    #[inline(always)]
    fn neutral(c: &Curve<F>) -> Self::Point {
        let f = &c.field;
        Outcome::of(c, f.one(), f.one(), f.zero())
    }

    #[inline(always)]
    fn is_neutral(c: &Curve<F>, p: &Self::Point) -> F::Mask {
        c.field.is_zero(&p.z)
    }

    #[inline(always)]
    fn lift(c: &Curve<F>, x: &F::El, y: &F::El) -> Self::Point {
        Outcome::of(c, *x, *y, c.field.one())
    }

    #[inline(always)]
    fn double(c: &Curve<F>, p: &Self::Point) -> Self::Point {
        jacobian_forms::double(c, p)
    }

    #[inline(always)]
    fn add(c: &Curve<F>, p: &Self::Point, q: &Self::Point) -> Self::Point {
        jacobian_forms::add(c, p, q)
    }

    #[inline(always)]
    fn add_affine(c: &Curve<F>, p: &Self::Point, x: &F::El, y: &F::El) -> Self::Point {
        jacobian_forms::add(c, p, &AffinePoint::<F>::new(*x, *y))
    }

    #[inline(always)]
    fn neg(c: &Curve<F>, p: &Self::Point) -> Self::Point {
        JacobianPoint { y: c.field.neg(&p.y), ..*p }
    }

    fn equal(c: &Curve<F>, p: &Self::Point, q: &Self::Point) -> F::Mask {
        jacobian_forms::equal(c, p, q)
    }

    #[inline(always)]
    fn denominator(_: &Curve<F>, p: &Self::Point) -> F::El {
        p.z
    }

    #[inline(always)]
    fn to_affine(c: &Curve<F>, p: &Self::Point, inverse: &F::El) -> AffinePoint<F> {
        jacobian_forms::to_affine(&c.field, p, inverse)
    }

    #[inline(always)]
    fn select(
        c: &Curve<F>,
        condition: F::Mask,
        if_true: &Self::Point,
        if_false: &Self::Point,
    ) -> Self::Point {
        let f = &c.field;
        JacobianPoint {
            x: f.select(condition, &if_true.x, &if_false.x),
            y: f.select(condition, &if_true.y, &if_false.y),
            z: f.select(condition, &if_true.z, &if_false.z),
        }
    }
}

impl<F: Field<El = E>, E: Copy> Operand<F> for JacobianPoint<E> {
    #[inline(always)]
    fn x(&self) -> &E {
        &self.x
    }

    #[inline(always)]
    fn y(&self) -> &E {
        &self.y
    }

    #[inline(always)]
    fn z(&self, _: &F) -> E {
        self.z
    }

    #[inline(always)]
    fn zz(&self, f: &F) -> E {
        f.sqr(&self.z)
    }

    #[inline(always)]
    fn zzz(&self, f: &F, zz: &E) -> E {
        f.mul(&self.z, zz)
    }

    #[inline(always)]
    fn azzzz(&self, _: &Curve<F>) -> Option<E> {
        None
    }
}

impl<F: Field<El = E>, E> Outcome<F> for JacobianPoint<E> {
    #[inline(always)]
    fn of(_: &Curve<F>, x: E, y: E, z: E) -> Self {
        Self { x, y, z }
    }
}
