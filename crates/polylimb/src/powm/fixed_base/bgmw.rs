//! `bgmw`: all `g^(2^(w i))` in a table, multiplied digit value by digit value. No squaring at all.
//!
//! **Source.** Brickell, Gordon, `McCurley`, Wilson 1992, the basic scheme. **Idea.** With digits `e = Σ e_i 2^(w i)` the power is
//! `Π_d c_d^d` for `c_d = Π_(e_i = d) g^(2^(w i))`. From the largest digit value down, `part` becomes `c_d c_(d+1) …`, and is
//! multiplied to `whole` once for each value: `c_d` thus comes in `d` times. **Cost.** At most `m + h - 2` multiplications for `m` digits up to
//! `h = 2^w - 1`, from a table of `m` residues. **Time** tells the exponent.
//!
//! **Lanes.** The digits sorted by value are cut into runs. A run down to the value `l` gives
//! `Π c_d^(d - l + 1) · (Π c_d)^(l - 1)`: the values above `l` cost one step each, and those below a few squarings, so that
//! not only the digits are shared but also the steps.

use super::registry::{Method, Prepared, Request};
use crate::limb::{WORD_BITS, Word};
use crate::modmul::{ConstantTime, ModMul, Threads};
use crate::powm::lane_product::product_of_lanes;
use crate::powm::lazy_accumulator::LazyAccumulator;
use crate::powm::table::Table;
use crate::powm::{Accumulator, Exponent};
use crate::team::Split;
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Reverse;

pub(super) const METHOD: Method = Method {
    name: "bgmw",
    source: "Brickell, Gordon, McCurley, Wilson 1992",
    summary: "a table of g^(2^(w i)), multiplied by falling digit value: no squarings",
    lanes: Threads::AtLeast(1),
    constant_time: ConstantTime::No,
    make: |request| Box::new(Bgmw::new(request)),
};

/// The widest digit.
const MOST_WIDTH: usize = if WORD_BITS == 8 { 7 } else { 8 };

/// The width with the fewest multiplications from so many entries; the widest if none is enough.
fn best_width(bits: usize, max_entries: usize) -> usize {
    (1..=MOST_WIDTH)
        .filter(|&w| bits.div_ceil(w) <= max_entries)
        .min_by_key(|&w| bits.div_ceil(w) + (1 << w))
        .unwrap_or(MOST_WIDTH)
}

/// A digit that is not 0, and its place.
type Digit = (Word, usize);

struct Bgmw {
    modmul: Arc<dyn ModMul>,
    width: usize,
    digits: usize,
    /// Entry `i` is `g^(2^(w i))`.
    table: Table,
}

impl Bgmw {
    fn new(request: &Request<'_>) -> Self {
        let modmul = &*request.modmul;
        let width = best_width(request.bits, request.max_entries);
        let digits = request.bits.div_ceil(width);
        let mut table = Table::new(modmul, digits);
        let mut power = Accumulator::of(modmul, request.base);
        for i in 0..digits {
            if i > 0 {
                power.sqr(width);
            }
            table.entry_mut(i).copy_from_slice(power.value());
        }
        Self { modmul: request.modmul.clone(), width, digits, table }
    }

    /// The product of the powers in a run of the sorted digits.
    fn run_vartime(&self, digits: &[Digit], r: &mut [Word]) {
        let modmul = &*self.modmul;
        let mut part = LazyAccumulator::one(modmul);
        let mut whole = LazyAccumulator::one(modmul);
        let mut value = digits.first().map_or(0, |digit| digit.0);
        for &(digit, place) in digits {
            for _ in digit..value {
                whole.mul_by(&part);
            }
            value = digit;
            part.mul(self.table.entry(place));
        }
        // One step to the least value, and the rest of the way down by squarings.
        whole.mul_by(&part);
        let rest_of_way = value.saturating_sub(1);
        let mut rest = LazyAccumulator::one(modmul);
        for i in (0..WORD_BITS).rev() {
            rest.sqr(1);
            if (rest_of_way >> i) & 1 == 1 {
                rest.mul_by(&part);
            }
        }
        whole.mul_by(&rest);
        r.copy_from_slice(whole.value());
    }
}

/// Where the sorted digits are cut so that the lanes have equal shares of products and of steps.
fn cuts(digits: &[Digit], lanes: usize) -> Vec<usize> {
    let work = |i: usize| i + (digits[0].0 - digits[i].0) as usize;
    let total = digits.len().checked_sub(1).map_or(0, work);
    let mut cuts = Vec::with_capacity(lanes + 1);
    let mut next = 0;
    for lane in 0..lanes {
        while next < digits.len() && work(next) * lanes < total * lane {
            next += 1;
        }
        cuts.push(next);
    }
    cuts.push(digits.len());
    cuts
}

impl Prepared for Bgmw {
    fn pow(&self, r: &mut [Word], exponent: Exponent<'_>, split: &dyn Split) {
        let digit = |i| (exponent.window(i * self.width, self.width), i);
        let mut digits: Vec<Digit> =
            (0..self.digits).map(digit).filter(|digit| digit.0 != 0).collect();
        digits.sort_unstable_by_key(|digit| Reverse(digit.0));
        let lanes = split.threads().min(digits.len());
        let cuts = cuts(&digits, lanes);
        let lane = |i: usize, r: &mut [Word]| self.run_vartime(&digits[cuts[i]..cuts[i + 1]], r);
        if digits.is_empty() {
            self.modmul.one(r);
        } else {
            product_of_lanes(&*self.modmul, split, lanes, lane, r);
        }
    }

    fn entries(&self) -> usize {
        self.digits
    }
}

#[cfg(test)]
mod tests {
    use super::cuts;
    use std::vec::Vec;

    #[test]
    fn runs_share_digits_and_steps() {
        let digits: Vec<_> = (1..=63).rev().flat_map(|d| [(d, 0); 5]).collect();
        let cuts = cuts(&digits, 2);
        assert_eq!((cuts[0], cuts[2]), (0, 315));
        assert!(cuts[1].abs_diff(157) <= 5, "{cuts:?}");
        // All digits the same: there are only products to share.
        let equal = [(63, 0); 10];
        assert_eq!(super::cuts(&equal, 2), [0, 5, 10]);
    }
}
