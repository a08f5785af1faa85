//! Montgomery's representation with `R = r^n`: the part that all its methods share.
//!
//! **Source.** `[Montgomery1985]`. A residue `a` stands for `a / R mod M` and lies in `[0, M)`, `n`
//! words. A [`Method`] multiplies and reduces; [`MontgomeryForm`] makes a [`ModMul`] of it.
//! Entering is a product with `R² mod M`, leaving a reduction of the residue. The partite methods,
//! with a shorter `R`, have [`partite_form`](super::partite_form).

use super::montgomery_constants::MontgomeryConstants;
use super::registry::Request;
use super::residue::ModMul;
use crate::limb::{Kernel, Word};
use alloc::boxed::Box;

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
        *self.constants.m_inverse
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

    /// Words of scratch in addition to `t`.
    fn scratch_words(&self, _form: &Form) -> usize {
        0
    }

    /// `r = t / R mod M` for the `t < M R`, which is overwritten; by rows unless the method
    /// overrides it.
    fn reduce(&self, form: &Form, r: &mut [Word], t: &mut [Word], _scratch: &mut [Word]) {
        form.reduce_by_rows(r, t);
    }

    /// `r = a b / R mod M`.
    fn mul(
        &self,
        form: &Form,
        r: &mut [Word],
        a: &[Word],
        b: &[Word],
        t: &mut [Word],
        scratch: &mut [Word],
    );

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
