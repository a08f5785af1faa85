//! `schoolbook-montgomery`: the thesis's "Schoolbook" row.
//!
//! **Source.** The thesis measures RELIC's plain operand-scanning product followed by RELIC's Montgomery
//! reduction. **Idea.** Like [`montgomery-sos`](super::montgomery_sos), but the product is operand scanning at
//! every size: no Karatsuba, so the distance between the two is what Karatsuba brings.
//! **Cost.** `2n²` word products, `n(n+1)/2 + n²` for a square. **Domain.** Odd moduli from 3, one thread. Constant
//! time.

use super::montgomery_form::{Form, Method, MontgomeryForm};
use super::registry::{ConstantTime, Domain, Entry, Threads};
use crate::limb::Word;

pub(super) const ENTRY: Entry = Entry {
    name: "schoolbook-montgomery",
    source: "RELIC's bn_mul_basic with Montgomery reduction, as the thesis measures it",
    summary: "operand-scanning product without Karatsuba, then reduction row by row",
    threads: Threads::Exactly(1),
    domain: Domain::Odd,
    constant_time: ConstantTime::Yes,
    make: |request| Ok(MontgomeryForm::boxed(request, SchoolbookMontgomery)),
};

struct SchoolbookMontgomery;

impl Method for SchoolbookMontgomery {
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
        form.kernel.schoolbook(t, a, b);
        form.reduce_by_rows(r, t);
    }

    fn sqr(&self, form: &Form, r: &mut [Word], a: &[Word], t: &mut [Word], _scratch: &mut [Word]) {
        form.kernel.schoolbook_square(t, a);
        form.reduce_by_rows(r, t);
    }
}
