//! `regular-tau`: on a Koblitz curve, `w - 1` Frobenius maps and one addition for every `w - 1`
//! places, without exception. The constant-time default on Koblitz curves.
//!
//! **Source.** `[Oliveira2014]`. **Idea.** A map costs three squarings, no digit is 0, and the
//! points `± α_u P` lie in a table that is read as a whole. **Cost** for `w = 5`: `(m + 2)/4` mixed
//! additions 8M + 5S, `3 (m + 2)` squarings, 8 points, two inversions.
//!
//! **No gap is met** except in the last addition. There are no zero digits, so before each addition
//! the sum stands for an element `τ^(w-1) s` with `s ≠ 0`, and the addend for an `α` that `τ` does
//! not divide: as elements they are never equal, opposite or 0. Modulo `δ` they could be only if
//! the sum and twice `α` reached its size: the scalar's element has at most twice that (norm
//! `4 n`), and one addition less brings it down by `2^((w-1)/2) ≥ 2.8` for `w >= 4`. The uniform
//! law makes the last addition. **Constant time.**

use super::tau_multiples::tau_multiples;
use crate::curve::binary::{LopezDahab, LopezDahabPoint, Uniform};
use crate::curve::{AffinePoint, Coordinates, Group};
use crate::field::Field;
use crate::limb::{Bits, Kernel, Mask, WORD_BITS, Word};
use crate::recoding::{Digit, Koblitz, Representatives, regular_tau as recode};
use alloc::vec;
use zeroize::Zeroize;

/// Least digit width for which no gap is met.
const LEAST_WIDTH: usize = 4;

/// `k p` for a point of the ring's order, which must be above 2^64, with digits of width 4 to 7.
/// Constant time in scalar and point. Out of line, because it compiles to kilobytes for each field.
#[inline(never)]
pub fn regular_tau<const N: usize, F: Field<El = [Word; N], Mask = Mask>>(
    kernel: Kernel,
    group: &Uniform<F>,
    ring: &Koblitz,
    representatives: &Representatives,
    k: Bits<'_>,
    p: [&F::El; 2],
) -> LopezDahabPoint<F::El> {
    let (c, f) = (group.curve(), &group.curve().field);
    let w = representatives.width();
    debug_assert!(w >= LEAST_WIDTH);
    let mut digits = vec![0; ring.digits_needed()];
    let used = recode(ring, &mut digits, k, representatives);
    let mut table = tau_multiples(c, representatives, p);
    let entry = |digit: Digit| {
        let digit = isize::from(digit).cast_unsigned() as Word;
        let negative = Mask::from_bit(digit >> (WORD_BITS - 1));
        let size = (digit ^ negative.word()).wrapping_sub(negative.word());
        let mut entry = [[0; N]; 2];
        let rows = table.as_flattened().as_flattened();
        kernel.look_up(entry.as_flattened_mut(), rows, size >> 1);
        let [x, y] = entry;
        [x, f.select(negative, &f.add(&x, &y), &y)]
    };
    let [x, y] = entry(digits[used - 1]);
    let mut r = LopezDahab::lift(c, &x, &y);
    for i in (0..used - 1).rev() {
        for _ in 1..w {
            r = LopezDahab::frobenius(f, &r);
        }
        let [x, y] = entry(digits[i]);
        r = if i > 0 {
            LopezDahab::add_affine(c, &r, &x, &y)
        } else {
            group.add_entry(&r, &AffinePoint::new(x, y))
        };
    }
    digits.zeroize();
    table.zeroize();
    r
}
