//! Inversion modulo an even number, with modulus and number exchanged.
//!
//! **Idea.** A number `a` invertible modulo an even `m` is odd, so divsteps or the binary Euclidean
//! algorithm give `y = 1/m mod a`, and `m y - 1` is a multiple of `a`: then `1/a = m - (m y - 1)/a`
//! modulo `m`. Divsteps start from the odd numbers `a` and `m - a`, the larger first.
//!
//! **Cost.** In addition to the inversion, `n²` word products: half of `m y`, and an exact division
//! from the low end (`[Jebelean1993]`).

use super::invert::Pairs;
use crate::limb::{Kernel, Mask, Word, inverse_mod_word, is_zero, less_than, swap_if};

/// Words of scratch in addition to the divsteps', per word of the modulus.
pub(super) const WORDS: usize = 4;

/// The part of [`super::invert()`] for even moduli; `r` is unspecified if the inverse does not
/// exist.
pub(super) fn invert(
    r: &mut [Word],
    a: &[Word],
    m: &[Word],
    bits: usize,
    scratch: &mut [Word],
) -> Mask {
    let n = m.len();
    let (odd_a, rest) = scratch.split_at_mut(n);
    let (f, rest) = rest.split_at_mut(n);
    let (g, rest) = rest.split_at_mut(n);
    let (y, rest) = rest.split_at_mut(n);
    let a_is_odd = Mask::from_bit(a[0] & 1);
    // An even a has no inverse; the next odd number replaces it.
    odd_a.copy_from_slice(a);
    odd_a[0] |= 1;
    f.copy_from_slice(odd_a);
    let _ = Kernel::PORTABLE.sub(g, m, odd_a);
    let exchanged = less_than(f, g);
    swap_if(f, g, exchanged);
    let coprime = Pairs::new(rest, bits, odd_a, f, g, exchanged).invert(y);
    from_exchanged(r, odd_a, m, y, f);
    coprime & a_is_odd
}

/// `r = 1/a mod m` for an even `m` and an odd `a` in `[1, m)`, from `y = 1/m mod a`. `y` and
/// `product`, as long as `m`, are overwritten.
pub(super) fn from_exchanged(
    r: &mut [Word],
    a: &[Word],
    m: &[Word],
    y: &mut [Word],
    product: &mut [Word],
) {
    let (kernel, n) = (Kernel::PORTABLE, m.len());
    // y is 0 only modulo a = 1, where 1 is congruent to it.
    y[0] |= is_zero(y).bit();
    product.fill(0);
    for (i, &y) in y.iter().enumerate() {
        let _ = kernel.addmul_1(&mut product[i..], &m[..n - i], y);
    }
    let _ = kernel.sub_assign(product, &[1]);
    // The quotient is below m, so the low words of the product determine it.
    let inverse = inverse_mod_word(a[0]);
    let quotient = y;
    for i in 0..n {
        quotient[i] = product[i].wrapping_mul(inverse);
        let _ = kernel.submul_1(&mut product[i..], &a[..n - i], quotient[i]);
    }
    let _ = kernel.sub(r, m, quotient);
}
