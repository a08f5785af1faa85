//! `montgomery-sos`: the product, then Montgomery's reduction word by word.
//!
//! **Source.** `[Koc1996]`, "separated operand scanning". **Idea.** The whole product first, by the
//! kernel's fastest method (squares and Karatsuba included), then `n` rows that each clear its
//! lowest word. **Cost.** `M(n) + n²` word products. **Domain.** Odd moduli from 3, one thread.
//! Constant time.

use super::montgomery_form::{Form, Method, MontgomeryForm};
use super::registry::{ConstantTime, Domain, Entry, Threads};
use crate::limb::Word;

pub(super) const ENTRY: Entry = Entry {
    name: "montgomery-sos",
    source: "Koç, Acar, Kaliski 1996",
    summary: "product, then reduction row by row",
    threads: Threads::Exactly(1),
    domain: Domain::Odd,
    constant_time: ConstantTime::Yes,
    make: |request| Ok(MontgomeryForm::boxed(request, MontgomerySos)),
};

struct MontgomerySos;

impl Method for MontgomerySos {
    const NAME: &'static str = ENTRY.name;

    fn sqr(&self, form: &Form, r: &mut [Word], a: &[Word], t: &mut [Word], scratch: &mut [Word]) {
        form.kernel().sqr(t, a, scratch);
        form.reduce_by_rows(r, t);
    }
}
