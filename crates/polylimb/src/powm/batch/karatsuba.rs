//! Squares of long numbers from three squares of half their length.
//!
//! **Source.** `[Karatsuba1962]`: `2 a0 a1 = a0² + a1² - (a0 - a1)²`. **Idea.** It saves products;
//! its additions run in parallel to the products, on other execution units. The three squares stay
//! columns without carries; the reduction sums the columns of `a²`, which may be negative, when it
//! needs them. **Cost.** `3n²/4 + 3n/2` half products instead of `n² + n`, and two carry passes
//! over `n / 2` digits.

use super::montgomery::convolve_square;
use super::operations::LookUp;
use super::tile::Block;
use super::tile::{K, Sums};
use crate::limb::simd::{DIGIT_MASK, Vector};

/// The shortest numbers, in blocks, for which it pays. At 8 blocks (2048 bits) the table look-ups
/// that run meanwhile weigh more and cancel the gain.
pub(super) const LEAST_BLOCKS: usize = 12;

/// Whether numbers of `blocks` blocks are squared this way; both halves need the same length.
pub(super) const fn applies(blocks: usize) -> bool {
    blocks >= LEAST_BLOCKS && blocks.is_multiple_of(2)
}

/// Blocks of scratch for numbers of `blocks` blocks.
pub(super) const fn scratch(blocks: usize) -> usize {
    if applies(blocks) { 3 * blocks + blocks / 2 } else { 0 }
}

/// The columns of `a0²`, `a1²` and `(a0 - a1)²`.
pub(super) struct Columns<'a> {
    low: &'a [Block],
    high: &'a [Block],
    difference: &'a [Block],
}

impl<'a> Columns<'a> {
    /// Computes the columns of `a` in `scratch`, with steps of the look-up in between, two for each
    /// block of `a`.
    #[inline(always)]
    pub(super) fn of<V: Vector>(
        a: &[Block],
        scratch: &'a mut [Block],
        look_up: &mut LookUp<'_>,
    ) -> Self {
        let n = a.len();
        assert!(applies(n) && scratch.len() == self::scratch(n));
        let (low, scratch) = scratch.split_at_mut(n);
        let (high, scratch) = scratch.split_at_mut(n);
        let (square, difference) = scratch.split_at_mut(n);
        let (a0, a1) = a.split_at(n / 2);
        let mut distance = Distance::<V>::new();
        for i in 0..3 {
            let columns = match i {
                0 => &mut *low,
                1 => &mut *high,
                _ => &mut *square,
            };
            let mut above = V::zero();
            for (c, block) in columns.iter_mut().enumerate() {
                let mut sums = Sums::zero();
                convolve_square(&mut sums, [a0, a1, &*difference][i], c);
                above = sums.columns(block, above);
                // The carry passes run in between the first two squares.
                match i {
                    0 if c < n / 2 => distance.subtract(&mut difference[c], &a0[c], &a1[c]),
                    1 if c < n / 2 => distance.make_positive(&mut difference[c]),
                    _ => {}
                }
                if i != 1 {
                    look_up.step::<V>();
                }
            }
            distance.end_pass();
        }
        Self { low, high, difference: square }
    }

    /// Adds block `c` of the columns of `a²`.
    #[inline(always)]
    pub(super) fn add_block<V: Vector>(&self, sums: &mut Sums<V>, c: usize) {
        let n = self.low.len();
        if c < n {
            sums.add_columns(&self.low[c]);
        } else {
            sums.add_columns(&self.high[c - n]);
        }
        if c >= n / 2 && c < n + n / 2 {
            let middle = c - n / 2;
            sums.add_columns(&self.low[middle]);
            sums.add_columns(&self.high[middle]);
            sums.subtract_columns(&self.difference[middle]);
        }
    }
}

/// `|a - b|` in two passes over the blocks.
struct Distance<V> {
    carry: V,
    /// The lanes whose difference is negative.
    negative: u8,
}

impl<V: Vector> Distance<V> {
    #[inline(always)]
    fn new() -> Self {
        Self { carry: V::zero(), negative: 0 }
    }

    /// First pass: `r = a - b`, modulo a power of 2 if negative.
    #[inline(always)]
    fn subtract(&mut self, r: &mut Block, a: &Block, b: &Block) {
        for t in 0..K {
            let sum = self.carry.add(a[t].load::<V>().sub(b[t].load()));
            r[t].store(sum.digits());
            self.carry = sum.signed_carries();
        }
    }

    /// Second pass: if negative, the complement plus 1.
    #[inline(always)]
    fn make_positive(&mut self, r: &mut Block) {
        for row in r {
            let digit: V = row.load();
            let complement = V::splat(DIGIT_MASK).sub(digit);
            let sum = self.carry.add(digit.blend(complement, self.negative));
            row.store(sum.digits());
            self.carry = sum.carries();
        }
    }

    /// Ends a pass; after the first one the carry is -1 in lanes whose difference is negative,
    /// else 0.
    #[inline(always)]
    fn end_pass(&mut self) {
        self.negative = self.carry.equals(V::splat(u64::MAX));
        self.carry = V::zero().blend(V::splat(1), self.negative);
    }
}
