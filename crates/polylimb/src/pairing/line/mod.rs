//! Lines through points of the twist, together with the doubling or addition of the point.
//!
//! A line through `T` and `Q` (or the tangent in `T`), mapped to the curve over `F_p¹²` and
//! evaluated in `P = (x_P, y_P)`, is `y_P - λ x_P w + (λ x - y) w³` for the slope `λ` on the twist,
//! up to factors that the final exponentiation removes: three coefficients, one of them times `y_P`
//! and one times `x_P`. [`Coefficients`] are the three without these factors, so that they can be
//! kept for a fixed point.

mod homogeneous;
mod jacobian;

pub use homogeneous::Homogeneous;
pub use jacobian::{Jacobian, JacobianAsCounted, JacobianAsPrinted};

use super::{PairingCurve, Twist};
use crate::field::extension::{Line, Quadratic};
use crate::field::{Field, Op};
use zeroize::Zeroize;

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

impl<E: Zeroize> Zeroize for Coefficients<E> {
    fn zeroize(&mut self) {
        self.c_y.zeroize();
        self.c_x.zeroize();
        self.c.zeroize();
    }
}

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

    #[inline(always)]
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
