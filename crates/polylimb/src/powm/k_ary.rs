//! `k-ary`: `w` squarings, then a product with the table entry that the next `w` bits name, if they are not 0.
//!
//! **Source.** Brauer 1939; Knuth, The Art of Computer Programming 2, 4.6.3 (the 2^k-ary method). **Cost.** For `b` bits `2^w - 2` operations
//! for the table, half of them squarings, `b` squarings, `b / w (1 - 2^-w)` products. **Time** tells the exponent.

use super::Accumulator;
use super::lanes::Chain;
use super::model::{Counts, real};
use super::registry::{Job, Method, Width};
use super::table::{self, Table};
use crate::limb::Word;
use crate::modmul::{ConstantTime, Threads};

pub(super) const METHOD: Method = Method {
    name: "k-ary",
    source: "Brauer 1939",
    summary: "w squarings, then a product with the power that w bits name, unless they are 0",
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
    density: |w| nonzero(w) / real(w),
    expected,
};

/// The share of windows that are not 0.
fn nonzero(width: usize) -> f64 {
    1.0 - 1.0 / real(1 << width)
}

fn expected(bits: usize, width: usize) -> Counts {
    let windows = real(bits.div_ceil(width).max(1));
    let squarings = (windows - 1.0) * real(width);
    table::powers_cost(width).plus(Counts::new(squarings, (windows - 1.0) * nonzero(width)))
}

fn pow_vartime(job: &Job<'_>, r: &mut [Word]) {
    let bits = job.exponent.len();
    let width = job.width.unwrap_or_else(|| CHAIN.width(bits));
    let table = Table::powers(job.modmul, job.base, 1 << width);
    let mut power = Accumulator::one(job.modmul);
    let mut begun = false;
    for window in (0..bits.div_ceil(width)).rev() {
        if begun {
            power.sqr(width);
        }
        let digit = job.exponent.window(window * width, width);
        if digit != 0 {
            power.mul_vartime(table.entry(digit as usize), &mut begun);
        }
    }
    r.copy_from_slice(power.value());
}
