//! Many inverses with one inversion (`[Montgomery1987]`).
//!
//! **Idea.** The product of all elements is inverted; going back through the products of the first
//! `i` elements gives one inverse after another. Zeros count as ones and map to zero, by masks.
//! **Cost.** One inversion and `3(k-1)` products for `k` elements.

use super::residue::{invert_residue, invert_residue_scratch};
use crate::limb::{Mask, Word};
use crate::modmul::ModMul;

/// Words of scratch that [`invert_all`] needs, for any number of elements.
#[must_use]
pub fn invert_all_scratch(modulus: &dyn ModMul) -> usize {
    3 * modulus.residue_words() + invert_residue_scratch(modulus)
}

/// `r_i = 1/a_i` for residues one after another in `a`, and `r_i` = 0 for `a_i` = 0. Returns false,
/// with all `r_i` = 0, if an element other than 0 has no inverse, which cannot happen with a prime
/// modulus. `scratch` has at least [`invert_all_scratch`] words.
///
/// Constant time if `modulus` is; this includes which elements are 0 and their number.
pub fn invert_all(modulus: &dyn ModMul, r: &mut [Word], a: &[Word], scratch: &mut [Word]) -> Mask {
    let size = modulus.residue_words();
    assert!(r.len() == a.len() && a.len().is_multiple_of(size));
    if a.is_empty() {
        return Mask::TRUE;
    }
    let (product, rest) = scratch.split_at_mut(size);
    let (element, rest) = rest.split_at_mut(size);
    let (inverse, rest) = rest.split_at_mut(size);
    // r_i becomes the product of the elements 0 to i.
    load(modulus, &mut r[..size], &a[..size], product);
    for i in 1..a.len() / size {
        let (before, now) = r[(i - 1) * size..(i + 1) * size].split_at_mut(size);
        load(modulus, element, &a[i * size..][..size], product);
        modulus.mul(now, before, element, rest);
    }
    let invertible = invert_residue(modulus, inverse, &r[r.len() - size..], rest);
    // `inverse` is the inverse of the product of the elements 0 to i.
    for i in (1..a.len() / size).rev() {
        let (before, now) = r[(i - 1) * size..(i + 1) * size].split_at_mut(size);
        let zero = load(modulus, element, &a[i * size..][..size], product);
        modulus.mul(now, inverse, before, rest);
        modulus.mul(product, inverse, element, rest);
        inverse.copy_from_slice(product);
        modulus.zero(element);
        modulus.select(now, element, zero);
    }
    let zero = load(modulus, element, &a[..size], product);
    modulus.zero(element);
    modulus.select(inverse, element, zero);
    r[..size].copy_from_slice(inverse);
    invertible
}

/// `r = a`, or 1 if `a` is 0; returns whether `a` is 0. `constant` is overwritten.
fn load(modulus: &dyn ModMul, r: &mut [Word], a: &[Word], constant: &mut [Word]) -> Mask {
    modulus.zero(constant);
    let zero = modulus.eq(a, constant);
    modulus.one(constant);
    r.copy_from_slice(a);
    modulus.select(r, constant, zero);
    zero
}
