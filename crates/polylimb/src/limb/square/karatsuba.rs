//! Karatsuba squaring: three squares of half the length instead of two and a product.
//!
//! `(a0 + a1 x)² = z0 + (z0 + z2 - (a0 - a1)²) x + z2 x²`, `z0 = a0²`, `z2 = a1²`: as in
//! `multiply/karatsuba.rs`, but the sign of the difference does not matter.
//!
//! Cost: `3 T(n/2)` and about `3 n` word additions; scratch below `2 n + 2 log2 n` words.

use crate::limb::multiply::karatsuba::{absolute_difference, add_middle};
use crate::limb::{Kernel, Mask, Word};

/// `r = a²`, not empty: Karatsuba down to `karatsuba_square_from`.
pub(in crate::limb) fn sqr(kernel: Kernel, r: &mut [Word], a: &[Word], scratch: &mut [Word]) {
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
pub(in crate::limb) fn scratch(kernel: Kernel, n: usize) -> usize {
    if n < kernel.karatsuba_square_from() {
        return 0;
    }
    let h = n.div_ceil(2);
    2 * h + scratch(kernel, h)
}
