//! `binary-right-to-left`: the base squared for every bit, and the squares of the ones multiplied
//! together.
//!
//! **Source.** `[Lara2009]`, Algorithm 2; Knuth, The Art of Computer Programming 2, 4.6.3,
//! Algorithm A. **Cost.** As left to right, but squaring and product of a bit are independent
//! (`parallel_right_to_left.rs`). **Time** tells the exponent.

use super::binary_left_to_right::expected;
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::limb::Word;
use polylimb::authors::powm::{Accumulator, Entry, Job, Make, Width};

pub(super) const ENTRY: Entry = Entry {
    name: "binary-right-to-left",
    source: "Lara, Borges, Portugal, Algorithm 2",
    summary: "square the base for every bit from the bottom, multiply the squares where it is 1",
    threads: Threads::Exactly(1),
    domain: Domain::Any,
    constant_time: ConstantTime::No,
    make: Make { width: Width::None, expected, pow: pow_vartime },
};

fn pow_vartime(job: &Job<'_>, r: &mut [Word]) {
    let (mut square, mut squared) = (Accumulator::of(job.modmul, job.base), 0);
    let mut power = Accumulator::one(job.modmul);
    let mut begun = false;
    for i in 0..job.exponent.len() {
        if job.exponent.bit(i) == 1 {
            // Squares only when a 1 needs it: the zeros at the top cost nothing.
            square.sqr(i - squared);
            squared = i;
            power.mul_vartime(square.value(), &mut begun);
        }
    }
    r.copy_from_slice(power.value());
}
