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
//! Constant time in all elements. Read [`FixedLanes`] first, then `digits.rs`.

use super::Truth;

#[cfg(feature = "engine")]
mod apart;
mod digits;
mod fixed;
#[cfg(target_arch = "x86_64")]
mod ifma;
mod loose;
#[cfg(test)]
#[path = "../../../tests/proofs/mod.rs"]
pub(crate) mod proofs;
mod spread;
pub(super) mod vector;

#[cfg(target_arch = "x86_64")]
pub use crate::limb::simd::Ifma;
pub use crate::limb::simd::{LANES, Portable};
pub(crate) use fixed::LanePrime;
#[cfg(all(target_arch = "x86_64", any(all(feature = "engine", feature = "std"), test)))]
pub(crate) use fixed::multiple;
#[cfg(any(all(feature = "engine", feature = "std"), test))]
pub(crate) use fixed::waiting;
pub use fixed::{FixedLanes, primes};
#[allow(unused_imports, reason = "for short digits, which few targets have")]
pub(in crate::field) use fixed::{digits_of, power_of_2};
pub use loose::{LooseLanes, LoosePrime};
pub(crate) use spread::Complex;
pub use spread::Spread;
#[cfg(any(feature = "engine", test))]
pub(crate) use vector::Compiled;

/// Eight truth values, lane i in bit i.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LaneMask(u8);

impl LaneMask {
    /// The truth values with these bits.
    #[inline(always)]
    #[must_use]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// The truth values as bits, lane i in bit i. Branch on them only if they are public.
    #[inline(always)]
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }
}

impl Truth for LaneMask {
    const TRUE: Self = Self(u8::MAX);
    const FALSE: Self = Self(0);
}

crate::limb::bit_operators!(LaneMask);
