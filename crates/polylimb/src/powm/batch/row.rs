//! Eight numbers in lanes: row `i` has digit `i` of each.

use super::tile::K;
use crate::limb::simd::{DIGIT_BITS, DIGIT_MASK, LANES, Vector};
use crate::limb::{WORD_BITS, Word};
use zeroize::DefaultIsZeroes;

/// One digit of each of eight numbers; aligned to a cache line, so that no load touches two.
#[derive(Clone, Copy, Default)]
#[repr(C, align(64))]
pub(super) struct Row(pub(super) [u64; LANES]);

impl DefaultIsZeroes for Row {}

/// [`K`] consecutive digits of each of eight numbers.
pub(super) type Block = [Row; K];

impl Row {
    #[inline(always)]
    pub(super) fn load<V: Vector>(&self) -> V {
        V::load(&self.0)
    }

    #[inline(always)]
    pub(super) fn store<V: Vector>(&mut self, vector: V) {
        vector.store(&mut self.0);
    }
}

/// Sets the number of this lane to the low bits of `words`, as many as `rows` hold.
pub(super) fn put(rows: &mut [Row], lane: usize, words: &[Word]) {
    let (mut buffer, mut bits) = (0_u128, 0);
    let mut words = words.iter();
    for row in rows {
        while bits < DIGIT_BITS {
            buffer |= u128::from(words.next().copied().unwrap_or(0)) << bits;
            bits += WORD_BITS;
        }
        row.0[lane] = buffer as u64 & DIGIT_MASK;
        buffer >>= DIGIT_BITS;
        bits -= DIGIT_BITS;
    }
}

/// `words` = the low words of the number of this lane.
pub(super) fn take(words: &mut [Word], rows: &[Row], lane: usize) {
    let (mut buffer, mut bits) = (0_u128, 0);
    let mut rows = rows.iter();
    for word in words {
        while bits < WORD_BITS {
            buffer |= u128::from(rows.next().map_or(0, |row| row.0[lane])) << bits;
            bits += DIGIT_BITS;
        }
        *word = buffer as Word;
        buffer >>= WORD_BITS;
        bits -= WORD_BITS;
    }
}
