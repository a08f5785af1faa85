//! `lopez-dahab`: `(X : Y : Z)` stands for `(X/Z, Y/Z²)`; `Z = 0` is the neutral element.
//!
//! **Source.** `[LopezDahab1998]`; `[Arruda2014]`, equations 2.10 and 2.11 and their names; the
//! mixed addition of `[AlDaoud2002]`. **Cost.** Addition 13M + 4S and mixed 8M + 5S + M2 (by a) as
//! printed in Table 45 of `[Arruda2014]`. Doubling by equation 2.11 takes 3M + 5S and one M2 each
//! by a and b, where the table prints 4M + 4S + M2, with one square fewer. Doubling of an affine
//! point 2M + 3S + M2, the M2 and one M by coefficients, as printed. The addition of two affine
//! points takes 5M + 3S, where the table prints 5M + 2S + M2: `B³ + a B²` is one product.

use super::{contains, neg};
use crate::curve::{AffinePoint, Coordinates, Curve, coordinates};
use crate::field::Field;

/// The coordinate system.
#[derive(Debug, Clone, Copy)]
pub struct LopezDahab;

/// `(X : Y : Z)` stands for `(X/Z, Y/Z²)`; `Z = 0` is the neutral element.
#[derive(Clone, Copy)]
pub struct LopezDahabPoint<E> {
    /// `X`.
    pub x: E,
    /// `Y`.
    pub y: E,
    /// `Z`.
    pub z: E,
}

coordinates!(select LopezDahabPoint: x, y, z);

impl LopezDahab {
    /// `2 (x, y)`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn double_affine<F: Field>(c: &Curve<F>, x: &F::El, y: &F::El) -> LopezDahabPoint<F::El> {
        let f = &c.field;
        let ([], [z3, yy]) = f.products([], [x, y]);
        let x3 = f.add(&f.sqr(&z3), &c.b);
        let t = f.add(&f.add(&yy, &c.mul_a(&z3)), &c.b);
        let u = f.mul_constant(&c.b, &z3);
        LopezDahabPoint { x: x3, y: f.add(&f.mul(&t, &x3), &u), z: z3 }
    }

    /// `(x1, y1) + (x2, y2)`; neutral for equal and for opposite points.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn add_affines<F: Field>(
        c: &Curve<F>,
        p: [&F::El; 2],
        q: [&F::El; 2],
    ) -> LopezDahabPoint<F::El> {
        let f = &c.field;
        let (a, b) = (f.add(p[1], q[1]), f.add(p[0], q[0]));
        let ([e], [z, aa]) = f.products([(&a, &b)], [&b, &a]);
        let ([d, xz], [zz]) = f.products([(&z, &f.add(&b, &c.a)), (q[0], &z)], [&z]);
        let x = f.add(&f.add(&aa, &d), &e);
        let ([t, g], []) =
            f.products([(&f.add(&e, &z), &f.add(&x, &xz)), (&f.add(q[0], q[1]), &zz)], []);
        LopezDahabPoint { x, y: f.add(&t, &g), z }
    }

    /// `τ(P)`: the squares of the coordinates.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn frobenius<F: Field>(f: &F, p: &LopezDahabPoint<F::El>) -> LopezDahabPoint<F::El> {
        let ([], [x, y, z]) = f.products([], [&p.x, &p.y, &p.z]);
        LopezDahabPoint { x, y, z }
    }
}

impl<F: Field> Coordinates<F> for LopezDahab {
    const NAME: &'static str = "lopez-dahab";

