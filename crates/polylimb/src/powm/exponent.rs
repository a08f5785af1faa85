//! An exponent: words with a length in bits that may be told to everyone.

use crate::limb::{WORD_BITS, Word, bit_length_vartime};

/// An exponent of a public length, or a stretch of one. Bits beyond the words are 0.
#[derive(Clone, Copy)]
pub struct Exponent<'a> {
    words: &'a [Word],
    /// Where it begins in the words.
    low: usize,
    bits: usize,
}

impl<'a> Exponent<'a> {
    /// The number in `words`, least significant first, taken to be `WORD_BITS · words.len()` bits long,
    /// whatever its leading zeros are: its length tells nothing about the value.
    #[must_use]
    pub const fn new(words: &'a [Word]) -> Self {
        Self::with_bits(words, WORD_BITS * words.len())
    }

    /// The low `bits` bits of the number in `words`.
    #[must_use]
    pub const fn with_bits(words: &'a [Word], bits: usize) -> Self {
        Self { words, low: 0, bits }
    }

    /// The number in `words` with its own length in bits, which then shows in the time.
    #[must_use]
    pub fn new_vartime(words: &'a [Word]) -> Self {
        Self::with_bits(words, bit_length_vartime(words))
    }

    /// The `bits` bits from bit `low` up, as an exponent; zeros beyond this one's end.
    #[must_use]
    pub fn part(&self, low: usize, bits: usize) -> Self {
        let bits = bits.min(self.bits.saturating_sub(low));
        Self { words: self.words, low: self.low + low, bits }
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
        assert!(width < WORD_BITS);
        let width = width.min(self.bits.saturating_sub(low));
        let word = |i: usize| self.words.get(i).copied().unwrap_or(0);
        let low = self.low + low;
        let (first, shift) = (low / WORD_BITS, low % WORD_BITS);
        let mut window = word(first) >> shift;
        if shift > 0 {
            window |= word(first + 1) << (WORD_BITS - shift);
        }
        window & ((1 << width) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn windows_and_parts_are_made_of_the_bits() {
        let words: Vec<Word> = (3..8_u16).map(|i| (0x9d * i) as Word).collect();
        let bit = |i: usize| words.get(i / WORD_BITS).map_or(0, |w| (w >> (i % WORD_BITS)) & 1);
        let (mut compared, length) = (0, 4 * WORD_BITS + 3);
        for low in 0..length + 5 {
            let part = Exponent::with_bits(&words, length).part(low, 2 * WORD_BITS);
            assert_eq!(part.bits(), (2 * WORD_BITS).min(length.saturating_sub(low)));
            for from in (0..2 * WORD_BITS).step_by(3) {
                for width in [0, 1, 2, 5, WORD_BITS - 1] {
                    let expected = (0..width.min(part.bits().saturating_sub(from)))
                        .fold(0, |sum, i| sum | (bit(low + from + i) << i));
                    assert_eq!(part.window(from, width), expected, "{low} {from} {width}");
                    compared += 1;
                }
            }
        }
        assert!(compared >= 1000, "only {compared} windows compared");
    }
}
