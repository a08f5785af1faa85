//! `binary-right-to-left`: the base squared for every bit, and the squares of the ones multiplied together.
//!
//! **Source.** Lara, Borges, Portugal, Algorithm 2; Knuth, The Art of Computer Programming 2, 4.6.3, Algorithm A. **Cost.** As left to
//! right; but squaring and product of a bit do not wait for each other (`parallel_right_to_left.rs`). **Time**
//! tells the exponent.

use super::Accumulator;
use super::binary_left_to_right;
use super::registry::{Job, Method, Width};
use crate::limb::Word;
use crate::modmul::{ConstantTime, Threads};

pub(super) const METHOD: Method = Method {
    name: "binary-right-to-left",
    source: "Lara, Borges, Portugal, Algorithm 2",
    summary: "square the base for every bit from the bottom, multiply the squares where it is 1",
    lanes: Threads::Exactly(1),
    constant_time: ConstantTime::No,
    width: Width::None,
    expected: |bits, _, _| binary_left_to_right::CHAIN.alone(bits, None),
    pow: pow_vartime,
};

fn pow_vartime(job: &Job<'_>, r: &mut [Word]) {
    let (mut square, mut squared) = (Accumulator::of(job.modmul, job.base), 0);
    let mut power = Accumulator::one(job.modmul);
    let mut begun = false;
    for i in 0..job.exponent.len() {
        if job.exponent.bit(i) == 1 {
            // Not before a one needs them: none for the zeros at the top.
            square.sqr(i - squared);
            squared = i;
            power.mul_vartime(square.value(), &mut begun);
        }
    }
    r.copy_from_slice(power.value());
}
