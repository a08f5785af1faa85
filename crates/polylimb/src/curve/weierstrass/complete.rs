//! The complete law: one formula for all points, without a branch.
//!
//! **Source.** `[Renes2016]`, Algorithms 1 to 9. **Cost.** Addition 12M, mixed 11M, doubling 8M +
//! 3S, and products by constants: 5 for any `a` (3 by `a`, 2 by `3b`), 2 by `b` for `a = -3`, 2 by
//! `3b` for `a = 0`. With [`Constant::BY_SUMS`] products by constants are sums, a doubling 6M + 2S.
//! **Domain.** Points whose difference is not of order 2: all points of a curve
//! of odd order, and all of any subgroup of odd order. **Constant time.**

use super::jacobian::triple;
use crate::curve::model::{Normal, normalise};
use crate::curve::{AffinePoint, Coefficient, ConstantTimeGroup, Curve, Group, coordinates};
use crate::field::extension::{Fp2, Quadratic, Xi};
use crate::field::{Field, Op};
use core::marker::PhantomData;

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

/// How products by `3 b` are computed, if `a` is 0.
pub trait Constant<F: Field>: Copy {
    /// Whether `a` is 0, and such a product takes sums only.
    const BY_SUMS: bool = true;

    /// `3 b a`.
    fn times(f: &F, b3: &F::El, a: &F::El) -> F::El;
}

/// Any `b`.
#[derive(Clone, Copy)]
pub struct Any;

impl<F: Field> Constant<F> for Any {
    const BY_SUMS: bool = false;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn times(f: &F, b3: &F::El, a: &F::El) -> F::El {
        f.mul_constant(b3, a)
    }
}

/// `3 b = 12`: `G₁` of BLS12-381.
#[derive(Clone, Copy)]
pub struct Twelve;

impl<F: Field> Constant<F> for Twelve {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn times(f: &F, _: &F::El, a: &F::El) -> F::El {
        f.double(&f.double(&f.add(&f.double(a), a)))
    }
}

/// `3 b = 12 + 12u`: `G₂` of BLS12-381.
#[derive(Clone, Copy)]
pub struct TwelveXi;

impl<F: Field, X: Xi> Constant<Fp2<F, X>> for TwelveXi {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn times(f: &Fp2<F, X>, b3: &[F::El; 2], a: &[F::El; 2]) -> [F::El; 2] {
        Twelve::times(f, b3, &f.mul_xi(a))
    }
}

/// The points of a curve with the complete law.
#[derive(Clone, Copy)]
pub struct Complete<F: Field, B = Any> {
    curve: Curve<F>,
    /// `3 b`.
    b3: F::El,
    constant: PhantomData<B>,
}

impl<F: Field> Complete<F> {
    /// The group of `curve`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(curve: Curve<F>) -> Self {
        Self::with_constant(curve)
    }
}

impl<F: Field, B: Constant<F>> Complete<F, B> {
    /// The group of `curve`, with this way to multiply by `3 b`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn with_constant(curve: Curve<F>) -> Self {
        let f = &curve.field;
        let b3 = f.add(&f.double(&curve.b), &curve.b);
        Self { curve, b3, constant: PhantomData }
    }

    /// The curve.
    pub const fn curve(&self) -> &Curve<F> {
        &self.curve
    }

    /// `2 p` for `a = 0`: with `e = 3b Z²`, `2XY (Y² - 3e)`, `(Y² - 3e)(Y² + e) + 8Y² e`, `8Y² YZ`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn double_by_sums(&self, p: &ProjectivePoint<F::El>) -> ProjectivePoint<F::El> {
        let f = &self.curve.field;
        let ([xy, yz], [yy, zz]) = f.products([(&p.x, &p.y), (&p.y, &p.z)], [&p.y, &p.z]);
        let e = f.settle(&B::times(f, &self.b3, &zz));
        let (minus, plus) = (f.sub(&yy, &triple(f, &e)), f.add(&yy, &e));
        let eight = f.double(&f.double(&f.double(&yy)));
        let ([x, z], []) = f.products([(&f.double(&xy), &minus), (&eight, &yz)], []);
        let y = if F::WIDE_TERMS == usize::MAX {
            f.reduce(&f.add_wide(&f.mul_wide(&minus, &plus), &f.mul_wide(&eight, &e)))
        } else {
            let ([first, second], []) = f.products([(&minus, &plus), (&eight, &e)], []);
            f.add(&first, &second)
        };
        ProjectivePoint { x, y, z }
    }

    /// The sum, from the products of two points' coordinates.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sum(&self, p: &Products<F::El>) -> ProjectivePoint<F::El> {
        let f = &self.curve.field;
        let [s, t, m] = combined(self, &p.xx, &p.xz, &p.zz);
        let (u, v) = (f.sub(&p.yy, &s), f.add(&p.yy, &s));
        if B::BY_SUMS && F::WIDE_TERMS == usize::MAX {
            let x = f.sub_wide(&f.mul_wide(&p.xy, &u), &f.mul_wide(&p.yz, &t));
            let y = f.add_wide(&f.mul_wide(&u, &v), &f.mul_wide(&m, &t));
            let z = f.add_wide(&f.mul_wide(&p.yz, &v), &f.mul_wide(&p.xy, &m));
            return ProjectivePoint { x: f.reduce(&x), y: f.reduce(&y), z: f.reduce(&z) };
        }
        let ([xyu, yzt, uv, mt, yzv, xym], []) = f
            .products([(&p.xy, &u), (&p.yz, &t), (&u, &v), (&m, &t), (&p.yz, &v), (&p.xy, &m)], []);
        ProjectivePoint { x: f.sub(&xyu, &yzt), y: f.add(&uv, &mt), z: f.add(&yzv, &xym) }
    }
}

