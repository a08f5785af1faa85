//! `montgomery-parallel`: Montgomery's three products, each split over all threads.
//!
//! **Source.** `[Baktir2013]`; `[Giorgi2013]`; `[Arruda2014]`, Algorithm 8. **Idea.**
//! [`montgomery`](super::montgomery) with its products computed by
//! [`parallel_product`](super::parallel_product): all of `C = A B` and `Q M`, only the lower half
//! for `Q = C μ mod R`. **Cost.** `3 M(n/θ1, n/θ2)` on θ1 θ2 threads. **Synchronisations.** Three
//! runs, which Table 2 of `[Arruda2014]` counts as 6 (without large additions on five or more
//! threads). **Domain.** Odd moduli from 3, any number of threads from 2. Constant time.

use super::montgomery_form::negated_inverse;
use super::montgomery_form::{Form, Method, MontgomeryForm};
use super::parallel_product::{ParallelLowProduct, ParallelProduct};
use super::registry::{ConstantTime, Domain, Entry, Threads};
use crate::limb::Word;
use crate::team::Split;
use alloc::sync::Arc;
use alloc::vec::Vec;
use zeroize::Zeroizing;

pub(super) const ENTRY: Entry = Entry {
    name: "montgomery-parallel",
    source: "Baktir, Savaş 2013; Giorgi, Imbert, Izard 2013; Arruda 2014, Algorithm 8",
    summary: "Montgomery's three products, each split over all threads",
    threads: Threads::AtLeast(2),
    domain: Domain::Odd,
    constant_time: ConstantTime::Yes,
    make: |request| {
        let (kernel, modulus) = (request.kernel, request.modulus);
        let (n, threads) = (modulus.len(), request.split.threads());
        let method = MontgomeryParallel {
            split: request.split.clone(),
            mu: negated_inverse(kernel, modulus, n),
            product: ParallelProduct::new(kernel, threads, n, n),
            low: ParallelLowProduct::new(kernel, threads, n),
        };
        Ok(MontgomeryForm::boxed(request, method))
    },
};

struct MontgomeryParallel {
    split: Arc<dyn Split>,
    /// `-1/M mod R`.
    mu: Zeroizing<Vec<Word>>,
    product: ParallelProduct,
    low: ParallelLowProduct,
}

impl Method for MontgomeryParallel {
    const NAME: &'static str = ENTRY.name;

    fn scratch_words(&self, form: &Form) -> usize {
        let n = form.modulus().len();
        3 * n + self.product.scratch_words().max(self.low.scratch_words())
    }

    fn reduce(&self, form: &Form, r: &mut [Word], t: &mut [Word], scratch: &mut [Word]) {
        let (kernel, split, modulus) = (form.kernel(), &*self.split, form.modulus());
        let n = modulus.len();
        let (q, scratch) = scratch.split_at_mut(n);
        let (qm, scratch) = scratch.split_at_mut(2 * n);
        self.low.multiply(kernel, split, q, &t[..n], &self.mu, scratch);
        self.product.multiply(kernel, split, qm, q, modulus, scratch);
        let carry = kernel.add_assign(t, qm);
        kernel.subtract_once(r, carry, &t[n..], modulus);
    }

    fn mul(
        &self,
        form: &Form,
        r: &mut [Word],
        a: &[Word],
        b: &[Word],
        t: &mut [Word],
        scratch: &mut [Word],
    ) {
        self.product.multiply(form.kernel(), &*self.split, t, a, b, scratch);
        self.reduce(form, r, t, scratch);
    }
}
