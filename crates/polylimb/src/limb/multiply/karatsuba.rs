//! Karatsuba multiplication (`[Karatsuba1962]`) in the subtractive form: three products of half the
//! length instead of four.
//!
//! With `a = a0 + a1 x`, `b = b0 + b1 x`: `a b = z0 + (z0 + z2 - (a0 - a1)(b0 - b1)) x + z2 x²`,
//! `z0 = a0 b0`, `z2 = a1 b1`. Differences, unlike sums, need no extra word; their signs become
//! masks, so the time depends on lengths only. With odd lengths the low halves have one word more.
//!
//! Cost: `3 T(n/2)` and about `4 n` word additions in four passes; scratch below `2 n + 2 log2 n`
//! words.

use crate::limb::{Kernel, Mask, Word};

/// `r = a * b`, equal lengths, not empty: Karatsuba down to `karatsuba_from`.
pub(in crate::limb) fn mul(
    kernel: Kernel,
    r: &mut [Word],
    a: &[Word],
    b: &[Word],
    scratch: &mut [Word],
) {
    let n = a.len();
    if n < kernel.karatsuba_from() {
        return kernel.schoolbook(r, a, b);
    }
    assert!(b.len() == n && r.len() == 2 * n);
    let h = n.div_ceil(2);
    let ((a0, a1), (b0, b1)) = (a.split_at(h), b.split_at(h));
    let (middle, scratch) = scratch.split_at_mut(2 * h);

    let (da, rest) = r.split_at_mut(h);
    let db = &mut rest[..h];
    let negative =
        absolute_difference(kernel, da, a0, a1) ^ absolute_difference(kernel, db, b0, b1);
    mul(kernel, middle, da, db, scratch);
    let (z0, z2) = r.split_at_mut(2 * h);
    mul(kernel, z0, a0, b0, scratch);
    mul(kernel, z2, a1, b1, scratch);
    add_middle(kernel, r, middle, !negative);
}

/// Words of scratch that [`mul`] needs.
pub(in crate::limb) fn scratch(kernel: Kernel, n: usize) -> usize {
    if n < kernel.karatsuba_from() {
        return 0;
    }
    let h = n.div_ceil(2);
    2 * h + scratch(kernel, h)
}

/// `d = |a0 - a1|`; returns whether `a0 < a1`. `d` is as long as `a0`; `a1` is as long or one word
/// shorter.
pub(in crate::limb) fn absolute_difference(
    kernel: Kernel,
    d: &mut [Word],
    a0: &[Word],
    a1: &[Word],
) -> Mask {
    let (low, high) = d.split_at_mut(a1.len());
    high.copy_from_slice(&a0[a1.len()..]);
    let borrow = kernel.sub(low, &a0[..a1.len()], a1);
    let negative = Mask::from_bit(kernel.sub_word(high, borrow));
    kernel.negate_if(d, negative);
    negative
}

/// `r = z0 + (z0 + z2 ± p) x + z2 x²` for `r = z0 + z2 x²`, minus where `subtract`. `p` (destroyed)
/// and `z0` have `2 h` words, and `x = 2^(h words)`.
pub(in crate::limb) fn add_middle(kernel: Kernel, r: &mut [Word], p: &mut [Word], subtract: Mask) {
    let h = p.len() / 2;
    let top = kernel.interpolate(p, &r[..2 * h], &r[2 * h..], subtract);
    debug_assert!(top <= 1);
    let (low, high) = r[h..].split_at_mut(2 * h);
    let carry = kernel.add_assign(low, p);
    let out = kernel.add_word(high, top + carry);
    debug_assert!(out == 0);
}
