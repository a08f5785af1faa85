//! Shared by the recodings of this folder.

use polylimb::authors::recoding::{Digit, digits_needed};

/// # Panics
/// If the slice is too short for a scalar of `bits` bits.
pub(super) fn assert_room(digits: &[Digit], bits: usize) {
    let needed = digits_needed(bits);
    assert!(digits.len() >= needed, "room for {needed} digits is needed");
}

/// The number of digits without the zeros at the top.
pub(super) fn used_vartime(digits: &[Digit]) -> usize {
    digits.iter().rposition(|&d| d != 0).map_or(0, |top| top + 1)
}

/// Number of digits that are not 0: the additions of a multiplication.
#[must_use]
pub fn weight(digits: &[Digit]) -> usize {
    digits.iter().filter(|&&d| d != 0).count()
}
