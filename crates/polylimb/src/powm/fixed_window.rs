//! `fixed-window`: a squaring for each bit, and for every `w` bits a product with a table entry
//! that is read in constant time. The default.
//!
//! **Source.** The 2^w-ary method (`[Brauer1939]`), reading and masking every entry (the
//! countermeasure of `[Percival2005]`). **Cost.** For `b` bits: `2^w - 2` operations for the table,
//! half of them squarings, `b` squarings, `b / w` products, `2^w · b / w` entries read. **Domain.**
//! Every modulus. Constant time.

use super::Accumulator;
use super::accumulator::Lines;
use super::model::{self, Counts, Prediction, real};
use super::registry::{Entry, Job, Make, Width};
use super::table::Table;
use crate::limb::Word;
use crate::modmul::{ConstantTime, Domain, Threads};
use alloc::vec::Vec;

/// `fixed-window`, the default.
pub const ENTRY: Entry = Entry {
    name: "fixed-window",
    source: "Brauer 1939; table access as Percival 2005 asks",
    summary: "w squarings, then a product with a table entry, all entries read; the default",
    threads: Threads::Exactly(1),
    domain: Domain::Any,
    constant_time: ConstantTime::Yes,
    make: Make {
        width: Width::UpTo { most: Table::MOST_WIDTH, best: best_width },
        expected: |bits, _, width| {
            Prediction::alone(expected(bits, width.unwrap_or_else(|| best_width(bits))))
        },
        pow,
    },
};

/// The time to read one table entry, relative to a product.
const READ: f64 = 0.005;

/// All entries are read for each window.
fn best_width(bits: usize) -> usize {
    let reads = |w: usize| real(bits.div_ceil(w) << w);
    model::best_width(Table::MOST_WIDTH, |w| expected(bits, w).time() + READ * reads(w))
}

fn expected(bits: usize, width: usize) -> Counts {
    let later = real(bits.div_ceil(width).max(1)) - 1.0;
    Table::powers_cost(width).plus(Counts::new(later * real(width), later))
}

fn pow(job: &Job<'_>, r: &mut [Word]) {
    pow_in_turns(core::slice::from_ref(job), &mut [r]);
}

/// The powers of jobs whose exponents and widths are equally long, an operation of each in turn:
/// the operations of one job wait for each other, and another job fills the gaps.
pub(super) fn pow_in_turns(jobs: &[Job<'_>], results: &mut [&mut [Word]]) {
    let bits = jobs[0].exponent.len();
    assert!(jobs.iter().all(|job| job.exponent.len() == bits) && jobs.len() == results.len());
    let width = jobs[0].width.unwrap_or_else(|| best_width(bits));
    let mut chains: Vec<_> = jobs
        .iter()
        .map(|job| {
            let table = Table::powers(job.modmul, job.base, 1 << width);
            let entry = Lines::zeros(job.base.len());
            (job, table, Accumulator::one(job.modmul), entry)
        })
        .collect();
    let windows = bits.div_ceil(width);
    for window in (0..windows).rev() {
        let first = window + 1 == windows;
        for _ in 0..if first { 0 } else { width } {
            for (_, _, power, _) in &mut chains {
                power.sqr(1);
            }
        }
        for (job, table, power, entry) in &mut chains {
            table.select(entry, job.exponent.window(window * width, width));
            if first {
                power.set(entry);
            } else {
                power.mul(entry);
            }
        }
    }
    for (r, (_, _, power, _)) in results.iter_mut().zip(&chains) {
        r.copy_from_slice(power.value());
    }
}
