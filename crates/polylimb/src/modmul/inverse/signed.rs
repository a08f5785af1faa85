//! Signed numbers of many digits for divsteps.
//!
//! A number is a slice of words, each holding a digit of [`DIGIT_BITS`] bits, least significant
//! first; all digits are in `[0, 2^DIGIT_BITS)` except the last, which is signed. The spare
//! bits hold the sums of a matrix times a vector without a carry, and a division by `2^DIGIT_BITS`
//! is a shift by one digit (the idea of the "signed62" numbers of libsecp256k1, `[Wuille2021]`).

#![allow(clippy::cast_sign_loss, reason = "words hold signed numbers in two's complement")]

use crate::limb::{Mask, WORD_BITS, Word};

/// Bits of a digit, and the number of divsteps in a batch: the word's but two, and of 64 bits 60,
/// for three rounds of 20 ([`super::packed`]).
pub(super) const DIGIT_BITS: usize = if WORD_BITS == 64 { 60 } else { WORD_BITS - 2 };
const DIGIT_MASK: Word = Word::MAX >> (WORD_BITS - DIGIT_BITS);

/// The signed types for a word.
pub(super) trait Signs {
    /// As wide as the word.
    type Single;
    /// Twice as wide.
    type Double;
}
macro_rules! signs {
    ($($word:ty: $single:ty, $double:ty;)*) => {
        $(impl Signs for $word {
            type Single = $single;
            type Double = $double;
        })*
    };
}
signs! { u8: i8, i16; u32: i32, i64; u64: i64, i128; }

/// A word, signed.
pub(super) type SignedWord = <Word as Signs>::Single;
/// Twice as wide.
type SignedDouble = <Word as Signs>::Double;

/// `2^DIGIT_BITS` times the map of a batch of divsteps: `f' = u f + v g`, `g' = q f + r g`. Entries
/// are signed, and no row's absolute sum exceeds `2^DIGIT_BITS`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Matrix {
    pub(super) u: Word,
    pub(super) v: Word,
    pub(super) q: Word,
    pub(super) r: Word,
}

/// `a * b`, both signed.
#[inline(always)]
fn product(a: Word, b: Word) -> SignedDouble {
    SignedDouble::from(a.cast_signed()) * SignedDouble::from(b.cast_signed())
}

/// All ones if `a` is negative as a signed word.
#[inline(always)]
pub(super) const fn sign(a: Word) -> Word {
    (a.cast_signed() >> (WORD_BITS - 1)) as Word
}

/// Whether `a` is negative.
#[inline]
pub(super) fn is_negative(a: &[Word]) -> Mask {
    Mask::from_bit(a[a.len() - 1] >> (WORD_BITS - 1))
}

/// Digits that hold every number of absolute value up to `2^(bits + 1)`.
pub(super) const fn digits(bits: usize) -> usize {
    (bits + 2).div_ceil(DIGIT_BITS)
}

/// `r = a`, from words to digits; the bits above the digits must be 0.
pub(super) fn from_words(r: &mut [Word], a: &[Word]) {
    let word = |i: usize| a.get(i).copied().unwrap_or(0);
    for (i, r) in r.iter_mut().enumerate() {
        let (from, shift) = (i * DIGIT_BITS / WORD_BITS, i * DIGIT_BITS % WORD_BITS);
        // Two shifts, because one by all bits of a word is not defined.
        let high = (word(from + 1) << 1) << (WORD_BITS - 1 - shift);
        *r = ((word(from) >> shift) | high) & DIGIT_MASK;
    }
}

/// `r = a` for `a >= 0`, from digits to words; the bits above the words must be 0.
pub(super) fn to_words(r: &mut [Word], a: &[Word]) {
    let digit = |i: usize| a.get(i).copied().unwrap_or(0);
    for (i, r) in r.iter_mut().enumerate() {
        let (from, shift) = (i * WORD_BITS / DIGIT_BITS, i * WORD_BITS % DIGIT_BITS);
        // Two digits suffice: the shift is a multiple of the spare bits, so the first gives at
        // least as many.
        *r = (digit(from) >> shift) | (digit(from + 1) << (DIGIT_BITS - shift));
    }
}

/// The low [`WORD_BITS`] bits of `a` in two's complement.
#[inline]
pub(super) fn low_word(a: &[Word]) -> Word {
    a[0] | a.get(1).map_or(0, |second| second << DIGIT_BITS)
}

