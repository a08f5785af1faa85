//! `montgomery-sos`: the product, then Montgomery's reduction word by word.
//!
//! **Source.** Koç, Acar, Kaliski 1996, "separated operand scanning". **Idea.** The whole product first, by the
//! kernel's fastest method (squares and Karatsuba included), then `n` rows that each clear its lowest word.
//! **Cost.** `M(n) + n²` word products. **Domain.** Odd moduli from 3, one thread. Constant time.

use super::montgomery_constants::MontgomeryConstants;
use super::registry::{ConstantTime, Domain, Entry, Threads};
use super::residue::ModMul;
use crate::limb::{Kernel, Word};
use alloc::boxed::Box;

pub(super) const ENTRY: Entry = Entry {
    name: "montgomery-sos",
    source: "Koç, Acar, Kaliski 1996",
    summary: "product, then reduction row by row",
    threads: Threads::Exactly(1),
    domain: Domain::Odd,
    constant_time: ConstantTime::Yes,
    make: |request| {
        let (kernel, modulus) = (request.kernel, request.modulus);
        let constants = MontgomeryConstants::new(kernel, modulus, modulus.len());
        Ok(Box::new(MontgomerySos { kernel, constants }))
    },
};

struct MontgomerySos {
    kernel: Kernel,
    constants: MontgomeryConstants,
}

impl MontgomerySos {
    /// `r = t / R mod M` for the `t < M R` of `2n` words, which is overwritten.
    fn reduce(&self, r: &mut [Word], t: &mut [Word]) {
        let modulus = &self.constants.modulus;
        let carry = self.kernel.montgomery_reduce(t, modulus, *self.constants.m_inverse);
        self.kernel.subtract_once(r, carry, &t[modulus.len()..], modulus);
    }
}

impl ModMul for MontgomerySos {
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
        2 * n + self.kernel.mul_scratch(n, n).max(self.kernel.sqr_scratch(n))
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
        let (t, scratch) = scratch.split_at_mut(2 * self.constants.words());
        self.kernel.mul(t, a, b, scratch);
        self.reduce(r, t);
    }

    fn sqr(&self, r: &mut [Word], a: &[Word], scratch: &mut [Word]) {
        let (t, scratch) = scratch.split_at_mut(2 * self.constants.words());
        self.kernel.sqr(t, a, scratch);
        self.reduce(r, t);
    }
}
