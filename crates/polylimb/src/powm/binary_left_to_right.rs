//! `binary-left-to-right`: a squaring per bit, from the top, and a product with the base where the bit is 1.
//!
//! **Source.** Lara, Borges, Portugal, Algorithm 1; Knuth, The Art of Computer Programming 2, 4.6.3. **Cost.** `j` squarings for `j + 1`
//! bits, and as many products as there are ones below the top. **Time** tells the exponent.

use super::Accumulator;
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
    pow: pow_vartime,
};

fn pow_vartime(job: &Job<'_>, r: &mut [Word]) {
    let mut power = Accumulator::one(job.modmul);
    let mut begun = false;
    for i in (0..job.exponent.bits()).rev() {
        if begun {
            power.sqr(1);
        }
        if job.exponent.bit(i) == 1 {
            if begun {
                power.mul(job.base);
            } else {
                power.set(job.base);
            }
            begun = true;
        }
    }
    r.copy_from_slice(power.value());
}
