//! Greatest common divisors: by divsteps in constant time.
//!
//! **Idea.** Divsteps need an odd `f` and `0 <= g <= f`. The common power of two is shifted out
//! and, at the end, back in. Then one number is odd, say `a`; the odd `|a - b|` replaces an even
//! `b`; the larger of the two becomes `f`. All choices are masks.
//!
//! **Cost.** 2.304 `n` batches of divsteps and `4n` word products each for `n` words.

use super::divsteps::{Step, Zeta, batch, batches, watched_batch};
use super::signed::{self, is_negative, low_word, negate_if, shl_secret, shr_secret, update_fg};
use crate::limb::{Kernel, Mask, WORD_BITS, Word, bit_length_vartime, is_zero, less_than, swap_if};

/// Words of scratch that [`gcd()`] needs for numbers of `n_words`.
#[must_use]
pub const fn gcd_scratch(n_words: usize) -> usize {
    2 * n_words + 2 * signed::digits(n_words * WORD_BITS)
}

/// `r = gcd(a, b)`, all of the same length, with `gcd(a, 0) = a`; `scratch` has at least
/// [`gcd_scratch`] words. Constant time in both.
pub fn gcd(r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
    let n = r.len();
    assert!(n > 0 && a.len() == n && b.len() == n);
    let kernel = Kernel::PORTABLE;
    let (x, rest) = scratch[..gcd_scratch(n)].split_at_mut(n);
    let (y, rest) = rest.split_at_mut(n);
    for ((r, &a), &b) in r.iter_mut().zip(a).zip(b) {
        *r = a | b;
    }
    let both_zero = is_zero(r);
    let twos = signed::trailing_zeros(r);
    x.copy_from_slice(a);
    y.copy_from_slice(b);
    shr_secret(x, twos);
    shr_secret(y, twos);
    x[0] |= both_zero.bit();
    swap_if(x, y, Mask::from_bit(!x[0] & 1));
    // x is odd; an even y becomes |y - x|.
    let borrow = kernel.sub_assign_if(y, x, Mask::from_bit(!y[0] & 1));
    negate_words_if(y, Mask::from_bit(borrow));
    swap_if(x, y, less_than(x, y));
    let (f, g) = rest.split_at_mut(rest.len() / 2);
    signed::from_words(f, x);
    signed::from_words(g, y);
    let mut zeta = Zeta::START;
    for _ in 0..batches(n * WORD_BITS) {
        let matrix = batch(&mut zeta, low_word(f), low_word(g));
        update_fg(matrix, f, g);
    }
    negate_if(f, is_negative(f));
    signed::to_words(r, f);
    r[0] ^= both_zero.bit();
    shl_secret(r, twos);
}

/// `a = -a` modulo the range of its words if `condition` is true.
fn negate_words_if(a: &mut [Word], condition: Mask) {
    let mut carry = condition.bit();
    for a in a {
        let overflow;
        (*a, overflow) = (*a ^ condition.word()).overflowing_add(carry);
        carry = Word::from(overflow);
    }
}

// The Jacobi symbol, by divsteps in constant time.
//
// **Source.** Hamburg, "Computing the Jacobi symbol using Bernstein-Yang", 2021.
//
// **Idea.** A divstep changes `(g / |f|)` by factors that depend on the low bits of `f` and `g`:
// `(2 / |f|)` for the halving; for an exchange, quadratic reciprocity and `(-1 / |g|)`. The last
// two also depend on signs, which the low bits do not show: together, a factor -1 whenever `f`
// goes from positive to negative. Divsteps turn the vector `(f, g)` clockwise, and `f` changes its
// sign whenever the vector passes the `g` axis. The vector `(1, ε)`, which the matrix entry `u`
// follows, passes it equally often, up to one passage, which the signs before and after a batch
// determine. Only the number of passages modulo 4 is needed.
//
// **Cost.** Like [`super::gcd()`].

/// Words of scratch that [`jacobi()`] needs for numbers of `n_words`.
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
        let matrix = watched_batch(&mut zeta, low_word(f), low_word(g), |step| {
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
    let coprime = signed::is_unit(f).bit();
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
