//! Signed digits: `naf` and `w-naf`, `signed-window`, `regular`.

use super::{Digit, MOST_WIDTH, assert_room};
use crate::limb::{Bits, Mask, Word};

// `naf` and `w-naf`: each digit other than 0 is followed by at least `w - 1` zeros.
//
// **Source.** `[Booth1951]`; `[Reitwiesner1960]`; `[Arruda2014]`, Algorithm 1. Windows:
// `[Koyama1993]`; `[Solinas2000]`. **Idea.** From the bottom: where the rest is odd, its residue
// modulo `2^w` in `(-2^(w-1), 2^(w-1))` is the digit; the rest without it is divisible by `2^w`.
// **Density.** `1 / (w + 1)`; the NAF is `w = 2`, density 1/3, and the lightest form with digits
// 0, ±1.
//
// Right-to-left. The rest is never computed: it is the scalar's higher bits plus a carry of 0 or
// 1.

/// The form of width `w`, 2 to [`MOST_WIDTH`]: digits 0 or odd, below `2^(w-1)` in size. Returns
/// the number of digits. Width 2 is the non-adjacent form.
///
/// ```
/// use polylimb::authors::limb::Bits;
/// use polylimb::authors::recoding::width_naf_vartime;
/// let mut digits = [0; 9];
/// let used = width_naf_vartime(&mut digits, Bits::with_len(&[0b1110_1111], 8), 2);
/// assert_eq!(digits[..used], [-1, 0, 0, 0, -1, 0, 0, 0, 1]); // 256 - 16 - 1
/// ```
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

// `signed-window`: always one digit for every `w` bits, of size at most `2^(w-1)`.
//
// **Source.** `[Booth1951]`, in its radix-2^w form (`[MacSorley1961]`). **Idea.** Where a window's
// top bit is set, its digit is the window minus `2^w`, and the next window is one larger: each
// digit depends on `w + 1` neighbouring bits, so nothing is carried. **Cost.** A digit may be 0;
// the table has `0` to `2^(w-1)`. **Constant time**, every scalar.

/// Digit `i` as its size and whether it is negative, for windows of `w` bits.
#[inline]
#[must_use]
pub fn signed_window_digit(scalar: Bits<'_>, i: usize, w: usize) -> (Word, Mask) {
    let window = scalar.window_from((i * w).cast_signed() - 1, w + 1);
    let half_up = (window >> 1) + (window & 1);
    let negative = Mask::from_bit(window >> w);
    (negative.select((1 << w) - half_up, half_up), negative)
}

// `regular`: one odd digit for every `w` bits, never 0, of size below `2^w`.
//
// **Source.** `[Joye2009]`, Algorithm 6; `[Okeya2003]`. **Idea.** An odd scalar is odd modulo
// `2^(w+1)`; that residue minus `2^w` is the digit, and the rest divided by `2^w` is odd again: it
// is the scalar's higher bits with the lowest bit set. **Cost.** No digit is 0, so no addition
// needs a case for the neutral element, and the table holds only the `2^(w-1)` odd multiples.
// **Domain.** Odd scalars. For an even scalar take `n - k`, or `k + 1` and a subtraction by mask.
// **Constant time.**

/// Digit `i` of an odd scalar: the index in a table of odd multiples, `(size - 1) / 2`, and whether
/// the digit is negative.
#[inline]
#[must_use]
pub fn regular_digit(scalar: Bits<'_>, i: usize, w: usize) -> (Word, Mask) {
    // The digit is 2 half + 1 - 2^w, or 2 half + 1 at the top.
    let half = scalar.window(i * w + 1, w);
    if (i + 1) * w >= scalar.len() {
        return (half, Mask::FALSE);
    }
    let negative = !Mask::from_bit(half >> (w - 1));
    ((half ^ negative.word()) & ((1 << (w - 1)) - 1), negative)
}
