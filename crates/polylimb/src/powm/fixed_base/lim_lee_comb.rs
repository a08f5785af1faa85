//! `lim-lee-comb`: the exponent's bits as a rectangle; each column is the index of one table
//! look-up. The default.
//!
//! **Source.** `[Lim1994]`. **Idea.** The bits form `h` rows of `a`; row `s` belongs to the base
//! `g_s = g^(2^(a s))`. One column of `h` bits is one product of some `g_s`, read from a table. The
//! `a` columns are cut into `v` blocks of `b`, each with a table for the base `g^(2^(b j))`, so one
//! squaring serves `v` columns. **Cost.** For `a = bits / h`, `b = a / v`: `a - 1` products and
//! `b - 1` squarings, with tables of `v · 2^h` residues. Constant time: every column reads all
//! entries of a table, and the entry 1 is a factor like any other.
//!
//! **Threads.** Each thread takes neighbouring columns of every block. The part from column `c`
//! ends with `c` squarings, so the upper threads get fewer columns.

use super::{Entry, Prepared, Request};
use crate::limb::Word;
use crate::modmul::{ConstantTime, Domain, ModMul, Threads};
use crate::powm::accumulator::LazyAccumulator;
use crate::powm::accumulator::Lines;
use crate::powm::accumulator::product_of_parts;
use crate::powm::table::Table;
use crate::powm::{Accumulator, Exponent};
use crate::team::Split;
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

pub(super) const ENTRY: Entry = Entry {
    name: "lim-lee-comb",
    source: "Lim, Lee 1994",
    summary: "bits in a rectangle, a table look-up per column, one squaring for several columns",
    threads: Threads::AtLeast(1),
    domain: Domain::Any,
    constant_time: ConstantTime::Yes,
    make: |request| Box::new(Comb::new(request)),
};

/// The rectangle; names as in the paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Shape {
    /// Rows: bits of a column.
    h: usize,
    /// Columns.
    a: usize,
    /// Columns of a block.
    b: usize,
    /// Blocks.
    v: usize,
}

/// The most rows: a column is a table index, and larger tables take too long to read.
const MOST_ROWS: usize = 7;

/// Reading one word of an entry costs about this many word products.
const READ_COST: usize = 1;

impl Shape {
    /// With `h` rows and at most `v` blocks, none of them empty.
    fn new(bits: usize, h: usize, v: usize) -> Self {
        let a = bits.div_ceil(h);
        let b = a.div_ceil(v);
        Self { h, a, b, v: a.div_ceil(b) }
    }

    fn entries(self) -> usize {
        self.v << self.h
    }

    /// A column's product and look-up, in multiplications times the residue's words.
    fn column_cost(self, words: usize) -> usize {
        words + (READ_COST << self.h)
    }

    /// The time of a thread, in the same unit.
    fn cost(self, words: usize, threads: usize) -> usize {
        self.a * self.column_cost(words) / threads + self.b * words
    }

    /// The fastest shape with at most `max_entries` entries.
    fn best(bits: usize, words: usize, threads: usize, max_entries: usize) -> Self {
        let shapes = (1..=MOST_ROWS.min(bits)).flat_map(|h| {
            let most_blocks = (max_entries >> h).min(bits);
            (1..=most_blocks).map(move |v| Self::new(bits, h, v))
        });
        shapes
            .min_by_key(|shape| (shape.cost(words, threads), shape.entries()))
            .unwrap_or_else(|| Self::new(bits, 1, 1))
    }

    /// A thread's columns of each block, counted from the lowest, chosen so that all threads end
    /// together. With `w` the cost of a block column divided by the cost of a squaring, part `i`
    /// ends at `b (1 - q^(i+1)) / (1 - q^threads)` for `q = w / (w + 1)`.
    fn columns(self, words: usize, part: usize, threads: usize) -> Range<usize> {
        // Numbers below 1 as multiples of 2^-32.
        const ONE: u64 = 1 << 32;
        let per_column = (self.v * self.column_cost(words)) as u64;
        let q = per_column * ONE / (per_column + words as u64);
        let share = |threads: usize| ONE - (0..threads).fold(ONE, |power, _| (power * q) >> 32);
        let all = share(threads);
        let end = |part| ((self.b as u64 * share(part) + all / 2) / all) as usize;
        end(part)..end(part + 1)
    }
}

struct Comb {
    modmul: Arc<dyn ModMul>,
    shape: Shape,
    /// One table per block: entry `i` is the product of the `g_s^(2^(b j))` for the bits `s` set in
    /// `i`.
    tables: Vec<Table>,
}

