//! An exponent: words with a length in bits that may be told to everyone.

use crate::limb::{WORD_BITS, Word, bit_length_vartime};

/// An exponent of a public length. Bits beyond the words are 0.
#[derive(Clone, Copy)]
pub struct Exponent<'a> {
    words: &'a [Word],
    bits: usize,
}

impl<'a> Exponent<'a> {
    /// The number in `words`, least significant first, taken to be `WORD_BITS · words.len()` bits long,
    /// whatever its leading zeros are: its length tells nothing about the value.
    #[must_use]
    pub const fn new(words: &'a [Word]) -> Self {
        Self { words, bits: WORD_BITS * words.len() }
    }

    /// The low `bits` bits of the number in `words`.
    #[must_use]
    pub const fn with_bits(words: &'a [Word], bits: usize) -> Self {
        Self { words, bits }
    }

    /// The number in `words` with its own length in bits, which then shows in the time.
    #[must_use]
    pub fn new_vartime(words: &'a [Word]) -> Self {
        Self { words, bits: bit_length_vartime(words) }
    }

    /// The public length in bits.
    #[must_use]
    pub const fn bits(&self) -> usize {
        self.bits
    }

    /// Bit `i`, 0 or 1.
    #[must_use]
    pub fn bit(&self, i: usize) -> Word {
        self.window(i, 1)
    }

    /// The `width` bits from bit `low` up, as a number; `width` is less than a word's bits. Which words are read
    /// depends on `low` and `width` only.
    #[must_use]
    pub fn window(&self, low: usize, width: usize) -> Word {
        debug_assert!(width < WORD_BITS);
        let width = width.min(self.bits.saturating_sub(low));
        let word = |i: usize| self.words.get(i).copied().unwrap_or(0);
        let (first, shift) = (low / WORD_BITS, low % WORD_BITS);
        let mut window = word(first) >> shift;
        if shift > 0 {
            window |= word(first + 1) << (WORD_BITS - shift);
        }
        window & ((1 << width) - 1)
    }
}
