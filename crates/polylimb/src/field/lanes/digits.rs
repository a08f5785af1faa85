//! Digits of 52 bits, as the multiply-add instructions read them.

use crate::limb::{WORD_BITS, Word};

pub(super) use crate::limb::simd::DIGIT_MASK;

/// Bits of a digit.
pub(super) const DIGIT_BITS: u32 = crate::limb::simd::DIGIT_BITS as u32;

/// `-1 / m` modulo 2^52 for an odd `m`.
pub(super) const fn negative_inverse(m: u64) -> u64 {
    // Newton's iteration: three correct bits at the start, twice as many after each step.
    let (mut x, mut step) = (m, 0);
    while step < 5 {
        x = x.wrapping_mul(2u64.wrapping_sub(m.wrapping_mul(x)));
        step += 1;
    }
    x.wrapping_neg() & DIGIT_MASK
}

/// The number in `words` as digits of 52 bits; bits beyond `D` digits are lost.
pub(super) fn digits<const D: usize>(words: &[Word]) -> [u64; D] {
    let mut digits = [0; D];
    for (i, &word) in words.iter().enumerate() {
        let (first, shift) =
            (i * WORD_BITS / DIGIT_BITS as usize, i * WORD_BITS % DIGIT_BITS as usize);
        let mut rest = u128::from(word) << shift;
        for digit in digits.iter_mut().skip(first).take(3) {
            *digit |= rest as u64 & DIGIT_MASK;
            rest >>= DIGIT_BITS;
        }
    }
    digits
}

/// The inverse of [`digits`].
pub(super) fn words<const N: usize>(digits: &[u64]) -> [Word; N] {
    let mut words = [0; N];
    for (i, word) in words.iter_mut().enumerate() {
        let (first, shift) =
            (i * WORD_BITS / DIGIT_BITS as usize, i * WORD_BITS % DIGIT_BITS as usize);
        let window = digits
            .iter()
            .skip(first)
            .take(3)
            .rev()
            .fold(0, |window, &digit| (window << DIGIT_BITS) | u128::from(digit));
        *word = (window >> shift) as Word;
    }
    words
}
