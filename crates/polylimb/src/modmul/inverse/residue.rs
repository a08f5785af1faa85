//! Inversion of a residue of any modular multiplication: leave the representation, invert by
//! divsteps, enter again.

use super::invert::{invert, invert_scratch};
use crate::limb::{Mask, Word};
use crate::modmul::ModMul;

/// Words of scratch that [`invert_residue`] needs.
#[must_use]
pub fn invert_residue_scratch<M: ModMul + ?Sized>(modulus: &M) -> usize {
    let n = modulus.modulus().len();
    2 * n + invert_scratch(n).max(modulus.scratch_words())
}

/// `r = 1/a` for residues; returns whether the inverse exists, and `r` = 0 if not. `scratch` has at
/// least [`invert_residue_scratch`] words. Constant time if `modulus` is.
pub fn invert_residue<M: ModMul + ?Sized>(
    modulus: &M,
    r: &mut [Word],
    a: &[Word],
    scratch: &mut [Word],
) -> Mask {
    let m = modulus.modulus();
    let (plain, rest) = scratch.split_at_mut(m.len());
    let (inverse, rest) = rest.split_at_mut(m.len());
    modulus.leave(plain, a, rest);
    let invertible = invert(inverse, plain, m, rest);
    modulus.enter(r, inverse, rest);
    invertible
}
