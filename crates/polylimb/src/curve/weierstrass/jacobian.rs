//! `jacobian`: `(X : Y : Z)` stands for `(X/Z², Y/Z³)`; `Z = 0` is the neutral element.
//!
//! **Source.** Cohen, Miyaji, Ono 1998; the thesis's equations 2.16, 2.17 and Table 1. **Cost.** Doubling 4M + 6S with one of the M by the
//! coefficient a (4M + 4S for a = -3, 3M + 4S for a = 0), addition 12M + 4S, mixed addition 8M + 3S.

use super::{AffinePoint, Coefficient, Coordinates, Curve};
use crate::field::Field;
use zeroize::Zeroize;

/// The coordinate system.
#[derive(Debug, Clone, Copy)]
pub struct Jacobian;

/// A point in Jacobian coordinates.
#[derive(Clone, Copy)]
pub struct JacobianPoint<E> {
    /// `X`.
    pub x: E,
    /// `Y`.
    pub y: E,
    /// `Z`.
    pub z: E,
}

impl<E: Zeroize> Zeroize for JacobianPoint<E> {
    fn zeroize(&mut self) {
        self.x.zeroize();
        self.y.zeroize();
        self.z.zeroize();
    }
}

/// `3 X² + a Z⁴`, the tangent's slope.
#[inline(always)]
fn slope<F: Field>(c: &Curve<F>, p: &JacobianPoint<F::El>) -> F::El {
    let f = &c.field;
    let triple = |v: &F::El| f.add(&f.double(v), v);
    match c.shape {
        Coefficient::Zero => triple(&f.sqr(&p.x)),
        Coefficient::MinusThree => {
            let zz = f.sqr(&p.z);
            triple(&f.mul(&f.add(&p.x, &zz), &f.sub(&p.x, &zz)))
        }
        Coefficient::Any => {
            let ([], [xx, zz]) = f.products([], [&p.x, &p.z]);
            f.add(&triple(&xx), &c.mul_a(&f.sqr(&zz)))
        }
    }
}

impl<F: Field> Coordinates<F> for Jacobian {
    const NAME: &'static str = "jacobian";

    type Point = JacobianPoint<F::El>;

    #[inline(always)]
    fn neutral(c: &Curve<F>) -> Self::Point {
        JacobianPoint { x: c.field.one(), y: c.field.one(), z: c.field.zero() }
    }

    #[inline(always)]
    fn is_neutral(c: &Curve<F>, p: &Self::Point) -> F::Mask {
        c.field.is_zero(&p.z)
    }

    #[inline(always)]
    fn lift(c: &Curve<F>, x: &F::El, y: &F::El) -> Self::Point {
        JacobianPoint { x: *x, y: *y, z: c.field.one() }
    }

    #[inline(always)]
    fn double(c: &Curve<F>, p: &Self::Point) -> Self::Point {
        let f = &c.field;
        let ([yz], [yy]) = f.products([(&p.y, &p.z)], [&p.y]);
        let ([xyy], [yyyy]) = f.products([(&p.x, &yy)], [&yy]);
        let b = slope(c, p);
        let a = f.double(&f.double(&xyy));
        let x = f.sub(&f.sqr(&b), &f.double(&a));
        let eighth = f.double(&f.double(&f.double(&yyyy)));
        let y = f.sub(&f.mul(&b, &f.sub(&a, &x)), &eighth);
        JacobianPoint { x, y, z: f.double(&yz) }
    }

    #[inline(always)]
    fn add(c: &Curve<F>, p: &Self::Point, q: &Self::Point) -> Self::Point {
        let f = &c.field;
        let ([], [pzz, qzz]) = f.products([], [&p.z, &q.z]);
        let ([a, b, pzzz, qzzz, zz], []) =
            f.products([(&p.x, &qzz), (&q.x, &pzz), (&p.z, &pzz), (&q.z, &qzz), (&p.z, &q.z)], []);
        let ([y1, y2], []) = f.products([(&p.y, &qzzz), (&q.y, &pzzz)], []);
        finish(f, &a, &y1, &f.sub(&b, &a), &f.sub(&y2, &y1), &zz)
    }

    #[inline(always)]
    fn add_affine(c: &Curve<F>, p: &Self::Point, x: &F::El, y: &F::El) -> Self::Point {
        let f = &c.field;
        let zz = f.sqr(&p.z);
        let ([b, zzz], []) = f.products([(x, &zz), (&p.z, &zz)], []);
        let y2 = f.mul(y, &zzz);
        finish(f, &p.x, &p.y, &f.sub(&b, &p.x), &f.sub(&y2, &p.y), &p.z)
    }

    #[inline(always)]
    fn neg(c: &Curve<F>, p: &Self::Point) -> Self::Point {
        JacobianPoint { y: c.field.neg(&p.y), ..*p }
    }

    fn equal(c: &Curve<F>, p: &Self::Point, q: &Self::Point) -> F::Mask {
        let f = &c.field;
        let ([], [pzz, qzz]) = f.products([], [&p.z, &q.z]);
        let ([x1, x2, pzzz, qzzz], []) =
            f.products([(&p.x, &qzz), (&q.x, &pzz), (&p.z, &pzz), (&q.z, &qzz)], []);
        let ([y1, y2], []) = f.products([(&p.y, &qzzz), (&q.y, &pzzz)], []);
        f.equal(&x1, &x2) & f.equal(&y1, &y2)
    }

    #[inline(always)]
    fn denominator(_: &Curve<F>, p: &Self::Point) -> F::El {
        p.z
    }

    #[inline(always)]
    fn to_affine(c: &Curve<F>, p: &Self::Point, inverse: &F::El) -> AffinePoint<F> {
        let f = &c.field;
        let square = f.sqr(inverse);
        let ([x, cube], []) = f.products([(&p.x, &square), (inverse, &square)], []);
        AffinePoint::new(x, f.mul(&p.y, &cube))
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

/// The sum, from `A = X1 Z2²`, `C = Y1 Z2³`, the differences `E` and `F` of the abscissas and ordinates, and `Z1 Z2`
/// (names of equation 2.16).
#[inline(always)]
fn finish<F: Field>(
    f: &F,
    a: &F::El,
    c: &F::El,
    e: &F::El,
    ff: &F::El,
    zz: &F::El,
) -> JacobianPoint<F::El> {
    let ([z], [ee, ff2]) = f.products([(zz, e)], [e, ff]);
    let ([eee, aee], []) = f.products([(e, &ee), (a, &ee)], []);
    let x = f.sub(&f.sub(&ff2, &eee), &f.double(&aee));
    let ([t, ceee], []) = f.products([(ff, &f.sub(&aee, &x)), (c, &eee)], []);
    JacobianPoint { x, y: f.sub(&t, &ceee), z }
}
