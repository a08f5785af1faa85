//! Montgomery's representation with `R = r^n`: what all methods in it share.
//!
//! **Source.** Montgomery 1985. A residue `a` stands for `a / R mod M` and lies in `[0, M)`, `n` words. A [`Method`]
//! says how to multiply and how to reduce; [`MontgomeryForm`] makes a [`ModMul`] of it: entering is a product with
//! `R² mod M`, leaving a reduction of the residue itself. The partite methods, whose `R` is shorter, have
//! [`partite_form`](super::partite_form).

use super::montgomery_constants::MontgomeryConstants;
use super::registry::Request;
use super::residue::ModMul;
use crate::limb::{Kernel, Word};
use alloc::boxed::Box;

/// One modulus and its kernel.
pub(super) struct Form {
    pub(super) kernel: Kernel,
    pub(super) constants: MontgomeryConstants,
}

impl Form {
    /// The modulus, `n` words.
    #[inline]
    pub(super) fn modulus(&self) -> &[Word] {
        &self.constants.modulus
    }

    /// `r = t / R mod M` for the `t < M R` of `2n` words, which is overwritten: rows, each of which clears a word.
    #[inline]
    pub(super) fn reduce_by_rows(&self, r: &mut [Word], t: &mut [Word]) {
        let carry = self.kernel.montgomery_reduce(t, self.modulus(), *self.constants.m_inverse);
        self.kernel.subtract_once(r, carry, &t[r.len()..], self.modulus());
    }
}

/// A way to multiply in the form. `t` has `2n` words, unspecified before and after; so is `scratch`.
pub(super) trait Method: Send + Sync {
    /// The name in the registry.
    const NAME: &'static str;

    /// Words of scratch beside `t`.
    fn scratch_words(&self, _form: &Form) -> usize {
        0
    }

    /// `r = t / R mod M` for the `t < M R`.
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

/// A method for one modulus.
pub(super) struct MontgomeryForm<M> {
    form: Form,
    method: M,
}

impl<M: Method + 'static> MontgomeryForm<M> {
    /// For the request's modulus and kernel.
    pub(super) fn boxed(request: &Request<'_>, method: M) -> Box<dyn ModMul> {
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
