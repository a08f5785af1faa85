//! `binary`: the bits themselves.
//!
//! **Density.** 1/2.

use super::digits::assert_room;
use polylimb::authors::limb::Bits;
use polylimb::authors::recoding::Digit;

/// Writes all bits of the scalar and returns their number.
///
/// # Panics
/// If `digits` has less room than [`digits_needed`](polylimb::authors::recoding::digits_needed)
/// requires, as in all recodings.
pub fn binary_vartime(digits: &mut [Digit], scalar: Bits<'_>) -> usize {
    assert_room(digits, scalar.len());
    for (i, digit) in digits[..scalar.len()].iter_mut().enumerate() {
        *digit = scalar.bit(i) as Digit;
    }
    scalar.len()
}
