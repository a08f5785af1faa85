//! The running sum of product scanning: all products of one weight.

use crate::limb::word::{DoubleWord, WORD_BITS, Word};

/// The running sum of a column of product scanning: its low two words and the words above them.
/// Constant time.
///
/// For 64-bit words a third word always suffices; more than 256 products of 8-bit words overflow
/// three words.
#[derive(Debug, Default)]
pub struct Column {
    low: DoubleWord,
    high: usize,
}

impl Column {
    #[inline(always)]
    fn add(&mut self, p: DoubleWord) {
        let carry;
        (self.low, carry) = self.low.overflowing_add(p);
        self.high += carry as usize;
    }

    /// Adds a word.
    #[inline(always)]
    pub fn add_word(&mut self, a: Word) {
        self.add(a as DoubleWord);
    }

    /// Adds `a b`.
    #[inline(always)]
    pub fn add_product(&mut self, a: Word, b: Word) {
        self.add(a as DoubleWord * b as DoubleWord);
    }

    /// Adds the products `a_i b_(len-1-i)` of two equally long slices.
    #[inline(always)]
    pub fn add_products(&mut self, a: &[Word], b: &[Word]) {
        for (&a, &b) in a.iter().zip(b.iter().rev()) {
            self.add_product(a, b);
        }
    }

    /// The column's lowest word, which is final when all products are added.
    #[inline(always)]
    #[must_use]
    pub fn word(&self) -> Word {
        self.low as Word
    }

    /// Moves on to the next column; returns this one's word.
    #[inline(always)]
    #[allow(clippy::should_implement_trait, reason = "columns do not end")]
    pub fn next(&mut self) -> Word {
        let word = self.word();
        self.low = (self.low >> WORD_BITS) | (((self.high as Word) as DoubleWord) << WORD_BITS);
        self.high = self.high.checked_shr(WORD_BITS as u32).unwrap_or(0);
        word
    }
}
