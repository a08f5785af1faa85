//! `regular`: one odd digit for every `w` bits, never 0, of size below `2^w`.
//!
//! **Source.** `[Joye2009]`, Algorithm 6; `[Okeya2003]`. **Idea.** An odd scalar is odd modulo
//! `2^(w+1)`; that residue minus `2^w` is the digit, and the rest divided by `2^w` is odd again: it
//! is the scalar's higher bits with the lowest bit set. **Cost.** No digit is 0, so no addition
//! needs a case for the neutral element, and the table holds only the `2^(w-1)` odd multiples.
//! **Domain.** Odd scalars. For an even scalar take `n - k`, or `k + 1` and a subtraction by mask.
//! **Constant time.**

use super::digits::{Digit, MOST_WIDTH, assert_room};
use crate::limb::{Bits, Mask, Word};

/// Writes the digits of radix `2^w` of the scalar with its lowest bit set, `⌈len / w⌉` of them (at
/// least one), and returns their number.
///
/// # Panics
/// If `digits` is too short, or the width outside 1 to [`MOST_WIDTH`]` - 1`.
pub fn regular(digits: &mut [Digit], scalar: Bits<'_>, w: usize) -> usize {
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

/// Digit `i` of an odd scalar: the index in a table of odd multiples, `(size - 1) / 2`, and whether
/// the digit is negative.
#[inline]
#[must_use]
pub fn regular_digit(scalar: Bits<'_>, i: usize, w: usize) -> (Word, Mask) {
    // The digit is 2 half + 1 - 2^w, or 2 half + 1 at the top.
    let half = scalar.window(i * w + 1, w);
    if (i + 1) * w >= scalar.len() {
        return (half, Mask::FALSE);
    }
    let negative = !Mask::from_bit(half >> (w - 1));
    ((half ^ negative.word()) & ((1 << (w - 1)) - 1), negative)
}
