//! `projective`: `(X : Y : Z)` stands for `(X/Z, Y/Z)`; `Z = 0` is the neutral element.
//!
//! **Source.** `[Arruda2014]`, equations 2.6 and 2.7 and their names; `[Cohen2006]`. **Cost**
//! (Table 45). Doubling 7M + 4S + M2, of an affine point 5M + 2S + M2; addition 15M + 2S + M2,
//! mixed 11M + 2S + M2; M2 is by a.

use polylimb::authors::curve::{AffinePoint, Coordinates, Curve, LopezDahab, ProjectivePoint};
use polylimb::authors::field::Field;

/// The coordinate system.
#[derive(Debug, Clone, Copy)]
pub struct Projective;

impl Projective {
    /// `2 (x, y)`.
    #[inline(always)]
    pub fn double_affine<F: Field>(c: &Curve<F>, x: &F::El, y: &F::El) -> ProjectivePoint<F::El> {
        let f = &c.field;
        let a = f.sqr(x);
        let b = f.add(&a, y);
        // D = C² = A for Z = 1.
        let ([bc], [bb]) = f.products([(&b, x)], [&b]);
        let e = f.add(&f.add(&bb, &bc), &c.mul_a(&a));
        let ([x3, t, z3], []) = f.products([(x, &e), (&f.add(&b, x), &e), (x, &a)], []);
        // A² C = A Z3.
        ProjectivePoint { x: x3, y: f.add(&t, &f.mul(&a, &z3)), z: z3 }
    }

    /// The sum from `A`, `B`, `D = Z1 Z2` and a function that multiplies by `Z2`.
    #[inline(always)]
    fn sum<F: Field>(
        c: &Curve<F>,
        p: &ProjectivePoint<F::El>,
        [a, b, d]: [&F::El; 3],
        by_z2: impl FnOnce(F::El) -> F::El,
    ) -> ProjectivePoint<F::El> {
        let f = &c.field;
        let ([ab, ax, yb], [aa, bb]) = f.products([(a, b), (a, &p.x), (&p.y, b)], [a, b]);
        let inner = f.add(&f.add(&aa, &ab), &c.mul_a(&bb));
        let line = f.add(&ax, &yb);
        let ([t, bbb, u], []) = f.products([(&inner, d), (b, &bb), (&bb, &line)], []);
        let e = f.add(&t, &bbb);
        let ([x, v, z], []) = f.products([(b, &e), (&f.add(a, b), &e), (&bbb, d)], []);
        ProjectivePoint { x, y: f.add(&by_z2(u), &v), z }
    }
}

impl<F: Field> Coordinates<F> for Projective {
    const NAME: &'static str = "projective";

    type Point = ProjectivePoint<F::El>;

    #[inline(always)]
    fn neutral(c: &Curve<F>) -> Self::Point {
        ProjectivePoint { x: c.field.zero(), y: c.field.one(), z: c.field.zero() }
    }

    #[inline(always)]
    fn is_neutral(c: &Curve<F>, p: &Self::Point) -> F::Mask {
        c.field.is_zero(&p.z)
    }

    #[inline(always)]
    fn lift(c: &Curve<F>, x: &F::El, y: &F::El) -> Self::Point {
        ProjectivePoint { x: *x, y: *y, z: c.field.one() }
    }

    #[inline(always)]
    fn double(c: &Curve<F>, p: &Self::Point) -> Self::Point {
        let f = &c.field;
        let ([yz, xz], [a]) = f.products([(&p.y, &p.z), (&p.x, &p.z)], [&p.x]);
        let b = f.add(&a, &yz);
        let ([bc], [bb, d, aa]) = f.products([(&b, &xz)], [&b, &xz, &a]);
        let e = f.add(&f.add(&bb, &bc), &c.mul_a(&d));
        let ([x, t, u, z], []) =
            f.products([(&xz, &e), (&f.add(&b, &xz), &e), (&aa, &xz), (&xz, &d)], []);
        ProjectivePoint { x, y: f.add(&t, &u), z }
    }

    #[inline(always)]
    fn add(c: &Curve<F>, p: &Self::Point, q: &Self::Point) -> Self::Point {
        let f = &c.field;
        let ([y1z2, y2z1, x1z2, x2z1, d], []) =
            f.products([(&p.y, &q.z), (&q.y, &p.z), (&p.x, &q.z), (&q.x, &p.z), (&p.z, &q.z)], []);
        let (a, b) = (f.add(&y1z2, &y2z1), f.add(&x1z2, &x2z1));
        Self::sum(c, p, [&a, &b, &d], |v| f.mul(&v, &q.z))
    }

    #[inline(always)]
    fn add_affine(c: &Curve<F>, p: &Self::Point, x: &F::El, y: &F::El) -> Self::Point {
        let f = &c.field;
        let ([yz, xz], []) = f.products([(y, &p.z), (x, &p.z)], []);
        let (a, b) = (f.add(&p.y, &yz), f.add(&p.x, &xz));
        Self::sum(c, p, [&a, &b, &p.z], |v| v)
    }

    #[inline(always)]
    fn neg(c: &Curve<F>, p: &Self::Point) -> Self::Point {
        ProjectivePoint { y: c.field.add(&p.x, &p.y), ..*p }
    }

    fn equal(c: &Curve<F>, p: &Self::Point, q: &Self::Point) -> F::Mask {
        let f = &c.field;
        let ([x1, x2, y1, y2], []) =
            f.products([(&p.x, &q.z), (&q.x, &p.z), (&p.y, &q.z), (&q.y, &p.z)], []);
        f.equal(&x1, &x2) & f.equal(&y1, &y2)
    }

    #[inline(always)]
    fn denominator(_: &Curve<F>, p: &Self::Point) -> F::El {
        p.z
    }

    #[inline(always)]
    fn to_affine(c: &Curve<F>, p: &Self::Point, inverse: &F::El) -> AffinePoint<F> {
        let ([x, y], []) = c.field.products([(&p.x, inverse), (&p.y, inverse)], []);
        AffinePoint::new(x, y)
    }

    #[inline(always)]
    fn select(
        c: &Curve<F>,
        condition: F::Mask,
        if_true: &Self::Point,
        if_false: &Self::Point,
    ) -> Self::Point {
        ProjectivePoint::select(&c.field, condition, if_true, if_false)
    }

    fn neg_affine(c: &Curve<F>, e: &AffinePoint<F>) -> AffinePoint<F> {
        LopezDahab::neg_affine(c, e)
    }

    fn contains(c: &Curve<F>, x: &F::El, y: &F::El) -> F::Mask {
        LopezDahab::contains(c, x, y)
    }
}
