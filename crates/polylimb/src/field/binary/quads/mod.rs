//! Four elements of one binary field side by side, each in a 128-bit lane of a vector unit.
//!
//! **Representation.** An element is `[V; D]`: words 2 j and 2 j + 1 of all four polynomials in
//! vector j, always reduced. A product takes the instructions that one polynomial takes in vectors
//! of 128 bits (`../pairs/`): four products in little more time than one. The lanes hold the four
//! parts of one computation; one instruction exchanges them ([`BinaryQuads::permute`]).
//!
//! The vectors come from [`field::lanes`](crate::field::lanes):
//! [`Ifma`](crate::field::lanes::Ifma), a register of AVX-512, here with VPCLMULQDQ, and
//! [`Portable`](crate::field::lanes::Portable), the same in plain Rust. Constant time. Read
//! `field.rs`.

mod field;
mod vector;
#[cfg(target_arch = "x86_64")]
mod vpclmul;

pub use field::BinaryQuads;
pub use vector::Quad;
