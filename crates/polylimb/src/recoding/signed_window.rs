//! `signed-window`: always one digit for every `w` bits, of size at most `2^(w-1)`.
//!
//! **Source.** `[Booth1951]`, in its radix-2^w form (`[MacSorley1961]`). **Idea.** Where a window's
//! top bit is set, its digit is the window minus `2^w`, and the next window is one larger: each
//! digit depends on `w + 1` neighbouring bits, so nothing is carried. **Cost.** A digit may be 0;
//! the table has `0` to `2^(w-1)`. **Constant time**, every scalar.

use super::digits::{Digit, MOST_WIDTH, assert_room};
use crate::limb::{Bits, Mask, Word};

/// Writes the digits of radix `2^w`, `⌊len / w⌋ + 1` of them, and returns their number.
///
/// # Panics
/// If `digits` is too short, or the width outside 1 to [`MOST_WIDTH`]` - 1`.
pub fn signed_window(digits: &mut [Digit], scalar: Bits<'_>, w: usize) -> usize {
    assert_room(digits, scalar.len());
    assert!((1..MOST_WIDTH).contains(&w));
    let count = scalar.len() / w + 1;
    for (i, digit) in digits[..count].iter_mut().enumerate() {
        let (size, negative) = signed_window_digit(scalar, i, w);
        // The size is at most 32; its negative is the complement plus 1.
        let sign = negative.word() as Digit;
        *digit = (size as Digit ^ sign) - sign;
    }
    count
}

/// Digit `i` as its size and whether it is negative, for windows of `w` bits.
#[inline]
#[must_use]
pub fn signed_window_digit(scalar: Bits<'_>, i: usize, w: usize) -> (Word, Mask) {
    let window = scalar.window_from((i * w).cast_signed() - 1, w + 1);
    let half_up = (window >> 1) + (window & 1);
    let negative = Mask::from_bit(window >> w);
    (negative.select((1 << w) - half_up, half_up), negative)
}
