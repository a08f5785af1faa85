//! `montgomery-cios`: product and reduction interleaved, row by row.
//!
//! **Source.** `[Koc1996]`, "coarsely integrated operand scanning". **Idea.** Each word of `B` adds
//! one row of the product and one row that clears the lowest word, so the running sum never needs
//! more than `n + 2` words. Here the window slides over a buffer of `2n` words instead of shifting
//! the sum down after every row. For few words a kernel may have it all in one function, with the
//! sum in registers. **Cost.** `2n² + n` word products, also for a square; little memory, good for
//! small moduli. **Domain.** Odd moduli from 3, one thread. Constant time.

use super::montgomery_form::{Form, Method, MontgomeryForm};
use super::registry::{ConstantTime, Domain, Entry, Threads};
use crate::limb::Word;

pub(super) const ENTRY: Entry = Entry {
    name: "montgomery-cios",
    source: "Koç, Acar, Kaliski 1996",
    summary: "product and reduction interleaved row by row",
    threads: Threads::Exactly(1),
    domain: Domain::Odd,
    constant_time: ConstantTime::Yes,
    make: |request| Ok(MontgomeryForm::boxed(request, MontgomeryCios)),
};

struct MontgomeryCios;

impl Method for MontgomeryCios {
    const NAME: &'static str = ENTRY.name;

    #[inline]
    fn mul(
        &self,
        form: &Form,
        r: &mut [Word],
        a: &[Word],
        b: &[Word],
        t: &mut [Word],
        _scratch: &mut [Word],
    ) {
        let (modulus, m_inverse) = (form.modulus(), form.m_inverse());
        let n = modulus.len();
        if form.kernel().fuses_montgomery(n) {
            return form.kernel().montgomery_mul(r, a, b, modulus, m_inverse, t);
        }
        assert!(b.len() == n);
        t[..n].fill(0);
        // The running sum is below 2M: `n` words of the window and this carry, 0 or 1.
        let mut carry = 0;
        for (i, &b) in b.iter().enumerate() {
            let product = form.kernel().addmul_1(&mut t[i..i + n], a, b);
            let q = t[i].wrapping_mul(m_inverse);
            let reduction = form.kernel().addmul_1(&mut t[i..i + n], modulus, q);
            let (sum, first) = product.overflowing_add(reduction);
            let (sum, second) = sum.overflowing_add(carry);
            t[i + n] = sum;
            carry = first as Word + second as Word;
        }
        form.kernel().subtract_once(r, carry, &t[n..], modulus);
    }
}
