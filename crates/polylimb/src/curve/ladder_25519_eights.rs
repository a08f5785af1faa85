//! The ladder of Curve25519 for eight scalars and bases, one pair in each lane.
//!
//! **Idea.** Each product is left in *columns*: its low half plus `2^260 mod p = 608` times its
//! high half, uncarried. Sums and differences are made of columns, and only what is multiplied next
//! is *settled*. **Representation.** Five digits of 52 bits. Columns are below `2^56`. A settled
//! number is in the low 52 bits of its digits, the only bits that a multiply-add reads; its top
//! digit is below `2^47 + 2^12`. **Cost** of a step: 473 multiply-adds and about 280 other
//! instructions on eight lanes. **Constant time.** `tests/proofs/ladder_25519_eights.rs` proves
//! ranges, and values modulo the prime.

use super::LinePoint;
use crate::field::lanes::{Compiled, columns};

/// Digits of a number.
const D: usize = 5;
/// Bits of a digit.
const RADIX: u32 = 52;
/// Bits of the top digit.
const TOP: u32 = 47;
/// `2^260` modulo the prime.
const FOLD: u64 = 19 << (RADIX - TOP);
/// `(A - 2) / 4`.
const A24: u64 = 121_665;

/// The columns of the product of settled numbers.
#[cfg_attr(not(debug_assertions), inline(always))]
fn multiply<V: Compiled>(a: &[V; D], b: &[V; D]) -> [V; D] {
    fold(columns::product(RADIX, a, b))
}

/// The columns of the square of a settled number.
#[cfg_attr(not(debug_assertions), inline(always))]
fn square<V: Compiled>(a: &[V; D]) -> [V; D] {
    fold(columns::square(RADIX, a))
}

/// `a + b`, settled, for columns.
#[cfg_attr(not(debug_assertions), inline(always))]
fn sum<V: Compiled>(a: &[V; D], b: &[V; D]) -> [V; D] {
    let mut r = *a;
    for k in 0..D {
        r[k] = a[k].add(b[k]);
    }
    settle(r)
}

/// `a - b`, settled, for columns.
#[cfg_attr(not(debug_assertions), inline(always))]
fn difference<V: Compiled>(a: &[V; D], b: &[V; D]) -> [V; D] {
    let mut r = *a;
    for k in 0..D {
        let (bits, less) = (if k + 1 < D { RADIX } else { TOP }, if k == 0 { 19 } else { 1 });
        // 2^10 times the prime.
        r[k] = a[k].add(V::splat(((1 << bits) - less) << 10)).sub(b[k]);
    }
    settle(r)
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn select<V: Compiled>(lanes: u8, if_true: &[V; D], if_false: &[V; D]) -> [V; D] {
    let mut r = *if_false;
    for k in 0..D {
        r[k] = r[k].blend(if_true[k], lanes);
    }
    r
}

/// `low + 608 high`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn fold<V: Compiled>([mut r, mut high]: [[V; D]; 2]) -> [V; D] {
    let factor = V::splat(FOLD);
    // The multiply-adds below do not read what is carried.
    for k in 0..D - 1 {
        high[k + 1] = high[k + 1].add(high[k].carries());
    }
    for k in 0..D {
        r[k] = r[k].madd_low(high[k], factor);
    }
    // The top digit is so small that its product has no high half.
    for k in 0..D - 1 {
        r[k + 1] = r[k + 1].madd_high(high[k], factor);
    }
    r
}

/// The settled number for columns below `2^63`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn settle<V: Compiled>(mut t: [V; D]) -> [V; D] {
    t[0] = t[0].madd_low(t[D - 1].shr(TOP), V::splat(19));
    t[D - 1] = t[D - 1].and(V::splat((1 << TOP) - 1));
    for k in 0..D - 1 {
        t[k + 1] = t[k + 1].add(t[k].carries());
    }
    t
}

/// The columns of `a + A24 b`, for columns `a` and a settled `b`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn add_multiple<V: Compiled>(a: &[V; D], b: &[V; D]) -> [V; D] {
    let (mut r, n) = (*a, V::splat(A24));
    for k in 0..D {
        r[k] = r[k].madd_low(b[k], n);
    }
    for k in 0..D - 1 {
        r[k + 1] = r[k + 1].madd_high(b[k], n);
    }
    r[0] = r[0].madd_low(V::zero().madd_high(b[D - 1], n), V::splat(FOLD));
    r
}

/// A step on the columns of `X₂`, `Z₂`, `X₃` and `Z₃`, as
/// [`Montgomery::step`](super::Montgomery::step). What waits for nothing stands between what waits,
/// and all is one function: results that went through memory took a third longer.
#[cfg_attr(not(debug_assertions), inline(always))]
fn step<V: Compiled>([x2, z2, x3, z3]: &[[V; D]; 4], second: u8, u: &[V; D]) -> [[V; D]; 4] {
    let (a, b) = (sum(x2, z2), difference(x2, z2));
    let (c, d) = (sum(x3, z3), difference(x3, z3));
    let plus = square(&select(second, &c, &a));
    let minus = square(&select(second, &d, &b));
    let (da, cb) = (multiply(&d, &a), multiply(&c, &b));
    let product = difference(&plus, &minus);
    let x2 = multiply(&settle(plus), &settle(minus));
    let x3 = square(&sum(&da, &cb));
    let square_of_difference = square(&difference(&da, &cb));
    let scaled = settle(add_multiple(&plus, &product));
    let z3 = multiply(u, &settle(square_of_difference));
    let z2 = multiply(&product, &scaled);
    [x2, z2, x3, z3]
}

/// The multiples, as fractions of numbers below `2^256` in digits. Bit `lane` of `bits[i]` is bit
/// `i` of a scalar; `bits[0]` is 0. `u` is below `2^255`, in digits.
#[inline(always)]
pub(crate) fn ladder_in_eights<V: Compiled>(bits: &[u8], u: &[V; D]) -> LinePoint<[V; D]> {
    let mut one = [V::zero(); D];
    one[0] = V::splat(1);
    let mut points = [one, [V::zero(); D], *u, one];
    let mut swapped = 0;
    for i in (0..bits.len()).rev() {
        points = step(&points, bits[i] ^ swapped, u);
        swapped = bits[i];
    }
    let (mut x, mut z) = (settle(points[0]), settle(points[1]));
    for k in 0..D {
        (x[k], z[k]) = (x[k].digits(), z[k].digits());
    }
    LinePoint { x, z }
}

#[cfg(test)]
#[path = "../../tests/proofs/ladder_25519_eights.rs"]
mod theorems;