/// `(f, g) = matrix (f, g) / 2^DIGIT_BITS`; the division is exact.
pub(super) fn update_fg(matrix: Matrix, f: &mut [Word], g: &mut [Word]) {
    assert!(f.len() == g.len());
    let Matrix { u, v, q, r } = matrix;
    let mut digits = f.iter_mut().zip(g);
    let (mut to_f, mut to_g) = digits.next().expect("there are digits");
    let mut sum_f = product(u, *to_f) + product(v, *to_g);
    let mut sum_g = product(q, *to_f) + product(r, *to_g);
    debug_assert!((sum_f | sum_g) as Word & DIGIT_MASK == 0);
    for (f, g) in digits {
        sum_f = (sum_f >> DIGIT_BITS) + product(u, *f) + product(v, *g);
        sum_g = (sum_g >> DIGIT_BITS) + product(q, *f) + product(r, *g);
        *to_f = sum_f as Word & DIGIT_MASK;
        *to_g = sum_g as Word & DIGIT_MASK;
        (to_f, to_g) = (f, g);
    }
    *to_f = (sum_f >> DIGIT_BITS) as Word;
    *to_g = (sum_g >> DIGIT_BITS) as Word;
}

/// `(d, e) = matrix (d, e) / 2^DIGIT_BITS mod m`, for `d` and `e` in `(-2m, m)` before and after;
/// `m` is odd and `m_inverse` its inverse modulo `2^WORD_BITS`.
pub(super) fn update_de(
    matrix: Matrix,
    d: &mut [Word],
    e: &mut [Word],
    m: &[Word],
    m_inverse: Word,
) {
    assert!(d.len() == m.len() && e.len() == m.len());
    let Matrix { u, v, q, r } = matrix;
    // Adding m if negative brings both into (-m, m). Then the multiple of m in (-2^DIGIT_BITS, 0]
    // that makes the lowest digit of the sum 0 is added.
    let (sign_d, sign_e) = (sign(d[m.len() - 1]), sign(e[m.len() - 1]));
    let mut m_times_d = (u & sign_d).wrapping_add(v & sign_e);
    let mut m_times_e = (q & sign_d).wrapping_add(r & sign_e);
    let mut digits = d.iter_mut().zip(e).zip(m);
    let ((mut to_d, mut to_e), m) = digits.next().expect("there are digits");
    let mut sum_d = product(u, *to_d) + product(v, *to_e);
    let mut sum_e = product(q, *to_d) + product(r, *to_e);
    let clear = |sum: SignedDouble, multiple: Word| {
        let digit = m_inverse.wrapping_mul(sum as Word).wrapping_add(multiple) & DIGIT_MASK;
        multiple.wrapping_sub(digit)
    };
    m_times_d = clear(sum_d, m_times_d);
    m_times_e = clear(sum_e, m_times_e);
    sum_d += product(*m, m_times_d);
    sum_e += product(*m, m_times_e);
    debug_assert!((sum_d | sum_e) as Word & DIGIT_MASK == 0);
    for ((d, e), m) in digits {
        sum_d = (sum_d >> DIGIT_BITS) + product(u, *d) + product(v, *e) + product(*m, m_times_d);
        sum_e = (sum_e >> DIGIT_BITS) + product(q, *d) + product(r, *e) + product(*m, m_times_e);
        *to_d = sum_d as Word & DIGIT_MASK;
        *to_e = sum_e as Word & DIGIT_MASK;
        (to_d, to_e) = (d, e);
    }
    *to_d = (sum_d >> DIGIT_BITS) as Word;
    *to_e = (sum_e >> DIGIT_BITS) as Word;
}

/// Whether `a` is 1 or -1; all bits of all digits of -1 are set.
pub(super) fn is_unit(a: &[Word]) -> Mask {
    let sign = sign(a[a.len() - 1]);
    let first = a[0] ^ sign ^ (1 & !sign);
    Mask::is_zero(a[1..].iter().fold(first, |all, digit| all | (digit ^ sign)) & DIGIT_MASK)
}

/// `d = d mod m`, or `-d mod m` if `negate` is true, for `d` in `(-2m, m)`.
pub(super) fn reduce(d: &mut [Word], m: &[Word], negate: Mask) {
    assert!(d.len() == m.len());
    let m = |i: usize, d_is_negative: Mask| (m[i] & d_is_negative.word()).cast_signed();
    let (negative, mask) = (is_negative(d), negate.word().cast_signed());
    carry_through(d, |i, digit| ((digit + m(i, negative)) ^ mask) - mask);
    let negative = is_negative(d);
    carry_through(d, |i, digit| digit + m(i, negative));
}

