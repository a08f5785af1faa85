//! Curves `y² + x y = x³ + a x² + b` over `F_2^m`, and their coordinate systems.
//!
//! | file | coordinates | stands for |
//! |---|---|---|
//! | `lopez_dahab.rs` | `(X : Y : Z)` | `(X/Z, Y/Z²)` |
//! | `uniform.rs` | López-Dahab | the same, total without a branch |
//!
//! They implement [`Coordinates`](super::Coordinates) like the systems over prime fields; the same
//! [`Vartime`](super::Vartime) makes them total. The negative of `(x, y)` is `(x, x + y)`. The one
//! point of order 2 is `(0, √b)`.
//!
//! Imports: `curve::model`. Read `lopez_dahab.rs`. `polylimb-catalogue` has the
//! other coordinate systems of the literature.

mod lopez_dahab;
mod uniform;

pub use lopez_dahab::{LopezDahab, LopezDahabPoint};
pub use uniform::Uniform;

use super::{AffinePoint, Curve};
use crate::field::Field;

/// `x³ + a x² + b`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn right_side<F: Field>(c: &Curve<F>, x: &F::El) -> F::El {
    let f = &c.field;
    let xx = f.sqr(x);
    f.add(&f.add(&f.mul(&xx, x), &c.mul_a(&xx)), &c.b)
}

/// Whether `(x, y)` lies on the curve.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn contains<F: Field>(c: &Curve<F>, x: &F::El, y: &F::El) -> F::Mask {
    let f = &c.field;
    f.equal(&f.mul(y, &f.add(y, x)), &right_side(c, x))
}

/// `-(x, y) = (x, x + y)`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn neg<F: Field>(f: &F, e: &AffinePoint<F>) -> AffinePoint<F> {
    AffinePoint { y: f.add(&e.x, &e.y), ..*e }
}
