//! The complete law: one formula for all points, without a branch.
//!
//! **Source.** `[Renes2016]`, Algorithms 1 to 9. **Cost.** Addition 12M, mixed 11M, doubling 8M +
//! 3S, and products by constants: 5 for any `a` (3 by `a`, 2 by `3b`), 2 by `b` for `a = -3`, 2 by
//! `3b` for `a = 0`. **Domain.** Points whose difference is not of order 2: all points of a curve
//! of odd order, and all of any subgroup of odd order. **Constant time.**

use super::jacobian::triple;
use crate::curve::model::{Normal, normalise};
use crate::curve::{AffinePoint, Coefficient, ConstantTimeGroup, Curve, Group, coordinates};
use crate::field::{Field, Op};

/// `(X : Y : Z)` stands for `(X/Z, Y/Z)`; `(0 : 1 : 0)` is the neutral element.
#[derive(Clone, Copy)]
pub struct ProjectivePoint<E> {
    /// `X`.
    pub x: E,
    /// `Y`.
    pub y: E,
    /// `Z`.
    pub z: E,
}

coordinates!(select pub ProjectivePoint: x, y, z);

/// The points of a curve with the complete law.
#[derive(Clone, Copy)]
pub struct Complete<F: Field> {
    curve: Curve<F>,
    /// `3 b`.
    b3: F::El,
}

impl<F: Field> Complete<F> {
    /// The group of `curve`.
    #[inline(always)]
    pub fn new(curve: Curve<F>) -> Self {
        let f = &curve.field;
        let b3 = f.add(&f.double(&curve.b), &curve.b);
        Self { curve, b3 }
    }

    /// The curve.
    pub const fn curve(&self) -> &Curve<F> {
        &self.curve
    }

    /// The sum, from the products of two points' coordinates.
    #[inline(always)]
    fn sum(&self, p: &Products<F::El>) -> ProjectivePoint<F::El> {
        let f = &self.curve.field;
        let [s, t, m] = combined(self, &p.xx, &p.xz, &p.zz);
        let (u, v) = (f.sub(&p.yy, &s), f.add(&p.yy, &s));
        let ([xyu, yzt, uv, mt, yzv, xym], []) = f
            .products([(&p.xy, &u), (&p.yz, &t), (&u, &v), (&m, &t), (&p.yz, &v), (&p.xy, &m)], []);
        ProjectivePoint { x: f.sub(&xyu, &yzt), y: f.add(&uv, &mt), z: f.add(&yzv, &xym) }
    }
}

/// Combinations of the products of coordinates: `s = a xz + 3b zz`, `t = a xx + 3b xz - a² zz`,
/// `m = 3 xx + a zz`.
struct Combined<'a, F: Field>(&'a Complete<F>, [&'a F::El; 3]);

impl<F: Field> Op for Combined<'_, F> {
    type Out = [F::El; 3];

    #[inline(always)]
    fn call(self) -> [F::El; 3] {
        let Self(group, [xx, xz, zz]) = self;
        let (c, f) = (&group.curve, &group.curve.field);
        match c.shape {
            Coefficient::Zero => {
                [f.mul_constant(&group.b3, zz), f.mul_constant(&group.b3, xz), triple(f, xx)]
            }
            Coefficient::MinusThree => {
                let b = &c.b;
                let (bzz, bxz, zz3) = (f.mul_constant(b, zz), f.mul_constant(b, xz), triple(f, zz));
                let t = triple(f, &f.sub(&f.sub(&bxz, xx), &zz3));
                [triple(f, &f.sub(&bzz, xz)), t, f.sub(&triple(f, xx), &zz3)]
            }
            Coefficient::One | Coefficient::Any => {
                let (a, b3) = (&c.a, &group.b3);
                let azz = f.mul_constant(a, zz);
                let s = f.add(&f.mul_constant(a, xz), &f.mul_constant(b3, zz));
                let t = f.mul_constant(a, &f.sub(xx, &azz));
                let t = f.add(&t, &f.mul_constant(b3, xz));
                [s, t, f.add(&triple(f, xx), &azz)]
            }
        }
    }
}

/// [`Combined`] as a function: its three forms would be half of the code of each formula.
#[inline(never)]
fn combined<F: Field>(group: &Complete<F>, xx: &F::El, xz: &F::El, zz: &F::El) -> [F::El; 3] {
    group.curve.field.run(Combined(group, [xx, xz, zz]))
}

/// The products of two points' coordinates; a mixed one is the sum of both orders, such as
/// `X1 Y2 + X2 Y1`.
struct Products<E> {
    xx: E,
    yy: E,
    zz: E,
    xy: E,
    xz: E,
    yz: E,
}

impl<F: Field> Group for Complete<F> {
    type Point = ProjectivePoint<F::El>;
    type Entry = AffinePoint<F>;
    type Mask = F::Mask;

    #[inline(always)]
    fn neutral(&self) -> Self::Point {
        let f = &self.curve.field;
        ProjectivePoint { x: f.zero(), y: f.one(), z: f.zero() }
    }

    #[inline(always)]
    fn is_neutral(&self, p: &Self::Point) -> F::Mask {
        self.curve.field.is_zero(&p.z)
    }

