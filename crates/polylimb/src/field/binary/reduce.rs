//! Reduction modulo a sparse polynomial, word by word from the top (`[Hankerson2004]`, section
//! 2.3.5; the general form of `[Aranha2009]`, Algorithms 5 and 6).
//!
//! x^(m+k) = Σ x^(e+k): a word at bit position i is added at i - m + e for each exponent e. Every
//! place is known at compile time. Cost: each word is added in two places per exponent, with four
//! shifts.

use super::{Double, Polynomial};
use crate::limb::{WORD_BITS, Word};

/// `a` modulo the polynomial `P`.
#[inline(always)]
pub(super) const fn reduce<const N: usize, P: Polynomial>(a: &Double<N>) -> [Word; N] {
    let mut a = *a;
    let r = a.0.as_flattened_mut();
    let (top, used) = (P::DEGREE / WORD_BITS, P::DEGREE % WORD_BITS);
    // Whole words above the word with x^m; with `used` = 0 the words from x^m on.
    let mut i = 2 * N;
    while i > top + (used > 0) as usize {
        i -= 1;
        let w = r[i];
        let mut j = 0;
        while j < P::LOWER.len() {
            // Down by m - e bits: by `words` words, and up again by the difference.
            let distance = P::DEGREE - P::LOWER[j];
            let words = distance.div_ceil(WORD_BITS);
            let shift = words * WORD_BITS - distance;
            r[i - words] ^= w << shift;
            if shift > 0 {
                r[i - words + 1] ^= w >> (WORD_BITS - shift);
            }
            j += 1;
        }
    }
    if used > 0 {
        let w = r[top] >> used;
        r[top] &= (1 << used) - 1;
        let mut j = 0;
        while j < P::LOWER.len() {
            let (word, shift) = (P::LOWER[j] / WORD_BITS, P::LOWER[j] % WORD_BITS);
            r[word] ^= w << shift;
            if shift > 0 {
                r[word + 1] ^= w >> (WORD_BITS - shift);
            }
            j += 1;
        }
    }
    a.0[0]
}
