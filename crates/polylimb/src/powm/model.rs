//! What an exponentiation is expected to cost: the published model, and counts of our own to choose by.
//!
//! **Source.** Lara, Borges, Portugal, section 4. They count `j + 1` squarings for an exponent of `j + 1` bits in
//! every lane arrangement, because the top lane squares its way up to its start and then once more for each of
//! its bits. So lanes take products away, never squarings: with squarings at the price of products no number of
//! lanes brings the binary method below 2/3 of its time.
//!
//! ```
//! use polylimb::powm::model::{optimum_lanes, published};
//! // Two lanes share the products of the exponent's bits; no number of lanes saves squarings.
//! let (one, two) = (published(2048, 1), published(2048, 2));
//! assert!(two.products < one.products && two.squarings == one.squarings);
//! assert_eq!(optimum_lanes(2048), 32);
//! ```

use alloc::vec::Vec;

/// Numbers of operations; expected ones have fractions.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Counts {
    /// Squarings.
    pub squarings: f64,
    /// Products of two different numbers.
    pub products: f64,
}

/// What a squaring takes of a product's time: measured between 0.75 (`mulx`, 2048 bits) and 1 (`montgomery-ifma`).
/// The choices made by it move little: 10 % more or less shift a balanced cut's end by less than 2 %.
pub const SQUARING: f64 = 0.85;

impl Counts {
    /// So many of each.
    #[must_use]
    pub const fn new(squarings: f64, products: f64) -> Self {
        Self { squarings, products }
    }

    /// The time, in products, with squarings at [`SQUARING`].
    #[must_use]
    pub const fn time(self) -> f64 {
        self.squarings * SQUARING + self.products
    }

    /// Both.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self::new(self.squarings + other.squarings, self.products + other.products)
    }
}

/// What is expected of a method for a random exponent.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction {
    /// The operations of each lane, the lowest bits first.
    pub lanes: Vec<Counts>,
    /// The products that join the lanes' results at the end, on one thread.
    pub joining: usize,
}

impl Prediction {
    /// All lanes together and the joining.
    #[must_use]
    pub fn total(&self) -> Counts {
        let joining = Counts::new(0.0, real(self.joining));
        self.lanes.iter().fold(joining, |sum, &lane| sum.plus(lane))
    }

    /// What one waits for: the longest lane, then the joining.
    #[must_use]
    pub fn critical(&self) -> Counts {
        let longest = self.lanes.iter().copied().fold(Counts::default(), |longest, lane| {
            if lane.time() > longest.time() { lane } else { longest }
        });
        longest.plus(Counts::new(0.0, real(self.joining)))
    }
}

/// Equation 5 (for one lane the sequential method): `(j + 1) E + ((j + 1) / 2n + n - 1) M` for `j + 1` bits on `n`
/// lanes of equal length.
#[must_use]
pub fn published(bits: usize, lanes: usize) -> Counts {
    Counts::new(real(bits), real(bits) / real(2 * lanes) + real(lanes) - 1.0)
}

/// The number of lanes with the fewest products by equation 5: next to `n = sqrt((j + 1) / 2)`, equation 8.
#[must_use]
pub fn optimum_lanes(bits: usize) -> usize {
    let root = (bits / 2).isqrt().max(1);
    let products = |n: usize| published(bits, n).products;
    if products(root + 1) < products(root) { root + 1 } else { root }
}

/// A count as a real number.
#[allow(clippy::cast_precision_loss, reason = "exact up to 2^53")]
pub(super) const fn real(count: usize) -> f64 {
    count as f64
}

/// The width from 1 to `most` for which `time` is least.
pub(super) fn best_width(most: usize, time: impl Fn(usize) -> f64) -> usize {
    (1..=most).min_by(|&v, &w| time(v).total_cmp(&time(w))).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_figures() {
        // Section 4 for j + 1 = 2048: 1024 products in sequence, 513 on two lanes, 259 on four.
        assert_eq!(published(2048, 1), Counts::new(2048.0, 1024.0));
        assert_eq!(published(2048, 2), Counts::new(2048.0, 513.0));
        assert_eq!(published(2048, 4), Counts::new(2048.0, 259.0));
        // Equation 8.
        assert_eq!((optimum_lanes(2048), optimum_lanes(512)), (32, 16));
    }

    #[test]
    fn the_optimum_is_one() {
        for bits in 1..5000 {
            let best = optimum_lanes(bits);
            let products = |n| published(bits, n).products;
            assert!((1..100).all(|n| products(best) <= products(n)), "{bits} bits: {best}");
        }
    }
}
