//! `homogeneous`: projective coordinates `x = X/Z`, `y = Y/Z`.
//!
//! **Source.** `[Costello2010]`; `[Aranha2011]`, equations 10 and 11. **Cost** in `F_p²`: a
//! doubling 3 products and 6 squares, and the product with `b`; an addition 11 products and 2
//! squares; evaluation in `P` 4 products of `F_p`.

use super::{Coefficients, Lines, Point};
use crate::field::Op;
use crate::field::extension::Quadratic;
use crate::pairing::PairingCurve;

/// Lines in homogeneous projective coordinates, the fastest system here.
#[derive(Debug, Clone, Copy)]
pub struct Homogeneous;

struct Double<'a, Q: Quadratic>(&'a Q, &'a Q::El, &'a Point<Q::El>);

impl<Q: Quadratic> Op for Double<'_, Q> {
    type Out = (Point<Q::El>, Coefficients<Q::El>);

    /// With `B = Y²`, `C = Z²`, `E = 3 b C`, `H = 2 Y Z`, `A = X Y / 2`, `G = (B + 3E)/2`:
    /// `X' = A (B - 3E)`, `Y' = G² - 3 E²`, `Z' = B H`.
    #[inline(always)]
    fn call(self) -> Self::Out {
        let Self(q, b, t) = self;
        let sum = q.add(&t.y, &t.z);
        let ([xy], [x2, y2, z2, s]) = q.products([(&t.x, &t.y)], [&t.x, &t.y, &t.z, &sum]);
        let h = q.sub(&q.sub(&s, &y2), &z2);
        let e = q.mul_constant(b, &q.add(&q.double(&z2), &z2));
        let e3 = q.add(&q.double(&e), &e);
        let g = q.halve(&q.add(&y2, &e3));
        let factor = q.sub(&y2, &e3);
        let ([x, z], [g2, ee]) = q.products([(&q.halve(&xy), &factor), (&y2, &h)], [&g, &e]);
        let y = q.sub(&g2, &q.add(&q.double(&ee), &ee));
        let c_x = q.neg(&q.add(&q.double(&x2), &x2));
        (Point { x, y, z }, Coefficients { c_y: h, c_x, c: q.sub(&y2, &e) })
    }
}

struct Add<'a, Q: Quadratic>(&'a Q, &'a Point<Q::El>, &'a [Q::El; 2]);

impl<Q: Quadratic> Op for Add<'_, Q> {
    type Out = (Point<Q::El>, Coefficients<Q::El>);

    /// With `θ = Y - y Z` and `λ = X - x Z`, the slope is `θ/λ`.
    #[inline(always)]
    fn call(self) -> Self::Out {
        let Self(q, t, [x, y]) = self;
        let ([yz, xz], []) = q.products([(y, &t.z), (x, &t.z)], []);
        let (theta, lambda) = (q.sub(&t.y, &yz), q.sub(&t.x, &xz));
        let ([tx, ly], [theta2, lambda2]) =
            q.products([(&theta, x), (&lambda, y)], [&theta, &lambda]);
        let ([lambda3, z_theta2, x_lambda2], []) =
            q.products([(&lambda, &lambda2), (&t.z, &theta2), (&t.x, &lambda2)], []);
        let h = q.sub(&q.add(&lambda3, &z_theta2), &q.double(&x_lambda2));
        let difference = q.sub(&x_lambda2, &h);
        let pairs = [(&lambda, &h), (&theta, &difference), (&lambda3, &t.y), (&t.z, &lambda3)];
        let ([x, ty, ly3, z], []) = q.products(pairs, []);
        let y = q.sub(&ty, &ly3);
        let line = Coefficients { c_y: lambda, c_x: q.neg(&theta), c: q.sub(&tx, &ly) };
        (Point { x, y, z }, line)
    }
}

#[inline(never)]
fn double<Q: Quadratic>(q: &Q, b: &Q::El, t: &Point<Q::El>) -> (Point<Q::El>, Coefficients<Q::El>) {
    q.run(Double(q, b, t))
}

#[inline(never)]
fn add<Q: Quadratic>(
    q: &Q,
    t: &Point<Q::El>,
    p: &[Q::El; 2],
) -> (Point<Q::El>, Coefficients<Q::El>) {
    q.run(Add(q, t, p))
}

impl Lines for Homogeneous {
    const NAME: &'static str = "homogeneous";

    fn double<Q: Quadratic>(curve: &PairingCurve<Q>, t: &mut Point<Q::El>) -> Coefficients<Q::El> {
        let (sum, line) = double(curve.tower.fp2(), &curve.twist_b, t);
        *t = sum;
        line
    }

    fn add<Q: Quadratic>(
        curve: &PairingCurve<Q>,
        t: &mut Point<Q::El>,
        p: &[Q::El; 2],
    ) -> Coefficients<Q::El> {
        let (sum, line) = add(curve.tower.fp2(), t, p);
        *t = sum;
        line
    }
}
