//! Division steps (Bernstein, Yang, "Fast constant-time gcd computation and modular inversion", 2019).
//!
//! **Idea.** A divstep maps `(δ, f, g)`, `f` odd, to `(1-δ, g, (g-f)/2)` if `δ > 0` and `g` is odd, and
//! otherwise to `(1+δ, f, (g + (g mod 2) f)/2)`. It keeps `gcd(f, g)` and looks at the lowest bits only,
//! so that a batch of steps is computed on single words, as a 2×2 matrix, and applied to the long
//! numbers at once. After sufficiently many steps `g = 0` and `f = ± gcd`.
//!
//! **Half-delta variant.** Starting from `δ = 1/2` instead of 1 saves a fifth of the steps (Wuille 2021).
//! Kept is `ζ = -(δ + 1/2)`, whose sign bit says `δ > 0`.
//!
//! **Cost.** 9437/4096 ≈ 2.304 divsteps per bit of `f`; for `n` words 2.304 `n` batches of `4n` word products,
//! `10n` if the inverse is wanted.

use super::signed::{DIGIT_BITS, Matrix};
use crate::limb::Word;

/// Batches after which `g = 0`, for `0 <= g <= f < 2^bits`. A number of divsteps `s` with `4096 s >=
/// 9437 bits + 1` suffices for every size (Harrison, proved in HOL Light, 2023; the bound found by
/// Wuille's convex hulls is 0.02 % lower and was checked size by size).
pub(super) const fn batches(bits: usize) -> usize {
    (9437 * bits as u64 + 1).div_ceil(4096).div_ceil(DIGIT_BITS as u64) as usize
}

/// What the next divsteps do depends on `ζ` and the low bits of `f` and `g`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Zeta(i32);

impl Zeta {
    /// `δ = 1/2`.
    pub(super) const START: Self = Self(-1);
}

/// The words of a divstep before and after, for those who follow more than the matrix.
pub(super) struct Step {
    /// All ones if `f` and `g` changed places.
    pub(super) swapped: Word,
    /// `f` and `g` before the step.
    pub(super) before: (Word, Word),
    /// `f` after the step.
    pub(super) f: Word,
    /// The matrix entry `u` before and after, but for its scaling by 2.
    pub(super) u: (Word, Word),
}

/// [`DIGIT_BITS`] divsteps on the low words of `f` and `g`, of which step `i` uses the lowest `WORD_BITS - i`
/// bits; shows each to `watch`.
#[inline(always)]
pub(super) fn batch(
    zeta: &mut Zeta,
    mut f: Word,
    mut g: Word,
    mut watch: impl FnMut(&Step),
) -> Matrix {
    let Matrix { mut u, mut v, mut q, mut r } = Matrix { u: 1, v: 0, q: 0, r: 1 };
    let mut z = zeta.0;
    for _ in 0..DIGIT_BITS {
        let positive = (z >> 31) as Word;
        let odd = (g & 1).wrapping_neg();
        let before = (f, g);
        let u_before = u;
        // g ± f, and the same for the rows of the matrix, if g is odd.
        let signed = |a: Word| (a ^ positive).wrapping_sub(positive) & odd;
        g = g.wrapping_add(signed(f));
        q = q.wrapping_add(signed(u));
        r = r.wrapping_add(signed(v));
        // f + (g - f) = the old g, if they change places.
        let swapped = positive & odd;
        f = f.wrapping_add(g & swapped);
        u = u.wrapping_add(q & swapped);
        v = v.wrapping_add(r & swapped);
        z = (z ^ swapped.cast_signed() as i32) - 1;
        watch(&Step { swapped, before, f, u: (u_before, u) });
        g >>= 1;
        u <<= 1;
        v <<= 1;
    }
    *zeta = Zeta(z);
    Matrix { u, v, q, r }
}
