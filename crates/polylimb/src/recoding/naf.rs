//! `naf` and `w-naf`: signed digits with at least `w - 1` zeros after each that is not 0.
//!
//! **Source.** Booth 1951; Reitwiesner 1960; the thesis's Algorithm 1. Windows: Koyama, Tsuruoka 1993; Solinas 2000.
//! **Idea.** From the bottom: where what is left is odd, take its residue modulo `2^w` that lies in
//! `(-2^(w-1), 2^(w-1))` as digit; what is left is then divisible by `2^w`. **Density.** `1 / (w + 1)`; the NAF is
//! `w = 2`, density 1/3, and the lightest form with digits 0, ±1.
//!
//! Right-to-left. What is left is never computed: it is the scalar's higher bits plus a carry of 0 or 1.

use super::digits::{Digit, MOST_WIDTH, assert_room};
use crate::limb::{Bits, Word};

/// The non-adjacent form; returns how many digits.
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

/// The form of width `w`, 2 to [`MOST_WIDTH`]: digits 0 or odd, below `2^(w-1)` in size. Returns how many.
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
            // Even: the digit is 0, and the carry goes on as it is.
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

/// `residue - off`, which is known to fit.
fn signed(residue: Word, off: Word) -> Digit {
    (residue as i16 - off as i16) as Digit
}
