//! A number seen as bits, with a length that may be told to everyone.

use super::{WORD_BITS, Word, bit_length_vartime};

/// A number that is read bit by bit or in windows: an exponent, a scalar. Its **length is public**, its value
/// may be secret. Bits beyond the words are 0.
#[derive(Clone, Copy)]
pub struct Bits<'a> {
    words: &'a [Word],
    len: usize,
}

impl<'a> Bits<'a> {
    /// The number in `words`, least significant first, taken to be `WORD_BITS · words.len()` bits long,
    /// whatever its leading zeros are: its length tells nothing about the value.
    #[must_use]
    pub const fn new(words: &'a [Word]) -> Self {
        Self { words, len: WORD_BITS * words.len() }
    }

    /// The low `len` bits of the number in `words`.
    #[must_use]
    pub const fn with_len(words: &'a [Word], len: usize) -> Self {
        Self { words, len }
    }

    /// The number in `words` with its own length in bits, which is then public.
    #[must_use]
    pub fn new_vartime(words: &'a [Word]) -> Self {
        Self { words, len: bit_length_vartime(words) }
    }

    /// The public length in bits.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no bit at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bit `i`, 0 or 1. Constant time: which word is read depends on `i` only.
    #[must_use]
    pub fn bit(&self, i: usize) -> Word {
        self.window(i, 1)
    }

    /// The `width` bits from bit `low` up, as a number; `width` is less than a word's bits. Constant time: which words
    /// are read depends on `low` and `width` only.
    #[must_use]
    pub fn window(&self, low: usize, width: usize) -> Word {
        debug_assert!(width < WORD_BITS);
        let width = width.min(self.len.saturating_sub(low));
        let word = |i: usize| self.words.get(i).copied().unwrap_or(0);
        let (first, shift) = (low / WORD_BITS, low % WORD_BITS);
        let mut window = word(first) >> shift;
        if shift > 0 {
            window |= word(first + 1) << (WORD_BITS - shift);
        }
        window & ((1 << width) - 1)
    }

    /// Bits `low` to `low + width - 1`, where `low` may be negative: bits below 0 are 0.
    pub(crate) fn window_from(&self, low: isize, width: usize) -> Word {
        if let Ok(low) = usize::try_from(low) {
            return self.window(low, width);
        }
        let below = low.unsigned_abs().min(width);
        self.window(0, width - below) << below
    }
}
