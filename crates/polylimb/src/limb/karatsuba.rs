//! Karatsuba multiplication (`[Karatsuba1962]`) in the subtractive form: three products of half the
//! length instead of four.
//!
//! With `a = a0 + a1 x`, `b = b0 + b1 x`: `a b = z0 + (z0 + z2 - (a0 - a1)(b0 - b1)) x + z2 x²`,
//! `z0 = a0 b0`, `z2 = a1 b1`. Differences, unlike sums, need no extra word; their signs become
//! masks, so the time depends on lengths only. With odd lengths the low halves have one word more.
//!
//! Cost: `3 T(n/2)` and about `4 n` word additions in four passes; scratch below `2 n + 2 log2 n`
//! words.

use super::{Kernel, Mask, Word};

/// `r = a * b` for any lengths but 0: the longer operand is cut into blocks of the shorter one's
/// length, so that each product but the last is balanced.
pub(super) fn mul(kernel: Kernel, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let n = short.len();
    if n < kernel.karatsuba_from() {
        return kernel.schoolbook(r, long, short);
    }
    assert!(r.len() == long.len() + n);
    balanced(kernel, &mut r[..2 * n], &long[..n], short, scratch);
    for (i, block) in long.chunks(n).enumerate().skip(1) {
        let (t, scratch) = scratch.split_at_mut(block.len() + n);
        mul(kernel, t, block, short, scratch);
        // The first n words overlap the top of the block before, the others are new.
        let r = &mut r[i * n..i * n + n + block.len()];
        r[n..].copy_from_slice(&t[n..]);
        let carry = kernel.add_assign(r, &t[..n]);
        debug_assert!(carry == 0);
    }
}

/// Words of scratch that [`mul`] needs.
pub(super) fn scratch(kernel: Kernel, a_words: usize, b_words: usize) -> usize {
    let (long, n) = (a_words.max(b_words), a_words.min(b_words));
    if n < kernel.karatsuba_from() {
        return 0;
    }
    let balanced = balanced_scratch(kernel, n);
    let blocks = if long >= 2 * n { 2 * n + balanced } else { balanced };
    match long % n {
        0 => blocks,
        rest => blocks.max(rest + n + scratch(kernel, n, rest)),
    }
}

/// `r = a * b`, equal lengths, not empty: Karatsuba down to `karatsuba_from`.
pub(super) fn balanced(
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
    balanced(kernel, middle, da, db, scratch);
    let (z0, z2) = r.split_at_mut(2 * h);
    balanced(kernel, z0, a0, b0, scratch);
    balanced(kernel, z2, a1, b1, scratch);
    add_middle(kernel, r, middle, !negative);
}

/// Words of scratch that [`balanced`] needs.
pub(super) fn balanced_scratch(kernel: Kernel, n: usize) -> usize {
    if n < kernel.karatsuba_from() {
        return 0;
    }
    let h = n.div_ceil(2);
    2 * h + balanced_scratch(kernel, h)
}

/// `d = |a0 - a1|`; returns whether `a0 < a1`. `d` is as long as `a0`; `a1` is as long or one word
/// shorter.
fn absolute_difference(kernel: Kernel, d: &mut [Word], a0: &[Word], a1: &[Word]) -> Mask {
    let (low, high) = d.split_at_mut(a1.len());
    high.copy_from_slice(&a0[a1.len()..]);
    let borrow = kernel.sub(low, &a0[..a1.len()], a1);
    let negative = Mask::from_bit(kernel.sub_word(high, borrow));
    kernel.negate_if(d, negative);
    negative
}

/// `r = z0 + (z0 + z2 ± p) x + z2 x²` for `r = z0 + z2 x²`, minus where `subtract`. `p` (destroyed)
/// and `z0` have `2 h` words, and `x = 2^(h words)`.
fn add_middle(kernel: Kernel, r: &mut [Word], p: &mut [Word], subtract: Mask) {
    let h = p.len() / 2;
    let top = kernel.interpolate(p, &r[..2 * h], &r[2 * h..], subtract);
    debug_assert!(top <= 1);
    let (low, high) = r[h..].split_at_mut(2 * h);
    let carry = kernel.add_assign(low, p);
    let out = kernel.add_word(high, top + carry);
    debug_assert!(out == 0);
}

/// `r = a²`, not empty: Karatsuba down to `karatsuba_square_from`. Three squares of half the length
/// by `(a0 + a1 x)² = z0 + (z0 + z2 - (a0 - a1)²) x + z2 x²`: the sign of the difference does not
/// matter.
pub(super) fn sqr(kernel: Kernel, r: &mut [Word], a: &[Word], scratch: &mut [Word]) {
    let n = a.len();
    if n < kernel.karatsuba_square_from() {
        return kernel.schoolbook_square(r, a);
    }
    assert!(r.len() == 2 * n);
    let h = n.div_ceil(2);
    let (a0, a1) = a.split_at(h);
    let (middle, scratch) = scratch.split_at_mut(2 * h);
    let difference = &mut r[..h];
    let _ = absolute_difference(kernel, difference, a0, a1);
    sqr(kernel, middle, difference, scratch);
    let (z0, z2) = r.split_at_mut(2 * h);
    sqr(kernel, z0, a0, scratch);
    sqr(kernel, z2, a1, scratch);
    add_middle(kernel, r, middle, Mask::TRUE);
}

/// Words of scratch that [`sqr`] needs.
pub(super) fn sqr_scratch(kernel: Kernel, n: usize) -> usize {
    if n < kernel.karatsuba_square_from() {
        return 0;
    }
    let h = n.div_ceil(2);
    2 * h + sqr_scratch(kernel, h)
}
