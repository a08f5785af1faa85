//! `k-ary`: `w` squarings, then a product with the table entry that the next `w` bits name, if they
//! are not 0.
//!
//! **Source.** `[Brauer1939]`; Knuth, The Art of Computer Programming 2, 4.6.3 (the 2^k-ary
//! method). **Cost.** For `b` bits `2^w - 2` operations for the table, half of them squarings, `b`
//! squarings, `b / w (1 - 2^-w)` products. **Time** tells the exponent.

use super::model::real;
use super::stretches::Chain;
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::limb::Word;
use polylimb::authors::powm::{Accumulator, Counts, Entry, Job, Make, Prediction, Table, Width};

pub(super) const ENTRY: Entry = Entry {
    name: "k-ary",
    source: "Brauer 1939",
    summary: "w squarings, then a product with the power that w bits name, unless they are 0",
    threads: Threads::Exactly(1),
    domain: Domain::Any,
    constant_time: ConstantTime::No,
    make: Make {
        width: Width::UpTo { most: Table::MOST_WIDTH, best },
        expected: |bits, _, width| {
            Prediction::alone(expected(bits, width.unwrap_or_else(|| best(bits))))
        },
        pow: pow_vartime,
    },
};

pub(super) const CHAIN: Chain = Chain { method: &ENTRY, density: |w| nonzero(w) / real(w) };

fn best(bits: usize) -> usize {
    let time = |&width: &usize| expected(bits, width).time();
    (1..=Table::MOST_WIDTH).min_by(|v, w| time(v).total_cmp(&time(w))).unwrap_or(1)
}

/// The share of windows that are not 0.
fn nonzero(width: usize) -> f64 {
    1.0 - 1.0 / real(1 << width)
}

fn expected(bits: usize, width: usize) -> Counts {
    let windows = real(bits.div_ceil(width).max(1));
    let squarings = (windows - 1.0) * real(width);
    Table::powers_cost(width).plus(Counts::new(squarings, (windows - 1.0) * nonzero(width)))
}

fn pow_vartime(job: &Job<'_>, r: &mut [Word]) {
    let bits = job.exponent.len();
    let width = job.width.unwrap_or_else(|| best(bits));
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
