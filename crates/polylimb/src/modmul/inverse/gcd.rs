//! Greatest common divisors: by divsteps in constant time, and by Stein's binary algorithm.
//!
//! **Idea.** Divsteps need an odd `f` and `0 <= g <= f`. The common power of two is shifted out
//! and, at the end, back in. Then one number is odd, say `a`; the odd `|a - b|` replaces an even
//! `b`; the larger of the two becomes `f`. All choices are masks.
//!
//! **Cost.** 2.304 `n` batches of divsteps and `4n` word products each for `n` words. Stein's
//! algorithm (`[Stein1967]`) takes 0.7 subtractions of shrinking length per bit.

use super::divsteps::{Zeta, batch, batches};
use super::shift::{self, shl_secret, shr_secret, shr_vartime, trailing_zeros_vartime};
use super::signed::{self, is_negative, low_word, negate_if, update_fg};
use crate::limb::{Kernel, Mask, WORD_BITS, Word, equal, is_zero, less_than, swap_if};

/// Words of scratch that [`gcd()`] and [`gcd_vartime`] need for numbers of `n_words`.
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
    let twos = shift::trailing_zeros(r);
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
        let matrix = batch(&mut zeta, low_word(f), low_word(g), |_| ());
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

/// Like [`gcd()`], in a time that tells much about `a` and `b`.
pub fn gcd_vartime(r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
    let n = r.len();
    assert!(n > 0 && a.len() == n && b.len() == n);
    let zero = |a: &[Word]| is_zero(a).to_bool_vartime();
    if zero(a) || zero(b) {
        r.copy_from_slice(if zero(a) { b } else { a });
        return;
    }
    let (mut x, rest) = scratch[..2 * n].split_at_mut(n);
    let mut y = rest;
    x.copy_from_slice(a);
    y.copy_from_slice(b);
    let (x_twos, y_twos) = (trailing_zeros_vartime(x), trailing_zeros_vartime(y));
    shr_vartime(x, x_twos);
    loop {
        // x is odd and y not 0.
        let twos = trailing_zeros_vartime(y);
        shr_vartime(y, twos);
        let mut len = x.len();
        while len > 1 && x[len - 1] == 0 && y[len - 1] == 0 {
            len -= 1;
        }
        (x, y) = (&mut x[..len], &mut y[..len]);
        if equal(x, y).to_bool_vartime() {
            break;
        }
        if less_than(y, x).to_bool_vartime() {
            core::mem::swap(&mut x, &mut y);
        }
        let _ = Kernel::PORTABLE.sub_assign(y, x);
    }
    let (low, high) = r.split_at_mut(x.len());
    low.copy_from_slice(x);
    high.fill(0);
    shl_secret(r, x_twos.min(y_twos));
}
