//! The published cost model of parallel exponentiation.
//!
//! **Source.** `[Lara2009]`, section 4. They count `j + 1` squarings for an exponent of `j + 1`
//! bits in every arrangement, because the top thread squares up to its start and then once for each
//! of its bits. So threads save products, never squarings: if a squaring costs a product, no number
//! of threads brings the binary method below 2/3 of its time.
//!
//! ```
//! use polylimb_catalogue::powm::model::{optimum_threads, published};
//! // Two threads share the products of the exponent's bits; no number of threads saves squarings.
//! let (one, two) = (published(2048, 1), published(2048, 2));
//! assert!(two.products < one.products && two.squarings == one.squarings);
//! assert_eq!(optimum_threads(2048), 32);
//! ```

use polylimb::authors::powm::Counts;

/// Equation 5 (for one thread the sequential method): `(j + 1) E + ((j + 1) / 2n + n - 1) M` for
/// `j + 1` bits in `n` parts of equal length.
#[must_use]
pub fn published(bits: usize, threads: usize) -> Counts {
    Counts::new(real(bits), real(bits) / real(2 * threads) + real(threads) - 1.0)
}

/// The number of threads with the fewest products by equation 5: next to `n = sqrt((j + 1) / 2)`,
/// equation 8.
#[must_use]
pub fn optimum_threads(bits: usize) -> usize {
    let root = (bits / 2).isqrt().max(1);
    let products = |n: usize| published(bits, n).products;
    if products(root + 1) < products(root) { root + 1 } else { root }
}

/// A count as a real number.
#[allow(clippy::cast_precision_loss, reason = "exact up to 2^53")]
pub(super) const fn real(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_figures() {
        // Section 4 for j + 1 = 2048: 1024 products in sequence, 513 on two threads, 259 on four.
        assert_eq!(published(2048, 1), Counts::new(2048.0, 1024.0));
        assert_eq!(published(2048, 2), Counts::new(2048.0, 513.0));
        assert_eq!(published(2048, 4), Counts::new(2048.0, 259.0));
        // Equation 8.
        assert_eq!((optimum_threads(2048), optimum_threads(512)), (32, 16));
    }

    #[test]
    fn the_optimum_is_one() {
        for bits in 1..5000 {
            let best = optimum_threads(bits);
            let products = |n| published(bits, n).products;
            assert!((1..100).all(|n| products(best) <= products(n)), "{bits} bits: {best}");
        }
    }
}
