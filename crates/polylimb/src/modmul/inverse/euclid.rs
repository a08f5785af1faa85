//! Inversion by the binary extended Euclidean algorithm, in variable time.
//!
//! **Source.** `[Stein1967]`; Knuth, The Art of Computer Programming 2, 4.5.2, exercise 39.
//!
//! **Idea.** `u = a` and `v = M`, `M` odd, are reduced by subtraction and by shifting out twos; `x`
//! and `y` follow with `x a = u` and `y a = v` modulo `M`. Where `u` loses `k` factors 2, `x` is
//! divided by `2^k` modulo `M` in one step, after adding the multiple of `M` that makes it
//! divisible. For an even `M` see `invert.rs`.
//!
//! **Cost.** 0.7 rounds per bit, each with a subtraction and one row of `n` word products.

use super::invert::from_exchanged;
use super::signed::{shr_vartime, trailing_zeros_vartime};
use crate::limb::{Kernel, WORD_BITS, Word, inverse_mod_word, is_zero, less_than, shr_assign};

/// Words of scratch that [`invert_vartime`] needs for a modulus of `n_words`.
#[must_use]
pub const fn invert_vartime_scratch(n_words: usize) -> usize {
    5 * n_words
}

/// Like [`super::invert()`], in a time that tells much about `a` and `m`; returns whether the
/// inverse exists as a `bool`. `scratch` has at least [`invert_vartime_scratch`] words.
pub fn invert_vartime(r: &mut [Word], a: &[Word], m: &[Word], scratch: &mut [Word]) -> bool {
    let n = m.len();
    assert!(a.len() == n && r.len() == n);
    assert!(!is_zero(m).to_bool_vartime(), "the modulus is not 0");
    debug_assert!(less_than(a, m).to_bool_vartime());
    let (inverse, rest) = scratch.split_at_mut(n);
    let invertible = if m[0] & 1 == 1 {
        invert_modulo_odd(r, a, m, rest)
    } else if a[0] & 1 == 1 && invert_modulo_odd(inverse, m, a, rest) {
        from_exchanged(r, a, m, inverse, &mut rest[..n]);
        true
    } else {
        false
    };
    if !invertible {
        r.fill(0);
    }
    invertible
}

/// `r = 1/a mod m` for an odd `m` and any `a`; `r` is unspecified if the inverse does not exist.
fn invert_modulo_odd(r: &mut [Word], a: &[Word], m: &[Word], scratch: &mut [Word]) -> bool {
    let (kernel, n) = (Kernel::PORTABLE, m.len());
    let m_inverse = inverse_mod_word(m[0]).wrapping_neg();
    let (mut u, rest) = scratch[..4 * n].split_at_mut(n);
    let (mut v, rest) = rest.split_at_mut(n);
    let (mut x, mut y) = rest.split_at_mut(n);
    u.copy_from_slice(a);
    v.copy_from_slice(m);
    x.fill(0);
    y.fill(0);
    // 1 modulo m, which is 0 for m = 1.
    x[0] = Word::from(!is_one(m));
    while !is_zero(u).to_bool_vartime() {
        let twos = trailing_zeros_vartime(u);
        shr_vartime(u, twos);
        divide_by_power_of_two(x, m, m_inverse, twos);
        if less_than(u, v).to_bool_vartime() {
            core::mem::swap(&mut u, &mut v);
            core::mem::swap(&mut x, &mut y);
        }
        let _ = kernel.sub_assign(u, v);
        if kernel.sub_assign(x, y) == 1 {
            let _ = kernel.add_assign(x, m);
        }
        let mut len = v.len();
        while len > 1 && u[len - 1] == 0 && v[len - 1] == 0 {
            len -= 1;
        }
        (u, v) = (&mut u[..len], &mut v[..len]);
    }
    r.copy_from_slice(y);
    is_one(v)
}

fn is_one(a: &[Word]) -> bool {
    a[0] == 1 && is_zero(&a[1..]).to_bool_vartime()
}

/// `x = x / 2^k mod m`, for `m_inverse = -1/m` modulo a word.
fn divide_by_power_of_two(x: &mut [Word], m: &[Word], m_inverse: Word, mut k: usize) {
    while k > 0 {
        let step = k.min(WORD_BITS - 1);
        let multiple = x[0].wrapping_mul(m_inverse) & ((1 << step) - 1);
        let high = Kernel::PORTABLE.addmul_1(x, m, multiple);
        let _ = shr_assign(x, step);
        // The sum is below 2^step m, so its high word fits into the bits that the shift freed.
        x[m.len() - 1] |= high << (WORD_BITS - step);
        k -= step;
    }
}
