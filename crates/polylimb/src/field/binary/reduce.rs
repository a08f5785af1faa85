//! Reduction modulo a sparse polynomial, word by word from the top (Hankerson, Menezes, Vanstone 2004,
//! section 2.3.5; the general form of Aranha et al. 2009, Algorithms 5 and 6).
//!
//! x^(m+k) = Σ x^(e+k): a word at bit position i is added back at i - m + e for each exponent e. Every
//! place is known at compile time. Cost: a word is added in two places per exponent, four shifts.

use super::{Double, Polynomial};
use crate::limb::{WORD_BITS, Word};

/// `a` modulo the polynomial `P`.
#[inline(always)]
pub(super) fn reduce<const N: usize, P: Polynomial>(a: &Double<N>) -> [Word; N] {
    let mut a = *a;
    let r = a.words_mut();
    let (top, used) = (P::DEGREE / WORD_BITS, P::DEGREE % WORD_BITS);
    // Whole words above the one with x^m; with `used` = 0 that is the word from x^m on.
    for i in (top + usize::from(used > 0)..2 * N).rev() {
        let w = r[i];
        for &e in P::LOWER {
            // Down by m - e bits: by so many words, and up again by the rest.
            let words = (P::DEGREE - e).div_ceil(WORD_BITS);
            let shift = words * WORD_BITS - (P::DEGREE - e);
            r[i - words] ^= w << shift;
            if shift > 0 {
                r[i - words + 1] ^= w >> (WORD_BITS - shift);
            }
        }
    }
    if used > 0 {
        let w = r[top] >> used;
        r[top] &= (1 << used) - 1;
        for &e in P::LOWER {
            let (word, shift) = (e / WORD_BITS, e % WORD_BITS);
            r[word] ^= w << shift;
            if shift > 0 {
                r[word + 1] ^= w >> (WORD_BITS - shift);
            }
        }
    }
    core::array::from_fn(|i| r[i])
}
