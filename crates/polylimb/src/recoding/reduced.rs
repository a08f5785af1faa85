//! A scalar modulo the order of its group.

use crate::limb::{Bits, Kernel, WORD_BITS, Word, bit_length_vartime, shl_assign};
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroize;

/// Half a word's bits: windows are shorter than words.
const HALF: usize = WORD_BITS / 2;

/// `k` modulo the order, in the words of the order, which has no leading zero words. Constant time;
/// the time depends on the lengths. Each bit by which the scalar is longer than the order costs a
/// doubling and a subtraction.
///
/// # Panics
/// If the order has no words.
#[must_use]
pub fn reduced(k: Bits<'_>, order: &[Word]) -> Vec<Word> {
    let bits = bit_length_vartime(order);
    let (mut words, mut other) = (vec![0; order.len()], vec![0; order.len()]);
    let longer = k.len().saturating_sub(bits);
    copy_bits(&mut words, k, longer);
    let mut reduce = |words: &mut [Word], high| {
        Kernel::PORTABLE.subtract_once(&mut other, high, words, order);
        words.copy_from_slice(&other);
    };
    reduce(&mut words, 0);
    for i in (0..longer).rev() {
        let high = shl_assign(&mut words, 1);
        words[0] |= k.bit(i);
        reduce(&mut words, high);
    }
    other.zeroize();
    words
}

/// Fills `words` with the bits of `k` from bit `low` on.
pub(super) fn copy_bits(words: &mut [Word], k: Bits<'_>, low: usize) {
    for (i, word) in words.iter_mut().enumerate() {
        let low = low + i * WORD_BITS;
        *word = k.window(low, HALF) | k.window(low + HALF, HALF) << HALF;
    }
}
