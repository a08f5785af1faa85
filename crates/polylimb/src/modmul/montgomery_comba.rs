//! `montgomery-comba`: product scanning for the product and for the reduction.
//!
//! **Source.** Comba 1990 for the product; the reduction by columns is Dussé, Kaliski 1990 in Comba's order, as RELIC
//! has it (`fp_rdcn_low`). **Idea.** Column by column: a three-word accumulator takes all products `q_i m_j` of a
//! column, and each quotient word falls out when its column is complete. Every result word is written once,
//! which is what counts on processors with many registers and slow memory. **Cost.** `2n²` word products.
//! **Domain.** Odd moduli from 3, one thread. Constant time.

use super::montgomery_constants::MontgomeryConstants;
use super::registry::{ConstantTime, Domain, Entry, Threads};
use super::residue::ModMul;
use crate::limb::{Column, Kernel, Word};
use alloc::boxed::Box;

pub(super) const ENTRY: Entry = Entry {
    name: "montgomery-comba",
    source: "Comba 1990; Dussé, Kaliski 1990",
    summary: "product by columns, then reduction by columns",
    threads: Threads::Exactly(1),
    domain: Domain::Odd,
    constant_time: ConstantTime::Yes,
    make: |request| {
        let (kernel, modulus) = (request.kernel, request.modulus);
        let constants = MontgomeryConstants::new(kernel, modulus, modulus.len());
        Ok(Box::new(MontgomeryComba { kernel, constants }))
    },
};

struct MontgomeryComba {
    kernel: Kernel,
    constants: MontgomeryConstants,
}

impl MontgomeryComba {
    /// `r = t / R mod M` for the `t < M R` of `2n` words, which is overwritten: its low half becomes the
    /// quotient's words, its high half the result before the last subtraction.
    fn reduce(&self, r: &mut [Word], t: &mut [Word]) {
        let (m, m_inverse) = (&self.constants.modulus, *self.constants.m_inverse);
        let n = m.len();
        let (q, high) = t.split_at_mut(n);
        let mut column = Column::default();
        for i in 0..n {
            column.add_word(q[i]);
            column.add_products(&q[..i], &m[1..=i]);
            q[i] = column.word().wrapping_mul(m_inverse);
            column.add_product(q[i], m[0]);
            let zero = column.next();
            debug_assert!(zero == 0);
        }
        for (i, z) in high.iter_mut().enumerate() {
            column.add_word(*z);
            column.add_products(&q[i + 1..], &m[i + 1..]);
            *z = column.next();
        }
        self.kernel.subtract_once(r, column.word(), high, m);
    }
}

impl ModMul for MontgomeryComba {
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
        self.kernel.comba(t, a, b);
        self.reduce(r, t);
    }

    fn sqr(&self, r: &mut [Word], a: &[Word], scratch: &mut [Word]) {
        let (t, _) = scratch.split_at_mut(2 * self.constants.words());
        self.kernel.comba_square(t, a);
        self.reduce(r, t);
    }
}
