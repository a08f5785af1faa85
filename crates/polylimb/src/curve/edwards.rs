//! Twisted Edwards curves `-x² + y² = 1 + d x² y²`.
//!
//! **Source.** `[Hisil2008]`, sections 3.1 and 3.3, for `a = -1`; the table entries of
//! `[Bernstein2011]`. **Cost.** Addition 8M and one product by `2d`, mixed 7M, doubling 4M + 4S. In
//! a sequence of doublings all but the last take 3M + 4S, because a doubling does not read `T`.
//! **Constant time.**
//!
//! **Domain.** -1 is a square and `d` is not. Then one formula adds all points, `(0, 1)` is the
//! neutral element, and no denominator is ever 0. Every such curve is a Montgomery curve in other
//! coordinates, see [`Edwards::montgomery_u`].
//!
//! ```
//! use polylimb::authors::curve::{Edwards, Group};
//! use polylimb::authors::field::prime::Toy;
//! // -x² + y² = 1 + 2 x² y² modulo 29, and its point (0, -1) of order 2.
//! let curve = Edwards::new(Toy::new(29)?, 2);
//! let p = curve.point(&0, &28);
//! assert!(curve.contains(&0, &28).to_bool_vartime());
//! assert!(curve.is_neutral(&curve.double(&p)).to_bool_vartime());
//! # Ok::<(), polylimb::Error>(())
//! ```

use super::{ConstantTimeGroup, Group, coordinates};
use crate::field::Field;

/// `(X : Y : Z : T)` stands for `(X/Z, Y/Z)`, and `X Y = Z T` (extended coordinates,
/// `[Hisil2008]`). `Z` is not 0.
#[derive(Clone, Copy)]
pub struct EdwardsPoint<E> {
    /// `X`.
    pub x: E,
    /// `Y`.
    pub y: E,
    /// `Z`.
    pub z: E,
    /// `T`.
    pub t: E,
}

/// `(x, y)` in the form that an addition needs.
#[derive(Clone, Copy)]
pub struct EdwardsEntry<E> {
    /// `y + x`.
    pub sum: E,
    /// `y - x`.
    pub difference: E,
    /// `2 d x y`.
    pub product: E,
}

coordinates!(select EdwardsPoint: x, y, z, t);

coordinates!(select EdwardsEntry: sum, difference, product);

/// The points of `-x² + y² = 1 + d x² y²` over `F`, where -1 is a square and `d` is not.
#[derive(Clone, Copy)]
pub struct Edwards<F: Field> {
    field: F,
    d: F::El,
    /// `2 d`.
    d2: F::El,
}

/// `(E : F : G : H)` stands for `(E/G, H/F)`, the form in which the law gives a sum.
struct Quotients<E> {
    e: E,
    f: E,
    g: E,
    h: E,
}

impl<F: Field> Edwards<F> {
    /// The curve with this coefficient.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(field: F, d: F::El) -> Self {
        let d2 = field.double(&d);
        Self { field, d, d2 }
    }

    /// The field.
    pub const fn field(&self) -> &F {
        &self.field
    }

    /// `2 d`.
    #[cfg(all(feature = "protocol", feature = "std"))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn d2(&self) -> F::El {
        self.d2
    }

    /// Whether `(x, y)` lies on the curve.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn contains(&self, x: &F::El, y: &F::El) -> F::Mask {
        let f = &self.field;
        let ([], [xx, yy]) = f.products([], [x, y]);
        let right = f.add(&f.one(), &f.mul_constant(&self.d, &f.mul(&xx, &yy)));
        f.equal(&f.sub(&yy, &xx), &right)
    }

    /// The `x²` for which `(x, y)` lies on the curve, as numerator and denominator: `(y² - 1) / (d
    /// y² + 1)`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn x_squared(&self, y: &F::El) -> [F::El; 2] {
        let f = &self.field;
        let yy = f.sqr(y);
        [f.sub(&yy, &f.one()), f.add(&f.mul_constant(&self.d, &yy), &f.one())]
    }

    /// The point `(x, y)`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn point(&self, x: &F::El, y: &F::El) -> EdwardsPoint<F::El> {
        EdwardsPoint { x: *x, y: *y, z: self.field.one(), t: self.field.mul(x, y) }
    }

    /// The entry of the point `(x, y)`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn entry(&self, x: &F::El, y: &F::El) -> EdwardsEntry<F::El> {
        let f = &self.field;
        EdwardsEntry {
            sum: f.add(y, x),
            difference: f.sub(y, x),
            product: f.mul_constant(&self.d2, &f.mul(x, y)),
        }
    }

    /// The pair that `p` stands for.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn affine(&self, p: &EdwardsPoint<F::El>) -> (F::El, F::El) {
        let f = &self.field;
        let inverse = f.inv0(&p.z);
        let ([x, y], []) = f.products([(&p.x, &inverse), (&p.y, &inverse)], []);
        (x, y)
    }

    /// `u = (1 + y) / (1 - y)` of the same point on the Montgomery curve `v² = u³ + A u² + u`,
    /// `A = 2 (1 - d) / (1 + d)` up to scaling of `v`; 0 for the neutral element.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn montgomery_u(&self, p: &EdwardsPoint<F::El>) -> F::El {
        let f = &self.field;
        f.mul(&f.add(&p.z, &p.y), &f.inv0(&f.sub(&p.z, &p.y)))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn extended(&self, q: &Quotients<F::El>) -> EdwardsPoint<F::El> {
        let ([x, y, z, t], []) =
            self.field.products([(&q.e, &q.f), (&q.g, &q.h), (&q.f, &q.g), (&q.e, &q.h)], []);
        EdwardsPoint { x, y, z, t }
    }

    /// `2 p`; reads no `T`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn doubled(&self, x: &F::El, y: &F::El, z: &F::El) -> Quotients<F::El> {
        let f = &self.field;
        let ([], [xx, yy, zz, ss]) = f.products([], [x, y, z, &f.add(x, y)]);
        let h = f.add(&xx, &yy);
        let g = f.sub(&xx, &yy);
        Quotients { e: f.sub(&h, &ss), f: f.add(&f.double(&zz), &g), g, h }
    }

    /// The sum, from the products `(Y1 - X1)(Y2 - X2)`, `(Y1 + X1)(Y2 + X2)`, `2d T1 T2` and from
    /// `2 Z1 Z2`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sum(&self, [a, b, c]: [&F::El; 3], zz: &F::El) -> EdwardsPoint<F::El> {
        let f = &self.field;
        self.extended(&Quotients {
            e: f.sub(b, a),
            f: f.sub(zz, c),
            g: f.add(zz, c),
            h: f.add(b, a),
        })
    }
}

