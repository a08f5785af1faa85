//! `barrett-parallel`: Barrett's three products, each split over all threads.
//!
//! **Source.** `[Giorgi2013]`, as described with Algorithm 8 in `[Arruda2014]`. **Idea.**
//! [`barrett`](super::barrett) with its products computed by
//! [`parallel_product`](super::parallel_product): all of `C = A B` and `C1 ν`, only the lower half
//! of `Q M`. **Cost.** `3 M(n/θ1, n/θ2)` on θ1 θ2 threads. **Synchronisations.** Three runs, which
//! Table 2 of `[Arruda2014]` counts as 6 (without large additions on five or more threads).
//! **Domain.** Every modulus from 1, any number of threads from 2. Constant time.

use super::long_division::barrett_constant;
use super::parallel_product::{ParallelLowProduct, ParallelProduct};
use super::partial_reduction::finish_barrett;
use super::registry::{ConstantTime, Domain, Entry, Threads};
use super::residue::ModMul;
use super::residue::one_mod;
use crate::limb::{Kernel, Word};
use crate::team::Split;
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use zeroize::Zeroizing;

pub(super) const ENTRY: Entry = Entry {
    name: "barrett-parallel",
    source: "Giorgi, Imbert, Izard 2013; Arruda 2014, section 2.5.1",
    summary: "Barrett's three products, each split over all threads",
    threads: Threads::AtLeast(2),
    domain: Domain::Any,
    constant_time: ConstantTime::Yes,
    make: |request| {
        let (kernel, modulus) = (request.kernel, request.modulus);
        let (n, threads) = (modulus.len(), request.split.threads());
        let mut padded = Zeroizing::new(Vec::with_capacity(n + 1));
        padded.extend_from_slice(modulus);
        padded.push(0);
        Ok(Box::new(BarrettParallel {
            kernel,
            split: request.split.clone(),
            padded,
            nu: barrett_constant(kernel, modulus, n),
            product: ParallelProduct::new(kernel, threads, n, n),
            estimate: ParallelProduct::new(kernel, threads, n + 1, n + 1),
            low: ParallelLowProduct::new(kernel, threads, n + 1),
        }))
    },
};

struct BarrettParallel {
    kernel: Kernel,
    split: Arc<dyn Split>,
    /// The modulus and a word of 0 above it.
    padded: Zeroizing<Vec<Word>>,
    nu: Zeroizing<Vec<Word>>,
    product: ParallelProduct,
    estimate: ParallelProduct,
    low: ParallelLowProduct,
}

impl ModMul for BarrettParallel {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn modulus(&self) -> &[Word] {
        &self.padded[..self.padded.len() - 1]
    }

    fn kernel(&self) -> Kernel {
        self.kernel
    }

    fn factor_words(&self) -> Option<usize> {
        Some(0)
    }

    fn scratch_words(&self) -> usize {
        let n = self.modulus().len();
        let products = self.product.scratch_words().max(self.estimate.scratch_words());
        5 * n + 3 + products.max(self.low.scratch_words())
    }

    fn enter(&self, r: &mut [Word], plain: &[Word], _scratch: &mut [Word]) {
        r.copy_from_slice(plain);
    }

    fn leave(&self, plain: &mut [Word], r: &[Word], _scratch: &mut [Word]) {
        plain.copy_from_slice(r);
    }

    fn one(&self, r: &mut [Word]) {
        one_mod(self.kernel, r, self.modulus());
    }

    fn mul(&self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
        let (kernel, split, n) = (self.kernel, &*self.split, self.modulus().len());
        let (c, scratch) = scratch.split_at_mut(2 * n);
        let (estimate, scratch) = scratch.split_at_mut(2 * (n + 1));
        let (qm, scratch) = scratch.split_at_mut(n + 1);
        self.product.multiply(kernel, split, c, a, b, scratch);
        self.estimate.multiply(kernel, split, estimate, &c[n - 1..], &self.nu, scratch);
        self.low.multiply(kernel, split, qm, &estimate[n + 1..], &self.padded, scratch);
        finish_barrett(kernel, c, self.modulus(), qm);
        r.copy_from_slice(&c[..n]);
    }
}
