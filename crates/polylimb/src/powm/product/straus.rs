//! `straus`: the digits of several exponents together index one table. Also called Shamir's trick.
//!
//! **Source.** `[Straus1964]`. **Idea.** For `k` bases, a table of all `Π g_i^(d_i)` with digits
//! `d_i` of `w` bits; after every `w` squarings one product serves all bases. More bases form
//! several such groups over the same squarings. **Cost.** For each group of `k` bases `2^(k w)`
//! products for its table and `bits / w` afterwards. **Time** tells the exponents.

use super::{Entry, Make, Term};
use crate::limb::Word;
use crate::modmul::{ConstantTime, Domain, ModMul, Threads};
use crate::powm::Accumulator;
use crate::powm::accumulator::LazyAccumulator;
use crate::powm::table::Table;
use alloc::vec::Vec;

pub(super) const ENTRY: Entry = Entry {
    name: "straus",
    source: "Straus 1964",
    summary: "one table for all digits of several bases, one chain of squarings (Shamir's trick)",
    threads: Threads::AtLeast(1),
    domain: Domain::Any,
    constant_time: ConstantTime::No,
    make: Make {
        products: |terms, bits| Shape::best(terms, bits).products(terms, bits),
        part: product_vartime,
    },
};

/// Bits of a table's index.
const MOST_INDEX_BITS: usize = 6;

#[derive(Clone, Copy)]
struct Shape {
    /// Bases of a group.
    bases: usize,
    /// Bits of a digit.
    width: usize,
}

impl Shape {
    fn best(terms: usize, bits: usize) -> Self {
        let shapes = (1..=MOST_INDEX_BITS.min(terms.max(1))).flat_map(|bases| {
            (1..=MOST_INDEX_BITS / bases).map(move |width| Self { bases, width })
        });
        shapes
            .min_by_key(|shape| shape.products(terms, bits))
            .unwrap_or(Self { bases: 1, width: 1 })
    }

    fn products(self, terms: usize, bits: usize) -> usize {
        let entries = 1 << (self.bases * self.width);
        let digits = bits.div_ceil(self.width);
        terms.div_ceil(self.bases) * (entries - 1 - self.bases + digits * (entries - 1) / entries)
    }
}

fn product_vartime(modmul: &dyn ModMul, terms: &[Term<'_>], bits: usize, r: &mut [Word]) {
    let Shape { bases, width } = Shape::best(terms.len(), bits);
    let groups: Vec<_> =
        terms.chunks(bases).map(|group| (group, table(modmul, group, width))).collect();
    let mut product = LazyAccumulator::one(modmul);
    for window in (0..bits.div_ceil(width)).rev() {
        product.sqr(width);
        for (group, table) in &groups {
            let digit = |(i, term): (usize, &Term<'_>)| {
                (term.exponent.window(window * width, width) as usize) << (i * width)
            };
            let index: usize = group.iter().enumerate().map(digit).sum();
            if index != 0 {
                product.mul(table.entry(index));
            }
        }
    }
    r.copy_from_slice(product.value());
}

/// Entry `Σ d_i 2^(i width)` is `Π g_i^(d_i)`.
fn table(modmul: &dyn ModMul, group: &[Term<'_>], width: usize) -> Table {
    let mut table = Table::new(modmul, 1 << (group.len() * width));
    let mut product = Accumulator::one(modmul);
    modmul.one(table.entry_mut(0));
    for (i, term) in group.iter().enumerate() {
        let unit = 1 << (i * width);
        table.entry_mut(unit).copy_from_slice(term.base);
        for index in unit + 1..unit << width {
            product.set(table.entry(index - unit));
            product.mul(term.base);
            table.entry_mut(index).copy_from_slice(product.value());
        }
    }
    table
}
