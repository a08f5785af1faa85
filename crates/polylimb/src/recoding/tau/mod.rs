//! Scalars in the radix `τ`, the Frobenius map of a Koblitz curve: powers of `τ` cost squarings
//! only.
//!
//! **The ring.** On `y² + x y = x³ + a x² + 1` with `a` of 0 or 1, `τ (x, y) = (x², y²)` satisfies
//! `τ² + 2 = μ τ` with `μ = (-1)^(1-a)`. Scalars are elements `r0 + r1 τ` of `Z[τ]`. Elements that
//! differ by a multiple of `δ = (τ^m - 1)/(τ - 1)`, whose norm is the order `n`, act in the same
//! way on points of order `n`. So a scalar is first reduced modulo `δ` to half its length
//! ([`Koblitz`]).
//!
//! | file | content |
//! |---|---|
//! | `ring.rs` | elements, the ring of a curve, partial reduction |
//! | `representatives.rs` | the digits: `α_u`, the smallest element congruent to `u` modulo `τ^w` |
//! | `mod.rs` | `tau-naf` and `w-tau-naf`, variable time; `regular-tau`, constant time |
//! | `block.rs` | the digits of `regular-tau`, all that the lowest words determine at a time |

use super::Digit;
use super::tau::block::{digit_of, representative, take_digits};
use crate::limb::{Bits, Word};

mod block;
mod representatives;
mod ring;

pub use representatives::Representatives;
pub(crate) use representatives::Step;
pub use ring::Koblitz;

// `tau-naf` and `w-tau-naf`: digits of powers of `τ`, one in `w + 1` not 0.
//
// **Source.** `[Solinas1997]`, `[Solinas2000]` (Algorithm 8 of `[Aranha2009]` uses it). **Idea.**
// As for the NAF: where `τ` does not divide the rest, its residue modulo `τ^w` becomes a digit
// `± u`, and `α_u` is subtracted; the next `w - 1` digits are then 0. **Density.** `1 / (w + 1)`,
// 1/3 for `w = 2`. **Time** depends on the scalar.

/// The form with the width of `representatives`: `k` acts as `Σ ± α_|digit_i| τ^i`. Returns the
/// number of digits.
///
/// ```
/// use polylimb::authors::limb::Bits;
/// use polylimb::authors::recoding::{Koblitz, Representatives, width_tau_naf_vartime};
/// // The curve y² + x y = x³ + x² + 1 over F_2^7 has 2 · 71 points.
/// let ring = Koblitz::new(7, true, &[71])?;
/// let mut digits = vec![0; ring.digits_needed()];
/// let of_width_2 = Representatives::new(ring.mu_is_minus(), 2);
/// // 2 = -τ - τ³.
/// let used = width_tau_naf_vartime(&ring, &mut digits, Bits::new(&[2]), &of_width_2);
/// assert_eq!(digits[..used], [0, -1, 0, -1]);
/// # Ok::<(), polylimb::Error>(())
/// ```
///
/// # Panics
/// If `digits` is shorter than [`Koblitz::digits_needed`].
pub fn width_tau_naf_vartime(
    ring: &Koblitz,
    digits: &mut [Digit],
    k: Bits<'_>,
    representatives: &Representatives,
) -> usize {
    assert!(digits.len() >= ring.digits_needed(), "room for {} digits", ring.digits_needed());
    let w = representatives.width();
    let mut rest = ring.reduce(k);
    digits.fill(0);
    let mut used = 0;
    for (i, place) in digits.iter_mut().enumerate() {
        if rest.is_zero_vartime() {
            break;
        }
        if rest.is_odd().to_bool_vartime() {
            let residue = rest.residue(representatives.root(), w) as i16;
            let digit = if residue >> (w - 1) == 1 { residue - (1 << w) } else { residue };
            let [a, b] = representatives.alphas()[usize::from(digit.unsigned_abs() / 2)];
            let signed =
                |v: i16| isize::from(if digit < 0 { -v } else { v }).cast_unsigned() as Word;
            rest.subtract_small([signed(a), signed(b)]);
            *place = digit as Digit;
            used = i + 1;
        }
        rest.divide_by_tau(ring.mu_is_minus());
    }
    used
}

// `regular-tau`: an odd digit for every `w - 1` places, never 0.
//
// **Source.** `[Oliveira2014]` ("with and without precomputation"), after `[Joye2009]` and
// `[Solinas2000]`. **Idea.** An element that `τ` does not divide has an odd residue modulo `τ^w`;
// the digit `u` is that residue minus `2^(w-1)`. Subtracting `α_u` leaves an element that
// `τ^(w-1)` divides and `τ^w` does not. Each digit makes the rest smaller by a factor
// `2^((w-1)/2)`, so that after `⌈(m + 2)/(w - 1)⌉` digits the rest is an `α_u` itself: the last
// digit. **Density.** `1 / (w - 1)`, no digit is 0. **Domain.** Scalars that act on points of
// order `n`; `δ` is added to make the element odd. **Constant time.**

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
    let last = ring.regular_digits(representatives) - 1;
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
