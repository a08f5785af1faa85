//! Cuts of a number's bits into stretches, one for each thread: for exponents and scalars alike.
//!
//! Each thread has to double (square) up to its stretch, so equal stretches leave the lower threads
//! idle. Balanced stretches let all threads end together. Let `a` be the mean time of a bit's
//! addition divided by the time of its doubling, and `t` the common end in doublings: thread `i`
//! runs from `c_i` to `c_(i+1)` where `c_(i+1) + a (c_(i+1) - c_i) = t`. Hence `c_i = t (1 - q^i)`
//! with `q = a / (1 + a)`, and `t` follows from the last cut, the number's length.

use alloc::vec;
use alloc::vec::Vec;
use core::iter::once;

/// The part of a number that one thread takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stretch {
    /// Bits below it.
    pub(crate) low: usize,
    /// Its own bits.
    pub(crate) bits: usize,
}

/// The stretches between cuts, without empty ones; a number without bits has one empty stretch.
pub(crate) fn between(cuts: &[usize]) -> Vec<Stretch> {
    let stretch = |pair: &[usize]| Stretch { low: pair[0], bits: pair[1] - pair[0] };
    let stretches: Vec<_> = cuts.windows(2).map(stretch).filter(|s| s.bits > 0).collect();
    if stretches.is_empty() {
        return vec![Stretch { low: 0, bits: 0 }];
    }
    stretches
}

/// The ends of stretches of equal length; if the division has a remainder, the lower ones are one
/// bit longer.
pub(crate) fn equal(bits: usize, parts: usize) -> Vec<usize> {
    (0..=parts).map(|i| i * (bits / parts) + i.min(bits % parts)).collect()
}

/// The ends of stretches whose threads end together, if each bit takes `a` doublings of time in
/// addition to its doubling.
pub(crate) fn balanced(bits: usize, parts: usize, a: f64) -> Vec<usize> {
    let q = a / (1.0 + a);
    let power = |i: usize| (0..i).fold(1.0, |product, _| product * q);
    let whole = real(bits);
    #[allow(
        clippy::cast_sign_loss,
        clippy::cast_possible_truncation,
        reason = "between 0 and the bits"
    )]
    let cut = |i| (whole * (1.0 - power(i)) / (1.0 - power(parts)) + 0.5) as usize;
    (0..parts).map(cut).chain(once(bits)).collect()
}

#[allow(clippy::cast_precision_loss, reason = "exact up to 2^53")]
const fn real(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_cuts_are_the_published_ones() {
        // [Lara2009], Algorithm 3: r = ceil((j - 1) / 2), so the lower thread has r + 1 bits.
        for j in 1..100_usize {
            assert_eq!(equal(j + 1, 2), [0, (j - 1).div_ceil(2) + 1, j + 1]);
        }
        assert_eq!(equal(11, 4), [0, 3, 6, 9, 11]);
    }

    #[test]
    fn balanced_lanes_end_together() {
        // Squares at the price of products, half a product a bit: three quarters for the lower
        // thread.
        assert_eq!(balanced(2048, 2, 0.5), [0, 1536, 2048]);
        for lanes in 1..9 {
            let cuts = balanced(100_000, lanes, 0.5);
            assert_eq!(cuts.len(), lanes + 1);
            let end = |i: usize| real(cuts[i + 1]) + 0.5 * real(cuts[i + 1] - cuts[i]);
            assert!((0..lanes).all(|i| (end(i) - end(0)).abs() < 3.0), "{cuts:?}");
        }
    }
}
