//! Modular inversion, greatest common divisors and the Jacobi symbol.
//!
//! **Method.** Divsteps (`[Bernstein2019]`): the same steps for all values of the same length, for
//! secrets too. [`invert_vartime`] takes them in variable time. [`invert_residue`] inverts in any
//! [`super::ModMul`].
//!
//! **Representation.** Numbers are words, as everywhere in `limb`. Inside, divsteps compute with
//! signed numbers in digits a few bits shorter than a word (`signed.rs`), in the caller's scratch.
//!
//! **Conventions.** 0 and every other number without an inverse map to 0 (`inv0`), and a
//! [`crate::limb::Mask`] tells whether the inverse exists. For the modulus 1 the inverse is 0.
//! Scratch holds secrets afterwards. Wrong lengths panic.
//!
//! Imports: `limb`, [`super::ModMul`]. Read `divsteps.rs` first, then `invert.rs`.

use super::ModMul;
use crate::limb::{Mask, Word};

mod divsteps;
mod gcd;
mod invert;
#[cfg(feature = "alloc")]
mod natural;
mod packed;
mod signed;

pub use gcd::{gcd, gcd_scratch, jacobi, jacobi_scratch};
pub use invert::{invert, invert_scratch, invert_vartime};

// Inversion of a residue of any modular multiplication: leave the representation, invert by
// divsteps, enter again.

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
