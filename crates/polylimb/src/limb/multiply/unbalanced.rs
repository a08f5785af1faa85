//! Products of operands of different lengths: the longer one is cut into blocks of the shorter
//! one's length, so that each product but the last is balanced.

use super::karatsuba;
use crate::limb::{Kernel, Word};

/// `r = a * b` for any lengths but 0.
pub(in crate::limb) fn mul(
    kernel: Kernel,
    r: &mut [Word],
    a: &[Word],
    b: &[Word],
    scratch: &mut [Word],
) {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let n = short.len();
    if n < kernel.karatsuba_from() {
        return kernel.schoolbook(r, long, short);
    }
    assert!(r.len() == long.len() + n);
    karatsuba::mul(kernel, &mut r[..2 * n], &long[..n], short, scratch);
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
pub(in crate::limb) fn scratch(kernel: Kernel, a_words: usize, b_words: usize) -> usize {
    let (long, n) = (a_words.max(b_words), a_words.min(b_words));
    if n < kernel.karatsuba_from() {
        return 0;
    }
    let balanced = karatsuba::scratch(kernel, n);
    let blocks = if long >= 2 * n { 2 * n + balanced } else { balanced };
    match long % n {
        0 => blocks,
        rest => blocks.max(rest + n + scratch(kernel, n, rest)),
    }
}
