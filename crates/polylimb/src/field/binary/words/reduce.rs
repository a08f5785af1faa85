//! `reduce-words`: a word at a time from the top, for every polynomial.
//!
//! **Source.** `[Hankerson2004]`, section 2.3.5; `[Seo2008]`. **Idea.** x^(m+k) = Σ x^(e+k): for
//! each exponent e a word is added m - e bits lower. Where an exponent is less than a word below m,
//! fewer bits are taken at a time. **Time.** Constant.

use super::{Machine, add, load, store};
use crate::field::binary::Sparse;
use crate::limb::{WORD_BITS, Word};

/// The lower words of `r` = `r` modulo `f`, the others 0. Any length of at least `f.words()`.
///
/// # Panics
/// If `r` is shorter.
pub fn reduce<M: Machine + ?Sized>(m: &mut M, r: &mut [Word], f: &Sparse) {
    let degree = f.degree();
    let step = WORD_BITS.min(degree - f.lower()[0]);
    let mut end = r.len() * WORD_BITS;
    while end > degree {
        let start = degree.max(end - step).max((end - 1) / WORD_BITS * WORD_BITS);
        // The bits of one word from bit `shift` on.
        let (word, shift) = (start / WORD_BITS, start % WORD_BITS);
        let w = load(m, r, word);
        let keep = ((1 as Word) << shift).wrapping_sub(1);
        store(m, r, word, w & keep);
        for &e in f.lower() {
            let (to, up) = ((start - degree + e) / WORD_BITS, (start - degree + e) % WORD_BITS);
            add(m, r, to, (w >> shift) << up);
            if up > 0 && to + 1 < r.len() {
                add(m, r, to + 1, (w >> shift) >> (WORD_BITS - up));
            }
        }
        end = start;
    }
}
