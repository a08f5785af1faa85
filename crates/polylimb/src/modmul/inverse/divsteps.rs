//! Division steps (`[Bernstein2019]`).
//!
//! **Idea.** A divstep maps `(δ, f, g)`, `f` odd, to `(1-δ, g, (g-f)/2)` if `δ > 0` and `g` is odd,
//! and otherwise to `(1+δ, f, (g + (g mod 2) f)/2)`. It keeps `gcd(f, g)` and depends on the lowest
//! bits only. So a batch of steps is computed on single words, as a 2×2 matrix, and then applied to
//! the long numbers. After sufficiently many steps `g = 0` and `f = ± gcd`.
//!
//! **Half-delta variant.** Starting from `δ = 1/2` instead of 1 saves a fifth of the steps
//! (`[Wuille2021]`). The code keeps `ζ = -(δ + 1/2)`, whose sign bit is set exactly if `δ > 0`.
//!
//! **Cost.** 9437/4096 ≈ 2.304 divsteps per bit of `f`; for `n` words 2.304 `n` batches of `4n`
//! word products, `10n` with the inverse.

#![allow(clippy::cast_sign_loss, reason = "words hold signed numbers in two's complement")]

use super::packed;
use super::signed::{DIGIT_BITS, Matrix};
use crate::limb::Word;

/// Divsteps after which `g = 0`, for `0 <= g <= f < 2^bits`: enough for every size (Harrison,
/// proved in HOL Light, 2023; the bound that Wuille found by convex hulls, size by size, is 0.02 %
/// lower).
const fn sufficient(bits: usize) -> u64 {
    (9437 * bits as u64 + 1).div_ceil(4096)
}

/// The sufficient number of divsteps, in batches.
pub(super) const fn batches(bits: usize) -> usize {
    sufficient(bits).div_ceil(DIGIT_BITS as u64) as usize
}

/// `ζ`. The next divsteps depend on it and on the low bits of `f` and `g`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Zeta(pub(super) i32);

impl Zeta {
    /// `δ = 1/2`.
    pub(super) const START: Self = Self(-1);
}

/// The words before and after a divstep, for callers that track more than the matrix.
pub(super) struct Step {
    /// All ones if `f` and `g` were exchanged.
    pub(super) swapped: Word,
    /// `f` and `g` before the step.
    pub(super) before: (Word, Word),
    /// `f` after the step.
    pub(super) f: Word,
    /// The matrix entry `u` before and after, without its scaling by 2.
    pub(super) u: (Word, Word),
}

/// [`DIGIT_BITS`] divsteps on the low words of `f` and `g`: their matrix or its negative.
#[inline(always)]
pub(super) fn batch(zeta: &mut Zeta, f: Word, g: Word) -> Matrix {
    if packed::APPLIES { packed::batch(zeta, f, g) } else { watched_batch(zeta, f, g, |_| ()) }
}

