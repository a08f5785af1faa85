//! Inversion modulo any number by divsteps, in constant time (safegcd: `[Bernstein2019]`).
//!
//! **Idea.** In addition to `f = M` and `g = a` it keeps `d` and `e`, at first 0 and 1, with
//! `d a = f` and `e a = g` modulo `M`. The matrices of the divsteps act on them, too, with a
//! division by `2^DIGIT_BITS` modulo `M` as in Montgomery's multiplication, which needs an odd `M`.
//! At the end `f = ± gcd`, and if that is 1, `± d` is the inverse. For an even `M` see
//! [`invert_even`].
//!
//! **Cost.** 2.304 `n` batches of divsteps and `10n` word products each.

use super::divsteps::{Zeta, batch, batch_vartime, batches};
use super::signed::{self, is_negative, low_word, update_de, update_fg};
use crate::limb::{
    Kernel, Mask, WORD_BITS, Word, bit_length_vartime, inverse_mod_word, is_zero, less_than,
    swap_if,
};

/// Words of scratch that [`invert()`] needs for a modulus of `n_words`.
#[must_use]
pub const fn invert_scratch(n_words: usize) -> usize {
    EVEN_WORDS * n_words + 5 * signed::digits(n_words * WORD_BITS)
}

/// `r = 1/a mod m` for `m >= 1` and `a` in `[0, m)`, all of the same length; returns whether the
/// inverse exists, and `r = 0` if not. `scratch` has at least [`invert_scratch`] words.
///
/// Constant time in `a` and `m`, except for the bit length of `m` and whether `m` is odd.
///
/// ```
/// use polylimb::authors::limb::Word;
/// use polylimb::authors::modmul::inverse::{invert, invert_scratch};
/// let (mut r, mut scratch) = ([0], [0 as Word; invert_scratch(1)]);
/// assert!(invert(&mut r, &[3], &[101], &mut scratch).to_bool_vartime());
/// assert_eq!(r, [34]);
/// assert!(!invert(&mut r, &[3], &[24], &mut scratch).to_bool_vartime());
/// ```
pub fn invert(r: &mut [Word], a: &[Word], m: &[Word], scratch: &mut [Word]) -> Mask {
    assert!(a.len() == m.len() && r.len() == m.len());
    debug_assert!(less_than(a, m).to_bool_vartime());
    let bits = bit_length_vartime(m);
    assert!(bits > 0, "the modulus is not 0");
    let invertible = if m[0] & 1 == 1 {
        Pairs::new(scratch, bits, m, m, a, Mask::FALSE).invert(r)
    } else {
        invert_even(r, a, m, bits, scratch)
    };
    for r in r {
        *r &= invertible.word();
    }
    invertible
}

/// Like [`invert()`], in a time that tells `a`; for an even `m` it is [`invert()`].
pub fn invert_vartime(r: &mut [Word], a: &[Word], m: &[Word], scratch: &mut [Word]) -> Mask {
    assert!(a.len() == m.len() && r.len() == m.len());
    if m[0] & 1 == 0 {
        return invert(r, a, m, scratch);
    }
    let pairs = Pairs::new(scratch, bit_length_vartime(m), m, m, a, Mask::FALSE);
    let invertible = pairs.invert_vartime(r);
    if !invertible.to_bool_vartime() {
        r.fill(0);
    }
    invertible
}

/// `f`, `g`, `d`, `e` and an odd modulus in digits, with `d x = f` and `e x = g` modulo it for some
/// `x`.
pub(super) struct Pairs<'a> {
    bits: usize,
    f: &'a mut [Word],
    g: &'a mut [Word],
    d: &'a mut [Word],
    e: &'a mut [Word],
    modulus: &'a mut [Word],
}

impl<'a> Pairs<'a> {
    /// From `f` and `g`: `f` is 0 and `g` is `x` modulo the modulus, or the other way round if
    /// `exchanged` is true. `0 <= g <= f < 2^bits`, `f` and the modulus are odd.
    pub(super) fn new(
        scratch: &'a mut [Word],
        bits: usize,
        modulus: &[Word],
        f_words: &[Word],
        g_words: &[Word],
        exchanged: Mask,
    ) -> Self {
        let n = signed::digits(bits);
        let (f, rest) = scratch[..5 * n].split_at_mut(n);
        let (g, rest) = rest.split_at_mut(n);
        let (d, rest) = rest.split_at_mut(n);
        let (e, m) = rest.split_at_mut(n);
        signed::from_words(m, modulus);
        signed::from_words(f, f_words);
        signed::from_words(g, g_words);
        d.fill(0);
        e.fill(0);
        e[0] = 1;
        swap_if(d, e, exchanged);
        Self { bits, f, g, d, e, modulus: m }
    }

