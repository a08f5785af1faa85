//! Digits of 52 bits, as the multiply-add instructions read them.

#![allow(clippy::needless_range_loop, reason = "see above")]

use super::LaneMask;
use super::vector::Compiled;
pub(super) use crate::limb::simd::DIGIT_MASK;
use crate::limb::simd::Lanewise;
use crate::limb::{WORD_BITS, Word};

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

// Sums in radix 2^52: digits as signed 64-bit numbers, carried once at the end.
//
// Loops go by index: closures that iterators call are not inlined into a large root, and are then
// not compiled for the vectors.

/// Brings all digits but the highest into `[0, 2^bits)`; the sign of the number is the sign of the
/// highest digit.
#[inline(always)]
pub(super) fn carry_bits<V: Lanewise, const D: usize>(bits: u32, mut t: [V; D]) -> [V; D] {
    for j in 0..D - 1 {
        t[j + 1] = t[j + 1].add(t[j].sar(bits));
        t[j] = t[j].and(V::splat((1 << bits) - 1));
    }
    t
}

/// Hands on what exceeds the low 52 bits of each digit but the top one, and leaves it there: a
/// multiply-add does not read it.
#[inline(always)]
pub(super) fn carry_up<V: Lanewise, const D: usize>(t: &mut [V; D]) {
    for k in 0..D - 1 {
        t[k + 1] = t[k + 1].add(t[k].carries());
    }
}

/// [`carry_bits`] for digits of 52 bits.
#[inline(always)]
pub(super) fn carry<V: Lanewise, const D: usize>(t: [V; D]) -> [V; D] {
    carry_bits(DIGIT_BITS, t)
}

/// `if_true` where `condition`, else `if_false`.
#[inline(always)]
pub(super) fn select<V: Compiled, const D: usize>(
    condition: LaneMask,
    if_true: &[V; D],
    if_false: &[V; D],
) -> [V; D] {
    let mut r = *if_false;
    for j in 0..D {
        r[j] = V::select(condition, if_true[j], r[j]);
    }
    r
}

#[inline(always)]
pub(super) fn each<V: Lanewise, const D: usize>(
    a: &[V; D],
    b: impl Fn(usize) -> V,
    f: impl Fn(V, V) -> V,
) -> [V; D] {
    let mut r = *a;
    for j in 0..D {
        r[j] = f(r[j], b(j));
    }
    r
}

/// `a / 2` in `[0, 2 M)`, digits of `bits` bits: adding the odd `M` makes an odd `a` even.
#[inline(always)]
pub(super) fn halve<V: Compiled, const D: usize>(bits: u32, m: &[u64; D], a: &[V; D]) -> [V; D] {
    let odd = V::splat(0).sub(a[0].and(V::splat(1)));
    let even = carry_bits(bits, each(a, |j| V::splat(m[j]).and(odd), V::add));
    let mut r = even;
    for j in 0..D {
        r[j] = r[j].shr(1);
        if j + 1 < D {
            r[j] = r[j].or(even[j + 1].and(V::splat(1)).shl(bits - 1));
        }
    }
    r
}
