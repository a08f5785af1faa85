//! Curves by name, and curves by their parameters.
//!
//! [`Parameters`] are numbers; a group is made of them by a coordinate system and a modular multiplication, see
//! [`System::build`](super::System). Read `parameters.rs`.

mod parameters;
mod prime_curves;
mod validation;

pub use parameters::{NamedCurve, Parameters};
pub use prime_curves::PRIME_CURVES;
