//! Truth values of a field: one bit, or one bit per lane.

use crate::limb::Mask;
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// The result of a comparison in a field: one bit ([`Mask`]), or one bit per lane
/// ([`LaneMask`](super::lanes::LaneMask)).
///
/// It combines and selects, but does not convert to `bool`: generic code cannot branch on it. Code
/// that must branch requires [`VartimeField`](super::VartimeField), whose truth values are single
/// bits.
pub trait Truth:
    Copy + Not<Output = Self> + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// True, in every lane.
    const TRUE: Self;
    /// False, in every lane.
    const FALSE: Self;
}

impl Truth for Mask {
    const TRUE: Self = Self::TRUE;
    const FALSE: Self = Self::FALSE;
}
