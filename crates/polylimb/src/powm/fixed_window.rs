//! `fixed-window`: as many squarings as bits, and for every `w` of them a product with a table entry that is
//! read without telling which. The default.
//!
//! **Source.** The 2^w-ary method (Brauer 1939), every entry read and masked (the defence of Percival 2005). **Cost.** For
//! `b` bits: `2^w - 2` operations for the table, half of them squarings, `b` squarings, `b / w` products, `2^w · b / w`
//! entries read. **Domain.** Every modulus. Constant time.

use super::Accumulator;
use super::lanes::Chain;
use super::lines::Lines;
use super::model::{Counts, real};
use super::registry::{Job, Method, Width};
use super::table::{self, Table};
use crate::limb::Word;
use crate::modmul::{ConstantTime, Threads};

pub(super) const METHOD: Method = Method {
    name: "fixed-window",
    source: "Brauer 1939; table access as Percival 2005 asks",
    summary: "w squarings, then a product with a table entry, all entries read; the default",
    lanes: Threads::Exactly(1),
    constant_time: ConstantTime::Yes,
    width: Width::UpTo(CHAIN.most_width),
    expected: |bits, _, width| CHAIN.alone(bits, width),
    pow,
};

pub(super) const CHAIN: Chain =
    Chain { pow, most_width: table::MOST_WIDTH, read: 0.005, density: |w| 1.0 / real(w), expected };

fn expected(bits: usize, width: usize) -> Counts {
    let later = real(bits.div_ceil(width).max(1)) - 1.0;
    table::powers_cost(width).plus(Counts::new(later * real(width), later))
}

pub(super) fn pow(job: &Job<'_>, r: &mut [Word]) {
    let bits = job.exponent.len();
    let width = job.width.unwrap_or_else(|| CHAIN.width(bits));
    let table = Table::powers(job.modmul, job.base, 1 << width);
    let mut power = Accumulator::one(job.modmul);
    let mut entry = Lines::zeros(r.len());
    let windows = bits.div_ceil(width);
    for window in (0..windows).rev() {
        table.select(&mut entry, job.exponent.window(window * width, width));
        if window + 1 == windows {
            power.set(&entry);
        } else {
            power.sqr(width);
            power.mul(&entry);
        }
    }
    r.copy_from_slice(power.value());
}
