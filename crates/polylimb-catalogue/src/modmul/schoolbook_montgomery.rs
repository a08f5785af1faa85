//! `schoolbook-montgomery`: the row "Schoolbook" of `[Arruda2014]`.
//!
//! **Source.** `[Arruda2014]` measures RELIC's plain operand-scanning product followed by RELIC's
//! Montgomery reduction. **Idea.** Like `montgomery-sos`, but with operand scanning at every size
//! and no Karatsuba, so the difference between the two is the gain of Karatsuba. **Cost.** `2n²`
//! word products, `n(n+1)/2 + n²` for a square. **Domain.** Odd moduli from 3, one thread. Constant
//! time.

use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::limb::Word;
use polylimb::authors::modmul::{Entry, Form, Method, MontgomeryForm};

pub(super) const ENTRY: Entry = Entry {
    name: "schoolbook-montgomery",
    source: "RELIC's bn_mul_basic with Montgomery reduction, as Arruda 2014 measures it",
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
        form.kernel().schoolbook(t, a, b);
        form.reduce_by_rows(r, t);
    }

    fn sqr(&self, form: &Form, r: &mut [Word], a: &[Word], t: &mut [Word], _scratch: &mut [Word]) {
        form.kernel().schoolbook_square(t, a);
        form.reduce_by_rows(r, t);
    }
}
