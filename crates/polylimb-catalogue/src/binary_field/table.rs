//! The table of the López-Dahab products: all sixteen multiples `u b`, deg u < 4.

use super::MOST_WORDS;
use super::registry::Rows;
use polylimb::authors::field::binary::words::{Machine, load, store, xor};
use polylimb::authors::limb::{WORD_BITS, Word};

/// Sixteen rows, one after another.
pub(super) struct Table {
    words: [Word; 16 * (MOST_WORDS + 1)],
    /// Words of a row.
    pub(super) row: usize,
}

impl Table {
    /// Column by column, so that each word of `b` is read once and the multiples by x, x² and x³
    /// stay in registers: eleven sums and sixteen writes to a column.
    pub(super) fn new<M: Machine + ?Sized>(m: &mut M, b: &[Word], rows: Rows) -> Self {
        assert!(b.len() <= MOST_WORDS, "an operand is longer than 571 bits");
        let row = b.len() + usize::from(rows == Rows::Full);
        let mut table = Self { words: [0; _], row };
        let mut below: Word = 0;
        for i in 0..row {
            let w = if i < b.len() { load(m, b, i) } else { 0 };
            let shifted = |bits: usize| w << bits | below >> (WORD_BITS - bits);
            let mut column = [0; 16];
            for (power, multiple) in [(1, w), (2, shifted(1)), (4, shifted(2)), (8, shifted(3))] {
                column[power] = multiple;
                for u in 1..power {
                    column[power + u] = xor(m, multiple, column[u]);
                }
            }
            for (u, w) in column.into_iter().enumerate() {
                store(m, &mut table.words, u * row + i, w);
            }
            below = w;
        }
        table
    }

    /// Word `i` of `u b`.
    #[inline(always)]
    pub(super) fn word<M: Machine + ?Sized>(&self, m: &mut M, u: usize, i: usize) -> Word {
        load(m, &self.words, u * self.row + i)
    }
}

/// The four bits of `a` from bit `height` on.
#[inline(always)]
pub(super) fn window(a: Word, height: usize) -> usize {
    (a >> height) as usize & 15
}