impl<F: Field> Group for Edwards<F> {
    type Point = EdwardsPoint<F::El>;
    type Entry = EdwardsEntry<F::El>;
    type Mask = F::Mask;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neutral(&self) -> Self::Point {
        let (zero, one) = (self.field.zero(), self.field.one());
        EdwardsPoint { x: zero, y: one, z: one, t: zero }
    }

    /// `x = 0` and `y = 1`; `(0, -1)` has order 2.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_neutral(&self, p: &Self::Point) -> F::Mask {
        self.field.is_zero(&p.x) & self.field.equal(&p.y, &p.z)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn equal(&self, p: &Self::Point, q: &Self::Point) -> F::Mask {
        let f = &self.field;
        let ([x1, x2, y1, y2], []) =
            f.products([(&p.x, &q.z), (&q.x, &p.z), (&p.y, &q.z), (&q.y, &p.z)], []);
        f.equal(&x1, &x2) & f.equal(&y1, &y2)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn double(&self, p: &Self::Point) -> Self::Point {
        self.extended(&self.doubled(&p.x, &p.y, &p.z))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn double_times(&self, p: &Self::Point, times: usize) -> Self::Point {
        let f = &self.field;
        if times == 0 {
            return *p;
        }
        let (mut x, mut y, mut z) = (p.x, p.y, p.z);
        for _ in 1..times {
            let q = self.doubled(&x, &y, &z);
            ([x, y, z], []) = f.products([(&q.e, &q.f), (&q.g, &q.h), (&q.f, &q.g)], []);
        }
        self.extended(&self.doubled(&x, &y, &z))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add(&self, p: &Self::Point, q: &Self::Point) -> Self::Point {
        let f = &self.field;
        let (dp, dq) = (f.sub(&p.y, &p.x), f.sub(&q.y, &q.x));
        let (sp, sq) = (f.add(&p.y, &p.x), f.add(&q.y, &q.x));
        let ([a, b, tt, zz], []) =
            f.products([(&dp, &dq), (&sp, &sq), (&p.t, &q.t), (&p.z, &q.z)], []);
        self.sum([&a, &b, &f.mul_constant(&self.d2, &tt)], &f.double(&zz))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neg(&self, p: &Self::Point) -> Self::Point {
        EdwardsPoint { x: self.field.neg(&p.x), t: self.field.neg(&p.t), ..*p }
    }

    /// With `Z = 4`: sum and difference of the entry's values are `2 y` and `2 x`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lift(&self, e: &Self::Entry) -> Self::Point {
        let f = &self.field;
        let (x2, y2) = (f.sub(&e.sum, &e.difference), f.add(&e.sum, &e.difference));
        EdwardsPoint { x: f.double(&x2), y: f.double(&y2), z: f.small(4), t: f.mul(&x2, &y2) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add_entry(&self, p: &Self::Point, e: &Self::Entry) -> Self::Point {
        let f = &self.field;
        let (difference, sum) = (f.sub(&p.y, &p.x), f.add(&p.y, &p.x));
        let ([a, b, c], []) =
            f.products([(&difference, &e.difference), (&sum, &e.sum), (&p.t, &e.product)], []);
        self.sum([&a, &b, &c], &f.double(&p.z))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neg_entry(&self, e: &Self::Entry) -> Self::Entry {
        EdwardsEntry { sum: e.difference, difference: e.sum, product: self.field.neg(&e.product) }
    }

    /// One inversion (`[Montgomery1987]`), and for each point three products and the products of
    /// its entry.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn normalise(&self, points: &[Self::Point], entries: &mut [Self::Entry]) {
        assert!(points.len() == entries.len(), "as many entries as points");
        let f = &self.field;
        // Until it is computed, an entry's `product` holds the product of the denominators before
        // its own.
        let mut product = f.one();
        for (p, e) in points.iter().zip(&mut *entries) {
            e.product = product;
            f.mul_assign(&mut product, &p.z);
        }
        let mut inverse = f.inv0(&product);
        for (p, e) in points.iter().zip(entries).rev() {
            let own = f.mul(&inverse, &e.product);
            f.mul_assign(&mut inverse, &p.z);
            let ([x, y], []) = f.products([(&p.x, &own), (&p.y, &own)], []);
            *e = self.entry(&x, &y);
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn select(
        &self,
        condition: F::Mask,
        if_true: &Self::Point,
        if_false: &Self::Point,
    ) -> Self::Point {
        EdwardsPoint::select(&self.field, condition, if_true, if_false)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn select_entry(
        &self,
        condition: F::Mask,
        if_true: &Self::Entry,
        if_false: &Self::Entry,
    ) -> Self::Entry {
        EdwardsEntry::select(&self.field, condition, if_true, if_false)
    }
}

impl<F: Field> ConstantTimeGroup for Edwards<F> {}
