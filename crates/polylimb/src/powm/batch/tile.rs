//! Products of blocks of digits, summed in registers.
//!
//! A number is cut into blocks of [`K`] digits. The product of two blocks covers `2K - 1` columns,
//! a *lower* triangle in one block of columns and an *upper* triangle in the next. The upper
//! triangle of one product of blocks and the lower triangle of the next make a parallelogram, in
//! which each of `K` columns gets `K` products. The low and high halves of the `K` columns stay in
//! `2K` registers. They are independent chains: one parallelogram lengthens each by `K` links of 4
//! cycles and takes `K²` cycles to issue.

#![allow(
    clippy::needless_range_loop,
    reason = "t, s and u are the columns and digits of the text above"
)]

use crate::limb::simd::{DIGIT_BITS, DIGIT_MASK, LANES, Vector};
use crate::limb::{WORD_BITS, Word};
use zeroize::DefaultIsZeroes;

/// Digits of a block. Five, because multiples of 260 bits are close to the usual sizes, ten chains
/// hide the latency, and nine digits of `b`, five of `a` and the sums fit the 32 registers.
pub(super) const K: usize = 5;

/// The sums of the half products of `K` columns. High halves of a column count for the next one.
#[derive(Clone, Copy)]
pub(super) struct Sums<V> {
    low: [V; K],
    high: [V; K],
}

impl<V: Vector> Sums<V> {
    #[inline(always)]
    pub(super) fn zero() -> Self {
        Self { low: [V::zero(); K], high: [V::zero(); K] }
    }

    #[inline(always)]
    fn add_product(&mut self, column: usize, a: V, b: V) {
        self.low[column] = self.low[column].madd_low(a, b);
        self.high[column] = self.high[column].madd_high(a, b);
    }

    /// Adds the parallelogram; `b` has the blocks `J - 1` and `J`.
    #[inline(always)]
    pub(super) fn add_full(&mut self, a: &Block, b: &[Row; 2 * K]) {
        for (s, a) in a.iter().enumerate() {
            let a = a.load();
            for t in 0..K {
                self.add_product(t, a, b[K + t - s].load());
            }
        }
    }

    /// Adds the columns below `K` of `a b`.
    #[inline(always)]
    pub(super) fn add_lower(&mut self, a: &Block, b: &Block) {
        for (s, a) in a.iter().enumerate() {
            let a = a.load();
            for t in s..K {
                self.add_product(t, a, b[t - s].load());
            }
        }
    }

    /// Adds the columns from `K` on of `a b`.
    #[inline(always)]
    pub(super) fn add_upper(&mut self, a: &Block, b: &Block) {
        for (s, a) in a.iter().enumerate() {
            let a = a.load();
            for t in 0..s {
                self.add_product(t, a, b[K + t - s].load());
            }
        }
    }

    /// Adds the columns of `a²` that lie in this block: the columns below `K`, or from `K` on if
    /// `UPPER`. If `MIXED`, only the products of different digits, each once; else only the
    /// squares.
    #[inline(always)]
    pub(super) fn add_square<const UPPER: bool, const MIXED: bool>(&mut self, a: &Block) {
        for s in 0..K {
            let digit = a[s].load();
            for u in s..K {
                let here = if UPPER { s + u >= K } else { s + u < K };
                if here && (s != u) == MIXED {
                    self.add_product((s + u) % K, digit, a[u].load());
                }
            }
        }
    }

    /// Doubles the sums.
    #[inline(always)]
    pub(super) fn double(&mut self) {
        for t in 0..K {
            self.low[t] = self.low[t].add(self.low[t]);
            self.high[t] = self.high[t].add(self.high[t]);
        }
    }

    /// Adds columns.
    #[inline(always)]
    pub(super) fn add_columns(&mut self, columns: &Block) {
        for t in 0..K {
            self.low[t] = self.low[t].add(columns[t].load());
        }
    }

    /// Subtracts columns, which may leave the sums negative.
    #[inline(always)]
    pub(super) fn subtract_columns(&mut self, columns: &Block) {
        for t in 0..K {
            self.low[t] = self.low[t].sub(columns[t].load());
        }
    }

    /// Writes the columns, given the high halves of the column below; returns the high halves of
    /// the last column.
    #[inline(always)]
    pub(super) fn columns(&self, to: &mut Block, mut below: V) -> V {
        for t in 0..K {
            to[t].store(below.add(self.low[t]));
            below = self.high[t];
        }
        below
    }

