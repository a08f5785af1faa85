//! Curves `y² = x³ + a x + b` over fields of characteristic above 3, and their coordinate systems.
//!
//! | file | coordinates | stands for |
//! |---|---|---|
//! | `jacobian.rs` | `(X : Y : Z)` | `(X/Z², Y/Z³)` |
//! | `common_denominator.rs` | `(X, Y)` over one `Z` | affine points of an isomorphic curve |
//! | `complete.rs` | `(X : Y : Z)` | `(X/Z, Y/Z)`, one formula for all points, no branch |
//!
//! `simplified_swu.rs` maps field elements to points.
//!
//! Imports: `curve::model`. Read `jacobian.rs`. `polylimb-catalogue` has
//! the other coordinate systems of the literature.
//!
//! ```
//! use polylimb::authors::curve::{AffinePoint, Coefficient, Curve, Group};
//! use polylimb::authors::curve::Complete;
//! use polylimb::authors::field::Field;
//! use polylimb::authors::field::prime::Toy;
//! // y² = x³ + 4 x + 20 modulo 29 has 37 points.
//! let f = Toy::new(29)?;
//! let group = Complete::new(Curve::new(f, 4, 20, Coefficient::Any));
//! let p = group.lift(&AffinePoint::new(f.small(1), f.small(5)));
//! let many = (1..37).fold(p, |sum, _| group.add(&sum, &p));
//! assert!(group.is_neutral(&many).to_bool_vartime());
//! # Ok::<(), polylimb::Error>(())
//! ```

mod common_denominator;
mod complete;
mod jacobian;
#[cfg(any(all(feature = "engine", feature = "std"), test))]
pub(crate) mod jacobian_eights;
#[cfg(all(target_arch = "x86_64", any(all(feature = "engine", feature = "std"), test)))]
pub(crate) mod jacobian_fours;
#[cfg(any(feature = "pairings", feature = "rustcrypto"))]
mod simplified_swu;

pub(crate) use common_denominator::{CommonDenominator, double_times};
#[cfg(feature = "engine")]
pub(crate) use complete::Constant;
pub use complete::{Complete, ProjectivePoint, Twelve, TwelveXi};
pub use jacobian::{Jacobian, JacobianPoint};
#[cfg(any(feature = "pairings", feature = "rustcrypto"))]
pub(crate) use simplified_swu::SimplifiedSwu;
