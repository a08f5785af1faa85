//! Lanes: the exponent in stretches, one thread for each, and a product of their results.
//!
//! **Source.** Lara, Borges, Portugal, Algorithms 3 (two lanes) and 4 (`n`). Lane `i` starts from `g^(2^c)`, where `c` is
//! the number of bits below its stretch (the print of Algorithm 4 says one less), and raises it to its own stretch
//! by any sequential method.
//!
//! **Every lane squares its own way up to its start.** Lane 1 could hand `g^(2^c)` on to lane 2 and so on, which saves
//! squarings but no time: the top lane's squarings are one chain from `g` to the result, whoever computes them, and it is
//! the longest lane. Handing over only adds waiting to that chain. The one arrangement that uses the chain for something
//! else in passing is `parallel_right_to_left.rs`.
//!
//! **Cuts.** Equal stretches, as published, leave the lower lanes idle. Balanced ones let all lanes end together: with
//! `a` the time of a bit's products by that of its squaring, and `t` the common end in squarings, lane `i` runs
//! from `c_i` to `c_(i+1)` where `c_(i+1) + a (c_(i+1) - c_i) = t`. Hence `c_i = t (1 - q^i)` with `q = a / (1 + a)`, and `t`
//! follows from the last cut, the exponent's length. Lanes that would take less than their joining are left out.

use super::Accumulator;
use super::lane_product::product_of_lanes;
use super::model::{Counts, Prediction, SQUARING, best_width, real};
use super::registry::Job;
use crate::limb::Word;
use crate::team::Alone;
use alloc::vec;
use alloc::vec::Vec;
use core::iter::once;

/// A method of one thread, with what its cost is made of.
pub(super) struct Chain {
    /// Computes a job.
    pub(super) pow: fn(&Job<'_>, &mut [Word]),
    /// The widest window; 1 for a method without.
    pub(super) most_width: usize,
    /// What reading one table entry takes of a product's time, if all of them are read for each window.
    pub(super) read: f64,
    /// Expected products for a bit, by width.
    pub(super) density: fn(usize) -> f64,
    /// Expected operations for a random number of so many bits, by bits and width.
    pub(super) expected: fn(usize, usize) -> Counts,
}

impl Chain {
    /// The width with which an exponent of so many bits takes the shortest time.
    pub(super) fn width(&self, bits: usize) -> usize {
        let reads = |w: usize| real(bits.div_ceil(w) << w);
        best_width(self.most_width, |w| (self.expected)(bits, w).time() + self.read * reads(w))
    }

    /// What is expected on one thread.
    pub(super) fn alone(&self, bits: usize, width: Option<usize>) -> Prediction {
        let width = width.unwrap_or_else(|| self.width(bits));
        Prediction { lanes: vec![(self.expected)(bits, width)], joining: 0 }
    }

    /// What is expected on lanes.
    pub(super) fn lanes(
        &self,
        cut: Cut,
        bits: usize,
        lanes: usize,
        width: Option<usize>,
    ) -> Prediction {
        self.predict(&self.stretches(cut, bits, lanes, width), width)
    }

    fn predict(&self, stretches: &[Stretch], width: Option<usize>) -> Prediction {
        let lane = |stretch: &Stretch| {
            let width = width.unwrap_or_else(|| self.width(stretch.bits));
            Counts::new(real(stretch.low), 0.0).plus((self.expected)(stretch.bits, width))
        };
        Prediction { lanes: stretches.iter().map(lane).collect(), joining: stretches.len() - 1 }
    }

