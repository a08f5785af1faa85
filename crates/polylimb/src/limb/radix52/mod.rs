//! Numbers in radix 2^52, eight digits to a vector: the arithmetic of AVX-512 IFMA.
//!
//! **Representation.** A number is a slice of 64-bit digits, least significant first, padded with
//! zeros to a multiple of eight. A digit is *normalised* below 2^52; a *column* is the sum of the
//! half products of one weight, below 2^63, not yet carried.
//!
//! **Why it is fast.** One instruction multiplies eight digits by eight and adds a half of each
//! product to a column; two such instructions start in a cycle, and no digit carries until all
//! columns are summed.
//!
//! **One source.** Everything is written over [`Vector`](super::simd::Vector), and serves 64-bit
//! words on x86-64 only. Read `columns.rs`.

use super::simd::{DIGIT_BITS, DIGIT_MASK, LANES, Vector};

mod columns;
mod product;
mod short;
pub(crate) use columns::{PADDING, columns, padded, square_columns};
pub(crate) use product::{MOST_WORDS, high_product, product};
pub(crate) use short::{
    HighColumns, above_diagonal, double_and_add_diagonal, for_each_place, low_columns,
};

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

// Carrying columns into digits without a chain from lane to lane.
//
// Every lane first passes the bits above its 52 bits to the next lane; now each is below 2^52 +
// 2^11, and a lane carries at most 1. The lanes that create that 1 (`g`) and the lanes that would
// pass it on (`p`) fit a machine word, one bit per lane, and the machine's own addition runs
// through it: in `p + 2g` the bits that differ from `p` are the lanes that receive a carry.

/// Carries the digits from `8 from` to `8 to - 1`, each below 2^63, in place; the carry out of the
/// last is dropped.
#[inline(always)]
pub(crate) fn normalise<V: Vector>(digits: &mut [u64], from: usize, to: usize) {
    let (vectors, _) = digits.as_chunks_mut();
    let (mut below, mut carry) = (V::zero(), 0);
    for vectors in vectors[from..to].chunks_mut(LANES) {
        let (mut creates, mut passes) = (0, 0);
        for (k, vector) in vectors.iter_mut().enumerate() {
            let column = V::load(vector);
            let digit = column.digits().add(column.carries().shift_up(below));
            below = column.carries();
            creates |= u64::from(digit.above_digit()) << (LANES * k);
            passes |= u64::from(digit.equals_mask()) << (LANES * k);
            digit.store(vector);
        }
        let (sum, overflow) = passes.overflowing_add((creates << 1) | carry);
        let received = sum ^ passes;
        carry = (creates >> 63) | u64::from(overflow);
        for (k, vector) in vectors.iter_mut().enumerate() {
            V::load(vector).increment((received >> (LANES * k)) as u8).digits().store(vector);
        }
    }
}

/// [`normalise`] for up to seven vectors in registers, with a `carry` of at most 1 into the first
/// digit.
#[inline(always)]
pub(crate) fn normalise_short<V: Vector, const N: usize>(columns: [V; N], carry: u64) -> [V; N] {
    const { assert!(N < LANES) };
    let mut digits = columns;
    let (mut creates, mut passes, mut below) = (0_u64, 0_u64, V::zero());
    for (t, digit) in digits.iter_mut().enumerate() {
        let column = *digit;
        *digit = column.digits().add(column.carries().shift_up(below));
        below = column.carries();
        creates |= u64::from(digit.above_digit()) << (LANES * t);
        passes |= u64::from(digit.equals_mask()) << (LANES * t);
    }
    let received = (passes + (creates << 1) + carry) ^ passes;
    for (t, digit) in digits.iter_mut().enumerate() {
        *digit = digit.increment((received >> (LANES * t)) as u8).digits();
    }
    digits
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
