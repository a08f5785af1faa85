//! Eight copies of one prime field side by side, in the 64-bit lanes of a vector unit.
//!
//! **Representation.** An element is `[V; D]`: digit j of all eight numbers in vector j, radix 2^52, Montgomery form
//! with R = 2^(52 D). Digits are in `[0, 2^52)` and numbers in the *loose* range `[0, 2 M)`; only
//! [`Lanes::leave`] and comparisons reduce to `[0, M)`. Domain: odd M of at most `52 D - 4` bits.
//! A [`Field::Wide`](super::Field::Wide) is the `2 D` columns of unreduced products, carries pending, as signed 64-bit numbers.
//!
//! **One source, two vectors.** The arithmetic (`montgomery.rs`, `carry.rs`) is written over a trait of vectors (`vector.rs`): [`Ifma`] is
//! a register of AVX-512 with the 52-bit multiply-add, [`Portable`] the same eight lanes in plain Rust for all other
//! machines and for the checks that cannot run vector instructions (memory poisoning).
//!
//! **Speed** comes from [`Field::run`](super::Field::run): inside a root compiled for the instructions, sums and
//! selections are inlined; products are functions of their own with the same instructions enabled. Outside
//! a root everything is right, but each vector operation is a call.
//!
//! Primes of named curves have faster fields, [`FixedLanes`]; those of pairings [`LooseLanes`], whose sums are not reduced.
//!
//! Constant time in all elements. Read [`Lanes`] first, then `montgomery.rs`.

mod carry;
mod field;
mod fixed;
#[cfg(target_arch = "x86_64")]
mod ifma;
mod loose;
mod mask;
mod montgomery;
mod portable;
mod spread;
pub(super) mod vector;

pub use field::{Columns, Lanes};
pub use fixed::{FixedLanes, LanePrime, primes};
#[cfg(target_arch = "x86_64")]
pub use ifma::Ifma;
pub use loose::{LooseLanes, LoosePrime, SignedColumns};
pub use mask::LaneMask;
pub use portable::Portable;
pub use spread::{Complex, Spread};
#[cfg(feature = "engines")]
pub(crate) use vector::Vector;

/// Lanes side by side.
pub const LANES: usize = 8;
