//! What the recodings of one scalar share.

/// A digit. With windows of at most [`MOST_WIDTH`] bits every digit fits.
pub type Digit = i8;

/// The widest window, in bits.
pub const MOST_WIDTH: usize = 7;

/// Room that suffices for the digits of any recoding of a scalar of so many bits.
#[must_use]
pub const fn digits_needed(bits: usize) -> usize {
    bits + 1
}

/// How many digits are not 0: the additions they cost.
#[must_use]
pub fn weight(digits: &[Digit]) -> usize {
    digits.iter().filter(|&&d| d != 0).count()
}

/// # Panics
/// If the slice is too short for a scalar of so many bits.
pub(super) fn assert_room(digits: &[Digit], bits: usize) {
    assert!(
        digits.len() >= digits_needed(bits),
        "room for {} digits is needed",
        digits_needed(bits)
    );
}

/// The digits without the zeros at the top.
pub(super) fn used_vartime(digits: &[Digit]) -> usize {
    digits.iter().rposition(|&d| d != 0).map_or(0, |top| top + 1)
}
