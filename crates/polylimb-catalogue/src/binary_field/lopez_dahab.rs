//! `lopez-dahab`: a table of sixteen multiples, the sum in memory.
//!
//! **Source.** `[LopezDahab2000]`; `[Aranha2009]`, Algorithm 3. **Idea.** The windows of all words
//! of `a` at the same height select one multiple of `b` each, which is added at its word; between
//! heights the sum moves up four bits. **Cost.** With words of 8 bits, rows of `n + 1` words:
//! `4 n² + 9 n` reads, `2 n² + 22 n + 16` writes, `2 n² + 13 n + 11` sums. (In print
//! `4 n² + 9 n - 1`, `2 n² + 22 n - 2`, `2 n² + 13 n`: the table is counted with rows of `n` words,
//! the shift and the zeros without the top word.) **Time.** Addresses depend on `a`: constant
//! without a cache.

use super::registry::Rows;
use super::table::{Table, window};
use polylimb::authors::field::binary::words::{Machine, add, load, store};
use polylimb::authors::limb::{WORD_BITS, Word};

/// `r = a b`.
pub(super) fn mul<M: Machine + ?Sized>(
    m: &mut M,
    r: &mut [Word],
    a: &[Word],
    b: &[Word],
    rows: Rows,
) {
    let table = Table::new(m, b, rows);
    for i in 0..r.len() {
        store(m, r, i, 0);
    }
    for height in (0..WORD_BITS).step_by(4).rev() {
        for k in 0..a.len() {
            let u = window(load(m, a, k), height);
            for j in 0..table.row {
                let w = table.word(m, u, j);
                add(m, r, k + j, w);
            }
        }
        if height > 0 {
            shift(m, r);
        }
    }
}

/// `r x^4`.
fn shift<M: Machine + ?Sized>(m: &mut M, r: &mut [Word]) {
    let mut below: Word = 0;
    for i in 0..r.len() {
        let w = load(m, r, i);
        store(m, r, i, w << 4 | below >> (WORD_BITS - 4));
        below = w;
    }
}
