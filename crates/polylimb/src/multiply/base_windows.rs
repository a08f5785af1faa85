//! `base-windows`: multiplies a fixed base by tables of the multiples of its far doublings.
//!
//! **Source.** `[Brickell1992]` with the signed digits of `[Booth1951]`; two windows per table as
//! in `[Bernstein2011]`. **Idea.** Table `j` holds `1` to `2^(w-1)` times `2^(2 w j) P`, so each
//! even digit of the scalar needs only an addition. The odd digits use the same tables; `w`
//! doublings shift them all at once. **Cost** for `h` bits: `h / w + 1` mixed additions and `w`
//! doublings; `h / 2w` tables of `2^(w-1)` entries each. A digit reads one table. Compared with the
//! comb, it reads fewer entries and needs more memory. **Constant time** over a constant-time
//! group.

use crate::curve::{ConstantTimeGroup, Group};
use crate::limb::{Bits, Mask};
use crate::recoding::signed_window_digit;
use alloc::vec;
use alloc::vec::Vec;

/// The tables of one base, for any group with these entries.
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
    #[inline(always)]
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
