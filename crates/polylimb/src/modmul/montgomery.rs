//! `montgomery`: Montgomery's multiplication in three big products.
//!
//! **Source.** `[Montgomery1985]`; `[Arruda2014]`, Algorithm 6. **Idea.** `C = A B`,
//! `Q = C μ mod R`, `Z = (C + Q M) / R` with the whole `μ = -1/M mod R` and `R = r^n`: no loop over
//! words, so any multiplication can compute the three products. These are the products that
//! [`montgomery-parallel`](super::montgomery_parallel) splits over threads, and each can use
//! Karatsuba, which word-by-word reduction cannot. **Cost.** `2 M(n) + L(n)`, where `L` is a low
//! product. **Domain.** Odd moduli from 3, one thread. Constant time.

use super::montgomery_form::negated_inverse;
use super::montgomery_form::{Form, Method, MontgomeryForm};
use super::partial_reduction::{partial_montgomery, partial_montgomery_scratch};
use super::registry::{ConstantTime, Domain, Entry, Threads};
use crate::limb::Word;
use alloc::vec::Vec;
use zeroize::Zeroizing;

pub(super) const ENTRY: Entry = Entry {
    name: "montgomery",
    source: "Montgomery 1985; Arruda 2014, Algorithm 6",
    summary: "three big products: A B, C mu mod R, Q M",
    threads: Threads::Exactly(1),
    domain: Domain::Odd,
    constant_time: ConstantTime::Yes,
    make: |request| {
        let (kernel, modulus) = (request.kernel, request.modulus);
        let mu = negated_inverse(kernel, modulus, modulus.len());
        Ok(MontgomeryForm::boxed(request, Montgomery { mu }))
    },
};

struct Montgomery {
    /// `-1/M mod R`.
    mu: Zeroizing<Vec<Word>>,
}

impl Method for Montgomery {
    const NAME: &'static str = ENTRY.name;

    fn scratch_words(&self, form: &Form) -> usize {
        let (kernel, n) = (form.kernel(), form.modulus().len());
        let product = kernel.mul_scratch(n, n).max(kernel.sqr_scratch(n));
        product.max(partial_montgomery_scratch(kernel, n, n))
    }

    fn reduce(&self, form: &Form, r: &mut [Word], t: &mut [Word], scratch: &mut [Word]) {
        let (kernel, modulus) = (form.kernel(), form.modulus());
        let carry = partial_montgomery(kernel, t, modulus, &self.mu, scratch);
        kernel.subtract_once(r, carry, &t[modulus.len()..], modulus);
    }

    fn sqr(&self, form: &Form, r: &mut [Word], a: &[Word], t: &mut [Word], scratch: &mut [Word]) {
        form.kernel().sqr(t, a, scratch);
        self.reduce(form, r, t, scratch);
    }
}
