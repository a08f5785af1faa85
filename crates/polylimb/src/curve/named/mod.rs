//! Curves by name, and curves by their parameters.
//!
//! [`Parameters`] are numbers; a coordinate system and a modular multiplication make a group of
//! them. Read `parameters.rs`.

mod binary_curves;
mod binary_validation;
mod parameters;
mod prime_curves;
mod validation;

pub use binary_curves::BINARY_CURVES;
pub use parameters::{NamedCurve, Parameters, all, find};
pub use prime_curves::PRIME_CURVES;