    /// The stretch of each lane, at least one.
    fn stretches(&self, cut: Cut, bits: usize, lanes: usize, width: Option<usize>) -> Vec<Stretch> {
        match cut {
            Cut::Equal => between(&equal(bits, lanes)),
            Cut::Balanced => {
                let width_then = width.unwrap_or_else(|| self.width(bits / lanes));
                let a = (self.density)(width_then) / SQUARING;
                let on = |lanes| between(&balanced(bits, lanes, a));
                let time = |on: &[Stretch]| self.predict(on, width).critical().time();
                // Each further lane gains less than the one before, and its product is one more at the end.
                let mut best = on(1);
                for more in (2..=lanes).map(on) {
                    if time(&more) >= time(&best) {
                        break;
                    }
                    best = more;
                }
                best
            }
        }
    }

    /// `r` = the power, on at most as many lanes as the job has threads.
    pub(super) fn pow_on_lanes(&self, cut: Cut, job: &Job<'_>, r: &mut [Word]) {
        let lanes = job.split.threads();
        let stretches = self.stretches(cut, job.exponent.len(), lanes, job.width);
        let lane = |i: usize, power: &mut [Word]| {
            let Stretch { low, bits } = stretches[i];
            let mut start = Accumulator::of(job.modmul, job.base);
            start.sqr(low);
            let exponent = job.exponent.part(low, bits);
            (self.pow)(&Job { base: start.value(), exponent, split: &Alone, ..*job }, power);
        };
        product_of_lanes(job.modmul, job.split, stretches.len(), lane, r);
    }
}

/// How the exponent is cut.
#[derive(Clone, Copy)]
pub(super) enum Cut {
    /// As published.
    Equal,
    /// So that all lanes end together.
    Balanced,
}

/// The part of an exponent that one lane takes.
struct Stretch {
    /// Bits below it.
    low: usize,
    bits: usize,
}

/// The stretches between cuts, without empty ones but the only one of an exponent without bits.
fn between(cuts: &[usize]) -> Vec<Stretch> {
    let mut stretches: Vec<_> = cuts
        .windows(2)
        .map(|pair| Stretch { low: pair[0], bits: pair[1] - pair[0] })
        .filter(|stretch| stretch.bits > 0)
        .collect();
    if stretches.is_empty() {
        stretches.push(Stretch { low: 0, bits: 0 });
    }
    stretches
}

/// The ends of stretches of equal length; where the division has a remainder, the lower ones are a bit longer.
fn equal(bits: usize, lanes: usize) -> Vec<usize> {
    (0..=lanes).map(|i| i * (bits / lanes) + i.min(bits % lanes)).collect()
}

/// The ends of stretches whose lanes end together, for products that take `a` of a squaring's time per bit.
fn balanced(bits: usize, lanes: usize, a: f64) -> Vec<usize> {
    let q = a / (1.0 + a);
    let power = |i: usize| (0..i).fold(1.0, |product, _| product * q);
    #[allow(clippy::cast_sign_loss, reason = "between 0 and the bits")]
    let cut = |i| (real(bits) * (1.0 - power(i)) / (1.0 - power(lanes)) + 0.5) as usize;
    (0..lanes).map(cut).chain(once(bits)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_cuts_are_the_published_ones() {
        // Algorithm 3: r = ceil((j - 1) / 2), so the lower lane has r + 1 bits.
        for j in 1..100_usize {
            assert_eq!(equal(j + 1, 2), [0, (j - 1).div_ceil(2) + 1, j + 1]);
        }
        assert_eq!(equal(11, 4), [0, 3, 6, 9, 11]);
    }

    #[test]
    fn balanced_lanes_end_together() {
        // Squarings at the price of products, half a product a bit: three quarters to the lower lane.
        assert_eq!(balanced(2048, 2, 0.5), [0, 1536, 2048]);
        for lanes in 1..9 {
            let cuts = balanced(100_000, lanes, 0.5);
            assert_eq!(cuts.len(), lanes + 1);
            let end = |i: usize| real(cuts[i + 1]) + 0.5 * real(cuts[i + 1] - cuts[i]);
            assert!((0..lanes).all(|i| (end(i) - end(0)).abs() < 3.0), "{cuts:?}");
        }
    }
}
