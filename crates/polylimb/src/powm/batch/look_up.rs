//! One entry of a table for each lane, without telling which: every entry is read and kept where its
//! number is the lane's.
//!
//! The table of eight numbers of 2048 bits and a window of five bits has 80 KiB, more than the first-level cache: reading
//! it takes as long as a product. But it needs neither the multipliers nor a result soon. So it is read in
//! [`step`](LookUp::step)s of forty rows, in between the blocks of the squarings that come before the product.

use super::row::{Block, Row};
use crate::limb::radix52::Vector;

/// Entries read in a step. A window of `w` bits comes with `w` squarings of `2n` blocks each, and takes
/// `n 2^w / ENTRIES` steps.
const ENTRIES: usize = 8;

/// The widest window whose squarings leave time for all steps.
pub(super) const MOST_WIDTH: usize = 6;

/// The narrowest window: a table of one step.
pub(super) const LEAST_WIDTH: usize = 3;

const _: () = assert!((1 << MOST_WIDTH) / ENTRIES <= 2 * MOST_WIDTH && 1 << LEAST_WIDTH == ENTRIES);

/// A look-up in progress.
pub(super) struct LookUp<'a> {
    /// The entries, one after the other.
    table: &'a [Block],
    /// Which entry each lane wants.
    index: Row,
    /// The entries found, so far for the blocks and entries before the next step's.
    found: &'a mut [Block],
    block: usize,
    entry: usize,
}

impl<'a> LookUp<'a> {
    /// `table` is a multiple of [`ENTRIES`] entries as long as `found`.
    pub(super) fn new(table: &'a [Block], index: Row, found: &'a mut [Block]) -> Self {
        assert!(table.len().is_multiple_of(ENTRIES * found.len()));
        Self { table, index, found, block: 0, entry: 0 }
    }

    /// Nothing to look up.
    pub(super) fn none() -> Self {
        Self { table: &[], index: Row::default(), found: &mut [], block: 0, entry: 0 }
    }

    /// Whether `found` has what was wanted.
    pub(super) fn is_done(&self) -> bool {
        self.block == self.found.len()
    }

    /// Reads the next entries of a block; nothing when all is done.
    #[inline(always)]
    pub(super) fn step<V: Vector>(&mut self) {
        let n = self.found.len();
        let Some(found) = self.found.get_mut(self.block) else { return };
        let index: V = self.index.load();
        let mut kept = found.map(|row| row.load::<V>());
        let entries = self.table[n * self.entry..].chunks_exact(n).take(ENTRIES);
        for (e, entry) in entries.enumerate() {
            let lanes = index.equals(V::splat((self.entry + e) as u64));
            for (kept, row) in kept.iter_mut().zip(&entry[self.block]) {
                *kept = kept.select(row.load(), lanes);
            }
        }
        for (row, kept) in found.iter_mut().zip(kept) {
            row.store(kept);
        }
        self.entry += ENTRIES;
        if n * self.entry == self.table.len() {
            (self.entry, self.block) = (0, self.block + 1);
        }
    }

    /// Reads all that is left.
    #[inline(always)]
    pub(super) fn finish<V: Vector>(&mut self) {
        while !self.is_done() {
            self.step::<V>();
        }
    }
}
