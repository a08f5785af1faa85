//! Truth values of a field: one, or one per lane.

use crate::limb::Mask;
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// What a comparison in a field answers: one bit ([`Mask`]), or one bit per lane
/// ([`LaneMask`](super::lanes::LaneMask)).
///
/// It combines and selects, but has no way to a `bool`: generic code cannot branch on it. Code that
/// must branch demands [`VartimeField`](super::VartimeField), whose truth values are single bits.
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
