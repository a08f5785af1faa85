//! Sums in radix 2^52: digits as signed 64-bit numbers, carried once at the end.
//!
//! Loops go by index: what iterators call is not inlined into a large root, and is not compiled for the vectors then.
#![allow(clippy::needless_range_loop, reason = "see above")]

use super::LaneMask;
use super::montgomery::{DIGIT_BITS, Modulus};
use super::vector::Vector;

/// Brings all digits but the highest into `[0, 2^bits)`; the sign of the number is that of the highest.
#[inline(always)]
pub(super) fn carry_bits<V: Vector, const D: usize>(bits: u32, mut t: [V; D]) -> [V; D] {
    for j in 0..D - 1 {
        t[j + 1] = t[j + 1].add(t[j].sar(bits));
        t[j] = t[j].and(V::splat((1 << bits) - 1));
    }
    t
}

/// The same for digits of 52 bits.
#[inline(always)]
pub(super) fn carry<V: Vector, const D: usize>(t: [V; D]) -> [V; D] {
    carry_bits(DIGIT_BITS, t)
}

/// `if_true` where `condition`, else `if_false`.
#[inline(always)]
pub(super) fn select<V: Vector, const D: usize>(
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
pub(super) fn each<V: Vector, const D: usize>(
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

/// `a + b` in `[0, 2 M)`.
#[inline(always)]
pub(super) fn add<V: Vector, const D: usize>(m: &Modulus<D>, a: &[V; D], b: &[V; D]) -> [V; D] {
    let sum = each(a, |j| b[j], V::add);
    let less = carry(each(&sum, |j| V::splat(m.twice[j]), V::sub));
    select(less[D - 1].is_negative(), &carry(sum), &less)
}

/// `a - b` in `[0, 2 M)`.
#[inline(always)]
pub(super) fn sub<V: Vector, const D: usize>(m: &Modulus<D>, a: &[V; D], b: &[V; D]) -> [V; D] {
    let difference = each(a, |j| b[j], V::sub);
    let more = carry(each(&difference, |j| V::splat(m.twice[j]), V::add));
    let difference = carry(difference);
    select(difference[D - 1].is_negative(), &more, &difference)
}

/// `a / 2` in `[0, 2 M)`, digits of so many bits: an odd `a` becomes even by adding the odd `M`.
#[inline(always)]
pub(super) fn halve<V: Vector, const D: usize>(bits: u32, m: &[u64; D], a: &[V; D]) -> [V; D] {
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

/// The same number in `[0, M)`.
#[inline(always)]
pub(super) fn reduce_once<V: Vector, const D: usize>(m: &Modulus<D>, a: &[V; D]) -> [V; D] {
    let less = carry(each(a, |j| V::splat(m.digits[j]), V::sub));
    select(less[D - 1].is_negative(), a, &less)
}

/// Where `a`, in `[0, 2 M)`, is 0 modulo M: it is 0 or M.
#[inline(always)]
pub(super) fn is_zero<V: Vector, const D: usize>(m: &Modulus<D>, a: &[V; D]) -> LaneMask {
    let (mut zero, mut modulus) = (V::splat(0), V::splat(0));
    for (&a, &m) in a.iter().zip(&m.digits) {
        zero = zero.or(a);
        modulus = modulus.or(a.xor(V::splat(m)));
    }
    zero.is_zero() | modulus.is_zero()
}
