//! `lambda-projective`: `(X : L : Z)` stands for `x = X/Z`, `λ = x + y/x = L/Z`.
//!
//! **Source.** `[Oliveira2013]`, Theorems 1 and 2. **Cost.** Doubling 4M + 4S and one product by a;
//! addition 11M + 2S, mixed 8M + 2S: the cheapest of all systems. **Domain.** `(X ≠ 0 : L : 0)` is
//! the neutral element. The point `(0, √b)` of order 2, which has no λ, is `(0 : L ≠ 0 : 0)`:
//! doublings and sums give it by the same formulas, but adding it needs a branch. The formulas add
//! equal points to `(0 : 0 : 0)`.

use polylimb::authors::curve::{AffinePoint, Coordinates, Curve, LopezDahab};
use polylimb::authors::field::{Field, VartimeField};
use polylimb::authors::limb::Mask;
use zeroize::Zeroize;

/// The coordinate system.
#[derive(Debug, Clone, Copy)]
pub struct LambdaProjective;

/// `(X : L : Z)` stands for `x = X/Z`, `λ = L/Z`.
#[derive(Clone, Copy)]
pub struct LambdaPoint<E> {
    /// `X`.
    pub x: E,
    /// `L`.
    pub l: E,
    /// `Z`.
    pub z: E,
}

impl<E: Zeroize> Zeroize for LambdaPoint<E> {
    fn zeroize(&mut self) {
        self.x.zeroize();
        self.l.zeroize();
        self.z.zeroize();
    }
}

impl LambdaProjective {
    /// The sum from `X1 Z2`, `X2 Z1`, `A = L1 Z2 + L2 Z1`, `Z1`, `L2 + Z2`, and `Z2` if it is
    /// not 1.
    #[inline(always)]
    fn sum<F: Field>(
        f: &F,
        [x1, x2, a]: [&F::El; 3],
        z1: &F::El,
        lz: &F::El,
        z2: Option<&F::El>,
    ) -> LambdaPoint<F::El> {
        let ([ax1, ax2], [b]) = f.products([(a, x1), (a, x2)], [&f.add(x1, x2)]);
        let ([x, ab], [square]) = f.products([(&ax1, &ax2), (a, &b)], [&f.add(&ax1, &b)]);
        let abz = f.mul(&ab, z1);
        let l = f.add(&square, &f.mul(&abz, lz));
        LambdaPoint { x, l, z: z2.map_or(abz, |z2| f.mul(&abz, z2)) }
    }

    /// `p` plus the point of order 2: `(√b Z² : (L + Z) X : X Z)`.
    fn add_two_torsion_vartime<F: VartimeField>(
        c: &Curve<F>,
        p: &LambdaPoint<F::El>,
    ) -> LambdaPoint<F::El> {
        let f = &c.field;
        let ([l, z], [zz]) = f.products([(&f.add(&p.l, &p.z), &p.x), (&p.x, &p.z)], [&p.z]);
        LambdaPoint { x: f.mul(&root_of_b_vartime(c), &zz), l, z }
    }

    fn is_two_torsion<F: VartimeField>(f: &F, p: &LambdaPoint<F::El>) -> Mask {
        f.is_zero(&p.z) & f.is_zero(&p.x) & !f.is_zero(&p.l)
    }
}

impl<F: VartimeField> Coordinates<F> for LambdaProjective {
    const NAME: &'static str = "lambda-projective";

    type Point = LambdaPoint<F::El>;

    fn neutral(c: &Curve<F>) -> Self::Point {
        LambdaPoint { x: c.field.one(), l: c.field.zero(), z: c.field.zero() }
    }

    #[inline(always)]
    fn is_neutral(c: &Curve<F>, p: &Self::Point) -> Mask {
        c.field.is_zero(&p.z) & !Self::is_two_torsion(&c.field, p)
    }

    fn lift(c: &Curve<F>, x: &F::El, lambda: &F::El) -> Self::Point {
        let f = &c.field;
        if f.is_zero_vartime(x) {
            return LambdaPoint { x: f.zero(), l: f.one(), z: f.zero() };
        }
        LambdaPoint { x: *x, l: *lambda, z: f.one() }
    }

    #[inline(always)]
    fn double(c: &Curve<F>, p: &Self::Point) -> Self::Point {
        let f = &c.field;
        let ([lz, xz], [ll, zz]) = f.products([(&p.l, &p.z), (&p.x, &p.z)], [&p.l, &p.z]);
        let t = f.add(&f.add(&ll, &lz), &c.mul_a(&zz));
        let ([z, tlz], [x, square]) = f.products([(&t, &zz), (&t, &lz)], [&t, &xz]);
        let l = f.add(&f.add(&square, &x), &f.add(&tlz, &z));
        LambdaPoint { x, l, z }
    }

