//! The parts that curves over all fields share: the equation's coefficients, points, and the
//! interface of coordinate systems.
//!
//! | file | what it is |
//! |---|---|
//! | `curve.rs` | the field and the coefficients |
//! | `affine.rs` | points as pairs `(x, y)` |
//! | `coordinates.rs` | the interface of a coordinate system; many points made affine by one inversion |
//! | `vartime.rs` | a total group law from published formulas, by branches |
//!
//! Imports: `field`. Read `curve.rs`, then `coordinates.rs`.

mod affine;
mod coordinates;
mod curve;
mod vartime;

pub use affine::AffinePoint;
pub use coordinates::Coordinates;
pub(super) use coordinates::{Normal, normalise};
pub use curve::{Coefficient, Curve};
pub use vartime::Vartime;
