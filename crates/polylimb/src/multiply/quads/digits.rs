//! The digits of four lanes, side by side.

use crate::field::Truth;
use crate::field::lanes::LaneMask;
use crate::limb::{Mask, WORD_BITS, Word};
use crate::recoding::Digit;
use zeroize::Zeroize;

/// An odd digit of each lane: the table index of its size, and its sign as two bits of the mask per
/// lane.
#[derive(Clone, Copy)]
pub(in crate::multiply) struct QuadDigit {
    pub(super) index: [u8; 4],
    pub(super) negative: LaneMask,
}

impl QuadDigit {
    /// From the digits of four lanes.
    pub(super) fn new(digits: [Digit; 4]) -> Self {
        let (mut index, mut negative) = ([0; 4], 0);
        for (lane, digit) in digits.into_iter().enumerate() {
            let digit = isize::from(digit).cast_unsigned() as Word;
            let sign = Mask::from_bit(digit >> (WORD_BITS - 1)).word();
            index[lane] = ((digit ^ sign).wrapping_sub(sign) >> 1) as u8;
            negative |= (sign as u8 & 0b11) << (2 * lane);
        }
        Self { index, negative: LaneMask::from_bits(negative) }
    }
}

impl Zeroize for QuadDigit {
    fn zeroize(&mut self) {
        self.index.zeroize();
        self.negative = LaneMask::FALSE;
    }
}
