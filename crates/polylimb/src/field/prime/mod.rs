//! Prime fields on one element at a time.
//!
//! [`Prime`] computes with any modular multiplication chosen at run time; [`Toy`] has primes small enough
//! to try all elements.

mod erased;
mod toy;

pub use erased::Prime;
pub use toy::Toy;
