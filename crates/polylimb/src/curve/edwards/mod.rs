//! Twisted Edwards curves `-x² + y² = 1 + d x² y²`.
//!
//! | file | what it is |
//! |---|---|
//! | `point.rs` | extended coordinates, and the entries of tables |
//! | `group.rs` | the complete law |
//!
//! **Domain.** -1 is a square and `d` is not. Then one formula adds all points, `(0, 1)` is the
//! neutral element, and no denominator is ever 0. Every such curve is a Montgomery curve in other
//! coordinates, see [`Edwards::montgomery_u`].
//!
//! ```
//! use polylimb::curve::Group;
//! use polylimb::curve::edwards::Edwards;
//! use polylimb::field::prime::Toy;
//! // -x² + y² = 1 + 2 x² y² modulo 29, and its point (0, -1) of order 2.
//! let curve = Edwards::new(Toy::new(29)?, 2);
//! let p = curve.point(&0, &28);
//! assert!(curve.contains(&0, &28).to_bool_vartime());
//! assert!(curve.is_neutral(&curve.double(&p)).to_bool_vartime());
//! # Ok::<(), polylimb::Error>(())
//! ```

mod group;
mod point;

pub use group::Edwards;
pub use point::{EdwardsEntry, EdwardsPoint};
