//! Many inverses for the price of one (Montgomery 1987, "Speeding the Pollard and elliptic curve methods").
//!
//! **Idea.** The product of all elements is inverted; going back through the products of the first `i`
//! elements frees one inverse after another. Zeros take part as ones and map to zero, by masks.
//! **Cost.** One inversion and `3(k-1)` products for `k` elements.

use super::residue::{invert_residue, invert_residue_scratch};
use crate::limb::{Mask, Word};
use crate::modmul::ModMul;

/// Words of scratch that [`invert_all`] needs, for any number of elements.
#[must_use]
pub fn invert_all_scratch(modulus: &dyn ModMul) -> usize {
    3 * modulus.residue_words() + invert_residue_scratch(modulus)
}

/// `r_i = 1/a_i` for residues that stand one behind the other in `a`, and `r_i` = 0 for
/// `a_i` = 0. Returns false, with all `r_i` = 0, if one that is not 0 has no inverse; with a prime modulus
/// that cannot be. `scratch` has at least [`invert_all_scratch`] words.
///
/// Constant time where `modulus` is; neither which elements are 0 nor their number shows.
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
    // `inverse` is that of the product of the elements 0 to i.
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

/// `r = a`, or 1 if `a` is 0; returns whether it is. `constant` is overwritten.
fn load(modulus: &dyn ModMul, r: &mut [Word], a: &[Word], constant: &mut [Word]) -> Mask {
    modulus.zero(constant);
    let zero = modulus.eq(a, constant);
    modulus.one(constant);
    r.copy_from_slice(a);
    modulus.select(r, constant, zero);
    zero
}
