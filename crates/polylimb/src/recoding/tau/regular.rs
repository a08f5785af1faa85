//! `regular-tau`: an odd digit for every `w - 1` places, never 0.
//!
//! **Source.** `[Oliveira2014]` ("with and without precomputation"), after `[Joye2009]` and
//! `[Solinas2000]`. **Idea.** An element that `τ` does not divide has an odd residue modulo `τ^w`;
//! the digit `u` is that residue minus `2^(w-1)`. Subtracting `α_u` leaves an element that
//! `τ^(w-1)` divides and `τ^w` does not. Each digit makes the rest smaller by a factor
//! `2^((w-1)/2)`, so that after `⌈(m + 2)/(w - 1)⌉` digits the rest is an `α_u` itself: the last
//! digit. **Density.** `1 / (w - 1)`, no digit is 0. **Domain.** Scalars that act on points of
//! order `n`; `δ` is added to make the element odd. **Constant time.**

use super::block::{digit_of, representative, take_digits};
use super::{Koblitz, Representatives};
use crate::limb::Bits;
use crate::recoding::Digit;

/// Writes the digits of `k`, of powers of `τ^(w-1)`, and returns their number, which is the same
/// for every scalar. The width `w` is 3 to 7.
///
/// # Panics
/// If `digits` is shorter than [`Koblitz::digits_needed`], or for another width.
pub fn regular_tau(
    ring: &Koblitz,
    digits: &mut [Digit],
    k: Bits<'_>,
    representatives: &Representatives,
) -> usize {
    assert!(digits.len() >= ring.digits_needed(), "room for {} digits", ring.digits_needed());
    let w = representatives.width();
    assert!(w >= 3, "width 3 to 7");
    let last = (ring.degree() + 2).div_ceil(w - 1);
    let mut rest = ring.reduce_to_odd(k);
    for digits in digits[..last].chunks_mut(representatives.block()) {
        take_digits(&mut rest, digits, representatives);
    }
    let residue = rest.residue(representatives.root(), w);
    // The residue of least absolute value.
    let residue = residue.wrapping_add(1 << (w - 1)) & ((1 << w) - 1);
    digits[last] = digit_of(residue, w);
    debug_assert_eq!(
        rest.lowest(),
        representative(representatives, residue),
        "the rest is a digit"
    );
    last + 1
}
