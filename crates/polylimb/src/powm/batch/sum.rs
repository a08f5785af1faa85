//! Sums of eight pairs of numbers, with a carry in every lane.

use super::row::Block;
use crate::limb::simd::Vector;

/// `r = a + b`; returns the carries.
#[inline(always)]
fn sum<V: Vector>(r: &mut [Block], a: &[Block], b: &[Block]) -> V {
    assert!(a.len() == r.len() && b.len() == r.len());
    let mut carry = V::zero();
    let rows = a.as_flattened().iter().zip(b.as_flattened());
    for (r, (a, b)) in r.as_flattened_mut().iter_mut().zip(rows) {
        let sum = carry.add(a.load()).add(b.load());
        r.store(sum.digits());
        carry = sum.carries();
    }
    carry
}

/// `r = a + b`, which must fit the length.
#[inline(always)]
pub(super) fn add<V: Vector>(r: &mut [Block], a: &[Block], b: &[Block]) {
    let _ = sum::<V>(r, a, b);
}

/// `r = a - M` in lanes where `a >= M`, else `r = a`. `complement` is `R - M`: `a` is at least `M`
/// exactly if `a + complement` is at least `R`.
#[inline(always)]
pub(super) fn subtract_once<V: Vector>(r: &mut [Block], a: &[Block], complement: &[Block]) {
    let lanes = sum::<V>(r, a, complement).equals(V::splat(1));
    for (r, a) in r.as_flattened_mut().iter_mut().zip(a.as_flattened()) {
        r.store(a.load::<V>().blend(r.load(), lanes));
    }
}