    /// The digits of the columns, given the carry of the block below; also returns their carry.
    /// Columns may be negative.
    #[inline(always)]
    pub(super) fn digits(&self, mut carry: V) -> ([V; K], V) {
        let mut digits = [V::zero(); K];
        for t in 0..K {
            let column = carry.add(self.low[t]);
            carry = self.high[t].add(column.signed_carries());
            digits[t] = column.digits();
        }
        (digits, carry)
    }

    /// The carry of the lowest `K` columns of `low + q m`, whose value is a multiple of `B^K`. The
    /// columns below the last one are less than 2^4 of its units, so adding half of `B` rounds
    /// correctly.
    #[inline(always)]
    pub(super) fn carry_of_multiple(low: &Block, q: &Block, m: &Block) -> V {
        let mut column = low[K - 1].load::<V>().add(V::splat(1 << (DIGIT_BITS - 1)));
        let mut high = V::zero();
        for s in 0..K {
            let (q, m_digit) = (q[s].load::<V>(), m[K - 1 - s].load());
            column = column.madd_low(q, m_digit);
            high = high.madd_high(q, m_digit);
            if s + 1 < K {
                column = column.madd_high(q, m[K - 2 - s].load());
            }
        }
        high.add(column.carries())
    }
}

// Eight numbers in lanes: row `i` has digit `i` of each.

/// One digit of each of eight numbers; aligned to a cache line, so that no load touches two.
#[derive(Clone, Copy, Default)]
#[repr(C, align(64))]
pub(super) struct Row(pub(super) [u64; LANES]);

impl DefaultIsZeroes for Row {}

/// [`K`] consecutive digits of each of eight numbers.
pub(super) type Block = [Row; K];

impl Row {
    #[inline(always)]
    pub(super) fn load<V: Vector>(&self) -> V {
        V::load(&self.0)
    }

    #[inline(always)]
    pub(super) fn store<V: Vector>(&mut self, vector: V) {
        vector.store(&mut self.0);
    }
}

/// Sets the number of this lane to the low bits of `words`, as many as `rows` hold.
pub(super) fn put(rows: &mut [Row], lane: usize, words: &[Word]) {
    let (mut buffer, mut bits) = (0_u128, 0);
    let mut words = words.iter();
    for row in rows {
        while bits < DIGIT_BITS {
            buffer |= u128::from(words.next().copied().unwrap_or(0)) << bits;
            bits += WORD_BITS;
        }
        row.0[lane] = buffer as u64 & DIGIT_MASK;
        buffer >>= DIGIT_BITS;
        bits -= DIGIT_BITS;
    }
}

/// `words` = the low words of the number of this lane.
pub(super) fn take(words: &mut [Word], rows: &[Row], lane: usize) {
    let (mut buffer, mut bits) = (0_u128, 0);
    let mut rows = rows.iter();
    for word in words {
        while bits < WORD_BITS {
            buffer |= u128::from(rows.next().map_or(0, |row| row.0[lane])) << bits;
            bits += DIGIT_BITS;
        }
        *word = buffer as Word;
        buffer >>= WORD_BITS;
        bits -= WORD_BITS;
    }
}

// Sums of eight pairs of numbers, with a carry in every lane.

/// `r = a + b`; returns the carries.
#[inline(always)]
fn sum<V: Vector>(r: &mut [Block], a: &[Block], b: &[Block]) -> V {
    assert!(a.len() == r.len() && b.len() == r.len());
    let mut carry = V::zero();
    let rows = a.as_flattened().iter().zip(b.as_flattened());
    for (r, (a, b)) in r.as_flattened_mut().iter_mut().zip(rows) {
        let sum = carry.add(a.load()).add(b.load());
        r.store(sum.digits());
        carry = sum.carries();
    }
    carry
}

/// `r = a + b`, which must fit the length.
#[inline(always)]
pub(super) fn add<V: Vector>(r: &mut [Block], a: &[Block], b: &[Block]) {
    let _ = sum::<V>(r, a, b);
}

/// `r = a - M` in lanes where `a >= M`, else `r = a`. `complement` is `R - M`: `a` is at least `M`
/// exactly if `a + complement` is at least `R`.
#[inline(always)]
pub(super) fn subtract_once<V: Vector>(r: &mut [Block], a: &[Block], complement: &[Block]) {
    let lanes = sum::<V>(r, a, complement).equals(V::splat(1));
    for (r, a) in r.as_flattened_mut().iter_mut().zip(a.as_flattened()) {
        r.store(a.load::<V>().blend(r.load(), lanes));
    }
}
