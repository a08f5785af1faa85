//! The constants of Montgomery's representation for a modulus.
//!
//! **Source.** `[Montgomery1985]`. A residue `a` stands for `a / R mod M`, where `R` is a power of
//! `r = 2^` [`WORD_BITS`](crate::limb::WORD_BITS): `r^n`, or `r^t` for the bipartite methods.
//! **Set-up**, constant time given the modulus' bit length: `R` and `R²` modulo `M` by long
//! division (`t n + 2 t n` word products), `-1/M` modulo `r^t` by Newton's iteration (about two low
//! products of `t` words).

use super::long_division::Divisor;
use crate::limb::{Kernel, Word, inverse_mod_word};
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroizing;

/// The constants of one modulus and one `R = r^t`.
pub(super) struct MontgomeryConstants {
    /// The modulus, `n` words.
    pub(super) modulus: Zeroizing<Vec<Word>>,
    /// `-1/M mod r`.
    pub(super) m_inverse: Zeroizing<Word>,
    /// `R mod M`: the residue of 1.
    pub(super) one: Zeroizing<Vec<Word>>,
    /// `R² mod M`: a product with it enters the representation.
    pub(super) r_squared: Zeroizing<Vec<Word>>,
}

impl MontgomeryConstants {
    /// For the odd `modulus` and `R = r^t`.
    pub(super) fn new(kernel: Kernel, modulus: &[Word], t: usize) -> Self {
        let divisor = Divisor::new(kernel, modulus);
        let power = |exponent: usize| {
            let mut power = vec![0; exponent + 1];
            power[exponent] = 1;
            divisor.divide(&power).1
        };
        Self {
            modulus: Zeroizing::new(modulus.to_vec()),
            m_inverse: Zeroizing::new(inverse_mod_word(modulus[0]).wrapping_neg()),
            one: power(t),
            r_squared: power(2 * t),
        }
    }

    /// Words of the modulus.
    pub(super) fn words(&self) -> usize {
        self.modulus.len()
    }
}

/// `μ = -1/M mod r^t` for an odd `M`.
pub(super) fn negated_inverse(kernel: Kernel, modulus: &[Word], t: usize) -> Zeroizing<Vec<Word>> {
    let mut x = inverse_mod_power(kernel, modulus, t);
    negate(&mut x);
    x
}

/// `1/M mod r^t`, `t` words, for an odd `M` of any number of words. Constant time for the lengths.
///
/// Newton's iteration `x ← x (2 - M x)` doubles the number of right words; about two low products
/// of `t` words.
#[must_use]
pub fn inverse_mod_power(kernel: Kernel, modulus: &[Word], t: usize) -> Zeroizing<Vec<Word>> {
    let buffer = |words: usize| Zeroizing::new(vec![0; words]);
    let mut x = buffer(t);
    if t == 0 {
        return x;
    }
    let (mut error, mut next, mut m) = (buffer(t), buffer(t), buffer(t));
    let mut scratch = Zeroizing::new(Vec::new());
    let known = modulus.len().min(t);
    m[..known].copy_from_slice(&modulus[..known]);
    x[0] = inverse_mod_word(modulus[0]);
    let mut right = 1;
    while right < t {
        right = (2 * right).min(t);
        scratch.resize(kernel.mul_low_scratch(right), 0);
        let (x, error, next) = (&mut x[..right], &mut error[..right], &mut next[..right]);
        kernel.mul_low(error, &m[..right], x, &mut scratch);
        negate(error);
        let _ = kernel.add_assign(error, &[2]);
        kernel.mul_low(next, x, error, &mut scratch);
        x.copy_from_slice(next);
    }
    x
}

/// `a = -a` modulo the power of two above it.
fn negate(a: &mut [Word]) {
    let mut carry = true;
    for a in a {
        (*a, carry) = (!*a).overflowing_add(carry as Word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limb::WORD_BITS;

    #[test]
    fn the_negated_inverse_times_the_modulus_is_minus_one() {
        let kernel = Kernel::PORTABLE;
        for t in 1..40 {
            for m in [vec![Word::MAX; 5], vec![3], vec![1 | 1 << (WORD_BITS - 1); 9]] {
                let mu = negated_inverse(kernel, &m, t);
                let mut padded = m.clone();
                padded.resize(padded.len().max(t), 0);
                let mut product = vec![0; t];
                let mut scratch = vec![0; kernel.mul_low_scratch(t)];
                kernel.mul_low(&mut product, &mu, &padded[..t], &mut scratch);
                assert_eq!(product, vec![Word::MAX; t], "t = {t}");
            }
        }
    }
}
