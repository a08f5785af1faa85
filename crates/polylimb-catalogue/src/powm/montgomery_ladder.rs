//! `montgomery-ladder`: two neighbouring powers, and for every bit the product of both and the
//! square of one.
//!
//! **Source.** `[Montgomery1987]`; for exponentiation `[Joye2002]`. **Cost.** A squaring and a
//! product for every bit, no table: the most expensive method, but each operation depends on the
//! one before in the same way, which also reveals faults. **Domain.** Every modulus. Constant time.

use super::model::real;
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::limb::{Mask, Word};
use polylimb::authors::powm::{Accumulator, Counts, Entry, Job, Make, Prediction, Width};

pub(super) const ENTRY: Entry = Entry {
    name: "montgomery-ladder",
    source: "Montgomery 1987; Joye, Yen 2002",
    summary: "two neighbouring powers, a squaring and a product for every bit, no table",
    threads: Threads::Exactly(1),
    domain: Domain::Any,
    constant_time: ConstantTime::Yes,
    make: Make {
        width: Width::None,
        expected: |bits, _, _| Prediction::alone(Counts::new(real(bits), real(bits))),
        pow,
    },
};

fn pow(job: &Job<'_>, r: &mut [Word]) {
    // g^e and g^(e + 1) for the bits e read so far, exchanged where the last of them was 1.
    let mut power = Accumulator::one(job.modmul);
    let mut next = Accumulator::of(job.modmul, job.base);
    let mut last = 0;
    for i in (0..job.exponent.len()).rev() {
        let bit = job.exponent.bit(i);
        power.swap_if(&mut next, Mask::from_bit(bit ^ last));
        next.mul(power.value());
        power.sqr(1);
        last = bit;
    }
    power.swap_if(&mut next, Mask::from_bit(last));
    r.copy_from_slice(power.value());
}
