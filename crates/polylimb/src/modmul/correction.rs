//! Corrections into `[0, m)` at the end of a reduction, and after sums and differences.
//!
//! A correction is always two passes over the words; a reduction whose quotient may be too small by
//! `k` runs it `k` times. Equal lengths throughout; constant time.

use crate::limb::{Kernel, Mask, Word, is_zero};

/// Subtracts `m` if it is not larger than the number `(high, z)`, where `high` is the word above
/// `z`. Returns the new `high`. `z` and `m` have equal lengths. Constant time.
///
/// # Panics
/// If the lengths differ.
#[cfg_attr(not(feature = "alloc"), allow(unreachable_pub, reason = "authors need the heap"))]
pub fn subtract_once(kernel: Kernel, high: Word, z: &mut [Word], m: &[Word]) -> Word {
    let borrow = kernel.sub_assign(z, m);
    let below = Mask::is_zero(high) & Mask::from_bit(borrow);
    let _ = kernel.add_assign_if(z, m, below);
    high.wrapping_sub(borrow).wrapping_add(below.bit())
}

/// `r = 1 mod m`: 0 for the modulus 1.
#[cfg(feature = "alloc")]
pub(super) fn one_mod(kernel: Kernel, r: &mut [Word], m: &[Word]) {
    r.fill(0);
    r[0] = 1;
    let _ = subtract_once(kernel, 0, r, m);
}

/// `r = a + b mod m` for `a` and `b` below `m`.
pub(super) fn add_mod(kernel: Kernel, r: &mut [Word], a: &[Word], b: &[Word], m: &[Word]) {
    let carry = kernel.add(r, a, b);
    let _ = subtract_once(kernel, carry, r, m);
}

/// `r = a - b mod m` for `a` and `b` below `m`.
pub(super) fn sub_mod(kernel: Kernel, r: &mut [Word], a: &[Word], b: &[Word], m: &[Word]) {
    let borrow = kernel.sub(r, a, b);
    let _ = kernel.add_assign_if(r, m, Mask::from_bit(borrow));
}

/// `r = -a mod m` for an `a` below `m`.
pub(super) fn neg_mod(kernel: Kernel, r: &mut [Word], a: &[Word], m: &[Word]) {
    let nonzero = !is_zero(a);
    let _ = kernel.sub(r, m, a);
    for r in r {
        *r &= nonzero.word();
    }
}
