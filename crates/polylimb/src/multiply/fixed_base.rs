//! `comb` and `base-windows`: a fixed base, whose multiples lie in tables.

use crate::curve::{ConstantTimeGroup, Group};
use crate::limb::{Bits, Mask, Word};
use crate::recoding::signed_window_digit;
use alloc::vec;
use alloc::vec::Vec;

/// The table of one base for `comb`: it holds its multiples by all sums of far-apart powers of 2.
///
/// **Source.** `[Lim1994]`. **Idea.** The scalar is cut into `t` rows of `d` bits; a column of the
/// rows has `t` bits, and its multiple `Σ bit_j 2^(j d) P` lies in a table. **Cost.** A table of
/// `2^t` entries, made with `(t - 1) d` doublings, `2^t` additions and one inversion; then `d`
/// doublings and `d` mixed additions, `2^t d` entries read. **Constant time** over a constant-time
/// group: every entry is read, the entry for 0 included.
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

/// The tables of one base for `base-windows`: the multiples of its far doublings, for any group
/// with these entries.
///
/// **Source.** `[Brickell1992]` with the signed digits of `[Booth1951]`; two windows per table as
/// in `[Bernstein2011]`. **Idea.** Table `j` holds `1` to `2^(w-1)` times `2^(2 w j) P`, so each
/// even digit of the scalar needs only an addition. The odd digits use the same tables; `w`
/// doublings shift them all at once. **Cost** for `h` bits: `h / w + 1` mixed additions and `w`
/// doublings; `h / 2w` tables of `2^(w-1)` entries each. A digit reads one table. Compared with the
/// comb, it reads fewer entries and needs more memory. **Constant time** over a constant-time
/// group.
pub struct BaseWindows<E> {
    neutral: E,
    /// `2^(w-1)` entries for each table.
    entries: Vec<E>,
    w: usize,
    /// Bits of a scalar.
    bits: usize,
}

impl<E: Copy> BaseWindows<E> {
    /// The tables of `p` with windows of `w` bits, 1 to 6, for scalars of `bits` bits.
    ///
    /// # Panics
    /// If `w` is not from 1 to 6.
    pub fn new<G: Group<Entry = E>>(group: &G, p: &E, w: usize, bits: usize) -> Self {
        assert!((1..=6).contains(&w));
        let tables = (bits / w + 1).div_ceil(2);
        let multiples = 1 << (w - 1);
        let mut points = Vec::with_capacity(tables * multiples + 1);
        let mut first = group.lift(p);
        for _ in 0..tables {
            let mut multiple = first;
            for _ in 0..multiples {
                points.push(multiple);
                multiple = group.add(&multiple, &first);
            }
            first = group.double_times(&first, 2 * w);
        }
        points.push(group.neutral());
        let mut entries = vec![*p; points.len()];
        group.normalise(&points, &mut entries);
        let neutral = entries[tables * multiples];
        entries.truncate(tables * multiples);
        Self { neutral, entries, w, bits }
    }

    /// `k p`.
    ///
    /// # Panics
    /// If `k` has more bits than the tables are for.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn multiply<G>(&self, group: &G, k: Bits<'_>) -> G::Point
    where
        G: ConstantTimeGroup<Entry = E, Mask = Mask>,
    {
        assert!(k.len() <= self.bits, "the tables are for scalars of {} bits", self.bits);
        let mut r = group.neutral();
        for odd in [1, 0] {
            for (j, table) in self.entries.chunks_exact(1 << (self.w - 1)).enumerate() {
                let (size, negative) = signed_window_digit(k, 2 * j + odd, self.w);
                let mut entry = self.neutral;
                for (i, multiple) in (1..).zip(table) {
                    entry = group.select_entry(Mask::equal(size, i), multiple, &entry);
                }
                entry = group.select_entry(negative, &group.neg_entry(&entry), &entry);
                r = group.add_entry(&r, &entry);
            }
            if odd == 1 {
                r = group.double_times(&r, self.w);
            }
        }
        r
    }
}
