//! `tau-naf` and `w-tau-naf`: digits of powers of `τ`, one in `w + 1` not 0.
//!
//! **Source.** `[Solinas1997]`, `[Solinas2000]` (Algorithm 8 of `[Aranha2009]` uses it). **Idea.**
//! As for the NAF: where `τ` does not divide the rest, its residue modulo `τ^w` becomes a digit
//! `± u`, and `α_u` is subtracted; the next `w - 1` digits are then 0. **Density.** `1 / (w + 1)`,
//! 1/3 for `w = 2`. **Time** depends on the scalar.

use super::{Koblitz, Representatives};
use crate::limb::{Bits, Word};
use crate::recoding::Digit;

/// The form with the width of `representatives`: `k` acts as `Σ ± α_|digit_i| τ^i`. Returns the
/// number of digits.
///
/// ```
/// use polylimb::limb::Bits;
/// use polylimb::recoding::{Koblitz, Representatives, width_tau_naf_vartime};
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
