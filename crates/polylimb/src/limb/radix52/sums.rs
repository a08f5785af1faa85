//! A few output vectors of a product, summed in registers.
//!
//! Digits `i` and `i + 8` of `a` share the loads of `b`; even and odd turns have separate sums, for
//! enough independent chains.
//!
//! **Squares.** Only the products `a_i a_j` with `i < j` are summed; the sums are doubled and the
//! squares of the digits added. In output vector `k` all eight lanes have `i < j` if `i < 4k`, and
//! no lane if `i > 4k + 3`; the four digits between are masked.

use super::columns::PADDING;
use crate::limb::simd::{LANES, Vector};

/// Output vectors `k` to `k + K - 1` of a sum of products: low and high halves, even and odd turns.
pub(super) struct Sums<V, const K: usize> {
    k: usize,
    low: [[V; K]; 2],
    high: [[V; K]; 2],
}

impl<V: Vector, const K: usize> Sums<V, K> {
    /// The empty sum for the output vectors from `k` on.
    #[inline(always)]
    pub(super) fn new(k: usize) -> Self {
        Self { k, low: [[V::zero(); K]; 2], high: [[V::zero(); K]; 2] }
    }

    /// Adds `a * b`; `b` is padded.
    #[inline(always)]
    pub(super) fn add_product(&mut self, a: &[u64], b: &[u64]) {
        let end = (LANES * (self.k + K)).min(a.len());
        self.add_rows(a, b, end);
    }

    /// Adds `a²`, to sums that must be 0, because they are doubled. `a` is padded and has at least
    /// half as many vectors as the output.
    #[inline(always)]
    pub(super) fn add_square(&mut self, a: &[u64]) {
        let k = self.k;
        let digits = &a[PADDING..a.len() - PADDING];
        self.add_rows(digits, a, LANES / 2 * k);
        let middle = &digits[LANES / 2 * k..][..LANES / 2 * K];
        for (pair, digits) in middle.as_chunks::<2>().0.iter().enumerate() {
            for (parity, &digit) in digits.iter().enumerate() {
                let i = 2 * pair + parity;
                for t in 0..K {
                    // SAFETY: digit `4k + i` meets the digits from `8t + 4k - i` on; with `i < 4K`
                    // and `4(k + K)` at most the number of digits, they begin after `PADDING - 4K`
                    // zeros at the earliest, and eight of them end before the padding does.
                    let others = unsafe { eight(a, PADDING + LANES * t + LANES / 2 * k - i) };
                    let others = V::load(others).keep(above_diagonal(i, t));
                    self.add(parity, t, V::splat(digit), others);
                }
            }
        }
        let (fours, _) = middle.as_chunks();
        let diagonal: [V; K] = core::array::from_fn(|t| V::spread(&fours[t]));
        for (t, diagonal) in diagonal.into_iter().enumerate() {
            for parity in 0..2 {
                self.low[parity][t] = self.low[parity][t].add(self.low[parity][t]);
                self.high[parity][t] = self.high[parity][t].add(self.high[parity][t]);
            }
            self.add(1, t, diagonal, diagonal);
        }
    }

    /// Adds the products of the digits of `a` below `end` with `b`.
    #[inline(always)]
    fn add_rows(&mut self, a: &[u64], b: &[u64], end: usize) {
        let k = self.k;
        let b_digits = b.len() - 2 * PADDING;
        debug_assert!(end <= a.len() && end <= LANES * (k + K));
        let mut i = (LANES * k + 1).saturating_sub(b_digits);
        // The digits of `b` that digit i of `a` meets for output vector `k + t`.
        let load = |i: usize, t: usize| {
            // SAFETY: `8k + 1 - b_digits <= i < 8(k + K)`, so the place is at least
            // `PADDING - 8K + 1` and at most `PADDING + b_digits + 8(K - 1) - 1`, and eight digits
            // from there on end before the padding.
            V::load(unsafe { eight(b, PADDING + LANES * (k + t) - i) })
        };
        while i + 2 * LANES <= end {
            for j in i..i + LANES {
                let (near, far) = (V::splat(a[j]), V::splat(a[j + LANES]));
                let mut before = load(j + LANES, 0);
                for t in 0..K {
                    let here = load(j, t);
                    self.add(1, t, far, before);
                    self.add(0, t, near, here);
                    before = here;
                }
            }
            i += 2 * LANES;
        }
        while i + 2 <= end {
            for parity in 0..2 {
                let digit = V::splat(a[i + parity]);
                for t in 0..K {
                    self.add(parity, t, digit, load(i + parity, t));
                }
            }
            i += 2;
        }
        if i < end {
            let digit = V::splat(a[i]);
            for t in 0..K {
                self.add(0, t, digit, load(i, t));
            }
        }
    }

    #[inline(always)]
    fn add(&mut self, parity: usize, t: usize, a: V, b: V) {
        self.low[parity][t] = self.low[parity][t].madd_low(a, b);
        self.high[parity][t] = self.high[parity][t].madd_high(a, b);
    }

    /// Stores the columns, given the high sums of the vector before; returns its own last high
    /// sums.
    #[inline(always)]
    pub(super) fn store(self, to: &mut [[u64; LANES]], mut below: V) -> V {
        for (t, to) in to.iter_mut().enumerate().take(K) {
            let high = self.high[0][t].add(self.high[1][t]);
            self.low[0][t].add(self.low[1][t]).add(high.shift_up(below)).store(to);
            below = high;
        }
        below
    }
}

/// The lanes of output vector `k + t` in which digit `4k + i` meets a higher digit: the lanes above
/// `2i - 8t`.
#[inline(always)]
fn above_diagonal(i: usize, t: usize) -> u8 {
    const FAR: usize = 4 * LANES;
    ((!0_u64 << (FAR + 2 * i + 1 - LANES * t)) >> FAR) as u8
}

/// The eight digits from `i` on, not checked in release builds: a check for each load costs a third
/// of the time.
///
/// # Safety
/// `i + 8 <= digits.len()`.
#[inline(always)]
unsafe fn eight(digits: &[u64], i: usize) -> &[u64; LANES] {
    debug_assert!(i + LANES <= digits.len());
    // SAFETY: in bounds by the caller's promise; an array has the alignment of its elements.
    unsafe { &*digits.as_ptr().add(i).cast() }
}
