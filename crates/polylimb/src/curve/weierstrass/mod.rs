//! Curves `y² = x³ + a x + b` over fields of characteristic above 3, and their coordinate systems.
//!
//! | file | coordinates | stands for |
//! |---|---|---|
//! | `affine_law.rs` | `(x, y)` | itself; a division per sum |
//! | `projective.rs` | `(X : Y : Z)` | `(X/Z, Y/Z)` |
//! | `jacobian.rs` | `(X : Y : Z)` | `(X/Z², Y/Z³)` |
//! | `chudnovsky.rs` | the same with `Z²`, `Z³` | |
//! | `modified_jacobian.rs` | the same with `a Z⁴` | |
//! | `jacobian_bernstein_lange.rs` | `(X : Y : Z)` | the same, squares for products |
//! | `common_denominator.rs` | a table of `(X, Y)` over one `Z` | affine points of an isomorphic curve |
//! | `complete.rs` | `(X : Y : Z)` | `(X/Z, Y/Z)`, one formula for all points, no branch |
//!
//! Read `curve.rs`, `coordinates.rs`, then `jacobian_forms.rs`, which has the formulas of four of them.
//!
//! ```
//! use polylimb::curve::Group;
//! use polylimb::curve::weierstrass::{AffinePoint, Coefficient, Complete, Curve};
//! use polylimb::field::{Field, prime::Toy};
//! // y² = x³ + 4 x + 20 modulo 29 has 37 points.
//! let f = Toy::new(29)?;
//! let group = Complete::new(Curve::new(f, 4, 20, Coefficient::Any));
//! let p = group.lift(&AffinePoint::new(f.small(1), f.small(5)));
//! let many = (1..37).fold(p, |sum, _| group.add(&sum, &p));
//! assert!(group.is_neutral(&many).to_bool_vartime());
//! # Ok::<(), polylimb::Error>(())
//! ```

mod affine;
mod affine_law;
mod chudnovsky;
mod codec;
#[cfg(any(feature = "engines", test))]
mod common_denominator;
mod complete;
mod coordinates;
mod curve;
mod jacobian;
mod jacobian_bernstein_lange;
pub mod jacobian_forms;
mod modified_jacobian;
mod projective;
mod vartime;

pub use affine::AffinePoint;
pub use affine_law::Affine;
pub use chudnovsky::{Chudnovsky, ChudnovskyPoint};
#[cfg(any(feature = "engines", test))]
pub(crate) use common_denominator::{CommonDenominator, double_times};
pub use complete::{Complete, ProjectivePoint};
pub use coordinates::Coordinates;
pub(super) use coordinates::{Normal, normalise};
pub use curve::{Coefficient, Curve};
pub use jacobian::{Jacobian, JacobianPoint};
pub use jacobian_bernstein_lange::JacobianBernsteinLange;
pub use modified_jacobian::{ModifiedJacobian, ModifiedJacobianPoint};
pub use projective::Projective;
pub use vartime::Vartime;
