//! A number read as bits, with a public length.

use super::{WORD_BITS, Word, bit_length_vartime};

/// A number that is read bit by bit or in windows: an exponent, a scalar. Its **length is public**,
/// its value may be secret. Bits beyond the words are 0.
#[derive(Clone, Copy)]
pub struct Bits<'a> {
    words: &'a [Word],
    /// Bits `start` to `end - 1` of the words.
    start: usize,
    end: usize,
}

impl<'a> Bits<'a> {
    /// The number in `words`, least significant first, with the length `WORD_BITS · words.len()`
    /// bits including leading zeros: the length does not depend on the value.
    #[must_use]
    pub const fn new(words: &'a [Word]) -> Self {
        Self { words, start: 0, end: WORD_BITS * words.len() }
    }

    /// The low `len` bits of the number in `words`.
    #[must_use]
    pub const fn with_len(words: &'a [Word], len: usize) -> Self {
        Self { words, start: 0, end: len }
    }

    /// The number in `words` with its own length in bits, which is then public.
    #[must_use]
    pub fn new_vartime(words: &'a [Word]) -> Self {
        Self { words, start: 0, end: bit_length_vartime(words) }
    }

    /// The public length in bits.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.end - self.start
    }

    /// Whether the length is 0.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bit `i`, 0 or 1. Constant time: which word is read depends on `i` only.
    #[inline]
    #[must_use]
    pub fn bit(&self, i: usize) -> Word {
        if i >= self.len() {
            return 0;
        }
        let i = self.start + i;
        self.words.get(i / WORD_BITS).map_or(0, |word| (word >> (i % WORD_BITS)) & 1)
    }

    /// The `width` bits from bit `low` on, as a number; `width` is less than a word's bits.
    /// Constant time: which words are read depends on `low` and `width` only.
    #[must_use]
    pub fn window(&self, low: usize, width: usize) -> Word {
        assert!(width < WORD_BITS);
        let width = width.min(self.len().saturating_sub(low));
        // Far beyond the end there is nothing, and no sum that fits.
        let low = self.start.saturating_add(low);
        let word = |i: usize| self.words.get(i).copied().unwrap_or(0);
        let (first, shift) = (low / WORD_BITS, low % WORD_BITS);
        let mut window = word(first) >> shift;
        if shift > 0 {
            window |= word(first + 1) << (WORD_BITS - shift);
        }
        window & ((1 << width) - 1)
    }

    /// The `len` bits from bit `low` on, as a number of its own; cut at the end of this number.
    #[must_use]
    pub fn part(&self, low: usize, len: usize) -> Self {
        let start = self.start.saturating_add(low).min(self.end);
        Self { start, end: self.end.min(start.saturating_add(len)), ..*self }
    }

    /// Bits `low` to `low + width - 1`, where `low` may be negative: bits below 0 are 0.
    #[must_use]
    pub fn window_from(&self, low: isize, width: usize) -> Word {
        if let Ok(low) = usize::try_from(low) {
            return self.window(low, width);
        }
        let below = low.unsigned_abs().min(width);
        self.window(0, width - below) << below
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
            let part = Bits::with_len(&words, length).part(low, 2 * WORD_BITS);
            assert_eq!(part.len(), (2 * WORD_BITS).min(length.saturating_sub(low)));
            for from in (0..2 * WORD_BITS).step_by(3) {
                for width in [0, 1, 2, 5, WORD_BITS - 1] {
                    let expected = (0..width.min(part.len().saturating_sub(from)))
                        .fold(0, |sum, i| sum | (bit(low + from + i) << i));
                    assert_eq!(part.window(from, width), expected, "{low} {from} {width}");
                    assert_eq!(part.bit(from), part.window(from, 1), "{low} {from}");
                    compared += 1;
                }
            }
        }
        assert!(compared >= 1000, "only {compared} windows compared");
    }
}
