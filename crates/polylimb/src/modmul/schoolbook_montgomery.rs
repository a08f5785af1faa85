//! `schoolbook-montgomery`: the thesis's "Schoolbook" row.
//!
//! **Source.** The thesis measures RELIC's plain operand-scanning product followed by RELIC's Montgomery
//! reduction. **Idea.** Like [`montgomery-sos`](super::montgomery_sos), but the product is operand scanning at
//! every size: no Karatsuba, so the distance between the two is what Karatsuba brings.
//! **Cost.** `2n²` word products, `n(n+1)/2 + n²` for a square. **Domain.** Odd moduli from 3, one thread. Constant
//! time.

use super::montgomery_constants::MontgomeryConstants;
use super::registry::{ConstantTime, Domain, Entry, Threads};
use super::residue::ModMul;
use crate::limb::{Kernel, Word};
use alloc::boxed::Box;

pub(super) const ENTRY: Entry = Entry {
    name: "schoolbook-montgomery",
    source: "RELIC's bn_mul_basic with Montgomery reduction, as the thesis measures it",
    summary: "operand-scanning product without Karatsuba, then reduction row by row",
    threads: Threads::Exactly(1),
    domain: Domain::Odd,
    constant_time: ConstantTime::Yes,
    make: |request| {
        let (kernel, modulus) = (request.kernel, request.modulus);
        let constants = MontgomeryConstants::new(kernel, modulus, modulus.len());
        Ok(Box::new(SchoolbookMontgomery { kernel, constants }))
    },
};

struct SchoolbookMontgomery {
    kernel: Kernel,
    constants: MontgomeryConstants,
}

impl SchoolbookMontgomery {
    /// `r = t / R mod M` for the `t < M R` of `2n` words, which is overwritten.
    fn reduce(&self, r: &mut [Word], t: &mut [Word]) {
        let modulus = &self.constants.modulus;
        let carry = self.kernel.montgomery_reduce(t, modulus, *self.constants.m_inverse);
        self.kernel.subtract_once(r, carry, &t[modulus.len()..], modulus);
    }
}

impl ModMul for SchoolbookMontgomery {
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
        2 * self.constants.words()
    }

    fn enter(&self, r: &mut [Word], plain: &[Word], scratch: &mut [Word]) {
        self.mul(r, plain, &self.constants.r_squared, scratch);
    }

    fn leave(&self, plain: &mut [Word], r: &[Word], scratch: &mut [Word]) {
        let (t, _) = scratch.split_at_mut(2 * r.len());
        t[..r.len()].copy_from_slice(r);
        t[r.len()..].fill(0);
        self.reduce(plain, t);
    }

    fn one(&self, r: &mut [Word]) {
        r.copy_from_slice(&self.constants.one);
    }

    fn mul(&self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
        let (t, _) = scratch.split_at_mut(2 * self.constants.words());
        self.kernel.schoolbook(t, a, b);
        self.reduce(r, t);
    }

    fn sqr(&self, r: &mut [Word], a: &[Word], scratch: &mut [Word]) {
        let (t, _) = scratch.split_at_mut(2 * self.constants.words());
        self.kernel.schoolbook_square(t, a);
        self.reduce(r, t);
    }
}
