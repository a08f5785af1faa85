//! `comb`: fixed base; a table holds its multiples by all sums of far-apart powers of 2.
//!
//! **Source.** `[Lim1994]`. **Idea.** The scalar is cut into `t` rows of `d` bits; a column of the
//! rows has `t` bits, and its multiple `Σ bit_j 2^(j d) P` lies in a table. **Cost.** A table of
//! `2^t` entries, made with `(t - 1) d` doublings, `2^t` additions and one inversion; then `d`
//! doublings and `d` mixed additions, `2^t d` entries read. **Constant time** over a constant-time
//! group: every entry is read, the entry for 0 included.

use crate::curve::{ConstantTimeGroup, Group};
use crate::limb::{Bits, Mask, Word};
use alloc::vec;
use alloc::vec::Vec;

/// The table of one base.
pub struct Comb<G: Group> {
    entries: Vec<G::Entry>,
    /// Bits of a row.
    spacing: usize,
    teeth: usize,
}

impl<G: Group> Comb<G> {
    /// The table of `p` with `teeth` rows, 1 to 7, for scalars of `bits` bits.
    ///
    /// # Panics
    /// If `teeth` is not from 1 to 7.
    pub fn new(group: &G, p: &G::Entry, teeth: usize, bits: usize) -> Self {
        assert!((1..=7).contains(&teeth));
        let spacing = bits.div_ceil(teeth).max(1);
        let mut points = vec![group.neutral()];
        let mut tooth = group.lift(p);
        for j in 0..teeth {
            if j > 0 {
                tooth = group.double_times(&tooth, spacing);
            }
            for i in 0..points.len() {
                points.push(group.add(&points[i], &tooth));
            }
        }
        let mut entries = vec![*p; points.len()];
        group.normalise(&points, &mut entries);
        Self { entries, spacing, teeth }
    }

    /// The bits of column `i`; the first row gives the lowest bit.
    fn column(&self, k: Bits<'_>, i: usize) -> Word {
        (0..self.teeth).fold(0, |column, j| column | (k.bit(i + j * self.spacing) << j))
    }
}

impl<G: ConstantTimeGroup<Mask = Mask>> Comb<G> {
    /// `k p`. Reads only the bits of `k` that the table covers.
    pub fn multiply(&self, group: &G, k: Bits<'_>) -> G::Point {
        let mut r = group.neutral();
        for i in (0..self.spacing).rev() {
            r = group.double(&r);
            let column = self.column(k, i);
            let mut entry = self.entries[0];
            for (index, candidate) in (0..).zip(&self.entries) {
                entry = group.select_entry(Mask::equal(column, index), candidate, &entry);
            }
            r = group.add_entry(&r, &entry);
        }
        r
    }
}
