//! The library's digits of windows, which it reads one at a time, as a whole.

use super::digits::assert_room;
use polylimb::authors::limb::Bits;
use polylimb::authors::recoding::{Digit, MOST_WIDTH, signed_window_digit};

/// `signed-window`. Writes the digits of radix `2^w`, `⌊len / w⌋ + 1` of them, and returns their
/// number.
///
/// # Panics
/// If `digits` is too short, or the width outside 1 to [`MOST_WIDTH`]` - 1`.
pub(super) fn signed_window(digits: &mut [Digit], scalar: Bits<'_>, w: usize) -> usize {
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

/// `regular`. Writes the digits of radix `2^w` of the scalar with its lowest bit set, `⌈len / w⌉`
/// of them (at least one), and returns their number.
///
/// # Panics
/// If `digits` is too short, or the width outside 1 to [`MOST_WIDTH`]` - 1`.
pub(super) fn regular(digits: &mut [Digit], scalar: Bits<'_>, w: usize) -> usize {
    assert_room(digits, scalar.len());
    assert!((1..MOST_WIDTH).contains(&w));
    let count = scalar.len().div_ceil(w).max(1);
    let (lower, top) = digits[..count].split_at_mut(count - 1);
    for (i, digit) in lower.iter_mut().enumerate() {
        *digit = (scalar.window(i * w, w + 1) | 1) as Digit - (1 << w);
    }
    top[0] = (scalar.window((count - 1) * w, w) | 1) as Digit;
    count
}
