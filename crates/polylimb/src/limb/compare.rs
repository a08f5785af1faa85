//! Comparison, selection and shifts.

use super::mask::Mask;
use super::word::{WORD_BITS, Word, sbb};

/// Whether `a < b`; equal lengths.
#[must_use]
pub fn less_than(a: &[Word], b: &[Word]) -> Mask {
    assert!(a.len() == b.len());
    let mut borrow = 0;
    for (&a, &b) in a.iter().zip(b) {
        (_, borrow) = sbb(a, b, borrow);
    }
    Mask::from_bit(borrow)
}

/// Whether `a` and `b` are the same number; equal lengths.
#[must_use]
pub(crate) fn equal(a: &[Word], b: &[Word]) -> Mask {
    assert!(a.len() == b.len());
    Mask::is_zero(a.iter().zip(b).fold(0, |acc, (&a, &b)| acc | (a ^ b)))
}

/// Whether `a` is 0.
#[must_use]
pub(crate) fn is_zero(a: &[Word]) -> Mask {
    Mask::is_zero(a.iter().fold(0, |acc, &a| acc | a))
}

/// `r = a` where `condition`, unchanged otherwise; equal lengths.
pub fn assign_if(r: &mut [Word], a: &[Word], condition: Mask) {
    assert!(r.len() == a.len());
    for (r, &a) in r.iter_mut().zip(a) {
        *r = condition.select(a, *r);
    }
}

/// Exchanges `a` and `b` where `condition`; equal lengths.
pub(crate) fn swap_if(a: &mut [Word], b: &mut [Word], condition: Mask) {
    assert!(a.len() == b.len());
    for (a, b) in a.iter_mut().zip(b) {
        let difference = condition.word() & (*a ^ *b);
        *a ^= difference;
        *b ^= difference;
    }
}

/// `a <<= bits` for `0 <= bits <` [`WORD_BITS`]; returns the bits shifted out, at the bottom of a
/// word. `bits` is public.
pub fn shl_assign(a: &mut [Word], bits: usize) -> Word {
    assert!(bits < WORD_BITS);
    let mut carry = 0;
    for a in a {
        // Two shifts, because a shift by all bits of a word is not defined.
        let out = (*a >> 1) >> (WORD_BITS - 1 - bits);
        *a = (*a << bits) | carry;
        carry = out;
    }
    carry
}

/// `a >>= bits` for `0 <= bits <` [`WORD_BITS`]; returns the bits shifted out, at the top of a
/// word. `bits` is public.
pub(crate) fn shr_assign(a: &mut [Word], bits: usize) -> Word {
    assert!(bits < WORD_BITS);
    let mut carry = 0;
    for a in a.iter_mut().rev() {
        let out = (*a << 1) << (WORD_BITS - 1 - bits);
        *a = (*a >> bits) | carry;
        carry = out;
    }
    carry
}

/// The number of significant bits of `a`, 0 for 0. The result is meant to be public.
#[must_use]
pub fn bit_length_vartime(a: &[Word]) -> usize {
    a.iter()
        .rposition(|&w| w != 0)
        .map_or(0, |i| (i + 1) * WORD_BITS - a[i].leading_zeros() as usize)
}
