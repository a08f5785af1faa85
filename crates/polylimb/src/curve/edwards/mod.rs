//! Twisted Edwards curves `-x² + y² = 1 + d x² y²`.
//!
//! | file | what it is |
//! |---|---|
//! | `point.rs` | extended coordinates, and the entries of tables |
//! | `group.rs` | the complete law |
//!
//! **Domain.** -1 a square and `d` none: then one formula adds all points, `(0, 1)` is the neutral element, and no
//! denominator is ever 0. Every such curve is a Montgomery curve in other coordinates, see [`Edwards::montgomery_u`].

mod group;
mod point;

pub use group::Edwards;
pub use point::{EdwardsEntry, EdwardsPoint};