/// `a = -a` if `condition` is true.
pub(super) fn negate_if(a: &mut [Word], condition: Mask) {
    let mask = condition.word().cast_signed();
    carry_through(a, |_, digit| (digit ^ mask) - mask);
}

/// Replaces each digit by `change` of it, a value of at most a word, and restores the range of the
/// digits.
fn carry_through(a: &mut [Word], change: impl Fn(usize, SignedWord) -> SignedWord) {
    let n = a.len();
    let mut carry = 0;
    for (i, digit) in a.iter_mut().enumerate() {
        let sum = change(i, digit.cast_signed()) + carry;
        carry = sum >> DIGIT_BITS;
        *digit = if i + 1 < n { sum.cast_unsigned() & DIGIT_MASK } else { sum.cast_unsigned() };
    }
}

// Shifts by a secret number of bits, in constant time.

/// The number of trailing zero bits of `a`, its bit count if `a = 0`; constant time.
pub(super) fn trailing_zeros(a: &[Word]) -> usize {
    let (mut count, mut all_zero) = (0, Mask::TRUE);
    for &word in a {
        count += word.trailing_zeros() as usize & spread(all_zero);
        all_zero = all_zero & Mask::is_zero(word);
    }
    count
}

/// `a >>= bits` in constant time, for `bits` up to the length of `a`: one pass per bit of `bits`.
pub(super) fn shr_secret(a: &mut [Word], bits: usize) {
    for (step, condition) in binary_steps(a.len(), bits) {
        for i in 0..a.len() {
            let word = |i: usize| a.get(i).copied().unwrap_or(0);
            let (from, shift) = (i + step / WORD_BITS, step % WORD_BITS);
            let shifted =
                (word(from) >> shift) | ((word(from + 1) << 1) << (WORD_BITS - 1 - shift));
            a[i] = condition.select(shifted, a[i]);
        }
    }
}

/// `a <<= bits` in constant time, for `bits` up to the length of `a`; bits shifted out are lost.
pub(super) fn shl_secret(a: &mut [Word], bits: usize) {
    for (step, condition) in binary_steps(a.len(), bits) {
        for i in (0..a.len()).rev() {
            let below = |by: usize| i.checked_sub(by).map_or(0, |i| a[i]);
            let (by, shift) = (step / WORD_BITS, step % WORD_BITS);
            let shifted = (below(by) << shift) | ((below(by + 1) >> 1) >> (WORD_BITS - 1 - shift));
            a[i] = condition.select(shifted, a[i]);
        }
    }
}

/// The powers of two up to the bits of `words`, each with a mask: whether `bits` contains it.
fn binary_steps(words: usize, bits: usize) -> impl Iterator<Item = (usize, Mask)> {
    let most = words * WORD_BITS;
    (0..usize::BITS - most.leading_zeros())
        .map(move |j| (1 << j, Mask::from_bit((bits >> j) as Word & 1)))
}

const fn spread(mask: Mask) -> usize {
    (mask.bit() as usize).wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec;
    use std::vec::Vec;

    #[test]
    fn words_become_digits_and_come_back() {
        for n in 1..40usize {
            for k in 0..8usize {
                let word =
                    |i: usize| (37 * i + 53 * k).wrapping_mul(0x9e37_79b9) as Word | k as Word;
                let a: Vec<Word> = (0..n).map(word).collect();
                let mut digits = vec![1; digits(n * WORD_BITS)];
                from_words(&mut digits, &a);
                assert!(digits.iter().all(|&d| d <= DIGIT_MASK));
                assert_eq!(low_word(&digits), a[0]);
                let mut back = vec![1; n];
                to_words(&mut back, &digits);
                assert_eq!(back, a);
                negate_if(&mut digits, Mask::TRUE);
                assert_eq!(low_word(&digits), a[0].wrapping_neg());
                assert_eq!(is_negative(&digits).to_bool_vartime(), a.iter().any(|&w| w != 0));
                negate_if(&mut digits, Mask::TRUE);
                to_words(&mut back, &digits);
                assert_eq!(back, a);
            }
        }
    }
}
