//! Types and limits that the recodings of one scalar share.

/// A digit. With windows of at most [`MOST_WIDTH`] bits every digit fits.
pub type Digit = i8;

/// The widest window, in bits.
pub const MOST_WIDTH: usize = 7;

/// Room for the digits of any recoding of a scalar of `bits` bits.
#[must_use]
pub const fn digits_needed(bits: usize) -> usize {
    bits + 1
}

/// Number of digits that are not 0: the additions of a multiplication.
#[must_use]
pub fn weight(digits: &[Digit]) -> usize {
    digits.iter().filter(|&&d| d != 0).count()
}

/// # Panics
/// If the slice is too short for a scalar of `bits` bits.
pub(super) fn assert_room(digits: &[Digit], bits: usize) {
    assert!(
        digits.len() >= digits_needed(bits),
        "room for {} digits is needed",
        digits_needed(bits)
    );
}
