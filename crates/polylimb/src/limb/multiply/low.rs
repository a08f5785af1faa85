//! The low half of a product (`[Mulders2000]`): one full product of the low `k` words of both
//! operands, and two low products of `n - k` words for the remaining corners.
//!
//! Cost: with schoolbook alone half a product. With Karatsuba below, `k = 5/8 n` costs about 0.8 of
//! a full product, where halves (`k = n/2`) would cost nearly all of it: a Karatsuba product gains
//! from every doubling of its length, a triangle does not.

use super::karatsuba;
use crate::limb::{Kernel, Word};

/// Length `k` of the full product, for `n >= 20`; a multiple of 8 suits every kernel.
fn cut(n: usize) -> usize {
    (5 * n / 8).next_multiple_of(8)
}

/// `r = a * b mod 2^(words of r)`; all the same length, not empty.
pub(in crate::limb) fn mul(
    kernel: Kernel,
    r: &mut [Word],
    a: &[Word],
    b: &[Word],
    scratch: &mut [Word],
) {
    let n = r.len();
    if n < kernel.low_from() {
        return kernel.schoolbook_low(r, a, b);
    }
    assert!(a.len() == n && b.len() == n);
    let k = cut(n);
    let (t, rest) = scratch.split_at_mut(2 * k);
    karatsuba::mul(kernel, t, &a[..k], &b[..k], rest);
    r.copy_from_slice(&t[..n]);
    let (t, scratch) = scratch.split_at_mut(n - k);
    mul(kernel, t, &a[k..], &b[..n - k], scratch);
    let _ = kernel.add_assign(&mut r[k..], t);
    mul(kernel, t, &a[..n - k], &b[k..], scratch);
    let _ = kernel.add_assign(&mut r[k..], t);
}

/// Words of scratch that [`mul`] needs.
pub(in crate::limb) fn scratch(kernel: Kernel, n: usize) -> usize {
    if n < kernel.low_from() {
        return 0;
    }
    let k = cut(n);
    (2 * k + karatsuba::scratch(kernel, k)).max(n - k + scratch(kernel, n - k))
}