    #[inline(always)]
    fn add(c: &Curve<F>, p: &Self::Point, q: &Self::Point) -> Self::Point {
        let f = &c.field;
        match [p, q].map(|p| Self::is_two_torsion(f, p).to_bool_vartime()) {
            [false, false] => {}
            [true, true] => return Self::neutral(c),
            [true, false] => return Self::add_two_torsion_vartime(c, q),
            [false, true] => return Self::add_two_torsion_vartime(c, p),
        }
        let ([l1, l2, x1, x2], []) =
            f.products([(&p.l, &q.z), (&q.l, &p.z), (&p.x, &q.z), (&q.x, &p.z)], []);
        Self::sum(f, [&x2, &x1, &f.add(&l1, &l2)], &q.z, &f.add(&p.l, &p.z), Some(&p.z))
    }

    #[inline(always)]
    fn add_affine(c: &Curve<F>, p: &Self::Point, x: &F::El, lambda: &F::El) -> Self::Point {
        let f = &c.field;
        if f.is_zero_vartime(x) || Self::is_two_torsion(f, p).to_bool_vartime() {
            return Self::add(c, p, &Self::lift(c, x, lambda));
        }
        let ([l, xz], []) = f.products([(lambda, &p.z), (x, &p.z)], []);
        Self::sum(f, [&p.x, &xz, &f.add(&l, &p.l)], &p.z, &f.add(lambda, &f.one()), None)
    }

    #[inline(always)]
    fn neg(c: &Curve<F>, p: &Self::Point) -> Self::Point {
        LambdaPoint { l: c.field.add(&p.l, &p.z), ..*p }
    }

    fn equal(c: &Curve<F>, p: &Self::Point, q: &Self::Point) -> Mask {
        let f = &c.field;
        let ([x1, x2, l1, l2], []) =
            f.products([(&p.x, &q.z), (&q.x, &p.z), (&p.l, &q.z), (&q.l, &p.z)], []);
        f.equal(&x1, &x2) & f.equal(&l1, &l2)
    }

    /// 1 for the point of order 2.
    #[inline(always)]
    fn denominator(c: &Curve<F>, p: &Self::Point) -> F::El {
        let f = &c.field;
        f.select(f.is_zero(&p.z), &f.one(), &p.z)
    }

    #[inline(always)]
    fn to_affine(c: &Curve<F>, p: &Self::Point, inverse: &F::El) -> AffinePoint<F> {
        let ([x, lambda], []) = c.field.products([(&p.x, inverse), (&p.l, inverse)], []);
        AffinePoint::new(x, lambda)
    }

    #[inline(always)]
    fn select(
        c: &Curve<F>,
        condition: Mask,
        if_true: &Self::Point,
        if_false: &Self::Point,
    ) -> Self::Point {
        let f = &c.field;
        LambdaPoint {
            x: f.select(condition, &if_true.x, &if_false.x),
            l: f.select(condition, &if_true.l, &if_false.l),
            z: f.select(condition, &if_true.z, &if_false.z),
        }
    }

    #[inline(always)]
    fn neg_affine(c: &Curve<F>, e: &AffinePoint<F>) -> AffinePoint<F> {
        AffinePoint { y: c.field.add(&e.y, &c.field.one()), ..*e }
    }

    #[inline(always)]
    fn contains(c: &Curve<F>, x: &F::El, y: &F::El) -> F::Mask {
        LopezDahab::contains(c, x, y)
    }

    /// `(x, x + y/x)`.
    fn enter(c: &Curve<F>, x: &F::El, y: &F::El) -> AffinePoint<F> {
        let f = &c.field;
        AffinePoint::new(*x, f.add(x, &f.mul(y, &f.inv0(x))))
    }

    fn leave(c: &Curve<F>, e: &AffinePoint<F>) -> (F::El, F::El) {
        let f = &c.field;
        if f.is_zero_vartime(&e.x) {
            return (e.x, root_of_b_vartime(c));
        }
        (e.x, f.mul(&e.x, &f.add(&e.x, &e.y)))
    }
}

/// The ordinate `√b` of the point of order 2: the last of the repeated squares before `b` returns.
/// `m` squarings.
fn root_of_b_vartime<F: VartimeField>(c: &Curve<F>) -> F::El {
    let f = &c.field;
    let mut root = c.b;
    loop {
        let square = f.sqr(&root);
        if f.equal_vartime(&square, &c.b) {
            return root;
        }
        root = square;
    }
}
