//! Eight copies of one prime field side by side, in the 64-bit lanes of a vector unit.
//!
//! **Representation.** An element is `[V; D]`: digit j of all eight numbers in vector j. The number
//! of bits of a digit and the range of elements depend on the kind of field: [`FixedLanes`] for
//! primes of named curves, [`LooseLanes`] for primes of pairings, whose sums are not reduced.
//!
//! **One source, two vectors.** The arithmetic is written over a trait of vectors (`limb/simd`,
//! `vector.rs`): [`Ifma`] is a register of AVX-512 with the 52-bit multiply-add, [`Portable`] the
//! same eight lanes in plain Rust for all other machines and for checks that cannot run vector
//! instructions (memory poisoning).
//!
//! **Speed** comes from [`Field::run`](super::Field::run): inside a root compiled for the
//! instructions, sums and selections are inlined; products are functions of their own with the same
//! instructions enabled. Outside a root the results are the same, but each vector operation is a
//! call.
//!
//! Constant time in all elements. Read [`FixedLanes`] first, then `carry.rs`.

mod carry;
mod digits;
mod fixed;
#[cfg(target_arch = "x86_64")]
mod ifma;
mod loose;
mod mask;
mod portable;
mod spread;
pub(super) mod vector;

#[cfg(target_arch = "x86_64")]
pub use crate::limb::simd::Ifma;
pub use crate::limb::simd::{LANES, Portable};
pub use fixed::{FixedLanes, LanePrime, primes};
pub use loose::{LooseLanes, LoosePrime, SignedColumns};
pub use mask::LaneMask;
pub use spread::{Complex, Spread};
#[cfg(feature = "engine")]
pub(crate) use vector::Compiled;
