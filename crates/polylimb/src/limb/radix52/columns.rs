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

use super::sums::Sums;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limb::simd::{DIGIT_MASK, Portable};
    use std::vec;

    #[test]
    fn the_columns_of_a_square_are_those_of_the_product() {
        let mut compared = 0;
        for vectors in 1..=9 {
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
        assert!(compared >= 20_000, "only {compared} columns were compared");
    }
}
