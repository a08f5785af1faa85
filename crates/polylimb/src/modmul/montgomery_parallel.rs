//! `montgomery-parallel`: Montgomery's three products, each split over all threads.
//!
//! **Source.** Baktir, Savaş 2013; Giorgi, Imbert, Izard 2013; the thesis's Algorithm 8. **Idea.**
//! [`montgomery`](super::montgomery) with its products computed by
//! [`parallel_product`](super::parallel_product): `C = A B` and `Q M` whole, `Q = C μ mod R` only its lower
//! half. **Cost.** `3 M(n/θ1, n/θ2)` on θ1 θ2 threads. **Synchronisations.** Three runs, 6 in the counting of the thesis's
//! Table 2 (large additions of five and more threads aside). **Domain.** Odd moduli from 3, any number of threads
//! from 2. Constant time.

use super::montgomery_constants::{MontgomeryConstants, negated_inverse};
use super::parallel_product::{ParallelLowProduct, ParallelProduct};
use super::registry::{ConstantTime, Domain, Entry, Threads};
use super::residue::ModMul;
use crate::limb::{Kernel, Word};
use crate::team::Split;
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use zeroize::Zeroizing;

pub(super) const ENTRY: Entry = Entry {
    name: "montgomery-parallel",
    source: "Baktir, Savaş 2013; Giorgi, Imbert, Izard 2013; thesis Algorithm 8",
    summary: "Montgomery's three products, each split over all threads",
    threads: Threads::AtLeast(2),
    domain: Domain::Odd,
    constant_time: ConstantTime::Yes,
    make: |request| {
        let (kernel, modulus) = (request.kernel, request.modulus);
        let (n, threads) = (modulus.len(), request.split.threads());
        Ok(Box::new(MontgomeryParallel {
            kernel,
            split: request.split.clone(),
            constants: MontgomeryConstants::new(kernel, modulus, n),
            mu: negated_inverse(kernel, modulus, n),
            product: ParallelProduct::new(kernel, threads, n, n),
            low: ParallelLowProduct::new(kernel, threads, n),
        }))
    },
};

struct MontgomeryParallel {
    kernel: Kernel,
    split: Arc<dyn Split>,
    constants: MontgomeryConstants,
    /// `-1/M mod R`.
    mu: Zeroizing<Vec<Word>>,
    product: ParallelProduct,
    low: ParallelLowProduct,
}

impl MontgomeryParallel {
    /// `r = c / R mod M` for the `c < M R` of `2n` words, which is overwritten.
    fn reduce(&self, r: &mut [Word], c: &mut [Word], scratch: &mut [Word]) {
        let (kernel, modulus) = (self.kernel, &self.constants.modulus);
        let n = modulus.len();
        let (q, scratch) = scratch.split_at_mut(n);
        let (qm, scratch) = scratch.split_at_mut(2 * n);
        self.low.multiply(kernel, &*self.split, q, &c[..n], &self.mu, scratch);
        self.product.multiply(kernel, &*self.split, qm, q, modulus, scratch);
        let carry = kernel.add_assign(c, qm);
        kernel.subtract_once(r, carry, &c[n..], modulus);
    }
}

impl ModMul for MontgomeryParallel {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn modulus(&self) -> &[Word] {
        &self.constants.modulus
    }

    fn kernel(&self) -> Kernel {
        self.kernel
    }

    fn scratch_words(&self) -> usize {
        5 * self.constants.words() + self.product.scratch_words().max(self.low.scratch_words())
    }

    fn enter(&self, r: &mut [Word], plain: &[Word], scratch: &mut [Word]) {
        self.mul(r, plain, &self.constants.r_squared, scratch);
    }

    fn leave(&self, plain: &mut [Word], r: &[Word], scratch: &mut [Word]) {
        let (c, scratch) = scratch.split_at_mut(2 * r.len());
        c[..r.len()].copy_from_slice(r);
        c[r.len()..].fill(0);
        self.reduce(plain, c, scratch);
    }

    fn one(&self, r: &mut [Word]) {
        r.copy_from_slice(&self.constants.one);
    }

    fn mul(&self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
        let (c, scratch) = scratch.split_at_mut(2 * self.constants.words());
        self.product.multiply(self.kernel, &*self.split, c, a, b, scratch);
        self.reduce(r, c, scratch);
    }
}
