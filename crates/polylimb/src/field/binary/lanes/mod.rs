//! Eight elements of one binary field side by side, in the 64-bit lanes of a vector unit.
//!
//! **Representation.** An element is `[V; D]`: coefficients 64 j to 64 j + 63 of all eight polynomials in vector j, always reduced. The
//! vectors are those of [`field::lanes`](crate::field::lanes): [`Ifma`](crate::field::lanes::Ifma), a register of AVX-512, here with VPCLMULQDQ, and
//! [`Portable`](crate::field::lanes::Portable), the same in plain Rust. A [`Field::Wide`](crate::field::Field::Wide) is the unreduced product;
//! any number of them may be summed.
//!
//! The instruction multiplies the even or the odd lanes; sums are kept apart like that, and the lanes are
//! put together once per word of the result. Constant time. Read `arithmetic.rs`.

mod arithmetic;
mod field;
mod vector;
#[cfg(target_arch = "x86_64")]
mod vpclmul;

pub use field::{BinaryLanes, WideLanes};
