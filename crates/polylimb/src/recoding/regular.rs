//! `regular`: one odd digit for every `w` bits, never 0, of size below `2^w`.
//!
//! **Source.** Joye, Tunstall 2009, Algorithm 6; Okeya, Takagi 2003. **Idea.** What is left of an odd scalar modulo
//! `2^(w+1)` is odd; take it less `2^w` as digit, and what is left of the rest is odd again: the scalar's
//! higher bits with the lowest of them set. **Cost.** No digit is 0, so no addition needs a case for the neutral
//! element, and the table holds odd multiples only, `2^(w-1)` of them. **Domain.** Odd scalars; who has an
//! even one takes `n - k`, or `k + 1` and a subtraction by mask. **Constant time.**

use super::digits::{Digit, MOST_WIDTH, assert_room};
use crate::limb::{Bits, Mask, Word};

/// Writes the digits of radix `2^w` of the scalar with its lowest bit set, `⌈len / w⌉` of them (at least one), and
/// returns how many.
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

/// Digit `i` alone for an odd scalar: the index in a table of odd multiples, `(size - 1) / 2`, and whether it is negative.
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