impl Comb {
    fn new(request: &Request<'_>) -> Self {
        let modmul = &*request.modmul;
        let shape =
            Shape::best(request.bits, request.base.len(), request.threads, request.max_entries);
        let mut tables: Vec<_> = (0..shape.v).map(|_| Table::new(modmul, 1 << shape.h)).collect();
        let mut power = Accumulator::of(modmul, request.base);
        for s in 0..shape.h {
            for (j, table) in tables.iter_mut().enumerate() {
                table.entry_mut(1 << s).copy_from_slice(power.value());
                power.sqr(shape.b.min(shape.a - shape.b * j));
            }
        }
        let mut product = Accumulator::one(modmul);
        for table in &mut tables {
            modmul.one(table.entry_mut(0));
            for i in 3..1 << shape.h {
                let rest = i & (i - 1);
                if rest != 0 {
                    product.set(table.entry(rest));
                    product.mul(table.entry(i ^ rest));
                    table.entry_mut(i).copy_from_slice(product.value());
                }
            }
        }
        Self { modmul: request.modmul.clone(), shape, tables }
    }

    /// The blocks' tables with the digits of column `k`, the top block first.
    fn digits<'a>(
        &'a self,
        exponent: Exponent<'a>,
        k: usize,
    ) -> impl Iterator<Item = (&'a Table, Word)> {
        let Shape { h, a, b, .. } = self.shape;
        self.tables.iter().enumerate().rev().filter(move |(j, _)| b * j + k < a).map(
            move |(j, table)| {
                let bit = |s: usize| exponent.bit(a * s + b * j + k) << s;
                (table, (0..h).fold(0, |digit, s| digit | bit(s)))
            },
        )
    }

    fn part(&self, columns: Range<usize>, exponent: Exponent<'_>, r: &mut [Word]) {
        let mut power = Accumulator::one(&*self.modmul);
        let mut entry = Lines::zeros(r.len());
        let (start, mut begun) = (columns.start, false);
        for k in columns.rev() {
            if begun {
                power.sqr(1);
            }
            for (table, digit) in self.digits(exponent, k) {
                table.select(&mut entry, digit);
                if begun {
                    power.mul(&entry);
                } else {
                    power.set(&entry);
                    begun = true;
                }
            }
        }
        if begun {
            power.sqr(start);
        }
        r.copy_from_slice(power.value());
    }

    fn part_vartime(&self, columns: Range<usize>, exponent: Exponent<'_>, r: &mut [Word]) {
        let mut power = LazyAccumulator::one(&*self.modmul);
        let start = columns.start;
        for k in columns.rev() {
            power.sqr(1);
            for (table, digit) in self.digits(exponent, k).filter(|&(_, digit)| digit != 0) {
                power.mul(table.entry(digit as usize));
            }
        }
        power.sqr(start);
        r.copy_from_slice(power.value());
    }

    /// Runs `part` on the columns of each part.
    fn each_part(
        &self,
        split: &dyn Split,
        part: impl Fn(Range<usize>, &mut [Word]) + Sync,
        r: &mut [Word],
    ) {
        let threads = split.threads().min(self.shape.b);
        let columns = |i| self.shape.columns(r.len(), i, threads);
        let ranges: Vec<_> = (0..threads).map(columns).collect();
        product_of_parts(&*self.modmul, split, threads, |i, r| part(ranges[i].clone(), r), r);
    }
}

impl Prepared for Comb {
    fn pow(&self, r: &mut [Word], exponent: Exponent<'_>, split: &dyn Split) {
        self.each_part(split, |columns, r| self.part(columns, exponent, r), r);
    }

    fn pow_vartime(&self, r: &mut [Word], exponent: Exponent<'_>, split: &dyn Split) {
        self.each_part(split, |columns, r| self.part_vartime(columns, exponent, r), r);
    }

    fn entries(&self) -> usize {
        self.shape.entries()
    }
}

#[cfg(test)]
mod tests {
    use super::Shape;

    #[test]
    fn the_columns_are_cut_without_gap_and_finish_together() {
        let words = 32;
        for threads in 1..=8 {
            let shape = Shape::best(2048, words, threads, 256);
            assert!(shape.entries() <= 256 && shape.h * shape.a >= 2048);
            let mut next = 0;
            let mut times = std::vec::Vec::new();
            for part in 0..threads {
                let columns = shape.columns(words, part, threads);
                assert_eq!(columns.start, next);
                next = columns.end;
                let products = columns.len() * shape.v * shape.column_cost(words);
                times.push(products + columns.end * words);
            }
            assert_eq!(next, shape.b);
            // Both ends of a part are rounded to whole columns.
            let (least, most) = (times.iter().min().unwrap(), times.iter().max().unwrap());
            let column = shape.v * shape.column_cost(words) + words;
            assert!(most - least <= 2 * column, "{shape:?} {times:?}");
        }
    }
}
