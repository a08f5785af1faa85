//! `binary`: the bits themselves.
//!
//! **Density.** 1/2.

use super::digits::{Digit, assert_room};
use crate::limb::Bits;

/// Writes the bits of the scalar, as many as it is long; returns how many.
///
/// # Panics
/// If `digits` has less room than [`super::digits_needed`] says; so in all recodings.
pub fn binary_vartime(digits: &mut [Digit], scalar: Bits<'_>) -> usize {
    assert_room(digits, scalar.len());
    for (i, digit) in digits[..scalar.len()].iter_mut().enumerate() {
        *digit = scalar.bit(i) as Digit;
    }
    scalar.len()
}
