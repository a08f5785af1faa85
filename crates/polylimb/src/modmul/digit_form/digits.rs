//! Sums and comparisons of normalised digits: one signed carry runs through them.

use crate::limb::Mask;
use crate::limb::simd::{DIGIT_BITS, DIGIT_MASK};

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
