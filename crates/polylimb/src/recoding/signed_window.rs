//! `signed-window`: one digit for every `w` bits, always, of size at most `2^(w-1)`.
//!
//! **Source.** Booth 1951, in its radix-2^w form (`MacSorley` 1961). **Idea.** Where a window's top bit is set, take `2^w`
//! off and let the next window have one more: each digit follows from `w + 1` neighbouring bits, so nothing is
//! carried. **Cost.** A digit may be 0; the table has `0` to `2^(w-1)`. **Constant time**, every scalar.

use super::digits::{Digit, MOST_WIDTH, assert_room};
use crate::limb::Bits;

/// Writes the digits of radix `2^w`, `⌊len / w⌋ + 1` of them, and returns how many.
///
/// # Panics
/// If `digits` is too short, or the width outside 1 to [`MOST_WIDTH`]` - 1`.
pub fn signed_window(digits: &mut [Digit], scalar: Bits<'_>, w: usize) -> usize {
    assert_room(digits, scalar.len());
    assert!((1..MOST_WIDTH).contains(&w));
    let count = scalar.len() / w + 1;
    for (i, digit) in digits[..count].iter_mut().enumerate() {
        let low = i * w;
        let window = scalar.window_from(low.cast_signed() - 1, w + 1);
        let (half_up, top) = ((window >> 1) + (window & 1), window >> w);
        *digit = (half_up as i16 - ((top << w) as i16)) as Digit;
    }
    count
}
