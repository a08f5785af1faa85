//! The columns of a product of any length.
//!
//! Output vector `k` takes from digit `i` of `a` the eight digits of `b` from `8k - i` on: one load at any
//! address, if `b` has zeros around it. Low halves count for the column itself, high halves for
//! the next one, so those are summed apart and moved up by one place at the end. A block of [`BLOCK`]
//! output vectors is summed in registers; digits `i` and `i + 8` of `a` share the loads, and sums of even
//! and odd turns are kept apart to have enough independent chains.
//!
//! **Cost.** Two multiply-adds for every eight products of digits, a load for every two.

use super::vector::{LANES, Vector};

/// Output vectors that are summed together: 12 sums, which with operands fill half of the registers.
const BLOCK: usize = 3;

/// Zeros before and behind a padded number: as far as a block reaches over it.
pub(crate) const PADDING: usize = LANES * BLOCK;

/// Digits of a padded number of so many vectors.
pub(crate) const fn padded(vectors: usize) -> usize {
    LANES * vectors + 2 * PADDING
}

/// Columns `8 from` to `8 to - 1` of the sum of all products `a * b`, to the same places of `columns`. What
/// the columns below `8 from` would carry is left out.
///
/// Each `a` is normalised; each `b` too, and padded: [`PADDING`] zeros, the digits, zeros to the end of
/// a length that [`padded`] gives.
#[inline(always)]
pub(crate) fn columns<V: Vector, const P: usize>(
    columns: &mut [u64],
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
        below = block::<V, BLOCK, P>(columns, factors, k, below);
        k += BLOCK;
    }
    match to - k {
        1 => _ = block::<V, 1, P>(columns, factors, k, below),
        2 => _ = block::<V, 2, P>(columns, factors, k, below),
        _ => {}
    }
}

/// Output vectors `k` to `k + K - 1`, given the high sums of the vector before; returns its own last.
#[inline(always)]
fn block<V: Vector, const K: usize, const P: usize>(
    columns: &mut [u64],
    factors: [(&[u64], &[u64]); P],
    k: usize,
    mut below: V,
) -> V {
    let mut low = [[V::zero(); K]; 2];
    let mut high = [[V::zero(); K]; 2];
    for (a, b) in factors {
        // Digits of `a` from `first` to `end - 1` reach the block.
        let b_digits = b.len() - 2 * PADDING;
        let end = (LANES * (k + K)).min(a.len());
        let mut i = (LANES * k + 1).saturating_sub(b_digits);
        // Where digit i of `a` meets the digits of `b` for output vector `k + t`.
        let load = |i: usize, t: usize| {
            // SAFETY: `8k + 1 - b_digits <= i < 8(k + K)`, so the place is at least `PADDING - 8K + 1` and at
            // most `PADDING + b_digits + 8(K - 1) - 1`, and eight digits from there on end before the padding.
            V::load(unsafe { eight(b, PADDING + LANES * (k + t) - i) })
        };
        let mut add = |parity: usize, t: usize, a: V, b: V| {
            low[parity][t] = low[parity][t].madd_low(a, b);
            high[parity][t] = high[parity][t].madd_high(a, b);
        };
        while i + 2 * LANES <= end {
            for j in i..i + LANES {
                let (near, far) = (V::splat(a[j]), V::splat(a[j + LANES]));
                let mut before = load(j + LANES, 0);
                for t in 0..K {
                    let here = load(j, t);
                    add(1, t, far, before);
                    add(0, t, near, here);
                    before = here;
                }
            }
            i += 2 * LANES;
        }
        while i + 2 <= end {
            for parity in 0..2 {
                let digit = V::splat(a[i + parity]);
                for t in 0..K {
                    add(parity, t, digit, load(i + parity, t));
                }
            }
            i += 2;
        }
        if i < end {
            let digit = V::splat(a[i]);
            for t in 0..K {
                add(0, t, digit, load(i, t));
            }
        }
    }
    for t in 0..K {
        let high = high[0][t].add(high[1][t]);
        let (vectors, _) = columns.as_chunks_mut();
        low[0][t].add(low[1][t]).add(high.shift_up(below)).store(&mut vectors[k + t]);
        below = high;
    }
    below
}

/// The eight digits from `i` on, not checked in release builds: a check for each load costs a third of
/// the time.
///
/// # Safety
/// `i + 8 <= digits.len()`.
#[inline(always)]
unsafe fn eight(digits: &[u64], i: usize) -> &[u64; LANES] {
    debug_assert!(i + LANES <= digits.len());
    // SAFETY: in bounds by the caller's promise; an array is aligned as its elements.
    unsafe { &*digits.as_ptr().add(i).cast() }
}
