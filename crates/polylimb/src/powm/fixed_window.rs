//! `fixed-window`: as many squarings as bits, and for every `w` of them a product with a table entry that is
//! read without telling which. The default.
//!
//! **Source.** The 2^w-ary method (Brauer 1939), every entry read and masked (the defence of Percival 2005). **Cost.** For
//! `b` bits: `2^w - 2` products for the table, `b` squarings, `b / w` products, `2^w · b / w` entries read. **Domain.** Every
//! modulus. Constant time.

use super::Accumulator;
use super::registry::{Job, Method, Width};
use super::table::Table;
use crate::limb::Word;
use crate::modmul::{ConstantTime, Threads};
use alloc::vec;
use zeroize::Zeroizing;

pub(super) const METHOD: Method = Method {
    name: "fixed-window",
    source: "Brauer 1939; table access as Percival 2005 asks",
    summary: "w squarings, then a product with a table entry, all entries read; the default",
    lanes: Threads::Exactly(1),
    constant_time: ConstantTime::Yes,
    width: Width::UpTo(MOST_WIDTH),
    pow,
};

/// The widest window.
const MOST_WIDTH: usize = 8;

/// The width with the fewest products for an exponent of so many bits.
fn best_width(bits: usize) -> usize {
    let products = |w: &usize| (1 << w) + bits.div_ceil(*w);
    (1..=MOST_WIDTH).min_by_key(products).unwrap_or(1)
}

pub(super) fn pow(job: &Job<'_>, r: &mut [Word]) {
    let bits = job.exponent.bits();
    let width = job.width.unwrap_or_else(|| best_width(bits));
    let table = Table::powers(job.modmul, job.base, 1 << width);
    let mut power = Accumulator::one(job.modmul);
    let mut entry = Zeroizing::new(vec![0; r.len()]);
    for window in (0..bits.div_ceil(width)).rev() {
        table.select(&mut entry, job.exponent.window(window * width, width));
        if window + 1 == bits.div_ceil(width) {
            power.set(&entry);
        } else {
            power.sqr(width);
            power.mul(&entry);
        }
    }
    r.copy_from_slice(power.value());
}