/// Combinations of the products of coordinates: `s = a xz + 3b zz`, `t = a xx + 3b xz - a² zz`,
/// `m = 3 xx + a zz`.
struct Combined<'a, F: Field, B>(&'a Complete<F, B>, [&'a F::El; 3]);

impl<F: Field, B: Constant<F>> Op for Combined<'_, F, B> {
    type Out = [F::El; 3];

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> [F::El; 3] {
        let Self(group, [xx, xz, zz]) = self;
        let (c, f) = (&group.curve, &group.curve.field);
        if B::BY_SUMS || c.shape == Coefficient::Zero {
            return [B::times(f, &group.b3, zz), B::times(f, &group.b3, xz), triple(f, xx)];
        }
        if c.shape == Coefficient::MinusThree {
            let b = &c.b;
            let (bzz, bxz, zz3) = (f.mul_constant(b, zz), f.mul_constant(b, xz), triple(f, zz));
            let t = triple(f, &f.sub(&f.sub(&bxz, xx), &zz3));
            return [triple(f, &f.sub(&bzz, xz)), t, f.sub(&triple(f, xx), &zz3)];
        }
        let (a, b3) = (&c.a, &group.b3);
        let azz = f.mul_constant(a, zz);
        let s = f.add(&f.mul_constant(a, xz), &f.mul_constant(b3, zz));
        let t = f.mul_constant(a, &f.sub(xx, &azz));
        let t = f.add(&t, &f.mul_constant(b3, xz));
        [s, t, f.add(&triple(f, xx), &azz)]
    }
}

/// [`Combined`] as a function: its three forms would be half of the code of each formula.
#[inline(never)]
fn combined<F: Field, B: Constant<F>>(
    group: &Complete<F, B>,
    xx: &F::El,
    xz: &F::El,
    zz: &F::El,
) -> [F::El; 3] {
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

impl<F: Field, B: Constant<F>> Group for Complete<F, B> {
    type Point = ProjectivePoint<F::El>;
    type Entry = AffinePoint<F>;
    type Mask = F::Mask;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neutral(&self) -> Self::Point {
        let f = &self.curve.field;
        ProjectivePoint { x: f.zero(), y: f.one(), z: f.zero() }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_neutral(&self, p: &Self::Point) -> F::Mask {
        self.curve.field.is_zero(&p.z)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn equal(&self, p: &Self::Point, q: &Self::Point) -> F::Mask {
        let f = &self.curve.field;
        let ([x1, x2, y1, y2], []) =
            f.products([(&p.x, &q.z), (&q.x, &p.z), (&p.y, &q.z), (&q.y, &p.z)], []);
        let (p, q) = (self.is_neutral(p), self.is_neutral(q));
        (f.equal(&x1, &x2) & f.equal(&y1, &y2) & !p & !q) | (p & q)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn double(&self, p: &Self::Point) -> Self::Point {
        if B::BY_SUMS {
            return self.double_by_sums(p);
        }
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

    #[cfg_attr(not(debug_assertions), inline(always))]
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

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neg(&self, p: &Self::Point) -> Self::Point {
        ProjectivePoint { y: self.curve.field.neg(&p.y), ..*p }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lift(&self, e: &AffinePoint<F>) -> Self::Point {
        let f = &self.curve.field;
        let point = ProjectivePoint { x: e.x, y: e.y, z: f.one() };
        self.select(e.neutral, &self.neutral(), &point)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
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

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neg_entry(&self, e: &AffinePoint<F>) -> AffinePoint<F> {
        e.neg(&self.curve.field)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn normalise(&self, points: &[Self::Point], entries: &mut [AffinePoint<F>]) {
        normalise(&self.curve.field, self, points, entries);
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn select(
        &self,
        condition: F::Mask,
        if_true: &Self::Point,
        if_false: &Self::Point,
    ) -> Self::Point {
        ProjectivePoint::select(&self.curve.field, condition, if_true, if_false)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn select_entry(
        &self,
        condition: F::Mask,
        if_true: &AffinePoint<F>,
        if_false: &AffinePoint<F>,
    ) -> AffinePoint<F> {
        AffinePoint::select(&self.curve.field, condition, if_true, if_false)
    }
}

impl<F: Field, B: Constant<F>> Normal<F> for Complete<F, B> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn denominator(&self, p: &Self::Point) -> F::El {
        p.z
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn to_affine(&self, p: &Self::Point, inverse: &F::El) -> AffinePoint<F> {
        let f = &self.curve.field;
        AffinePoint::new(f.mul(&p.x, inverse), f.mul(&p.y, inverse))
    }
}

impl<F: Field, B: Constant<F>> ConstantTimeGroup for Complete<F, B> {}
