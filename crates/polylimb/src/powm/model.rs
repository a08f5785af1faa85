//! The expected cost of an exponentiation in squarings and products, to choose a window's width and
//! to compare with counts.

use alloc::vec;
use alloc::vec::Vec;

/// Numbers of operations; expected ones have fractions.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Counts {
    /// Squarings.
    pub squarings: f64,
    /// Products of two different numbers.
    pub products: f64,
}

/// The time of a squaring relative to a product: measured between 0.75 (`mulx`, 2048 bits) and 1
/// (`montgomery-ifma`). The choices depend little on it: 10 % more or less shift the end of a
/// balanced cut by less than 2 %.
pub(crate) const SQUARING: f64 = 0.85;

impl Counts {
    /// `squarings` squarings and `products` products.
    #[must_use]
    pub const fn new(squarings: f64, products: f64) -> Self {
        Self { squarings, products }
    }

    /// The time, in products, with squarings at 0.85.
    #[must_use]
    pub const fn time(self) -> f64 {
        self.squarings * SQUARING + self.products
    }

    /// The sum of both.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self::new(self.squarings + other.squarings, self.products + other.products)
    }
}

/// The expected cost of a method for a random exponent.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction {
    /// The operations of each part, the lowest bits first; each runs on a thread.
    pub parts: Vec<Counts>,
    /// The products that join the parts' results at the end, on one thread.
    pub joining: usize,
}

impl Prediction {
    /// For a method of one thread.
    #[must_use]
    pub fn alone(counts: Counts) -> Self {
        Self { parts: vec![counts], joining: 0 }
    }

    /// All operations: of all parts, and for joining.
    #[must_use]
    pub fn total(&self) -> Counts {
        let joining = Counts::new(0.0, real(self.joining));
        self.parts.iter().fold(joining, |sum, &part| sum.plus(part))
    }

    /// The operations in sequence: the longest part, then joining.
    #[must_use]
    pub fn critical(&self) -> Counts {
        let longest = self.parts.iter().copied().fold(Counts::default(), |longest, part| {
            if part.time() > longest.time() { part } else { longest }
        });
        longest.plus(Counts::new(0.0, real(self.joining)))
    }
}

/// A count as a real number.
#[allow(clippy::cast_precision_loss, reason = "exact up to 2^53")]
pub(super) const fn real(count: usize) -> f64 {
    count as f64
}

/// The width from 1 to `most` for which `time` is least.
pub(crate) fn best_width(most: usize, time: impl Fn(usize) -> f64) -> usize {
    (1..=most).min_by(|&v, &w| time(v).total_cmp(&time(w))).unwrap_or(1)
}
