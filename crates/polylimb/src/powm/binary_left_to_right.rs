//! `binary-left-to-right`: a squaring per bit, from the top, and a product with the base where the bit is 1.
//!
//! **Source.** Lara, Borges, Portugal, Algorithm 1; Knuth, The Art of Computer Programming 2, 4.6.3. **Cost.** `j` squarings for `j + 1`
//! bits, and as many products as there are ones below the top. **Time** tells the exponent.

use super::Accumulator;
use super::lanes::Chain;
use super::model::{Counts, real};
use super::registry::{Job, Method, Width};
use crate::limb::Word;
use crate::modmul::{ConstantTime, Threads};

pub(super) const METHOD: Method = Method {
    name: "binary-left-to-right",
    source: "Lara, Borges, Portugal, Algorithm 1",
    summary: "square for every bit from the top, multiply by the base where it is 1",
    lanes: Threads::Exactly(1),
    constant_time: ConstantTime::No,
    width: Width::None,
    expected: |bits, _, _| CHAIN.alone(bits, None),
    pow: pow_vartime,
};

pub(super) const CHAIN: Chain =
    Chain { pow: pow_vartime, most_width: 1, read: 0.0, density: |_| 0.5, expected };

/// The top one is expected one bit below the top; the base itself costs nothing there.
fn expected(bits: usize, _: usize) -> Counts {
    Counts::new((real(bits) - 2.0).max(0.0), (real(bits) / 2.0 - 1.0).max(0.0))
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
