//! `montgomery-cios`: product and reduction interleaved, row by row.
//!
//! **Source.** Koç, Acar, Kaliski 1996, "coarsely integrated operand scanning". **Idea.** Each word of `B` adds one row
//! of the product and one row that clears the lowest word, so the running sum never needs more than
//! `n + 2` words. Here the window slides over a buffer of `2n` words instead of shifting the sum
//! down after every row. For few words a kernel may have all of it in one function, the sum in registers.
//! **Cost.** `2n² + n` word products, squares too; little memory, good for small
//! moduli. **Domain.** Odd moduli from 3, one thread. Constant time.

use super::montgomery_constants::MontgomeryConstants;
use super::registry::{ConstantTime, Domain, Entry, Threads};
use super::residue::ModMul;
use crate::limb::{Kernel, Word};
use alloc::boxed::Box;

pub(super) const ENTRY: Entry = Entry {
    name: "montgomery-cios",
    source: "Koç, Acar, Kaliski 1996",
    summary: "product and reduction interleaved row by row",
    threads: Threads::Exactly(1),
    domain: Domain::Odd,
    constant_time: ConstantTime::Yes,
    make: |request| {
        let (kernel, modulus) = (request.kernel, request.modulus);
        let constants = MontgomeryConstants::new(kernel, modulus, modulus.len());
        Ok(Box::new(MontgomeryCios { kernel, constants }))
    },
};

struct MontgomeryCios {
    kernel: Kernel,
    constants: MontgomeryConstants,
}

impl ModMul for MontgomeryCios {
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
        let modulus = &self.constants.modulus;
        let (t, _) = scratch.split_at_mut(2 * r.len());
        t[..r.len()].copy_from_slice(r);
        t[r.len()..].fill(0);
        let carry = self.kernel.montgomery_reduce(t, modulus, *self.constants.m_inverse);
        self.kernel.subtract_once(plain, carry, &t[r.len()..], modulus);
    }

    fn one(&self, r: &mut [Word]) {
        r.copy_from_slice(&self.constants.one);
    }

    fn mul(&self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
        let (modulus, m_inverse) = (&self.constants.modulus, *self.constants.m_inverse);
        let n = modulus.len();
        let (t, _) = scratch.split_at_mut(2 * n);
        if self.kernel.fuses_montgomery(n) {
            return self.kernel.montgomery_mul(r, a, b, modulus, m_inverse, t);
        }
        assert!(b.len() == n);
        t[..n].fill(0);
        // The running sum is below 2M: `n` words of the window and this carry, 0 or 1.
        let mut carry = 0;
        for (i, &b) in b.iter().enumerate() {
            let product = self.kernel.addmul_1(&mut t[i..i + n], a, b);
            let q = t[i].wrapping_mul(m_inverse);
            let reduction = self.kernel.addmul_1(&mut t[i..i + n], modulus, q);
            let (sum, first) = product.overflowing_add(reduction);
            let (sum, second) = sum.overflowing_add(carry);
            t[i + n] = sum;
            carry = first as Word + second as Word;
        }
        self.kernel.subtract_once(r, carry, &t[n..], modulus);
    }
}
