//! Eight 64-bit lanes: one trait of vectors, AVX-512 with the 52-bit multiply-add, and its twin in
//! plain Rust.
//!
//! Numbers in radix 2^52 ([`radix52`](super::radix52)) and eight copies of a field
//! ([`crate::field::lanes`]) are written over [`Vector`]. AVX-512 code is entered through a
//! function compiled for its features ([`compiled_for`]), into which all methods are inlined.

#[cfg(target_arch = "x86_64")]
mod ifma;
mod portable;
#[cfg(target_arch = "x86_64")]
mod roots;
mod vector;

#[cfg(target_arch = "x86_64")]
pub use ifma::Ifma;
pub use portable::Portable;
#[cfg(target_arch = "x86_64")]
pub(crate) use roots::compiled_for;
pub use vector::LANES;
pub(crate) use vector::{DIGIT_BITS, DIGIT_MASK, PACKED, Vector};
