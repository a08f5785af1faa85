//! `montgomery-comba`: product scanning for the product and for the reduction.
//!
//! **Source.** `[Comba1990]` for the product; the reduction by columns is `[Dusse1990]` in Comba's
//! order, as in RELIC (`fp_rdcn_low`). **Idea.** Column by column: a three-word accumulator takes
//! all products `q_i m_j` of a column, and each quotient word falls out when its column is
//! complete. Every result word is written once, which saves time on processors with many registers
//! and slow memory. **Cost.** `2n²` word products. **Domain.** Odd moduli from 3, one thread.
//! Constant time.

use crate::limb::comba::{self, Column};
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::limb::Word;
use polylimb::authors::modmul::{Entry, Form, Method, MontgomeryForm};

pub(super) const ENTRY: Entry = Entry {
    name: "montgomery-comba",
    source: "Comba 1990; Dussé, Kaliski 1990",
    summary: "product by columns, then reduction by columns",
    threads: Threads::Exactly(1),
    domain: Domain::Odd,
    constant_time: ConstantTime::Yes,
    make: |request| Ok(MontgomeryForm::boxed(request, MontgomeryComba)),
};

struct MontgomeryComba;

impl Method for MontgomeryComba {
    const NAME: &'static str = ENTRY.name;

    /// Overwrites the low half of `t` with the quotient's words, the high half with the result
    /// before the last subtraction.
    fn reduce(&self, form: &Form, r: &mut [Word], t: &mut [Word], _scratch: &mut [Word]) {
        let (m, m_inverse) = (form.modulus(), form.m_inverse());
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
        form.kernel().subtract_once(r, column.word(), high, m);
    }

    fn mul(
        &self,
        form: &Form,
        r: &mut [Word],
        a: &[Word],
        b: &[Word],
        t: &mut [Word],
        scratch: &mut [Word],
    ) {
        comba::mul(form.kernel(), t, a, b);
        self.reduce(form, r, t, scratch);
    }

    fn sqr(&self, form: &Form, r: &mut [Word], a: &[Word], t: &mut [Word], scratch: &mut [Word]) {
        comba::sqr(form.kernel(), t, a);
        self.reduce(form, r, t, scratch);
    }
}
