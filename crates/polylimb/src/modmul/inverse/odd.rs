//! Inversion modulo an odd number by divsteps, in constant time (safegcd: Bernstein, Yang 2019).
//!
//! **Idea.** Beside `f = M` and `g = a` run `d = 0` and `e = 1` with `d a = f` and `e a = g` modulo `M`: the
//! matrices of the divsteps act on them too, with a division by `2^DIGIT_BITS` modulo `M` as in Montgomery's
//! multiplication. At the end `f = ± gcd`, and if that is 1, `± d` is the inverse.
//!
//! **Cost.** 2.304 `n` batches of divsteps and `10n` word products; for any odd modulus, prime or not.

use super::divsteps::{Zeta, batch, batches};
use super::signed::{self, add_if, is_negative, low_word, negate_if, update_de, update_fg};
use crate::limb::{Mask, Word, bit_length_vartime, equal, inverse_mod_word, less_than};

/// Words of scratch that [`invert`] needs for a modulus of `n_words`.
#[must_use]
pub const fn invert_scratch(n_words: usize) -> usize {
    5 * signed::digits(n_words * crate::limb::WORD_BITS)
}

/// `r = 1/a mod m` for an odd `m` and `a` in `[0, m)`, all of the same length; returns whether the inverse
/// exists, and `r = 0` if not. `scratch` has at least [`invert_scratch`] words.
///
/// Constant time in `a` and in `m` but for the bit length of `m`.
///
/// ```
/// use polylimb::limb::Word;
/// use polylimb::modmul::inverse::{invert, invert_scratch};
/// let (mut r, mut scratch) = ([0], [0 as Word; invert_scratch(1)]);
/// assert!(invert(&mut r, &[3], &[101], &mut scratch).to_bool_vartime());
/// assert_eq!(r, [34]);
/// ```
pub fn invert(r: &mut [Word], a: &[Word], m: &[Word], scratch: &mut [Word]) -> Mask {
    assert!(!m.is_empty() && a.len() == m.len() && r.len() == m.len());
    assert!(m[0] & 1 == 1, "the modulus is odd");
    debug_assert!(less_than(a, m).to_bool_vartime());
    let bits = bit_length_vartime(m);
    let n = signed::digits(bits);
    let (f, rest) = scratch[..5 * n].split_at_mut(n);
    let (g, rest) = rest.split_at_mut(n);
    let (d, rest) = rest.split_at_mut(n);
    let (e, modulus) = rest.split_at_mut(n);
    signed::from_words(modulus, m);
    f.copy_from_slice(modulus);
    signed::from_words(g, a);
    d.fill(0);
    e.fill(0);
    e[0] = 1;
    let m_inverse = inverse_mod_word(m[0]);
    let mut zeta = Zeta::START;
    for _ in 0..batches(bits) {
        let matrix = batch(&mut zeta, low_word(f), low_word(g), |_| ());
        update_de(&matrix, d, e, modulus, m_inverse);
        update_fg(&matrix, f, g);
    }
    // d is in (-2m, m), and f in {-gcd, gcd}.
    add_if(d, modulus, is_negative(d));
    let negative = is_negative(f);
    negate_if(d, negative);
    add_if(d, modulus, is_negative(d));
    negate_if(f, negative);
    // g is 0 now, and becomes the number 1.
    g[0] = 1;
    let invertible = equal(f, g);
    signed::to_words(r, d);
    for r in r {
        *r &= invertible.word();
    }
    invertible
}
