//! The columns of a product of any length.
//!
//! Output vector `k` gets from digit `i` of `a` the products with the eight digits of `b` from
//! `8k - i` on: one load at any address, if `b` has zeros around it. Low halves belong to the
//! column itself, high halves to the next column, so the two are summed separately and the high
//! halves are moved up by one place at the end. A block of [`BLOCK`] output vectors is summed in
//! registers ([`Sums`]).
//!
//! **Cost.** Two multiply-adds for every eight products of digits, a load for every two; half of
//! that for a square.

use crate::limb::simd::{LANES, Vector};

/// Number of output vectors that are summed together: 12 sums, which with operands fill half of the
/// registers.
const BLOCK: usize = 3;

/// Number of zeros before and behind a padded number: the reach of a block beyond it.
pub(crate) const PADDING: usize = LANES * BLOCK;

/// Number of digits of a padded number of `vectors` vectors.
pub(crate) const fn padded(vectors: usize) -> usize {
    LANES * vectors + 2 * PADDING
}

/// Writes columns `8 from` to `8 to - 1` of the sum of all products `a * b` to the same places of
/// `columns`. Carries from the columns below `8 from` are omitted.
///
/// Each `a` is normalised. Each `b` is normalised and padded: [`PADDING`] zeros, the digits, zeros
/// up to the length that [`padded`] gives.
#[inline(always)]
pub(crate) fn columns<V: Vector, const P: usize>(
    columns: &mut [u64],
    factors: [(&[u64], &[u64]); P],
    from: usize,
    to: usize,
) {
    blocks::<V, P>(columns, None, factors, from, to);
}

/// As [`columns`], of the sum of `a²` and all products; `a` is normalised and padded, and `to` at
/// most twice its vectors.
#[inline(always)]
pub(crate) fn square_columns<V: Vector, const P: usize>(
    columns: &mut [u64],
    a: &[u64],
    factors: [(&[u64], &[u64]); P],
    from: usize,
    to: usize,
) {
    assert!(a.len() >= padded(1) && LANES * to <= 2 * (a.len() - 2 * PADDING));
    blocks::<V, P>(columns, Some(a), factors, from, to);
}

#[inline(always)]
fn blocks<V: Vector, const P: usize>(
    columns: &mut [u64],
    square: Option<&[u64]>,
    factors: [(&[u64], &[u64]); P],
    from: usize,
    to: usize,
) {
    assert!(from <= to && LANES * to <= columns.len());
    for (_, b) in factors {
        assert!(b.len() >= padded(1));
    }
    let (mut k, mut below) = (from, V::zero());
    while k + BLOCK <= to {
        below = block::<V, BLOCK, P>(columns, square, factors, k, below);
        k += BLOCK;
    }
    match to - k {
        1 => _ = block::<V, 1, P>(columns, square, factors, k, below),
        2 => _ = block::<V, 2, P>(columns, square, factors, k, below),
        _ => {}
    }
}

/// Output vectors `k` to `k + K - 1`, given the high sums of the vector before; returns its own
/// last high sums.
#[inline(always)]
fn block<V: Vector, const K: usize, const P: usize>(
    columns: &mut [u64],
    square: Option<&[u64]>,
    factors: [(&[u64], &[u64]); P],
    k: usize,
    below: V,
) -> V {
    let mut sums = Sums::<V, K>::new(k);
    if let Some(a) = square {
        sums.add_square(a);
    }
    for (a, b) in factors {
        sums.add_product(a, b);
    }
    let (vectors, _) = columns.as_chunks_mut();
    sums.store(&mut vectors[k..k + K], below)
}

// A few output vectors of a product, summed in registers.
//
// Digits `i` and `i + 8` of `a` share the loads of `b`; even and odd turns have separate sums, for
// enough independent chains.
//
// **Squares.** Only the products `a_i a_j` with `i < j` are summed; the sums are doubled and the
// squares of the digits added. In output vector `k` all eight lanes have `i < j` if `i < 4k`, and
// no lane if `i > 4k + 3`; the four digits between are masked.

/// Output vectors `k` to `k + K - 1` of a sum of products: low and high halves, even and odd turns.
struct Sums<V, const K: usize> {
    k: usize,
    low: [[V; K]; 2],
    high: [[V; K]; 2],
}

impl<V: Vector, const K: usize> Sums<V, K> {
    /// The empty sum for the output vectors from `k` on.
    #[inline(always)]
    fn new(k: usize) -> Self {
        Self { k, low: [[V::zero(); K]; 2], high: [[V::zero(); K]; 2] }
    }

    /// Adds `a * b`; `b` is padded.
    #[inline(always)]
    fn add_product(&mut self, a: &[u64], b: &[u64]) {
        let end = (LANES * (self.k + K)).min(a.len());
        self.add_rows(a, b, end);
    }

    /// Adds `a²`, to sums that must be 0, because they are doubled. `a` is padded and has at least
    /// half as many vectors as the output.
    #[inline(always)]
    fn add_square(&mut self, a: &[u64]) {
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
    fn store(self, to: &mut [[u64; LANES]], mut below: V) -> V {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limb::simd::{DIGIT_MASK, Portable};
    use std::vec;

    #[test]
    fn the_columns_of_a_square_are_those_of_the_product() {
        let mut compared = 0;
        for vectors in 1..=if cfg!(miri) { 2 } else { 9 } {
            for seed in [0_u64, 0x9e37_79b9_7f4a_7c15] {
                let mut a = vec![0; padded(vectors)];
                for (i, digit) in (0..).zip(&mut a[PADDING..][..LANES * vectors]) {
                    *digit = seed.wrapping_mul(i).wrapping_sub(1) & DIGIT_MASK;
                }
                let b = a.clone();
                let factor: (&[u64], &[u64]) = (&b[PADDING..PADDING + LANES * vectors], &a);
                for from in 0..2 * vectors {
                    for to in from + 1..=2 * vectors {
                        // One more product, to check that it is not doubled.
                        let mut expected = vec![0; LANES * to];
                        columns::<Portable, 2>(&mut expected, [factor, factor], from, to);
                        let mut square = vec![0; LANES * to];
                        square_columns::<Portable, 1>(&mut square, &a, [factor], from, to);
                        assert_eq!(square, expected, "{vectors} vectors, {from} to {to}");
                        compared += LANES * (to - from);
                    }
                }
            }
        }
        assert!(cfg!(miri) || compared >= 20_000, "only {compared} columns were compared");
    }
}
