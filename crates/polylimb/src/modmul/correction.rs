//! The correction that ends a reduction: subtract the modulus once, unless the value is already below.
//!
//! Two passes over the words whatever the values are; a reduction whose quotient may be too small by
//! `k` runs it `k` times.

use crate::limb::{Kernel, Mask, Word};

/// `z -= m` where `z >= m`, for the number `z` of the words of `z` and the word `high` above them;
/// equal lengths. Returns the new word above.
pub(super) fn subtract_once(kernel: Kernel, high: Word, z: &mut [Word], m: &[Word]) -> Word {
    let borrow = kernel.sub_assign(z, m);
    let below = Mask::is_zero(high) & Mask::from_bit(borrow);
    let _ = kernel.add_assign_if(z, m, below);
    high.wrapping_sub(borrow).wrapping_add(below.bit())
}

/// `r = z mod m` for a `z < 2m` of the words of `z` and the word `high` above them; equal lengths.
pub(super) fn subtract_once_into(
    kernel: Kernel,
    r: &mut [Word],
    high: Word,
    z: &[Word],
    m: &[Word],
) {
    let borrow = kernel.sub(r, z, m);
    let _ = kernel.add_assign_if(r, m, Mask::is_zero(high) & Mask::from_bit(borrow));
}

/// `r = 1 mod m`: 0 for the modulus 1.
pub(super) fn one_mod(kernel: Kernel, r: &mut [Word], m: &[Word]) {
    r.fill(0);
    r[0] = 1;
    let _ = subtract_once(kernel, 0, r, m);
}
