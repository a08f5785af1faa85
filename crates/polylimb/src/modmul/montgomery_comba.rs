//! `montgomery-comba`: product scanning for the product and for the reduction.
//!
//! **Source.** Comba 1990 for the product; the reduction by columns is Dussé, Kaliski 1990 in Comba's order, as RELIC
//! has it (`fp_rdcn_low`). **Idea.** Column by column: a three-word accumulator takes all products `q_i m_j` of a
//! column, and each quotient word falls out when its column is complete. Every result word is written once,
//! which is what counts on processors with many registers and slow memory. **Cost.** `2n²` word products.
//! **Domain.** Odd moduli from 3, one thread. Constant time.

use super::correction::subtract_once_into;
use super::montgomery_constants::MontgomeryConstants;
use super::registry::{ConstantTime, Domain, Entry, Threads};
use super::residue::ModMul;
use crate::limb::{DoubleWord, Kernel, WORD_BITS, Word};
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

/// A column's running sum: two words, and above them what three words would hold. For 8-bit words
/// and more than 256 of them three words are not enough, so the third is wider there.
#[derive(Default)]
struct Column {
    low: DoubleWord,
    high: usize,
}

impl Column {
    #[inline(always)]
    fn add(&mut self, p: DoubleWord) {
        let carry;
        (self.low, carry) = self.low.overflowing_add(p);
        self.high += carry as usize;
    }

    #[inline(always)]
    fn add_product(&mut self, a: Word, b: Word) {
        self.add(a as DoubleWord * b as DoubleWord);
    }

    /// Adds the products `a_i b_(len-1-i)` of two equally long slices.
    #[inline(always)]
    fn add_products(&mut self, a: &[Word], b: &[Word]) {
        for (&a, &b) in a.iter().zip(b.iter().rev()) {
            self.add_product(a, b);
        }
    }

    /// Moves on to the next column; returns this one's word.
    #[inline(always)]
    fn next(&mut self) -> Word {
        let word = self.low as Word;
        self.low = (self.low >> WORD_BITS) | ((self.high as DoubleWord) << WORD_BITS);
        self.high = self.high.checked_shr(WORD_BITS as u32).unwrap_or(0);
        word
    }
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
            column.add(q[i] as DoubleWord);
            column.add_products(&q[..i], &m[1..=i]);
            q[i] = (column.low as Word).wrapping_mul(m_inverse);
            column.add_product(q[i], m[0]);
            let zero = column.next();
            debug_assert!(zero == 0);
        }
        for (i, z) in high.iter_mut().enumerate() {
            column.add(*z as DoubleWord);
            column.add_products(&q[i + 1..], &m[i + 1..]);
            *z = column.next();
        }
        subtract_once_into(self.kernel, r, column.low as Word, high, m);
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
