//! `bgmw`: all `g^(2^(w i))` in a table, multiplied digit value by digit value. No squaring at all.
//!
//! **Source.** `[Brickell1992]`, the basic scheme. **Idea.** With digits `e = Σ e_i 2^(w i)` the
//! power is `Π_d c_d^d` for `c_d = Π_(e_i = d) g^(2^(w i))`. From the largest digit value down,
//! `part` becomes `c_d c_(d+1) …`, and `whole` is multiplied by it once for each value, so it
//! contains `c_d` `d` times. **Cost.** At most `m + h - 2` multiplications for `m` digits up to
//! `h = 2^w - 1`, from a table of `m` residues. **Time** tells the exponent.
//!
//! **Threads.** The digits sorted by value are cut into runs. A run down to the value `l` gives
//! `Π c_d^(d - l + 1) · (Π c_d)^(l - 1)`: the values above `l` cost one step each, the values below
//! a few squarings, so the threads share the steps as well as the digits.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Reverse;
use polylimb::Split;
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::limb::{WORD_BITS, Word};
use polylimb::authors::modmul::ModMul;
use polylimb::authors::powm::fixed_base::{Entry, Prepared, Request};
use polylimb::authors::powm::{Accumulator, LazyAccumulator, Table, product_of_parts};
use polylimb::powm::Exponent;

pub(super) const ENTRY: Entry = Entry {
    name: "bgmw",
    source: "Brickell, Gordon, McCurley, Wilson 1992",
    summary: "a table of g^(2^(w i)), multiplied by falling digit value: no squarings",
    threads: Threads::AtLeast(1),
    domain: Domain::Any,
    constant_time: ConstantTime::No,
    make: |request| Box::new(Bgmw::new(request)),
};

/// The widest digit.
const MOST_WIDTH: usize = if WORD_BITS == 8 { 7 } else { 8 };

/// The width with the fewest multiplications that needs at most `max_entries` entries; the widest
/// if no width does.
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
        // One step for the least value, then down to 1 by squarings.
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

/// The cuts of the sorted digits that give the threads equal shares of products and steps.
fn cuts(digits: &[Digit], parts: usize) -> Vec<usize> {
    let work = |i: usize| i + (digits[0].0 - digits[i].0) as usize;
    let total = digits.len().checked_sub(1).map_or(0, work);
    let mut cuts = Vec::with_capacity(parts + 1);
    let mut next = 0;
    for part in 0..parts {
        while next < digits.len() && work(next) * parts < total * part {
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
        let parts = split.threads().min(digits.len());
        let cuts = cuts(&digits, parts);
        let part = |i: usize, r: &mut [Word]| self.run_vartime(&digits[cuts[i]..cuts[i + 1]], r);
        if digits.is_empty() {
            self.modmul.one(r);
        } else {
            product_of_parts(&*self.modmul, split, parts, part, r);
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
        // All digits equal: only products can be shared.
        let equal = [(63, 0); 10];
        assert_eq!(super::cuts(&equal, 2), [0, 5, 10]);
    }
}
