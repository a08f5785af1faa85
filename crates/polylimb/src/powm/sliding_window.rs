//! `sliding-window`: windows of at most `w` bits that begin and end with a one; between them only squarings.
//!
//! **Source.** Thurber 1973; Handbook of Applied Cryptography, Algorithm 14.85. **Cost.** For `b` bits a squaring and `2^(w-1) - 1`
//! products for the table of odd powers, `b` squarings, `b / (w + 1)` products. **Time** tells the exponent.

use super::Accumulator;
use super::lanes::Chain;
use super::model::{Counts, real};
use super::registry::{Job, Method, Width};
use super::table::{self, Table};
use crate::limb::Word;
use crate::modmul::{ConstantTime, Threads};

pub(super) const METHOD: Method = Method {
    name: "sliding-window",
    source: "Thurber 1973",
    summary: "odd powers only: windows that begin and end with a one, squarings between them",
    lanes: Threads::Exactly(1),
    constant_time: ConstantTime::No,
    width: Width::UpTo(CHAIN.most_width),
    expected: |bits, _, width| CHAIN.alone(bits, width),
    pow: pow_vartime,
};

pub(super) const CHAIN: Chain = Chain {
    pow: pow_vartime,
    most_width: table::MOST_WIDTH,
    read: 0.0,
    density: |w| 1.0 / real(w + 1),
    expected,
};

/// The first window is expected to end `(w + 1) / 2` bits below the top one, which is expected at the second bit.
fn expected(bits: usize, width: usize) -> Counts {
    let (b, w) = (real(bits), real(width));
    let odd_powers = real((1 << (width - 1)) - 1);
    let setup = Counts::new(if width > 1 { 1.0 } else { 0.0 }, odd_powers);
    setup.plus(Counts::new((b - 1.0 - w).max(0.0), (b / (w + 1.0) - 1.0).max(0.0)))
}

fn pow_vartime(job: &Job<'_>, r: &mut [Word]) {
    let exponent = &job.exponent;
    let width = job.width.unwrap_or_else(|| CHAIN.width(exponent.len()));
    let table = Table::odd_powers(job.modmul, job.base, 1 << (width - 1));
    let mut power = Accumulator::one(job.modmul);
    let mut begun = false;
    // Bits still to be read.
    let mut left = exponent.len();
    while left > 0 {
        if exponent.bit(left - 1) == 0 {
            if begun {
                power.sqr(1);
            }
            left -= 1;
            continue;
        }
        let mut low = left.saturating_sub(width);
        while exponent.bit(low) == 0 {
            low += 1;
        }
        if begun {
            power.sqr(left - low);
        }
        let odd = exponent.window(low, left - low) as usize;
        power.mul_vartime(table.entry(odd / 2), &mut begun);
        left = low;
    }
    r.copy_from_slice(power.value());
}
