//! `sliding-window`: windows of at most `w` bits that begin and end with a 1; between them only
//! squarings.
//!
//! **Source.** `[Thurber1973]`; Handbook of Applied Cryptography, Algorithm 14.85. **Cost.** For
//! `b` bits a squaring and `2^(w-1) - 1` products for the table of odd powers, `b` squarings,
//! `b / (w + 1)` products. **Time** tells the exponent.

use super::Accumulator;
use super::model::{self, Counts, Prediction, real};
use super::registry::{Entry, Job, Make, Width};
use super::table::Table;
use crate::limb::Word;
use crate::modmul::{ConstantTime, Domain, Threads};

/// `sliding-window`, for public exponents.
pub const ENTRY: Entry = Entry {
    name: "sliding-window",
    source: "Thurber 1973",
    summary: "odd powers only: windows that begin and end with a one, squarings between them",
    threads: Threads::Exactly(1),
    domain: Domain::Any,
    constant_time: ConstantTime::No,
    make: Make {
        width: Width::UpTo { most: Table::MOST_WIDTH, best: best_width },
        expected: |bits, _, width| {
            Prediction::alone(expected(bits, width.unwrap_or_else(|| best_width(bits))))
        },
        pow: pow_vartime,
    },
};

fn best_width(bits: usize) -> usize {
    model::best_width(Table::MOST_WIDTH, |w| expected(bits, w).time())
}

/// The first window is expected to end `(w + 1) / 2` bits below the top 1, which is expected at the
/// second bit.
fn expected(bits: usize, width: usize) -> Counts {
    let (b, w) = (real(bits), real(width));
    let odd_powers = real((1 << (width - 1)) - 1);
    let setup = Counts::new(if width > 1 { 1.0 } else { 0.0 }, odd_powers);
    setup.plus(Counts::new((b - 1.0 - w).max(0.0), (b / (w + 1.0) - 1.0).max(0.0)))
}

fn pow_vartime(job: &Job<'_>, r: &mut [Word]) {
    let exponent = &job.exponent;
    let width = job.width.unwrap_or_else(|| best_width(exponent.len()));
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
