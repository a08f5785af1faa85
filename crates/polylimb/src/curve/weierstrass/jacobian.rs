//! `jacobian`: `(x, y, z)` stands for `(x/z², y/z³)`; `z = 0` is the neutral element.
//!
//! **Source.** `[Cohen1998]`; `[Arruda2014]`, equations 2.16 and 2.17. **Cost** (its Tables 1 and
//! 44). Doubling 4M + 6S with one of the M by the coefficient a, 4M + 4S for a = -3, 3M + 4S for a
//! = 0; addition 12M + 4S, mixed 8M + 3S. `polylimb-catalogue` has the forms with further values.

use crate::curve::{AffinePoint, Coefficient, Coordinates, Curve, coordinates};
use crate::field::Field;

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

coordinates!(select JacobianPoint: x, y, z);

/// `3 v`. A function, because a closure may not be inlined into a root.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn triple<F: Field>(f: &F, v: &F::El) -> F::El {
    f.add(&f.double(v), v)
}

/// `3 X² + a Z⁴`: the tangent's slope.
#[cfg_attr(not(debug_assertions), inline(always))]
fn slope<F: Field>(c: &Curve<F>, p: &JacobianPoint<F::El>) -> F::El {
    let f = &c.field;
    match c.shape {
        Coefficient::Zero => triple(f, &f.sqr(&p.x)),
        Coefficient::MinusThree => {
            let zz = f.sqr(&p.z);
            triple(f, &f.mul(&f.add(&p.x, &zz), &f.sub(&p.x, &zz)))
        }
        Coefficient::One | Coefficient::Any => {
            let ([], [xx, zzzz]) = f.products([], [&p.x, &f.sqr(&p.z)]);
            f.add(&triple(f, &xx), &c.mul_a(&zzzz))
        }
    }
}

/// `X Z²` and `Y Z³` for the third coordinate of another point.
#[cfg_attr(not(debug_assertions), inline(always))]
fn moved<F: Field>(f: &F, z: &F::El, [x, y]: [&F::El; 2]) -> [F::El; 2] {
    let zz = f.sqr(z);
    let ([x, y], []) = f.products([(x, &zz), (y, &f.mul(z, &zz))], []);
    [x, y]
}

/// The sum (equation 2.16 and its names) from `A`, `C`, the product of the third coordinates, and
/// `B`, `D`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn sum<F: Field>(f: &F, [a, c, z]: [&F::El; 3], [b, d]: [F::El; 2]) -> JacobianPoint<F::El> {
    let (e, ff) = (f.sub(&b, a), f.sub(&d, c));
    let ([z], [ee, ffff]) = f.products([(z, &e)], [&e, &ff]);
    let ([eee, aee], []) = f.products([(&e, &ee), (a, &ee)], []);
    let x = f.sub_double(&f.sub(&ffff, &eee), &aee);
    let ([t, ceee], []) = f.products([(&ff, &f.sub(&aee, &x)), (c, &eee)], []);
    JacobianPoint { x, y: f.sub(&t, &ceee), z }
}

impl<F: Field> Coordinates<F> for Jacobian {
    const NAME: &'static str = "jacobian";

    type Point = JacobianPoint<F::El>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neutral(c: &Curve<F>) -> Self::Point {
        let f = &c.field;
        JacobianPoint { x: f.one(), y: f.one(), z: f.zero() }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_neutral(c: &Curve<F>, p: &Self::Point) -> F::Mask {
        c.field.is_zero(&p.z)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lift(c: &Curve<F>, x: &F::El, y: &F::El) -> Self::Point {
        JacobianPoint { x: *x, y: *y, z: c.field.one() }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
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

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add(c: &Curve<F>, p: &Self::Point, q: &Self::Point) -> Self::Point {
        let f = &c.field;
        let qzz = f.sqr(&q.z);
        let ([a, z], []) = f.products([(&p.x, &qzz), (&p.z, &q.z)], []);
        let cc = f.mul(&p.y, &f.mul(&q.z, &qzz));
        sum(f, [&a, &cc, &z], moved(f, &p.z, [&q.x, &q.y]))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add_affine(c: &Curve<F>, p: &Self::Point, x: &F::El, y: &F::El) -> Self::Point {
        let mut points = [p.x, p.y, p.z, *x, *y];
        if c.field.add_affine(&mut points) {
            let [x, y, z, ..] = points;
            return JacobianPoint { x, y, z };
        }
        sum(&c.field, [&p.x, &p.y, &p.z], moved(&c.field, &p.z, [x, y]))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neg(c: &Curve<F>, p: &Self::Point) -> Self::Point {
        JacobianPoint { y: c.field.neg(&p.y), ..*p }
    }

    fn equal(c: &Curve<F>, p: &Self::Point, q: &Self::Point) -> F::Mask {
        let f = &c.field;
        let [[x1, y1], [x2, y2]] = [moved(f, &q.z, [&p.x, &p.y]), moved(f, &p.z, [&q.x, &q.y])];
        f.equal(&x1, &x2) & f.equal(&y1, &y2)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn denominator(_: &Curve<F>, p: &Self::Point) -> F::El {
        p.z
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn to_affine(c: &Curve<F>, p: &Self::Point, inverse: &F::El) -> AffinePoint<F> {
        let f = &c.field;
        let square = f.sqr(inverse);
        let ([x, cube], []) = f.products([(&p.x, &square), (inverse, &square)], []);
        AffinePoint::new(x, f.mul(&p.y, &cube))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn select(
        c: &Curve<F>,
        condition: F::Mask,
        if_true: &Self::Point,
        if_false: &Self::Point,
    ) -> Self::Point {
        JacobianPoint::select(&c.field, condition, if_true, if_false)
    }
}
