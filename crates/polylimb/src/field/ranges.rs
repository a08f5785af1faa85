//! Range checks of debug builds at the border of every field.
//!
//! **Source.** The model is `VERIFY` of libsecp256k1. **Idea.** Each representation has a range:
//! numbers below the prime, digits of a fixed number of bits, polynomials of degree below `m`. A
//! field checks its operands and results, so that a broken kernel or bound fails at its place and
//! not in a sum three calls later. Towers and groups compute through these fields and inherit the
//! checks.
//!
//! **Cost.** Nothing in release builds, which omit the call of [`verify`]. Debug builds make a call
//! for each operation, not inlined; its time depends on the values, so debug builds are for tests
//! and not for secrets.

use crate::limb::Word;

/// Calls a check in debug builds; the check panics.
macro_rules! verify {
    ($check:expr) => {
        if cfg!(debug_assertions) {
            $check
        }
    };
}
pub(super) use verify;

/// `$value`, which debug builds compute in a function of its own: an operation that is inlined is
/// compiled at each use, and debug builds spend their time in the compiler.
macro_rules! apart {
    ($value:expr) => {{
        #[cfg(debug_assertions)]
        {
            $crate::field::ranges::call(|| $value)
        }
        #[cfg(not(debug_assertions))]
        {
            $value
        }
    }};
}
pub(super) use apart;

#[cfg(debug_assertions)]
#[inline(never)]
pub(super) fn call<T>(f: impl FnOnce() -> T) -> T {
    f()
}

/// `$value`, an element. Debug builds compute it in a function of its own, as [`apart!`] does, and
/// check it together with the operands, in one call.
macro_rules! verified {
    ($check:expr, [$($operand:expr),*], $value:expr) => {{
        #[cfg(debug_assertions)]
        {
            let value = $crate::field::ranges::call(|| $value);
            $check(&[$($operand,)* &value]);
            value
        }
        #[cfg(not(debug_assertions))]
        {
            $value
        }
    }};
}
pub(super) use verified;

/// Whether `a < b`; equal lengths.
// Loops: debug builds call these for each operation, and each step of an iterator.
pub(super) fn is_below(a: &[Word], b: &[Word]) -> bool {
    let mut i = a.len();
    while i > 0 {
        i -= 1;
        if a[i] != b[i] {
            return a[i] < b[i];
        }
    }
    false
}

/// Whether the words from index `from` on are zero.
pub(super) fn is_zero_from(a: &[Word], from: usize) -> bool {
    let (mut i, mut ones) = (from, 0);
    while i < a.len() {
        ones |= a[i];
        i += 1;
    }
    ones == 0
}

/// Whether `lane + offset`, modulo `2^64`, is above `most` for one of the lanes.
pub(super) fn exceeds(lanes: &[u64; 8], offset: u64, most: u64) -> bool {
    let (mut i, mut wrong) = (0, false);
    while i < lanes.len() {
        wrong |= lanes[i].wrapping_add(offset) > most;
        i += 1;
    }
    wrong
}

/// Whether a polynomial over `F_2` has a degree below `degree`.
pub(super) fn has_degree_below(a: &[Word], degree: usize) -> bool {
    let bits = Word::BITS as usize;
    let (word, bit) = (degree / bits, degree % bits);
    word >= a.len() || (a[word] >> bit == 0 && is_zero_from(a, word + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limb::WORD_BITS;

    #[test]
    fn the_ends_of_ranges() {
        assert!(!exceeds(&[7; 8], 0, 7) && exceeds(&[7, 7, 7, 7, 7, 7, 7, 8], 0, 7));
        let edge = [0_u64.wrapping_sub(8), 7, 0, 0, 0, 0, 0, 0];
        assert!(!exceeds(&edge, 8, 15) && exceeds(&edge, 7, 15) && exceeds(&edge, 8, 14));
        assert!(is_below(&[Word::MAX, 0], &[0, 1]) && !is_below(&[0, 1], &[0, 1]));
        assert!(is_zero_from(&[1, 0], 1) && !is_zero_from(&[0, 1], 1));
        let top = WORD_BITS - 1;
        assert!(has_degree_below(&[Word::MAX, 1], WORD_BITS + 1));
        assert!(!has_degree_below(&[0, 2], WORD_BITS + 1) && !has_degree_below(&[1 << top], top));
        assert!(has_degree_below(&[Word::MAX], WORD_BITS));
    }
}
