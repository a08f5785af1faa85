//! Curves by name, and curves by their parameters.
//!
//! [`Parameters`] are numbers; a group is made of them by a coordinate system and a modular multiplication, see
//! [`System::build`](super::System). Read `parameters.rs`.

mod binary_curves;
mod binary_validation;
mod parameters;
mod prime_curves;
mod validation;

pub use binary_curves::BINARY_CURVES;
pub use parameters::{NamedCurve, Parameters, all, find};
pub use prime_curves::PRIME_CURVES;
