//! The residues of the algorithms in radix 2^52: normalised digits, padded with zeros to vectors,
//! in a range wider than `[0, M)`.
//!
//! A residue `a` stands for `a / R mod M` with `R = 2^(52 t)`, and lies in `[0, b M)`, where the
//! algorithm chooses `t` and `b`, large enough that its multiplication needs no final correction
//! (`[Walter1999]`). Sums, differences and comparisons are here, multiplications in the algorithms.

use super::long_division::Divisor;
use crate::limb::radix52::{PADDING, digits_from_words, padded, words_from_digits};
use crate::limb::simd::{DIGIT_BITS, DIGIT_MASK, LANES};
use crate::limb::{Kernel, Mask, WORD_BITS, Word, is_zero};
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroizing;

/// One modulus, its `R` and the range of its residues.
pub(super) struct DigitForm {
    pub(super) kernel: Kernel,
    /// The modulus in words.
    pub(super) modulus: Zeroizing<Vec<Word>>,
    /// The modulus in digits.
    modulus_digits: Zeroizing<Vec<u64>>,
    /// `b`, a power of 2.
    multiple: i64,
    /// `b M`, the bound of the residues.
    bound: Zeroizing<Vec<u64>>,
    /// `R mod M`: the residue of 1.
    pub(super) one: Zeroizing<Vec<u64>>,
    /// `R² mod M`: a product with it enters the representation.
    pub(super) r_squared: Zeroizing<Vec<u64>>,
}

impl DigitForm {
    /// For residues below `2^doublings M` in `vectors` vectors, and `R = 2^(52 t)`.
    pub(super) fn new(
        kernel: Kernel,
        modulus: &[Word],
        vectors: usize,
        t: usize,
        doublings: u32,
    ) -> Self {
        let divisor = Divisor::new(kernel, modulus);
        let power = |exponent: usize| {
            digits_of(&divisor.divide(&power_of_two(exponent)).1, LANES * vectors)
        };
        let modulus_digits = digits_of(modulus, LANES * vectors);
        let mut bound = modulus_digits.clone();
        for _ in 0..doublings {
            let carry = double(&mut bound);
            debug_assert!(carry == 0);
        }
        Self {
            kernel,
            modulus: Zeroizing::new(modulus.to_vec()),
            modulus_digits,
            multiple: 1 << doublings,
            bound,
            one: power(DIGIT_BITS * t),
            r_squared: power(2 * DIGIT_BITS * t),
        }
    }

    /// Digits of a residue, a multiple of a vector's.
    pub(super) fn digits(&self) -> usize {
        self.bound.len()
    }

    /// `-2^52 M` modulo the power of 2 above a residue's vectors, padded.
    pub(super) fn minus_shifted_modulus(&self) -> Zeroizing<Vec<u64>> {
        let digits = self.digits();
        let mut shifted = Zeroizing::new(vec![0; digits]);
        shifted[1..].copy_from_slice(&self.modulus_digits[..digits - 1]);
        let mut padded = Zeroizing::new(vec![0; padded(digits / LANES)]);
        let _ = sub(&mut padded[PADDING..PADDING + digits], &vec![0; digits], &shifted);
        padded
    }

    /// `plain` = the number of the `digits`, which is below `2M`, modulo `M`. `scratch` has one
    /// word more than `plain`.
    pub(super) fn leave(&self, plain: &mut [Word], digits: &[u64], scratch: &mut [Word]) {
        let words = &mut scratch[..=plain.len()];
        words_from_digits(words, digits);
        let (&mut above, words) = words.split_last_mut().expect("one word more");
        self.kernel.subtract_once(plain, above, words, &self.modulus);
    }

    /// `r = a + b`.
    pub(super) fn add(&self, r: &mut [Word], a: &[Word], b: &[Word]) {
        let negative = add_sub(r, a, b, &self.bound);
        add_if(r, &self.bound, negative);
    }

    /// `r = a - b`.
    pub(super) fn sub(&self, r: &mut [Word], a: &[Word], b: &[Word]) {
        let negative = sub(r, a, b);
        add_if(r, &self.bound, negative);
    }

    /// `r = -a`.
    pub(super) fn neg(&self, r: &mut [Word], a: &[Word]) {
        let nonzero = !is_zero(a);
        let _ = sub(r, &self.bound, a);
        for r in r {
            *r &= nonzero.word();
        }
    }

