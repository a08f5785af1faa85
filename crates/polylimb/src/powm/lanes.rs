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
//! **Cuts.** Equal stretches, as published, leave the lower lanes idle; balanced ones let all end together (`team/stretches.rs`). Lanes that
//! would take less than their joining are left out.

use super::Accumulator;
use super::lane_product::product_of_lanes;
use super::model::{Counts, Prediction, SQUARING, best_width, real};
use super::registry::Job;
use crate::limb::Word;
use crate::team::{Alone, Stretch, balanced, between, equal};
use alloc::vec;
use alloc::vec::Vec;

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
