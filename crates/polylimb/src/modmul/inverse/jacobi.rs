//! The Jacobi symbol: by divsteps in constant time, and by the binary algorithm.
//!
//! **Source.** Hamburg, "Computing the Jacobi symbol using Bernstein-Yang", 2021; Cohen, A Course
//! in Computational Algebraic Number Theory, algorithm 1.4.10.
//!
//! **Idea.** A divstep changes `(g / |f|)` by factors that depend on the low bits of `f` and `g`:
//! `(2 / |f|)` for the halving; for an exchange, quadratic reciprocity and `(-1 / |g|)`. The last
//! two also depend on signs, which the low bits do not show: together, a factor -1 whenever `f`
//! goes from positive to negative. Divsteps turn the vector `(f, g)` clockwise, and `f` changes its
//! sign whenever the vector passes the `g` axis. The vector `(1, ε)`, which the matrix entry `u`
//! follows, passes it equally often, up to one passage, which the signs before and after a batch
//! determine. Only the number of passages modulo 4 is needed.
//!
//! **Cost.** Like [`super::gcd()`].

use super::divsteps::{Step, Zeta, batch, batches};
use super::shift::{shr_vartime, trailing_zeros_vartime};
use super::signed::{self, is_negative, low_word, negate_if, update_fg};
use crate::limb::{Kernel, WORD_BITS, Word, bit_length_vartime, equal, is_zero, less_than};

/// Words of scratch that [`jacobi()`] and [`jacobi_vartime`] need for numbers of `n_words`.
#[must_use]
pub const fn jacobi_scratch(n_words: usize) -> usize {
    2 * signed::digits(n_words * WORD_BITS)
}

/// The Jacobi symbol `(a / m)` for an odd `m` and `a` in `[0, m)` of the same length: 1, -1, or 0
/// if they have a common factor. `scratch` has at least [`jacobi_scratch`] words.
///
/// Constant time in `a` and `m`, except for the bit length of `m`.
#[must_use]
pub fn jacobi(a: &[Word], m: &[Word], scratch: &mut [Word]) -> i8 {
    assert!(!m.is_empty() && a.len() == m.len());
    assert!(m[0] & 1 == 1, "the lower number is odd");
    debug_assert!(less_than(a, m).to_bool_vartime());
    let bits = bit_length_vartime(m);
    let (f, g) = scratch[..2 * signed::digits(bits)].split_at_mut(signed::digits(bits));
    signed::from_words(f, m);
    signed::from_words(g, a);
    let mut zeta = Zeta::START;
    // The exponent of -1 from the low bits, and the number of sign changes of f, modulo 4.
    let (mut exponent, mut passages) = (0, 0 as Word);
    for _ in 0..batches(bits) {
        let mut passages_of_u = 0 as Word;
        let matrix = batch(&mut zeta, low_word(f), low_word(g), |step| {
            exponent ^= low_bits_exponent(step);
            passages_of_u = passages_of_u.wrapping_add((step.u.0 ^ step.u.1) >> (WORD_BITS - 1));
        });
        let (f_before, g_before) = (is_negative(f), is_negative(g));
        update_fg(matrix, f, g);
        let u_after = matrix.u >> (WORD_BITS - 1);
        let differ = (f_before ^ is_negative(f)).bit() ^ u_after;
        // The vector is ahead of (1, ε), clockwise, if f and g have different signs, otherwise it
        // is behind.
        let correction = differ.wrapping_add(2 * (differ & !(f_before ^ g_before).bit()));
        passages = passages.wrapping_add(passages_of_u).wrapping_add(correction);
    }
    // f was positive at first: every odd passage made it negative.
    exponent ^= passages.wrapping_add(1) >> 1;
    negate_if(f, is_negative(f));
    // g is 0 now; it becomes the number 1.
    g[0] = 1;
    let coprime = equal(f, g).bit();
    let minus = coprime & exponent;
    (coprime as u8).cast_signed() - 2 * (minus as u8).cast_signed()
}

/// The term that the low bits add to the exponent of -1 in one divstep, in the lowest bit.
#[inline(always)]
fn low_bits_exponent(step: &Step) -> Word {
    let (f, g) = step.before;
    // (-1)^((f-1)/2 (g-1)/2) of reciprocity times (-1)^((g-1)/2), then (2 / f).
    let exchange = step.swapped & (g >> 1) & !(f >> 1);
    exchange ^ (step.f >> 1) ^ (step.f >> 2)
}

/// Like [`jacobi()`], in a time that tells much about `a` and `m`; `a` may be any number of the
/// same length.
#[must_use]
pub fn jacobi_vartime(a: &[Word], m: &[Word], scratch: &mut [Word]) -> i8 {
    let n = m.len();
    assert!(n > 0 && a.len() == n);
    assert!(m[0] & 1 == 1, "the lower number is odd");
    let (mut x, rest) = scratch[..2 * n].split_at_mut(n);
    let mut y = rest;
    x.copy_from_slice(a);
    y.copy_from_slice(m);
    let mut exponent = 0;
    while !is_zero(x).to_bool_vartime() {
        let twos = trailing_zeros_vartime(x);
        shr_vartime(x, twos);
        exponent ^= twos as Word & ((y[0] >> 1) ^ (y[0] >> 2));
        if less_than(x, y).to_bool_vartime() {
            core::mem::swap(&mut x, &mut y);
            exponent ^= (x[0] & y[0]) >> 1;
        }
        let _ = Kernel::PORTABLE.sub_assign(x, y);
        let mut len = y.len();
        while len > 1 && x[len - 1] == 0 && y[len - 1] == 0 {
            len -= 1;
        }
        (x, y) = (&mut x[..len], &mut y[..len]);
    }
    let coprime = y[0] == 1 && is_zero(&y[1..]).to_bool_vartime();
    match (coprime, exponent & 1) {
        (false, _) => 0,
        (true, 0) => 1,
        (true, _) => -1,
    }
}
