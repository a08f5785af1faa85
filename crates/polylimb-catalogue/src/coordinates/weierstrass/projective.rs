//! `projective`: `(X : Y : Z)` stands for `(X/Z, Y/Z)`; `Z = 0` is the neutral element.
//!
//! **Source.** `[Cohen1998]`; `[Arruda2014]`, equations 2.14 and 2.15 and their names. **Cost**
//! (its Tables 1 and 44). Doubling 7M + 5S with one M by a, 7M + 3S for a = -3; addition 12M + 2S,
//! mixed 9M + 2S.

use polylimb::authors::curve::{AffinePoint, Coefficient, Coordinates, Curve, ProjectivePoint};
use polylimb::authors::field::Field;

/// The coordinate system.
#[derive(Debug, Clone, Copy)]
pub struct Projective;

/// The sum from `A = Y2 Z1 - Y1 Z2`, `B = X2 Z1 - X1 Z2`, `X1 Z2`, `Y1 Z2` and `Z1 Z2`.
#[inline(always)]
fn finish<F: Field>(
    f: &F,
    a: &F::El,
    b: &F::El,
    xz: &F::El,
    yz: &F::El,
    zz: &F::El,
) -> ProjectivePoint<F::El> {
    let ([], [aa, bb]) = f.products([], [a, b]);
    let ([bbb, bbxz, aazz], []) = f.products([(b, &bb), (&bb, xz), (&aa, zz)], []);
    let c = f.sub(&f.sub(&aazz, &bbb), &f.double(&bbxz));
    let ([x, t, u, z], []) =
        f.products([(b, &c), (a, &f.sub(&bbxz, &c)), (&bbb, yz), (&bbb, zz)], []);
    ProjectivePoint { x, y: f.sub(&t, &u), z }
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
        let triple = |v: &F::El| f.add(&f.double(v), v);
        let a = match c.shape {
            Coefficient::MinusThree => triple(&f.mul(&f.sub(&p.x, &p.z), &f.add(&p.x, &p.z))),
            Coefficient::Zero => triple(&f.sqr(&p.x)),
            Coefficient::One | Coefficient::Any => {
                let ([], [xx, zz]) = f.products([], [&p.x, &p.z]);
                f.add(&triple(&xx), &c.mul_a(&zz))
            }
        };
        let ([b], [aa]) = f.products([(&p.y, &p.z)], [&a]);
        let ([yb], [bb]) = f.products([(&p.y, &b)], [&b]);
        let ([xyb, bbb], [yybb]) = f.products([(&p.x, &yb), (&b, &bb)], [&yb]);
        let four = f.double(&f.double(&xyb));
        let d = f.sub(&aa, &f.double(&four));
        let ([bd, t], []) = f.products([(&b, &d), (&a, &f.sub(&four, &d))], []);
        let eight = |v: &F::El| f.double(&f.double(&f.double(v)));
        ProjectivePoint { x: f.double(&bd), y: f.sub(&t, &eight(&yybb)), z: eight(&bbb) }
    }

    #[inline(always)]
    fn add(c: &Curve<F>, p: &Self::Point, q: &Self::Point) -> Self::Point {
        let f = &c.field;
        let ([y2z1, y1z2, x2z1, x1z2, zz], []) =
            f.products([(&q.y, &p.z), (&p.y, &q.z), (&q.x, &p.z), (&p.x, &q.z), (&p.z, &q.z)], []);
        finish(f, &f.sub(&y2z1, &y1z2), &f.sub(&x2z1, &x1z2), &x1z2, &y1z2, &zz)
    }

    #[inline(always)]
    fn add_affine(c: &Curve<F>, p: &Self::Point, x: &F::El, y: &F::El) -> Self::Point {
        let f = &c.field;
        let ([yz, xz], []) = f.products([(y, &p.z), (x, &p.z)], []);
        finish(f, &f.sub(&yz, &p.y), &f.sub(&xz, &p.x), &p.x, &p.y, &p.z)
    }

    #[inline(always)]
    fn neg(c: &Curve<F>, p: &Self::Point) -> Self::Point {
        ProjectivePoint { y: c.field.neg(&p.y), ..*p }
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
}
