//! Inversion modulo a prime by Fermat's little theorem: `1/a = a^(p-2)`.
//!
//! **Idea.** The exponent is public, so a fixed window needs no secret look-up: 4 bits at a time,
//! left to right, over a table of `a^0` to `a^15`. **Cost.** For `b` bits `b` squarings and
//! `b/4 + 14` products: slower than divsteps on processors with a multiplier, but it needs only
//! [`ModMul`].

use crate::limb::{Kernel, WORD_BITS, Word};
use crate::modmul::ModMul;

const WINDOW_BITS: usize = 4;

/// Words of scratch that [`invert_fermat`] needs.
#[must_use]
pub fn invert_fermat_scratch(modulus: &dyn ModMul) -> usize {
    let table = ((1 << WINDOW_BITS) + 1) * modulus.residue_words();
    modulus.modulus().len() + table + modulus.scratch_words()
}

/// `r = 1/a` for residues of a prime modulus of at least 3, and `r` = 0 for `a` = 0; `r` is
/// unspecified if the modulus is not prime. `scratch` has at least [`invert_fermat_scratch`] words.
///
/// Constant time in `a` where `modulus` is; the prime is public.
pub fn invert_fermat(modulus: &dyn ModMul, r: &mut [Word], a: &[Word], scratch: &mut [Word]) {
    let (n, size) = (modulus.modulus().len(), modulus.residue_words());
    let (exponent, rest) = scratch.split_at_mut(n);
    let (table, rest) = rest.split_at_mut(size << WINDOW_BITS);
    let (square, rest) = rest.split_at_mut(size);
    exponent.copy_from_slice(modulus.modulus());
    let _ = Kernel::PORTABLE.sub_assign(exponent, &[2]);
    modulus.one(&mut table[..size]);
    table[size..2 * size].copy_from_slice(a);
    for i in 2..1 << WINDOW_BITS {
        let (before, power) = table.split_at_mut(i * size);
        modulus.mul(&mut power[..size], &before[(i - 1) * size..], a, rest);
    }
    modulus.one(r);
    for i in (0..n * WORD_BITS / WINDOW_BITS).rev() {
        for _ in 0..WINDOW_BITS {
            modulus.sqr(square, r, rest);
            r.copy_from_slice(square);
        }
        let bit = i * WINDOW_BITS;
        let digit = (exponent[bit / WORD_BITS] >> (bit % WORD_BITS)) as usize % (1 << WINDOW_BITS);
        modulus.mul(square, r, &table[digit * size..][..size], rest);
        r.copy_from_slice(square);
    }
}
