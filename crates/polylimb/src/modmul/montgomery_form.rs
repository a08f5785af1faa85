//! Montgomery's representation with `R = r^n`: the part that all its methods share.
//!
//! **Source.** `[Montgomery1985]`. A residue `a` stands for `a / R mod M` and lies in `[0, M)`, `n`
//! words. A [`Method`] multiplies and reduces; [`MontgomeryForm`] makes a [`ModMul`] of it.
//! Entering is a product with `R² mod M`, leaving a reduction of the residue. The partite methods,
//! with a shorter `R`, have [`partite_form`](super::partite_form).

use super::long_division::Divisor;
use super::registry::Request;
use super::residue::ModMul;
use crate::limb::{Kernel, Word, inverse_mod_word};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroizing;

/// One odd modulus `M` of `n` words with its kernel and constants, for `R = r^n`.
pub struct Form {
    kernel: Kernel,
    constants: MontgomeryConstants,
}

impl Form {
    /// The inner loops.
    #[inline]
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// The modulus, `n` words.
    #[inline]
    #[must_use]
    pub fn modulus(&self) -> &[Word] {
        &self.constants.modulus
    }

    /// `-1/M mod r`.
    #[inline]
    #[must_use]
    pub fn m_inverse(&self) -> Word {
        **self.constants.m_inverse
    }

    /// `r = t / R mod M`, `n` words in `[0, M)`, for the `t < M R` of `2n` words, which is
    /// overwritten: `n` rows, each clears a word.
    #[inline]
    pub fn reduce_by_rows(&self, r: &mut [Word], t: &mut [Word]) {
        let carry = self.kernel.montgomery_reduce(t, self.modulus(), self.m_inverse());
        self.kernel.subtract_once(r, carry, &t[r.len()..], self.modulus());
    }
}

/// A way to multiply in Montgomery's representation: the part that differs between the algorithms.
///
/// `r`, `a` and `b` have `n` words and lie in `[0, M)`. `t` has `2n` words, `scratch` at least
/// [`Method::scratch_words`]; both are unspecified before and after, except for the `t` of
/// [`Method::reduce`].
pub trait Method: Send + Sync {
    /// The name in the registry.
    const NAME: &'static str;

    /// Words of scratch in addition to `t`; enough for products of the kernel unless the method
    /// overrides it.
    fn scratch_words(&self, form: &Form) -> usize {
        let n = form.modulus().len();
        form.kernel().mul_scratch(n, n).max(form.kernel().sqr_scratch(n))
    }

    /// `r = t / R mod M` for the `t < M R`, which is overwritten; by rows unless the method
    /// overrides it.
    fn reduce(&self, form: &Form, r: &mut [Word], t: &mut [Word], _scratch: &mut [Word]) {
        form.reduce_by_rows(r, t);
    }

    /// `r = a b / R mod M`; the product and [`Method::reduce`] unless the method overrides it.
    #[inline]
    fn mul(
        &self,
        form: &Form,
        r: &mut [Word],
        a: &[Word],
        b: &[Word],
        t: &mut [Word],
        scratch: &mut [Word],
    ) {
        form.kernel().mul(t, a, b, scratch);
        self.reduce(form, r, t, scratch);
    }

    /// `r = a² / R mod M`.
    fn sqr(&self, form: &Form, r: &mut [Word], a: &[Word], t: &mut [Word], scratch: &mut [Word]) {
        self.mul(form, r, a, a, t, scratch);
    }
}

/// A [`Method`] for one modulus: a [`ModMul`] whose residues are `a R mod M` in `[0, M)`, `n`
/// words.
pub struct MontgomeryForm<M> {
    form: Form,
    method: M,
}

impl<M: Method + 'static> MontgomeryForm<M> {
    /// For the request's modulus, which is odd, and its kernel: the result of an entry's `make`.
    #[must_use]
    pub fn boxed(request: &Request<'_>, method: M) -> Box<dyn ModMul> {
        let (kernel, modulus) = (request.kernel, request.modulus);
        let constants = MontgomeryConstants::new(kernel, modulus, modulus.len());
        Box::new(Self { form: Form { kernel, constants }, method })
    }
}

impl<M: Method> ModMul for MontgomeryForm<M> {
    fn name(&self) -> &'static str {
        M::NAME
    }

    fn modulus(&self) -> &[Word] {
        self.form.modulus()
    }

    fn kernel(&self) -> Kernel {
        self.form.kernel
    }

    fn factor_words(&self) -> Option<usize> {
        Some(self.form.constants.words())
    }

    fn scratch_words(&self) -> usize {
        2 * self.form.constants.words() + self.method.scratch_words(&self.form)
    }

    fn enter(&self, r: &mut [Word], plain: &[Word], scratch: &mut [Word]) {
        self.mul(r, plain, &self.form.constants.r_squared, scratch);
    }

    fn leave(&self, plain: &mut [Word], r: &[Word], scratch: &mut [Word]) {
        let (t, scratch) = scratch.split_at_mut(2 * r.len());
        t[..r.len()].copy_from_slice(r);
        t[r.len()..].fill(0);
        self.method.reduce(&self.form, plain, t, scratch);
    }

    fn one(&self, r: &mut [Word]) {
        r.copy_from_slice(&self.form.constants.one);
    }

    fn mul(&self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
        let (t, scratch) = scratch.split_at_mut(2 * self.form.constants.words());
        self.method.mul(&self.form, r, a, b, t, scratch);
    }

    fn sqr(&self, r: &mut [Word], a: &[Word], scratch: &mut [Word]) {
        let (t, scratch) = scratch.split_at_mut(2 * self.form.constants.words());
        self.method.sqr(&self.form, r, a, t, scratch);
    }
}

// The constants of Montgomery's representation for a modulus.
//
// **Source.** `[Montgomery1985]`. A residue `a` stands for `a / R mod M`, where `R` is a power of
// `r = 2^` [`WORD_BITS`](crate::limb::WORD_BITS): `r^n`, or `r^t` for the bipartite methods.
// **Set-up**, constant time given the modulus' bit length: `R` and `R²` modulo `M` by long
// division (`t n + 2 t n` word products), `-1/M` modulo `r^t` by Newton's iteration (about two low
// products of `t` words).

/// The constants of one modulus and one `R = r^t`.
pub(super) struct MontgomeryConstants {
    /// The modulus, `n` words.
    pub(super) modulus: Zeroizing<Vec<Word>>,
    /// `-1/M mod r`, which stays in its place when the constants move.
    pub(super) m_inverse: Box<Zeroizing<Word>>,
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
            m_inverse: Box::new(inverse_mod_word(modulus[0]).wrapping_neg().into()),
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
pub(crate) fn negated_inverse(kernel: Kernel, modulus: &[Word], t: usize) -> Zeroizing<Vec<Word>> {
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
