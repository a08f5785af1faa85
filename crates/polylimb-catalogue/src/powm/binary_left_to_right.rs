//! `binary-left-to-right`: a squaring per bit, from the top, and a product with the base where the
//! bit is 1.
//!
//! **Source.** `[Lara2009]`, Algorithm 1; Knuth, The Art of Computer Programming 2, 4.6.3.
//! **Cost.** `j` squarings for `j + 1` bits, and a product for each 1 below the top. **Time** tells
//! the exponent.

use super::model::real;
use super::stretches::Chain;
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::limb::Word;
use polylimb::authors::powm::{Accumulator, Counts, Entry, Job, Make, Prediction, Width};

pub(super) const ENTRY: Entry = Entry {
    name: "binary-left-to-right",
    source: "Lara, Borges, Portugal, Algorithm 1",
    summary: "square for every bit from the top, multiply by the base where it is 1",
    threads: Threads::Exactly(1),
    domain: Domain::Any,
    constant_time: ConstantTime::No,
    make: Make { width: Width::None, expected, pow: pow_vartime },
};

/// On stretches, a product for every second bit.
pub(super) const CHAIN: Chain = Chain { method: &ENTRY, density: |_| 0.5 };

/// The top 1 is expected one bit below the top; the copy of the base costs nothing.
pub(super) fn expected(bits: usize, _: usize, _: Option<usize>) -> Prediction {
    Prediction::alone(Counts::new((real(bits) - 2.0).max(0.0), (real(bits) / 2.0 - 1.0).max(0.0)))
}

fn pow_vartime(job: &Job<'_>, r: &mut [Word]) {
    let mut power = Accumulator::one(job.modmul);
    let mut begun = false;
    for i in (0..job.exponent.len()).rev() {
        if begun {
            power.sqr(1);
        }
        if job.exponent.bit(i) == 1 {
            power.mul_vartime(job.base, &mut begun);
        }
    }
    r.copy_from_slice(power.value());
}
