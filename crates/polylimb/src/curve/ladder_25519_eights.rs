//! The ladder of Curve25519 for eight scalars and bases, one pair in each lane.
//!
//! **Representation.** Columns below `2^56`, whose carries wait ([`Waiting`]). **Cost** of a step:
//! 473 multiply-adds and about 280 other instructions on eight lanes. **Constant time.**
//! `tests/proofs/ladder_25519_eights.rs` proves ranges and values.

use super::LinePoint;
use crate::field::lanes::Compiled;
use crate::field::lanes::primes::F25519;
use crate::field::lanes::waiting::Waiting;

/// Digits of a number.
const D: usize = 5;
/// `2^260` modulo the prime.
const FOLD: u64 = 608;
/// `(A - 2) / 4`.
const A24: u64 = 121_665;
const F: Waiting<F25519> = Waiting::NEW;

/// `a + b`, settled, for columns.
#[cfg_attr(not(debug_assertions), inline(always))]
fn sum<V: Compiled>(a: &[V; D], b: &[V; D]) -> [V; D] {
    F.settle(&F.add(a, b))
}

/// `a - b`, settled, for columns.
#[cfg_attr(not(debug_assertions), inline(always))]
fn difference<V: Compiled>(a: &[V; D], b: &[V; D]) -> [V; D] {
    F.settle(&F.sub(a, b))
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn select<V: Compiled>(lanes: u8, if_true: &[V; D], if_false: &[V; D]) -> [V; D] {
    let mut r = *if_false;
    for k in 0..D {
        r[k] = r[k].blend(if_true[k], lanes);
    }
    r
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
    let plus = F.sqr(&select(second, &c, &a));
    let minus = F.sqr(&select(second, &d, &b));
    let (da, cb) = (F.mul(&d, &a), F.mul(&c, &b));
    let product = difference(&plus, &minus);
    let x2 = F.mul(&F.settle(&plus), &F.settle(&minus));
    let x3 = F.sqr(&sum(&da, &cb));
    let square_of_difference = F.sqr(&difference(&da, &cb));
    let scaled = F.settle(&add_multiple(&plus, &product));
    let z3 = F.mul(u, &F.settle(&square_of_difference));
    let z2 = F.mul(&product, &scaled);
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
    LinePoint { x: F.element(&points[0]), z: F.element(&points[1]) }
}

#[cfg(test)]
#[path = "../../tests/proofs/ladder_25519_eights.rs"]
mod theorems;