    /// Whether `a` and `b` stand for the same number.
    pub(super) fn eq(&self, a: &[Word], b: &[Word]) -> Mask {
        congruent(a, b, &self.modulus_digits, self.multiple)
    }
}

/// `2^exponent`.
pub(super) fn power_of_two(exponent: usize) -> Vec<Word> {
    let mut power = vec![0; exponent / WORD_BITS + 1];
    power[exponent / WORD_BITS] = 1 << (exponent % WORD_BITS);
    power
}

/// The low `digits` digits of `words`.
fn digits_of(words: &[Word], digits: usize) -> Zeroizing<Vec<u64>> {
    let mut all = Zeroizing::new(vec![0; digits]);
    digits_from_words(&mut all, words);
    all
}

/// The low `digits` digits of `words`, padded for [`crate::limb::radix52::columns`].
pub(super) fn padded_digits(words: &[Word], digits: usize) -> Zeroizing<Vec<u64>> {
    let mut all = Zeroizing::new(vec![0; padded(digits.div_ceil(LANES))]);
    digits_from_words(&mut all[PADDING..PADDING + digits], words);
    all
}

// Sums and comparisons of normalised digits: one signed carry runs through them.

/// Returns the low digit of a sum of few digits and leaves the carry in `sum`.
fn carry(sum: &mut i64) -> u64 {
    let digit = sum.cast_unsigned() & DIGIT_MASK;
    *sum >>= DIGIT_BITS;
    digit
}

/// Whether the number with this final carry is negative.
fn is_negative(sum: i64) -> Mask {
    Mask::from_bit(sum.cast_unsigned() >> 63)
}

/// `a = 2a`; returns the carry.
pub(super) fn double(a: &mut [u64]) -> u64 {
    let mut sum = 0;
    for a in a {
        sum += 2 * a.cast_signed();
        *a = carry(&mut sum);
    }
    sum.cast_unsigned()
}

/// `r = a + b - c`; returns whether it is negative. If so, `r` is too large by a power of 2.
pub(super) fn add_sub(r: &mut [u64], a: &[u64], b: &[u64], c: &[u64]) -> Mask {
    assert!(a.len() == r.len() && b.len() == r.len() && c.len() == r.len());
    let mut sum = 0;
    for (((r, a), b), c) in r.iter_mut().zip(a).zip(b).zip(c) {
        sum += a.cast_signed() + b.cast_signed() - c.cast_signed();
        *r = carry(&mut sum);
    }
    is_negative(sum)
}

/// `r = a - b`; returns whether it is negative. If so, `r` is too large by a power of 2.
pub(super) fn sub(r: &mut [u64], a: &[u64], b: &[u64]) -> Mask {
    assert!(a.len() == r.len() && b.len() == r.len());
    let mut sum = 0;
    for ((r, a), b) in r.iter_mut().zip(a).zip(b) {
        sum += a.cast_signed() - b.cast_signed();
        *r = carry(&mut sum);
    }
    is_negative(sum)
}

/// `r += a` if `condition` is true, modulo the same power of 2.
pub(super) fn add_if(r: &mut [u64], a: &[u64], condition: Mask) {
    assert!(a.len() == r.len());
    let mut sum = 0;
    for (r, a) in r.iter_mut().zip(a) {
        sum += r.cast_signed() + (a & condition.word()).cast_signed();
        *r = carry(&mut sum);
    }
}

/// Whether `a - b` is a multiple of `m`, for numbers below `multiple * m`, `multiple` at most 8.
pub(super) fn congruent(a: &[u64], b: &[u64], m: &[u64], multiple: i64) -> Mask {
    assert!(a.len() == m.len() && b.len() == m.len());
    let mut found = Mask::FALSE;
    for k in 1 - multiple..multiple {
        let (mut sum, mut digits) = (0_i64, 0);
        for ((a, b), m) in a.iter().zip(b).zip(m) {
            sum += a.cast_signed() - b.cast_signed() - k * m.cast_signed();
            digits |= carry(&mut sum);
        }
        found = found | (Mask::is_zero(digits) & Mask::is_zero(sum.cast_unsigned()));
    }
    found
}
