//! `naf` and `w-naf`: signed digits; each digit other than 0 is followed by at least `w - 1` zeros.
//!
//! **Source.** `[Booth1951]`; `[Reitwiesner1960]`; `[Arruda2014]`, Algorithm 1. Windows:
//! `[Koyama1993]`; `[Solinas2000]`. **Idea.** From the bottom: where the rest is odd, its residue
//! modulo `2^w` in `(-2^(w-1), 2^(w-1))` is the digit; the rest without it is divisible by `2^w`.
//! **Density.** `1 / (w + 1)`; the NAF is `w = 2`, density 1/3, and the lightest form with digits
//! 0, ±1.
//!
//! Right-to-left. The rest is never computed: it is the scalar's higher bits plus a carry of 0 or
//! 1.

use super::digits::{Digit, MOST_WIDTH, assert_room};
use crate::limb::{Bits, Word};

/// The non-adjacent form; returns the number of digits.
///
/// ```
/// use polylimb::limb::Bits;
/// use polylimb::recoding::naf_vartime;
/// let mut digits = [0; 9];
/// let used = naf_vartime(&mut digits, Bits::with_len(&[0b1110_1111], 8));
/// assert_eq!(digits[..used], [-1, 0, 0, 0, -1, 0, 0, 0, 1]); // 256 - 16 - 1
/// ```
pub fn naf_vartime(digits: &mut [Digit], scalar: Bits<'_>) -> usize {
    width_naf_vartime(digits, scalar, 2)
}

/// The form of width `w`, 2 to [`MOST_WIDTH`]: digits 0 or odd, below `2^(w-1)` in size. Returns
/// the number of digits.
///
/// # Panics
/// If `digits` is too short, or the width outside its range.
pub fn width_naf_vartime(digits: &mut [Digit], scalar: Bits<'_>, w: usize) -> usize {
    assert_room(digits, scalar.len());
    assert!((2..=MOST_WIDTH).contains(&w));
    digits[..=scalar.len()].fill(0);
    let (mut i, mut carry, mut used) = (0, 0, 0);
    while i <= scalar.len() {
        if scalar.bit(i) + carry != 1 {
            // Even: the digit is 0, and the carry stays.
            i += 1;
            continue;
        }
        let residue = scalar.window(i, w) + carry;
        let negative = residue >> (w - 1);
        digits[i] = signed(residue, negative << w);
        used = i + 1;
        carry = negative;
        i += w;
    }
    used
}

/// `residue - off`; the caller ensures that it fits.
fn signed(residue: Word, off: Word) -> Digit {
    (residue as i16 - off as i16) as Digit
}
