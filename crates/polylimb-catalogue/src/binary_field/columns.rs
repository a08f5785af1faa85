//! `lopez-dahab-columns`: the same table, one word of the result after another.
//!
//! **Source.** `[Aranha2009]`, section 5: a variant with the fewest temporary variables, their
//! fastest in C. They give no details; this reading is ours. **Idea.** Word k of the result is the
//! sum of all words of multiples that belong there, one accumulator per height; shifts happen in
//! the accumulators. **Cost.** With words of 8 bits and rows of `n + 1`: `3 n² + 4 n` reads,
//! `18 n + 16` writes; only three words stay in registers. **Time.** As [`super::lopez_dahab`].

use super::registry::Rows;
use super::table::{Table, window};
use polylimb::authors::field::binary::words::{Machine, load, store, xor};
use polylimb::authors::limb::{WORD_BITS, Word};

const HEIGHTS: usize = WORD_BITS / 4;

/// `r = a b`.
pub(super) fn mul<M: Machine + ?Sized>(
    m: &mut M,
    r: &mut [Word],
    a: &[Word],
    b: &[Word],
    rows: Rows,
) {
    let (n, table) = (a.len(), Table::new(m, b, rows));
    let mut below: [Word; HEIGHTS] = [0; _];
    for k in 0..r.len() {
        let mut sums: [Word; HEIGHTS] = [0; _];
        for i in (k + 1).saturating_sub(table.row)..n.min(k + 1) {
            let w = load(m, a, i);
            for (h, sum) in sums.iter_mut().enumerate() {
                let multiple = table.word(m, window(w, 4 * h), k - i);
                *sum = xor(m, *sum, multiple);
            }
        }
        let mut word = sums[0];
        for h in 1..HEIGHTS {
            word = xor(m, word, sums[h] << (4 * h) | below[h] >> (WORD_BITS - 4 * h));
        }
        store(m, r, k, word);
        below = sums;
    }
}
