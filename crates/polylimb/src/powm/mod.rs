//! Modular exponentiation: one file per method, over any [`ModMul`](crate::modmul::ModMul).
//!
//! **Who calls what.** Applications call [`Modulus::pow`](crate::modmul::Modulus::pow) and its sisters. The laboratory and the tests go
//! through [`METHODS`]: a [`Method`] has a name, a source, a number of lanes, and a function that computes one [`Job`].
//!
//! **Lanes** are threads that each run a whole chain of multiplications of their own; the multiplication
//! below may be parallel itself, but then the lanes should be one.
//!
//! **Secrets.** A method whose [`ConstantTime`](crate::modmul::ConstantTime) is `Yes` takes time by the exponent's *stated* length
//! ([`Exponent::bits`]) only, if the multiplication is constant-time too.
//!
//! Imports: `modmul` and what is below it. Read [`Exponent`], [`Accumulator`], then `binary_left_to_right.rs`.

mod accumulator;
mod exponent;
mod face;
mod registry;
mod table;

// The methods.
mod binary_left_to_right;
mod fixed_window;

pub use accumulator::Accumulator;
pub use exponent::Exponent;
pub use registry::{Job, METHODS, Method, Width, find};
