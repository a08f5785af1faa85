//! `jacobian`: `(X : Y : Z)` stands for `(X/Z², Y/Z³)`; `Z = 0` is the neutral element.
//!
//! **Source.** `[Arruda2014]`, equations 2.8 and 2.9 and their names; `[Cohen2006]`. **Cost.**
//! Doubling 5M + 5S, one M of them by b, as printed in Table 45; of an affine point M + 2S + M2, M2
//! by b. Addition 14M + 5S + M2, M2 by a, where the table prints 15M + 3S + M2; mixed 10M + 3S + M2
//! as printed. The sum of two affine points takes 6M + S, where the table prints 4M + S + M2:
//! `E³ + a E²` and `F² + F E` are one product each, `I X3`, `E² H` one each, and `H = F X2 + E Y2`
//! two.

use polylimb::authors::curve::{AffinePoint, Coordinates, Curve, JacobianPoint, LopezDahab};
use polylimb::authors::field::Field;

/// The coordinate system.
#[derive(Debug, Clone, Copy)]
pub struct Jacobian;

impl Jacobian {
    /// `2 (x, y)`.
    #[inline(always)]
    pub fn double_affine<F: Field>(c: &Curve<F>, x: &F::El, y: &F::El) -> JacobianPoint<F::El> {
        let f = &c.field;
        let ([], [a]) = f.products([], [x]);
        // With C = 1: X3 = B + b and Y3 = B Z3 + (A + Y1 + Z3) X3, where B meets Z3 twice.
        let ay = f.add(&a, y);
        let ([], [b]) = f.products([], [&a]);
        let t = f.mul(&b, &ay);
        let u = f.mul_constant(&c.b, &f.add(&ay, x));
        JacobianPoint { x: f.add(&b, &c.b), y: f.add(&t, &u), z: *x }
    }

    /// `(x1, y1) + (x2, y2)`; neutral for equal and for opposite points.
    #[inline(always)]
    pub fn add_affines<F: Field>(
        c: &Curve<F>,
        p: [&F::El; 2],
        q: [&F::El; 2],
    ) -> JacobianPoint<F::El> {
        let f = &c.field;
        let (e, h) = (f.add(p[0], q[0]), f.add(p[1], q[1]));
        let i = f.add(&h, &e);
        let ([fx, ey, fi], [ee]) = f.products([(&h, q[0]), (&e, q[1]), (&h, &i)], [&e]);
        let ([t], []) = f.products([(&f.add(&e, &c.a), &ee)], []);
        let x = f.add(&t, &fi);
        let ([u, v], []) = f.products([(&i, &x), (&ee, &f.add(&fx, &ey))], []);
        JacobianPoint { x, y: f.add(&u, &v), z: e }
    }

    /// The sum from the names of equation 2.8; `gg` is `G²`, `zz` is `Z3²`.
    #[inline(always)]
    fn sum<F: Field>(
        c: &Curve<F>,
        q: [&F::El; 2],
        [e, s, g, gg, z, zz]: [&F::El; 6],
    ) -> JacobianPoint<F::El> {
        let f = &c.field;
        let i = f.add(s, z);
        let ([fx, gy, fi], [ee]) = f.products([(s, q[0]), (g, q[1]), (s, &i)], [e]);
        let h = f.add(&fx, &gy);
        let ([eee, ggh], []) = f.products([(e, &ee), (gg, &h)], []);
        let x = f.add(&f.add(&c.mul_a(zz), &fi), &eee);
        JacobianPoint { x, y: f.add(&f.mul(&i, &x), &ggh), z: *z }
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
        let ([], [a, zz]) = f.products([], [&p.x, &p.z]);
        let ([z3, yz], [b, zzzz]) = f.products([(&p.x, &zz), (&p.y, &p.z)], [&a, &zz]);
        let z8 = f.sqr(&zzzz);
        let x3 = f.add(&b, &f.mul_constant(&c.b, &z8));
        let ([t, u], []) = f.products([(&b, &z3), (&f.add(&f.add(&a, &yz), &z3), &x3)], []);
        JacobianPoint { x: x3, y: f.add(&t, &u), z: z3 }
    }

    #[inline(always)]
    fn add(c: &Curve<F>, p: &Self::Point, q: &Self::Point) -> Self::Point {
        let f = &c.field;
        let ([], [pzz, qzz]) = f.products([], [&p.z, &q.z]);
        let ([a, b, pzzz, qzzz], []) =
            f.products([(&p.x, &qzz), (&q.x, &pzz), (&p.z, &pzz), (&q.z, &qzz)], []);
        let ([y1, y2], []) = f.products([(&p.y, &qzzz), (&q.y, &pzzz)], []);
        let (e, s) = (f.add(&a, &b), f.add(&y1, &y2));
        let g = f.mul(&e, &p.z);
        let ([z], [gg]) = f.products([(&g, &q.z)], [&g]);
        let zz = f.sqr(&z);
        Self::sum(c, [&q.x, &q.y], [&e, &s, &g, &gg, &z, &zz])
    }

    #[inline(always)]
    fn add_affine(c: &Curve<F>, p: &Self::Point, x: &F::El, y: &F::El) -> Self::Point {
        let f = &c.field;
        let pzz = f.sqr(&p.z);
        let ([b, pzzz], []) = f.products([(x, &pzz), (&p.z, &pzz)], []);
        let y2 = f.mul(y, &pzzz);
        let (e, s) = (f.add(&p.x, &b), f.add(&p.y, &y2));
        let g = f.mul(&e, &p.z);
        let gg = f.sqr(&g);
        Self::sum(c, [x, y], [&e, &s, &g, &gg, &g, &gg])
    }

    #[inline(always)]
    fn neg(c: &Curve<F>, p: &Self::Point) -> Self::Point {
        let f = &c.field;
        JacobianPoint { y: f.add(&f.mul(&p.x, &p.z), &p.y), ..*p }
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

    fn neg_affine(c: &Curve<F>, e: &AffinePoint<F>) -> AffinePoint<F> {
        LopezDahab::neg_affine(c, e)
    }

    fn contains(c: &Curve<F>, x: &F::El, y: &F::El) -> F::Mask {
        LopezDahab::contains(c, x, y)
    }
}
