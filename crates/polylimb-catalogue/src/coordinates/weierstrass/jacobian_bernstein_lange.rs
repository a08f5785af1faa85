//! `jacobian-bl`: Jacobian coordinates with squares and additions in place of products.
//!
//! **Source.** `[Bernstein2007]` (add-2007-bl, madd-2007-bl, dbl-2007-bl); `[Bernstein2001]`
//! (dbl-2001-b); `[Lange2009]` (dbl-2009-l), all in `[EFD]`; `[Arruda2014]`, Table 14. **Idea.**
//! `2 u v = (u + v)² - u² - v²`. **Cost.** Doubling 3M + 5S for a = -3, 2M + 5S for a = 0, 1M + 8S
//! and one product by a otherwise; addition 11M + 5S, mixed 7M + 4S. Pays where a square and the
//! additions cost less than a product.

use polylimb::authors::curve::{
    AffinePoint, Coefficient, Coordinates, Curve, Jacobian, JacobianPoint,
};
use polylimb::authors::field::Field;

/// The coordinate system.
#[derive(Debug, Clone, Copy)]
pub struct JacobianBernsteinLange;

/// `(u + v)² - uu - vv`.
#[inline(always)]
fn twice_product<F: Field>(f: &F, u: &F::El, v: &F::El, uu: &F::El, vv: &F::El) -> F::El {
    f.sub(&f.sqr(&f.add(u, v)), &f.add(uu, vv))
}

/// From `U1`, `S1`, `r = 2 (S2 - S1)`, `I = 4 H²`, `J = H I`: the new `X` and `Y`.
#[inline(always)]
fn finish<F: Field>(
    f: &F,
    u1: &F::El,
    s1: &F::El,
    r: &F::El,
    i: &F::El,
    j: &F::El,
) -> (F::El, F::El) {
    let ([v], [rr]) = f.products([(u1, i)], [r]);
    let x = f.sub(&f.sub(&rr, j), &f.double(&v));
    let ([t, sj], []) = f.products([(r, &f.sub(&v, &x)), (s1, j)], []);
    (x, f.sub(&t, &f.double(&sj)))
}

impl<F: Field> Coordinates<F> for JacobianBernsteinLange {
    const NAME: &'static str = "jacobian-bl";

    type Point = JacobianPoint<F::El>;

    #[inline(always)]
    fn neutral(c: &Curve<F>) -> Self::Point {
        <Jacobian as Coordinates<F>>::neutral(c)
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
        let triple = |v: &F::El| f.add(&f.double(v), v);
        let eight = |v: &F::El| f.double(&f.double(&f.double(v)));
        // X, the slope and S = 4 X Y² give the rest.
        let finish = |m: &F::El, s: &F::El, yyyy: &F::El, z: F::El| {
            let x = f.sub(&f.sqr(m), &f.double(s));
            let y = f.sub(&f.mul(m, &f.sub(s, &x)), &eight(yyyy));
            JacobianPoint { x, y, z }
        };
        match c.shape {
            Coefficient::Zero => {
                let ([yz], [xx, yy]) = f.products([(&p.y, &p.z)], [&p.x, &p.y]);
                let yyyy = f.sqr(&yy);
                let s = f.double(&twice_product(f, &p.x, &yy, &xx, &yyyy));
                finish(&triple(&xx), &s, &yyyy, f.double(&yz))
            }
            Coefficient::MinusThree => {
                let ([], [zz, yy]) = f.products([], [&p.z, &p.y]);
                let ([beta, m], [yyyy]) =
                    f.products([(&p.x, &yy), (&f.sub(&p.x, &zz), &f.add(&p.x, &zz))], [&yy]);
                let z = twice_product(f, &p.y, &p.z, &yy, &zz);
                finish(&triple(&m), &f.double(&f.double(&beta)), &yyyy, z)
            }
            Coefficient::One | Coefficient::Any => {
                let ([], [xx, yy, zz]) = f.products([], [&p.x, &p.y, &p.z]);
                let ([], [yyyy, zzzz]) = f.products([], [&yy, &zz]);
                let s = f.double(&twice_product(f, &p.x, &yy, &xx, &yyyy));
                let m = f.add(&triple(&xx), &c.mul_a(&zzzz));
                let z = twice_product(f, &p.y, &p.z, &yy, &zz);
                finish(&m, &s, &yyyy, z)
            }
        }
    }

    #[inline(always)]
    fn add(c: &Curve<F>, p: &Self::Point, q: &Self::Point) -> Self::Point {
        let f = &c.field;
        let ([], [pzz, qzz]) = f.products([], [&p.z, &q.z]);
        let ([u1, u2, pzzz, qzzz], []) =
            f.products([(&p.x, &qzz), (&q.x, &pzz), (&p.z, &pzz), (&q.z, &qzz)], []);
        let ([s1, s2], []) = f.products([(&p.y, &qzzz), (&q.y, &pzzz)], []);
        let (h, r) = (f.sub(&u2, &u1), f.double(&f.sub(&s2, &s1)));
        let i = f.sqr(&f.double(&h));
        let zz = twice_product(f, &p.z, &q.z, &pzz, &qzz);
        let ([j, z], []) = f.products([(&h, &i), (&zz, &h)], []);
        let (x, y) = finish(f, &u1, &s1, &r, &i, &j);
        JacobianPoint { x, y, z }
    }

    #[inline(always)]
    fn add_affine(c: &Curve<F>, p: &Self::Point, x: &F::El, y: &F::El) -> Self::Point {
        let f = &c.field;
        let zz = f.sqr(&p.z);
        let ([u2, zzz], []) = f.products([(x, &zz), (&p.z, &zz)], []);
        let s2 = f.mul(y, &zzz);
        let (h, r) = (f.sub(&u2, &p.x), f.double(&f.sub(&s2, &p.y)));
        let hh = f.sqr(&h);
        let i = f.double(&f.double(&hh));
        let j = f.mul(&h, &i);
        let (x, y) = finish(f, &p.x, &p.y, &r, &i, &j);
        JacobianPoint { x, y, z: twice_product(f, &p.z, &h, &zz, &hh) }
    }

    #[inline(always)]
    fn neg(c: &Curve<F>, p: &Self::Point) -> Self::Point {
        JacobianPoint { y: c.field.neg(&p.y), ..*p }
    }

    fn equal(c: &Curve<F>, p: &Self::Point, q: &Self::Point) -> F::Mask {
        Jacobian::equal(c, p, q)
    }

    #[inline(always)]
    fn denominator(_: &Curve<F>, p: &Self::Point) -> F::El {
        p.z
    }

    #[inline(always)]
    fn to_affine(c: &Curve<F>, p: &Self::Point, inverse: &F::El) -> AffinePoint<F> {
        Jacobian::to_affine(c, p, inverse)
    }

    #[inline(always)]
    fn select(
        c: &Curve<F>,
        condition: F::Mask,
        if_true: &Self::Point,
        if_false: &Self::Point,
    ) -> Self::Point {
        <Jacobian as Coordinates<F>>::select(c, condition, if_true, if_false)
    }
}
