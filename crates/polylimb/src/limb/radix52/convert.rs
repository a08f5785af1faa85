//! Conversion between words of 64 bits and digits of 52 bits.

use crate::limb::simd::{DIGIT_BITS, DIGIT_MASK};

/// `digits` = the low `52 digits.len()` bits of the number `words`.
pub(crate) fn digits_from_words(digits: &mut [u64], words: &[u64]) {
    for (i, digit) in digits.iter_mut().enumerate() {
        let (word, bit) = (i * DIGIT_BITS / 64, i * DIGIT_BITS % 64);
        let at = |i: usize| u128::from(words.get(i).copied().unwrap_or(0));
        *digit = ((at(word) | (at(word + 1) << 64)) >> bit) as u64 & DIGIT_MASK;
    }
}

/// `words` = the low `64 words.len()` bits of the number of the normalised `digits`.
pub(crate) fn words_from_digits(words: &mut [u64], digits: &[u64]) {
    for (i, word) in words.iter_mut().enumerate() {
        let (digit, bit) = (i * 64 / DIGIT_BITS, i * 64 % DIGIT_BITS);
        let at = |i: usize| u128::from(digits.get(i).copied().unwrap_or(0));
        let bits = at(digit) | (at(digit + 1) << DIGIT_BITS);
        *word = ((bits >> bit) | (at(digit + 2) << (2 * DIGIT_BITS - bit))) as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec;
    use std::vec::Vec;

    #[test]
    fn there_and_back_at_every_length() {
        for n in 1..40_usize {
            let words: Vec<u64> =
                (1..=n as u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
            let mut digits = vec![0; (64 * n).div_ceil(DIGIT_BITS)];
            digits_from_words(&mut digits, &words);
            assert!(digits.iter().all(|&d| d <= DIGIT_MASK));
            // Digit i counts 2^(52 i): compared bit by bit.
            for bit in 0..64 * n {
                let expected = (words[bit / 64] >> (bit % 64)) & 1;
                assert_eq!((digits[bit / DIGIT_BITS] >> (bit % DIGIT_BITS)) & 1, expected);
            }
            let mut back = vec![0; n];
            words_from_digits(&mut back, &digits);
            assert_eq!(back, words);
        }
    }
}
