//! Sums in radix 2^52: digits as signed 64-bit numbers, carried once at the end.
//!
//! Loops go by index: closures that iterators call are not inlined into a large root, and are then
//! not compiled for the vectors.
#![allow(clippy::needless_range_loop, reason = "see above")]

use super::LaneMask;
use super::digits::DIGIT_BITS;
use super::vector::Compiled;

/// Brings all digits but the highest into `[0, 2^bits)`; the sign of the number is the sign of the
/// highest digit.
#[inline(always)]
pub(super) fn carry_bits<V: Compiled, const D: usize>(bits: u32, mut t: [V; D]) -> [V; D] {
    for j in 0..D - 1 {
        t[j + 1] = t[j + 1].add(t[j].sar(bits));
        t[j] = t[j].and(V::splat((1 << bits) - 1));
    }
    t
}

/// [`carry_bits`] for digits of 52 bits.
#[inline(always)]
pub(super) fn carry<V: Compiled, const D: usize>(t: [V; D]) -> [V; D] {
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
pub(super) fn each<V: Compiled, const D: usize>(
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
