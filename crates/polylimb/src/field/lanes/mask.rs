//! One truth value per lane.

use crate::field::Truth;
use core::ops::{BitAnd, BitOr, BitXor, Not};

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

impl Not for LaneMask {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitAnd for LaneMask {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for LaneMask {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for LaneMask {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}
