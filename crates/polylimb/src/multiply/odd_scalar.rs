//! A scalar as a sign and an odd number that is at most the order: the input of regular digits.
//!
//! **Idea.** If `k` modulo the odd order `n` is even, 0 included, `n - k` is odd, and `k P` is the
//! negative of `(n - k) P`. **Constant time**; lengths show. Each bit of the scalar beyond the
//! order's length costs a doubling and a subtraction.

use crate::limb::{Bits, Kernel, Mask, Word, assign_if, bit_length_vartime};
use crate::recoding::reduced;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroize;

/// `k = ± odd` modulo the order.
pub(super) struct OddScalar {
    words: Vec<Word>,
    bits: usize,
    /// Whether the sign is minus.
    pub(super) negative: Mask,
}

impl OddScalar {
    /// For an odd order without leading zeros.
    pub(super) fn new(k: Bits<'_>, order: &[Word]) -> Self {
        let bits = bit_length_vartime(order);
        let (mut words, mut other) = (reduced(k, order), vec![0; order.len()]);
        let negative = !Mask::from_bit(words[0] & 1);
        Kernel::PORTABLE.sub(&mut other, order, &words);
        assign_if(&mut words, &other, negative);
        other.zeroize();
        Self { words, bits, negative }
    }

    /// The odd number.
    pub(super) fn words(&self) -> &[Word] {
        &self.words
    }

    /// The odd number, as long as the order.
    pub(super) fn odd(&self) -> Bits<'_> {
        Bits::with_len(&self.words, self.bits)
    }
}

impl Drop for OddScalar {
    fn drop(&mut self) {
        self.words.zeroize();
    }
}