    /// `r = 1/x` modulo the modulus, in `[0, modulus)`; returns whether `f` and `g` are coprime; if
    /// not, `r` is unspecified.
    pub(super) fn invert(mut self, r: &mut [Word]) -> Mask {
        let Self { bits, f, g, d, e, modulus } = &mut self;
        let m_inverse = inverse_mod_word(low_word(modulus));
        let mut zeta = Zeta::START;
        for _ in 0..batches(*bits) {
            let matrix = batch(&mut zeta, low_word(f), low_word(g));
            // f and g first: the next batch waits for them.
            update_fg(matrix, f, g);
            update_de(matrix, d, e, modulus, m_inverse);
        }
        self.finish(r)
    }

    /// Like [`Pairs::invert`], but stops as soon as `g = 0`.
    fn invert_vartime(mut self, r: &mut [Word]) -> Mask {
        let Self { f, g, d, e, modulus, .. } = &mut self;
        let m_inverse = inverse_mod_word(low_word(modulus));
        let mut zeta = Zeta::START;
        while g.iter().any(|&digit| digit != 0) {
            let matrix = batch_vartime(&mut zeta, low_word(f), low_word(g));
            update_de(matrix, d, e, modulus, m_inverse);
            update_fg(matrix, f, g);
        }
        self.finish(r)
    }

    /// The result, once `g = 0`.
    fn finish(self, r: &mut [Word]) -> Mask {
        let Self { f, d, modulus, .. } = self;
        // f is in {-gcd, gcd}.
        signed::reduce(d, modulus, is_negative(f));
        signed::to_words(r, d);
        signed::is_unit(f)
    }
}

// Inversion modulo an even number, with modulus and number exchanged.
//
// **Idea.** A number `a` invertible modulo an even `m` is odd, so divsteps give `y = 1/m mod a`,
// and `m y - 1` is a multiple of `a`: then `1/a = m - (m y - 1)/a` modulo `m`. Divsteps start from
// the odd numbers `a` and `m - a`, the larger first.
//
// **Cost.** In addition to the inversion, `n²` word products: half of `m y`, and an exact division
// from the low end (`[Jebelean1993]`).

/// Words of scratch in addition to the divsteps', per word of the modulus.
pub(super) const EVEN_WORDS: usize = 4;

/// The part of [`invert()`] for even moduli; `r` is unspecified if the inverse does not
/// exist.
pub(super) fn invert_even(
    r: &mut [Word],
    a: &[Word],
    m: &[Word],
    bits: usize,
    scratch: &mut [Word],
) -> Mask {
    let n = m.len();
    let (odd_a, rest) = scratch.split_at_mut(n);
    let (f, rest) = rest.split_at_mut(n);
    let (g, rest) = rest.split_at_mut(n);
    let (y, rest) = rest.split_at_mut(n);
    let a_is_odd = Mask::from_bit(a[0] & 1);
    // An even a has no inverse; the next odd number replaces it.
    odd_a.copy_from_slice(a);
    odd_a[0] |= 1;
    f.copy_from_slice(odd_a);
    let _ = Kernel::PORTABLE.sub(g, m, odd_a);
    let exchanged = less_than(f, g);
    swap_if(f, g, exchanged);
    let coprime = Pairs::new(rest, bits, odd_a, f, g, exchanged).invert(y);
    from_exchanged(r, odd_a, m, y, f);
    coprime & a_is_odd
}

/// `r = 1/a mod m` for an even `m` and an odd `a` in `[1, m)`, from `y = 1/m mod a`. `y` and
/// `product`, as long as `m`, are overwritten.
fn from_exchanged(r: &mut [Word], a: &[Word], m: &[Word], y: &mut [Word], product: &mut [Word]) {
    let (kernel, n) = (Kernel::PORTABLE, m.len());
    // y is 0 only modulo a = 1, where 1 is congruent to it.
    y[0] |= is_zero(y).bit();
    product.fill(0);
    for (i, &y) in y.iter().enumerate() {
        let _ = kernel.addmul_1(&mut product[i..], &m[..n - i], y);
    }
    let _ = kernel.sub_assign(product, &[1]);
    // The quotient is below m, so the low words of the product determine it.
    let inverse = inverse_mod_word(a[0]);
    let quotient = y;
    for i in 0..n {
        quotient[i] = product[i].wrapping_mul(inverse);
        let _ = kernel.submul_1(&mut product[i..], &a[..n - i], quotient[i]);
    }
    let _ = kernel.sub(r, m, quotient);
}
