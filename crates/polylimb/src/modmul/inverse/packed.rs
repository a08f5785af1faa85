//! Divsteps with numbers and matrix in the same words.
//!
//! **Idea.** The lowest [`STEPS`] bits of `f` and `g` decide as many divsteps, and a divstep treats
//! the rows of the matrix as it treats `f` and `g`. So one word holds `f`, `u` and `v` in three
//! fields, another one `g`, `q` and `r`, and a step is one sum, one selection and one halving.
//! The halvings are exact, because the first matrix is scaled by `2^STEPS`. It is negated, because
//! a signed field has no place for `+2^STEPS`, and stays so: `-f` and `-g` have the divsteps of `f`
//! and `g`. s2n-bignum packs in this way (`word_divstep59`).
//!
//! **Cost.** A step takes 12 instructions on 64-bit Arm.

#![allow(clippy::cast_sign_loss, reason = "words hold signed numbers in two's complement")]

use super::divsteps::Zeta;
use super::signed::{DIGIT_BITS, Matrix, SignedWord};
use crate::limb::{WORD_BITS, Word};

/// Divsteps on one pair of words.
const STEPS: usize = WORD_BITS / 3 - 1;
/// Bits of a field. All are signed, and `STEPS` divsteps keep them within `[-2^STEPS, 2^STEPS)`.
const FIELD: usize = STEPS + 1;

/// Whether three pairs make a batch, as they do for words of 64 bits.
pub(super) const APPLIES: bool = 3 * STEPS == DIGIT_BITS;

/// [`DIGIT_BITS`] divsteps on the low words of `f` and `g`: the negative of their matrix.
#[inline(always)]
pub(super) fn batch(zeta: &mut Zeta, f: Word, g: Word) -> Matrix {
    let halved = |(f, g): (Word, Word)| {
        ((f.cast_signed() >> STEPS) as Word, (g.cast_signed() >> STEPS) as Word)
    };
    let first = steps(zeta, f, g);
    let (f, g) = halved(times(first, f, g));
    let second = steps(zeta, f, g);
    let (f, g) = halved(times(second, f, g));
    after(steps(zeta, f, g), after(second, first))
}

/// The map `second` after the map `first`.
#[inline(always)]
fn after(second: Matrix, Matrix { u, v, q, r }: Matrix) -> Matrix {
    let ((u, q), (v, r)) = (times(second, u, q), times(second, v, r));
    Matrix { u, v, q, r }
}

/// `matrix (a, b)`, modulo the words.
#[inline(always)]
fn times(Matrix { u, v, q, r }: Matrix, a: Word, b: Word) -> (Word, Word) {
    let sum = |x: Word, y: Word| x.wrapping_mul(a).wrapping_add(y.wrapping_mul(b));
    (sum(u, v), sum(q, r))
}

/// `STEPS` divsteps: the negative of their matrix.
#[inline(always)]
fn steps(zeta: &mut Zeta, f: Word, g: Word) -> Matrix {
    let low = (1 << STEPS) - 1;
    let mut f = (f & low).wrapping_sub(1 << (FIELD + STEPS)).cast_signed();
    let mut g = (g & low).wrapping_sub(1 << (2 * FIELD + STEPS)).cast_signed();
    let mut z = zeta.0 as SignedWord;
    for _ in 0..STEPS {
        let positive = z >> (WORD_BITS - 1);
        let odd = -(g & 1);
        let swapped = positive & odd;
        // g + f or g - f, if g is odd; in this form each step waits four cycles for the last one.
        (f, g) = ((f & !swapped) | (g & swapped), (g - positive) + ((f & odd) ^ positive));
        z = (z ^ swapped) - 1;
        g >>= 1;
    }
    *zeta = Zeta(z as i32);
    // Half a unit more turns the floor of a shift into the nearest number. The entries are short,
    // and processors have a faster product for numbers that the compiler knows to be.
    let middle = |a: SignedWord| {
        let above = (a + (1 << STEPS)) << (WORD_BITS - 2 * FIELD);
        (above >> (WORD_BITS - FIELD)) as i32 as Word
    };
    let upper =
        |a: SignedWord| ((a + (1 << STEPS) + (1 << (FIELD + STEPS))) >> (2 * FIELD)) as i32 as Word;
    Matrix { u: middle(f), v: upper(f), q: middle(g), r: upper(g) }
}
