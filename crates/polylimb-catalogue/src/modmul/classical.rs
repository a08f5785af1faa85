//! `classical`: the product, then the textbook's division.
//!
//! **Source.** `[Knuth1969]`, section 4.3.1, Algorithms M and D. **Idea.** The textbook's method on
//! the fastest product; the reference for the gains of the others. **Cost.** `M(n) + n²` word
//! products and one quotient word at a time. **Domain.** Every modulus from 1, one thread. Not
//! constant time: the quotient's corrections are branches.

use alloc::boxed::Box;
use alloc::vec::Vec;
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::limb::{Kernel, Word};
use polylimb::authors::modmul::{Entry, ModMul};
use zeroize::Zeroizing;

pub(super) const ENTRY: Entry = Entry {
    name: "classical",
    source: "Knuth 1969, Algorithms M and D",
    summary: "product, then long division",
    threads: Threads::Exactly(1),
    domain: Domain::Any,
    constant_time: ConstantTime::No,
    make: |request| {
        let (kernel, modulus) = (request.kernel, request.modulus);
        Ok(Box::new(Classical { kernel, modulus: Zeroizing::new(modulus.to_vec()) }))
    },
};

struct Classical {
    kernel: Kernel,
    modulus: Zeroizing<Vec<Word>>,
}

impl ModMul for Classical {
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
        4 * n + self.kernel.mul_scratch(n, n).max(Kernel::divide_scratch(2 * n, n))
    }

    fn enter(&self, r: &mut [Word], plain: &[Word], _scratch: &mut [Word]) {
        r.copy_from_slice(plain);
    }

    fn leave(&self, plain: &mut [Word], r: &[Word], _scratch: &mut [Word]) {
        plain.copy_from_slice(r);
    }

    fn one(&self, r: &mut [Word]) {
        r.fill(0);
        r[0] = Word::from(*self.modulus != [1]);
    }

    fn mul(&self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
        let n = self.modulus.len();
        let (c, scratch) = scratch.split_at_mut(2 * n);
        let (quotient, scratch) = scratch.split_at_mut(2 * n);
        self.kernel.mul(c, a, b, scratch);
        Kernel::divide_vartime(self.kernel, quotient, r, c, &self.modulus, scratch);
    }
}
