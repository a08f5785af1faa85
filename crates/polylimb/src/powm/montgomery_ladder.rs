//! `montgomery-ladder`: two neighbouring powers, and for every bit the product of both and the square of one.
//!
//! **Source.** Montgomery 1987; for exponentiation Joye, Yen 2002. **Cost.** A squaring and a product for every bit, no table: the
//! dearest method, but every operation depends on the one before in the same way, which also shows faults.
//! **Domain.** Every modulus. Constant time.

use super::Accumulator;
use super::model::{Counts, Prediction, real};
use super::registry::{Job, Method, Width};
use crate::limb::{Mask, Word};
use crate::modmul::{ConstantTime, Threads};
use alloc::vec;

pub(super) const METHOD: Method = Method {
    name: "montgomery-ladder",
    source: "Montgomery 1987; Joye, Yen 2002",
    summary: "two neighbouring powers, a squaring and a product for every bit, no table",
    lanes: Threads::Exactly(1),
    constant_time: ConstantTime::Yes,
    width: Width::None,
    expected: |bits, _, _| Prediction {
        lanes: vec![Counts::new(real(bits), real(bits))],
        joining: 0,
    },
    pow,
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
