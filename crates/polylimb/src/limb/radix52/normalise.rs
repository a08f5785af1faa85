//! Carrying columns into digits without a chain from lane to lane.
//!
//! Every lane first passes the bits above its 52 bits to the next lane; now each is below 2^52 +
//! 2^11, and a lane carries at most 1. The lanes that create that 1 (`g`) and the lanes that would
//! pass it on (`p`) fit a machine word, one bit per lane, and the machine's own addition runs
//! through it: in `p + 2g` the bits that differ from `p` are the lanes that receive a carry.

use crate::limb::simd::{LANES, Vector};

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
