//! `barrett`: reduction by an estimated quotient.
//!
//! **Source.** `[Barrett1986]`; `[Arruda2014]`, Algorithm 7. **Idea.** The quotient `C / M` is a
//! product with the reciprocal `ν = ⌊r^2n / M⌋`, at most 2 too small. Residues are the numbers
//! themselves. **Cost.** `M(n) + M(n+1) + L(n+1)`, where `L` is a low product, then two masked
//! subtractions. **Domain.** Every modulus from 1, even ones included, one thread. Constant time.

use super::partial_reduction::PartialBarrett;
use super::registry::{ConstantTime, Domain, Entry, Threads};
use super::residue::ModMul;
use super::residue::one_mod;
use crate::limb::{Kernel, Word};
use alloc::boxed::Box;
use alloc::vec::Vec;
use zeroize::Zeroizing;

pub(super) const ENTRY: Entry = Entry {
    name: "barrett",
    source: "Barrett 1986; Arruda 2014, Algorithm 7",
    summary: "quotient by a product with the modulus' reciprocal",
    threads: Threads::Exactly(1),
    domain: Domain::Any,
    constant_time: ConstantTime::Yes,
    make: |request| {
        let (kernel, modulus) = (request.kernel, request.modulus);
        Ok(Box::new(Barrett {
            kernel,
            modulus: Zeroizing::new(modulus.to_vec()),
            reduction: PartialBarrett::new(kernel, modulus, modulus.len()),
        }))
    },
};

struct Barrett {
    kernel: Kernel,
    modulus: Zeroizing<Vec<Word>>,
    reduction: PartialBarrett,
}

impl Barrett {
    /// `r = c mod M` for a `c` of `2n` words, which is overwritten.
    fn reduce(&self, r: &mut [Word], c: &mut [Word], scratch: &mut [Word]) {
        self.reduction.reduce(self.kernel, c, &self.modulus, scratch);
        r.copy_from_slice(&c[..self.modulus.len()]);
    }
}

impl ModMul for Barrett {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn modulus(&self) -> &[Word] {
        &self.modulus
    }

    fn kernel(&self) -> Kernel {
        self.kernel
    }

    fn factor_words(&self) -> Option<usize> {
        Some(0)
    }

    fn scratch_words(&self) -> usize {
        let n = self.modulus.len();
        let product = self.kernel.mul_scratch(n, n).max(self.kernel.sqr_scratch(n));
        2 * n + product.max(self.reduction.scratch_words(self.kernel, n))
    }

    fn enter(&self, r: &mut [Word], plain: &[Word], _scratch: &mut [Word]) {
        r.copy_from_slice(plain);
    }

    fn leave(&self, plain: &mut [Word], r: &[Word], _scratch: &mut [Word]) {
        plain.copy_from_slice(r);
    }

    fn one(&self, r: &mut [Word]) {
        one_mod(self.kernel, r, &self.modulus);
    }

    fn mul(&self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
        let (c, scratch) = scratch.split_at_mut(2 * self.modulus.len());
        self.kernel.mul(c, a, b, scratch);
        self.reduce(r, c, scratch);
    }

    fn sqr(&self, r: &mut [Word], a: &[Word], scratch: &mut [Word]) {
        let (c, scratch) = scratch.split_at_mut(2 * self.modulus.len());
        self.kernel.sqr(c, a, scratch);
        self.reduce(r, c, scratch);
    }
}
