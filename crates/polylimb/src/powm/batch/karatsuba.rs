//! Squares of long numbers from three squares of half their length.
//!
//! **Source.** Karatsuba, Ofman 1962: `2 a0 a1 = a0² + a1² - (a0 - a1)²`. **Idea.** What it saves are products; the
//! additions it costs run beside the products, on other units. The three squares stay columns, not carried; the columns of
//! `a²`, which may be negative now, are summed when the reduction asks for them. **Cost.** `3n²/4 + 3n/2` half products
//! instead of `n² + n`, and two passes of carries over `n / 2` digits.

use super::look_up::LookUp;
use super::montgomery::convolve_square;
use super::row::Block;
use super::tile::{K, Sums};
use crate::limb::radix52::{DIGIT_MASK, Vector};

/// The shortest numbers, in blocks, for which it pays: at 8 blocks (2048 bits) the table that is read meanwhile stands out more, and
/// all is lost again.
pub(super) const LEAST_BLOCKS: usize = 12;

/// Whether numbers of so many blocks are squared this way: the halves are of one length.
pub(super) const fn applies(blocks: usize) -> bool {
    blocks >= LEAST_BLOCKS && blocks.is_multiple_of(2)
}

/// Blocks of scratch for numbers of so many.
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
    /// Those of `a`, in `scratch`, and meanwhile steps of the look-up, two for every block of `a`.
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
                // The passes of carries make their way beside the first two squares.
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

    /// First pass: `r = a - b`, modulo a power of 2 where that is negative.
    #[inline(always)]
    fn subtract(&mut self, r: &mut Block, a: &Block, b: &Block) {
        for t in 0..K {
            let sum = self.carry.add(a[t].load::<V>().sub(b[t].load()));
            r[t].store(sum.digits());
            self.carry = sum.signed_carries();
        }
    }

    /// Second pass: where it is negative its complement, plus 1.
    #[inline(always)]
    fn make_positive(&mut self, r: &mut Block) {
        for row in r {
            let digit: V = row.load();
            let complement = V::splat(DIGIT_MASK).sub(digit);
            let sum = self.carry.add(digit.select(complement, self.negative));
            row.store(sum.digits());
            self.carry = sum.carries();
        }
    }

    /// After each pass; from the first on the carry is -1 where the difference is negative, else 0.
    #[inline(always)]
    fn end_pass(&mut self) {
        self.negative = self.carry.equals(V::splat(u64::MAX));
        self.carry = V::zero().select(V::splat(1), self.negative);
    }
}
