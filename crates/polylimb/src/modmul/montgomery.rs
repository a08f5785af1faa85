//! `montgomery`: Montgomery's multiplication in three big products.
//!
//! **Source.** Montgomery 1985; the thesis's Algorithm 6. **Idea.** `C = A B`, `Q = C μ mod R`, `Z = (C + Q M) / R`
//! with the whole `μ = -1/M mod R` and `R = r^n`: no loop over words, so each of the three products may be
//! anything that multiplies. These are the products that [`montgomery-parallel`](super::montgomery_parallel)
//! splits over threads, and each can use Karatsuba, which word-by-word reduction cannot.
//! **Cost.** `2 M(n) + L(n)`, where `L` is a low product. **Domain.** Odd moduli from 3, one thread. Constant time.

use super::montgomery_constants::{MontgomeryConstants, negated_inverse};
use super::partial_reduction::{partial_montgomery, partial_montgomery_scratch};
use super::registry::{ConstantTime, Domain, Entry, Threads};
use super::residue::ModMul;
use crate::limb::{Kernel, Word};
use alloc::boxed::Box;
use alloc::vec::Vec;
use zeroize::Zeroizing;

pub(super) const ENTRY: Entry = Entry {
    name: "montgomery",
    source: "Montgomery 1985; thesis Algorithm 6",
    summary: "three big products: A B, C mu mod R, Q M",
    threads: Threads::Exactly(1),
    domain: Domain::Odd,
    constant_time: ConstantTime::Yes,
    make: |request| {
        let (kernel, modulus) = (request.kernel, request.modulus);
        let n = modulus.len();
        let constants = MontgomeryConstants::new(kernel, modulus, n);
        let mu = negated_inverse(kernel, modulus, n);
        Ok(Box::new(Montgomery { kernel, constants, mu }))
    },
};

struct Montgomery {
    kernel: Kernel,
    constants: MontgomeryConstants,
    /// `-1/M mod R`.
    mu: Zeroizing<Vec<Word>>,
}

impl Montgomery {
    /// `r = c / R mod M` for the `c < M R` of `2n` words, which is overwritten.
    fn reduce(&self, r: &mut [Word], c: &mut [Word], scratch: &mut [Word]) {
        let modulus = &self.constants.modulus;
        let carry = partial_montgomery(self.kernel, c, modulus, &self.mu, scratch);
        self.kernel.subtract_once(r, carry, &c[modulus.len()..], modulus);
    }
}

impl ModMul for Montgomery {
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
        let n = self.constants.words();
        let product = self.kernel.mul_scratch(n, n).max(self.kernel.sqr_scratch(n));
        2 * n + product.max(partial_montgomery_scratch(self.kernel, n, n))
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
        self.kernel.mul(c, a, b, scratch);
        self.reduce(r, c, scratch);
    }

    fn sqr(&self, r: &mut [Word], a: &[Word], scratch: &mut [Word]) {
        let (c, scratch) = scratch.split_at_mut(2 * self.constants.words());
        self.kernel.sqr(c, a, scratch);
        self.reduce(r, c, scratch);
    }
}