    type Point = LopezDahabPoint<F::El>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neutral(c: &Curve<F>) -> Self::Point {
        LopezDahabPoint { x: c.field.one(), y: c.field.zero(), z: c.field.zero() }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_neutral(c: &Curve<F>, p: &Self::Point) -> F::Mask {
        c.field.is_zero(&p.z)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lift(c: &Curve<F>, x: &F::El, y: &F::El) -> Self::Point {
        LopezDahabPoint { x: *x, y: *y, z: c.field.one() }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn double(c: &Curve<F>, p: &Self::Point) -> Self::Point {
        let f = &c.field;
        let ([], [a, xx, yy]) = f.products([], [&p.z, &p.x, &p.y]);
        let ([z3], [aa, xxxx]) = f.products([(&a, &xx)], [&a, &xx]);
        let b = f.mul_constant(&c.b, &aa);
        let x3 = f.add(&xxxx, &b);
        let t = f.add(&f.add(&yy, &c.mul_a(&z3)), &b);
        let ([u, v], []) = f.products([(&t, &x3), (&z3, &b)], []);
        LopezDahabPoint { x: x3, y: f.add(&u, &v), z: z3 }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add(c: &Curve<F>, p: &Self::Point, q: &Self::Point) -> Self::Point {
        let f = &c.field;
        let ([a, b], [pzz, qzz]) = f.products([(&p.x, &q.z), (&q.x, &p.z)], [&p.z, &q.z]);
        let ([g, h], [aa, bb]) = f.products([(&p.y, &qzz), (&q.y, &pzz)], [&a, &b]);
        let (e, sum) = (f.add(&a, &b), f.add(&aa, &bb));
        let ([j, fz, t, u], []) = f.products(
            [(&f.add(&g, &h), &e), (&sum, &p.z), (&a, &f.add(&h, &bb)), (&b, &f.add(&aa, &g))],
            [],
        );
        let x = f.add(&t, &u);
        let ([z, aj, fg], []) = f.products([(&fz, &q.z), (&a, &j), (&sum, &g)], []);
        let ([v, w], []) = f.products([(&f.add(&aj, &fg), &sum), (&f.add(&j, &z), &x)], []);
        LopezDahabPoint { x, y: f.add(&v, &w), z }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add_affine(c: &Curve<F>, p: &Self::Point, x: &F::El, y: &F::El) -> Self::Point {
        let f = &c.field;
        let ([xz], [zz]) = f.products([(x, &p.z)], [&p.z]);
        let b = f.add(&xz, &p.x);
        let ([yzz, t], [bb]) = f.products([(y, &zz), (&p.z, &b)], [&b]);
        let a = f.add(&yzz, &p.y);
        let ([d, e], [z, aa]) = f.products([(&bb, &f.add(&t, &c.mul_a(&zz))), (&a, &t)], [&t, &a]);
        let x3 = f.add(&f.add(&aa, &d), &e);
        let ([xz3], [zz3]) = f.products([(x, &z)], [&z]);
        let ([u, g], []) =
            f.products([(&f.add(&e, &z), &f.add(&x3, &xz3)), (&f.add(x, y), &zz3)], []);
        LopezDahabPoint { x: x3, y: f.add(&u, &g), z }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neg(c: &Curve<F>, p: &Self::Point) -> Self::Point {
        let f = &c.field;
        LopezDahabPoint { y: f.add(&f.mul(&p.x, &p.z), &p.y), ..*p }
    }

    fn equal(c: &Curve<F>, p: &Self::Point, q: &Self::Point) -> F::Mask {
        let f = &c.field;
        let ([x1, x2], [pzz, qzz]) = f.products([(&p.x, &q.z), (&q.x, &p.z)], [&p.z, &q.z]);
        let ([y1, y2], []) = f.products([(&p.y, &qzz), (&q.y, &pzz)], []);
        f.equal(&x1, &x2) & f.equal(&y1, &y2)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn denominator(_: &Curve<F>, p: &Self::Point) -> F::El {
        p.z
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn to_affine(c: &Curve<F>, p: &Self::Point, inverse: &F::El) -> AffinePoint<F> {
        let f = &c.field;
        let ([x], [square]) = f.products([(&p.x, inverse)], [inverse]);
        AffinePoint::new(x, f.mul(&p.y, &square))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn select(
        c: &Curve<F>,
        condition: F::Mask,
        if_true: &Self::Point,
        if_false: &Self::Point,
    ) -> Self::Point {
        LopezDahabPoint::select(&c.field, condition, if_true, if_false)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neg_affine(c: &Curve<F>, e: &AffinePoint<F>) -> AffinePoint<F> {
        neg(&c.field, e)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn contains(c: &Curve<F>, x: &F::El, y: &F::El) -> F::Mask {
        contains(c, x, y)
    }
}
