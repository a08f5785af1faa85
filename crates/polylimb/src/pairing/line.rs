//! Lines through points of the twist, together with the doubling or addition of the point.
//!
//! A line through `T` and `Q` (or the tangent in `T`), mapped to the curve over `F_p¹²` and
//! evaluated in `P = (x_P, y_P)`, is `y_P - λ x_P w + (λ x - y) w³` for the slope `λ` on the twist,
//! up to factors that the final exponentiation removes: three coefficients, one of them times `y_P`
//! and one times `x_P`. [`Coefficients`] are the three without these factors, so that they can be
//! kept for a fixed point.

use super::{PairingCurve, Twist};
use crate::curve::coordinates;
use crate::field::extension::{Line, Quadratic};
use crate::field::{Field, Op};

/// `c_y y_P + c_x x_P w + c w³`, before `P` is known.
#[derive(Debug, Clone, Copy)]
pub struct Coefficients<E> {
    /// To be multiplied by `y_P`.
    pub c_y: E,
    /// To be multiplied by `x_P`.
    pub c_x: E,
    /// The rest.
    pub c: E,
}

coordinates!(Coefficients: c_y, c_x, c);

/// A point of the twist in coordinates `(X, Y, Z)` of the method's system.
#[derive(Debug, Clone, Copy)]
pub struct Point<E> {
    /// The first coordinate.
    pub x: E,
    /// The second coordinate.
    pub y: E,
    /// The third coordinate.
    pub z: E,
}

coordinates!(Point: x, y, z);

impl<E: Copy> Point<E> {
    /// The point `(x, y)`, whose third coordinate is 1.
    pub fn affine<Q: Quadratic<El = E>>(q: &Q, [x, y]: &[E; 2]) -> Self {
        Self { x: *x, y: *y, z: q.one() }
    }
}

/// Doubling and addition of points together with their lines, in one system of coordinates. Wrong
/// if the sum is neutral or the summands are equal; in a Miller loop the multiples of a point of
/// large prime order never are.
pub trait Lines {
    /// Its name.
    const NAME: &'static str;

    /// `t = 2 t`, and the tangent in `t`.
    fn double<Q: Quadratic>(curve: &PairingCurve<Q>, t: &mut Point<Q::El>) -> Coefficients<Q::El>;

    /// `t = t + p` for an affine `p`, and the line through both.
    fn add<Q: Quadratic>(
        curve: &PairingCurve<Q>,
        t: &mut Point<Q::El>,
        p: &[Q::El; 2],
    ) -> Coefficients<Q::El>;
}

struct Evaluate<'a, Q: Quadratic>(&'a PairingCurve<Q>, &'a Coefficients<Q::El>, &'a Affine<Q>);

impl<Q: Quadratic> Op for Evaluate<'_, Q> {
    type Out = Line<Q::El>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> Line<Q::El> {
        let Self(curve, line, p) = self;
        let q = curve.tower.fp2();
        let (at_y, at_x) = (q.scale(&p[1], &line.c_y), q.scale(&p[0], &line.c_x));
        match curve.twist {
            Twist::D => Line::D([at_y, at_x, line.c]),
            // Times w³.
            Twist::M => Line::M([line.c, at_x, at_y]),
        }
    }
}

/// A point `(x, y)` of the curve over `F_p`.
type Affine<Q> = [<<Q as Quadratic>::Base as Field>::El; 2];

/// The line's value in `p`: 4 products of `F_p`.
#[inline(never)]
pub fn evaluate<Q: Quadratic>(
    curve: &PairingCurve<Q>,
    line: &Coefficients<Q::El>,
    p: &Affine<Q>,
) -> Line<Q::El> {
    curve.tower.fp2().run(Evaluate(curve, line, p))
}

/// `homogeneous`: projective coordinates `x = X/Z`, `y = Y/Z`, the fastest system here.
///
/// **Source.** `[Costello2010]`; `[Aranha2011]`, equations 10 and 11. **Cost** in `F_p²`: a
/// doubling 3 products and 6 squares, and the product with `b`; an addition 11 products and 2
/// squares; evaluation in `P` 4 products of `F_p`.
#[derive(Debug, Clone, Copy)]
pub struct Homogeneous;

struct Double<'a, Q: Quadratic>(&'a Q, &'a Q::El, &'a Point<Q::El>);

impl<Q: Quadratic> Op for Double<'_, Q> {
    type Out = (Point<Q::El>, Coefficients<Q::El>);

    /// With `B = Y²`, `C = Z²`, `E = 3 b C`, `H = 2 Y Z`, `A = X Y / 2`, `G = (B + 3E)/2`:
    /// `X' = A (B - 3E)`, `Y' = G² - 3 E²`, `Z' = B H`.
    #[cfg_attr(not(debug_assertions), inline(always))]
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
    #[cfg_attr(not(debug_assertions), inline(always))]
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

impl Lines for Homogeneous {
    const NAME: &'static str = "homogeneous";

    #[inline(never)]
    fn double<Q: Quadratic>(curve: &PairingCurve<Q>, t: &mut Point<Q::El>) -> Coefficients<Q::El> {
        let q = curve.tower.fp2();
        let (double, line) = q.run(Double(q, &curve.twist_b, t));
        *t = double;
        line
    }

    #[inline(never)]
    fn add<Q: Quadratic>(
        curve: &PairingCurve<Q>,
        t: &mut Point<Q::El>,
        p: &[Q::El; 2],
    ) -> Coefficients<Q::El> {
        let q = curve.tower.fp2();
        let (sum, line) = q.run(Add(q, t, p));
        *t = sum;
        line
    }
}
