//! Curves `y² = x³ + a x + b` over fields of characteristic above 3, and their coordinate systems.
//!
//! | file | coordinates | stands for |
//! |---|---|---|
//! | `jacobian.rs` | `(X : Y : Z)` | `(X/Z², Y/Z³)` |
//! | `complete.rs` | `(X : Y : Z)` | `(X/Z, Y/Z)`, formulas right for all points |
//!
//! Read `curve.rs`, `coordinates.rs`, then `jacobian.rs`.

mod affine;
mod complete;
mod coordinates;
mod curve;
mod jacobian;
mod vartime;

pub use affine::AffinePoint;
pub use complete::{Complete, ProjectivePoint};
pub use coordinates::Coordinates;
pub use curve::{Coefficient, Curve};
pub use jacobian::{Jacobian, JacobianPoint};
pub use vartime::Vartime;