    #[inline(always)]
    fn equal(&self, p: &Self::Point, q: &Self::Point) -> F::Mask {
        let f = &self.curve.field;
        let ([x1, x2, y1, y2], []) =
            f.products([(&p.x, &q.z), (&q.x, &p.z), (&p.y, &q.z), (&q.y, &p.z)], []);
        let (p, q) = (self.is_neutral(p), self.is_neutral(q));
        (f.equal(&x1, &x2) & f.equal(&y1, &y2) & !p & !q) | (p & q)
    }

    #[inline(always)]
    fn double(&self, p: &Self::Point) -> Self::Point {
        let f = &self.curve.field;
        let ([xy, xz, yz], [xx, yy, zz]) =
            f.products([(&p.x, &p.y), (&p.x, &p.z), (&p.y, &p.z)], [&p.x, &p.y, &p.z]);
        let (xy, xz, yz) = (f.double(&xy), f.double(&xz), f.double(&yz));
        let [s, t, m] = combined(self, &xx, &xz, &zz);
        let (u, v) = (f.sub(&yy, &s), f.add(&yy, &s));
        let ([xyu, yzt, uv, mt, yyyz], []) =
            f.products([(&xy, &u), (&yz, &t), (&u, &v), (&m, &t), (&yy, &yz)], []);
        let z = f.double(&f.double(&yyyz));
        ProjectivePoint { x: f.sub(&xyu, &yzt), y: f.add(&uv, &mt), z }
    }

    #[inline(always)]
    fn add(&self, p: &Self::Point, q: &Self::Point) -> Self::Point {
        let f = &self.curve.field;
        let (pxy, qxy) = (f.add(&p.x, &p.y), f.add(&q.x, &q.y));
        let (pxz, qxz) = (f.add(&p.x, &p.z), f.add(&q.x, &q.z));
        let (pyz, qyz) = (f.add(&p.y, &p.z), f.add(&q.y, &q.z));
        let ([xx, yy, zz, xy, xz, yz], []) = f.products(
            [(&p.x, &q.x), (&p.y, &q.y), (&p.z, &q.z), (&pxy, &qxy), (&pxz, &qxz), (&pyz, &qyz)],
            [],
        );
        let xy = f.sub(&xy, &f.add(&xx, &yy));
        let xz = f.sub(&xz, &f.add(&xx, &zz));
        let yz = f.sub(&yz, &f.add(&yy, &zz));
        self.sum(&Products { xx, yy, zz, xy, xz, yz })
    }

    #[inline(always)]
    fn neg(&self, p: &Self::Point) -> Self::Point {
        ProjectivePoint { y: self.curve.field.neg(&p.y), ..*p }
    }

    #[inline(always)]
    fn lift(&self, e: &AffinePoint<F>) -> Self::Point {
        let f = &self.curve.field;
        let point = ProjectivePoint { x: e.x, y: e.y, z: f.one() };
        self.select(e.neutral, &self.neutral(), &point)
    }

    #[inline(always)]
    fn add_entry(&self, p: &Self::Point, e: &AffinePoint<F>) -> Self::Point {
        let f = &self.curve.field;
        let (pxy, exy) = (f.add(&p.x, &p.y), f.add(&e.x, &e.y));
        let ([xx, yy, xy, xz, yz], []) =
            f.products([(&p.x, &e.x), (&p.y, &e.y), (&pxy, &exy), (&e.x, &p.z), (&e.y, &p.z)], []);
        let xy = f.sub(&xy, &f.add(&xx, &yy));
        let (xz, yz) = (f.add(&xz, &p.x), f.add(&yz, &p.y));
        let sum = self.sum(&Products { xx, yy, zz: p.z, xy, xz, yz });
        self.select(e.neutral, p, &sum)
    }

    #[inline(always)]
    fn neg_entry(&self, e: &AffinePoint<F>) -> AffinePoint<F> {
        e.neg(&self.curve.field)
    }

    #[inline(always)]
    fn normalise(&self, points: &[Self::Point], entries: &mut [AffinePoint<F>]) {
        normalise(&self.curve.field, self, points, entries);
    }

    #[inline(always)]
    fn select(
        &self,
        condition: F::Mask,
        if_true: &Self::Point,
        if_false: &Self::Point,
    ) -> Self::Point {
        ProjectivePoint::select(&self.curve.field, condition, if_true, if_false)
    }

    #[inline(always)]
    fn select_entry(
        &self,
        condition: F::Mask,
        if_true: &AffinePoint<F>,
        if_false: &AffinePoint<F>,
    ) -> AffinePoint<F> {
        AffinePoint::select(&self.curve.field, condition, if_true, if_false)
    }
}

impl<F: Field> Normal<F> for Complete<F> {
    #[inline(always)]
    fn denominator(&self, p: &Self::Point) -> F::El {
        p.z
    }

    #[inline(always)]
    fn to_affine(&self, p: &Self::Point, inverse: &F::El) -> AffinePoint<F> {
        let f = &self.curve.field;
        AffinePoint::new(f.mul(&p.x, inverse), f.mul(&p.y, inverse))
    }
}

impl<F: Field> ConstantTimeGroup for Complete<F> {}