/// [`batch`] that passes each step to `watch`. Step `i` uses the lowest `WORD_BITS - i` bits.
#[inline(always)]
pub(super) fn watched_batch(
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
        // If g is odd: g ± f, and likewise for the rows of the matrix.
        let signed = |a: Word| (a ^ positive).wrapping_sub(positive) & odd;
        g = g.wrapping_add(signed(f));
        q = q.wrapping_add(signed(u));
        r = r.wrapping_add(signed(v));
        // f + (g - f) = the old g, if they are exchanged.
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

/// [`batch`] in a time that tells `f` and `g`: it shifts out all factors 2 of an even `g` at once,
/// and clears several bits at once.
///
/// **Source.** `[Wuille2021]`, the notes. **Idea.** While `δ <= 0`, which is certain for the next
/// `ζ + 1` steps, only multiples of `f` are added to `g`. The factor that clears `k` bits is `-g/f`
/// modulo `2^k`, and `f (f² - 2) = -1/f` modulo 64.
#[inline(always)]
pub(super) fn batch_vartime(zeta: &mut Zeta, mut f: Word, mut g: Word) -> Matrix {
    let Matrix { mut u, mut v, mut q, mut r } = Matrix { u: 1, v: 0, q: 0, r: 1 };
    let (mut z, mut left) = (zeta.0, DIGIT_BITS as u32);
    loop {
        let twos = g.trailing_zeros().min(left);
        g >>= twos;
        u <<= twos;
        v <<= twos;
        z -= twos.cast_signed();
        left -= twos;
        if left == 0 {
            break;
        }
        if z < 0 {
            z = -z - 1;
            (f, g) = (g, f.wrapping_neg());
            (u, q) = (q, u.wrapping_neg());
            (v, r) = (r, v.wrapping_neg());
        }
        let clear = (z.cast_unsigned() + 1).min(left).min(6);
        let multiple = g.wrapping_mul(f.wrapping_mul(f.wrapping_mul(f).wrapping_sub(2)));
        let multiple = multiple & ((1 << clear) - 1);
        g = g.wrapping_add(f.wrapping_mul(multiple));
        q = q.wrapping_add(u.wrapping_mul(multiple));
        r = r.wrapping_add(v.wrapping_mul(multiple));
    }
    *zeta = Zeta(z);
    Matrix { u, v, q, r }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, with `2δ` to have integers only.
    #[allow(clippy::manual_midpoint, reason = "this is a divstep, not a mean")]
    fn divstep((twice_delta, f, g): (i32, i128, i128)) -> (i32, i128, i128) {
        match (g & 1, twice_delta > 0) {
            (1, true) => (2 - twice_delta, g, (g - f) / 2),
            (1, false) => (2 + twice_delta, f, (g + f) / 2),
            _ => (2 + twice_delta, f, g / 2),
        }
    }

    #[test]
    fn sufficient_for_all_numbers_up_to_ten_bits() {
        for bits in 1..=10 {
            let mut most = 0;
            for f in (1..1 << bits).step_by(2) {
                for g in 0..=f {
                    let (mut state, mut steps) = ((1, f, g), 0);
                    while state.2 != 0 {
                        state = divstep(state);
                        steps += 1;
                    }
                    most = steps.max(most);
                }
            }
            assert!(most <= sufficient(bits), "{most} divsteps for {bits} bits");
        }
        assert_eq!(sufficient(256), 590);
    }

    #[test]
    fn a_batch_is_so_many_divsteps() {
        let mut seed: u64 = 1;
        let mut zeta = Zeta::START;
        let mut twice_delta = 1;
        for round in 0..2000 {
            let mut random = || {
                seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                (seed >> 7) as Word
            };
            let (f, g) = (random() | 1, if round % 7 == 0 { 0 } else { random() });
            let before = zeta;
            let plain = |a: Word| if packed::APPLIES { a.wrapping_neg() } else { a };
            let Matrix { u, v, q, r } = batch(&mut zeta, f, g);
            let matrix = Matrix { u: plain(u), v: plain(v), q: plain(q), r: plain(r) };
            let others: [fn(&mut Zeta, Word, Word) -> Matrix; 2] =
                [batch_vartime, |zeta, f, g| watched_batch(zeta, f, g, |_| ())];
            for other in others {
                let mut other_zeta = before;
                assert_eq!((other(&mut other_zeta, f, g), other_zeta.0), (matrix, zeta.0));
            }
            let whole = |a: Word| i128::from(a.cast_signed());
            let mut state = (twice_delta, whole(f), whole(g));
            for _ in 0..DIGIT_BITS {
                state = divstep(state);
            }
            let product = |a, b| whole(a) * whole(f) + whole(b) * whole(g);
            assert_eq!(product(matrix.u, matrix.v), state.1 << DIGIT_BITS);
            assert_eq!(product(matrix.q, matrix.r), state.2 << DIGIT_BITS);
            for (a, b) in [(matrix.u, matrix.v), (matrix.q, matrix.r)] {
                assert!(whole(a).abs() + whole(b).abs() <= 1 << DIGIT_BITS);
            }
            twice_delta = state.0;
            assert_eq!(zeta.0, -(twice_delta + 1) / 2);
        }
    }
}
