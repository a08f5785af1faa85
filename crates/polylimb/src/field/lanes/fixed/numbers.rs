//! Numbers as bytes and as digits.

use super::{FixedLanes, LanePrime};
use crate::field::lanes::vector::Compiled;

/// The digits of a number, from its bytes, least significant first; bits beyond the digits are
/// lost.
pub(in crate::field::lanes) fn digits_of_bytes<const D: usize>(
    radix: u32,
    bytes: impl Iterator<Item = u8>,
) -> [u64; D] {
    let (mut digits, mut next, mut window, mut bits) = ([0; D], 0, 0u64, 0);
    for byte in bytes {
        let byte = u64::from(byte);
        window |= byte << bits;
        bits += 8;
        if bits >= radix && next < D {
            digits[next] = window & ((1 << radix) - 1);
            next += 1;
            bits -= radix;
            window = byte >> (8 - bits);
        }
    }
    if next < D {
        digits[next] = window;
    }
    digits
}

/// The inverse of [`digits_of_bytes`].
pub(in crate::field::lanes) fn bytes_of_digits<'a, const D: usize>(
    radix: u32,
    digits: &[u64; D],
    bytes: impl Iterator<Item = &'a mut u8>,
) {
    for (i, byte) in bytes.enumerate() {
        let (first, shift) = (8 * i / radix as usize, 8 * i % radix as usize);
        let digit = |j: usize| u128::from(digits.get(j).copied().unwrap_or(0));
        *byte = ((digit(first) | digit(first + 1) << radix) >> shift) as u8;
    }
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> FixedLanes<V, P, D> {
    /// The digits of a number, from its bytes, least significant first; bits beyond the digits are
    /// lost.
    pub(crate) fn digits(bytes: impl Iterator<Item = u8>) -> [u64; D] {
        digits_of_bytes(P::RADIX, bytes)
    }

    /// The inverse of [`FixedLanes::digits`].
    pub(crate) fn write_bytes<'a>(digits: &[u64; D], bytes: impl Iterator<Item = &'a mut u8>) {
        bytes_of_digits(P::RADIX, digits, bytes);
    }

    /// Whether the number is below `p`. A `bool`, because input from outside is public.
    pub(crate) fn is_reduced(digits: &[u64; D]) -> bool {
        let borrow = digits
            .iter()
            .zip(&P::DIGITS)
            .fold(0, |borrow, (a, p)| a.wrapping_sub(*p).wrapping_sub(borrow) >> 63);
        borrow == 1
    }
}
