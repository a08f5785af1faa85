//! Methods of several threads: the exponent in stretches, one for each thread, and a product of
//! their results.
//!
//! **Source.** `[Lara2009]`, Algorithms 3 (two threads) and 4 (`n`). Thread `i` starts from
//! `g^(2^c)`, where `c` is the number of bits below its stretch (the print of Algorithm 4 says one
//! less), and raises it to its own stretch by any sequential method.
//!
//! **Every thread squares up to its own start.** Thread 1 could pass `g^(2^c)` to thread 2 and so
//! on, which saves squarings but no time: the top thread's squarings are one chain from `g` to the
//! result on any thread, and this chain is the longest part. A hand-over only adds waiting to it.
//! Only `parallel_right_to_left.rs` uses the intermediate values of the chain.
//!
//! **Cuts.** Equal stretches, as published, leave the lower threads idle; with balanced ones all
//! end together (`polylimb::authors::team`). Parts that would take less time than their final
//! product are left out.

use super::model::real;
use crate::stretches::{Stretch, balanced, between, equal};
use alloc::vec::Vec;
use polylimb::Alone;
use polylimb::authors::limb::Word;
use polylimb::authors::powm::{
    Accumulator, Counts, Entry, Job, Prediction, Width, product_of_parts,
};

/// A method of one thread that several threads run on stretches.
pub(super) struct Chain {
    /// The method.
    pub(super) method: &'static Entry,
    /// Expected products for a bit, by width.
    pub(super) density: fn(usize) -> f64,
}

impl Chain {
    /// The expected counts on `threads` threads.
    pub(super) fn expected(
        &self,
        cut: Cut,
        bits: usize,
        threads: usize,
        width: Option<usize>,
    ) -> Prediction {
        self.predict(&self.stretches(cut, bits, threads, width), width)
    }

    fn predict(&self, stretches: &[Stretch], width: Option<usize>) -> Prediction {
        let part = |stretch: &Stretch| {
            let power = (self.method.make.expected)(stretch.bits, 1, width).total();
            Counts::new(real(stretch.low), 0.0).plus(power)
        };
        Prediction { parts: stretches.iter().map(part).collect(), joining: stretches.len() - 1 }
    }

    /// The method's choice of a width; 1 for a method without a window.
    fn best_width(&self, bits: usize) -> usize {
        match self.method.make.width {
            Width::None => 1,
            Width::UpTo { best, .. } => best(bits),
        }
    }

    /// The stretch of each thread, at least one.
    fn stretches(
        &self,
        cut: Cut,
        bits: usize,
        threads: usize,
        width: Option<usize>,
    ) -> Vec<Stretch> {
        match cut {
            Cut::Equal => between(&equal(bits, threads)),
            Cut::Balanced => {
                let width_then = width.unwrap_or_else(|| self.best_width(bits / threads));
                let a = (self.density)(width_then) / Counts::new(1.0, 0.0).time();
                let on = |threads| between(&balanced(bits, threads, a));
                let time = |on: &[Stretch]| self.predict(on, width).critical().time();
                // Each further thread gains less than the one before and adds one product at the
                // end.
                let mut best = on(1);
                for more in (2..=threads).map(on) {
                    if time(&more) >= time(&best) {
                        break;
                    }
                    best = more;
                }
                best
            }
        }
    }

    /// `r` = the power, on at most the threads of the job.
    pub(super) fn pow(&self, cut: Cut, job: &Job<'_>, r: &mut [Word]) {
        let threads = job.split.threads();
        let stretches = self.stretches(cut, job.exponent.len(), threads, job.width);
        let part = |i: usize, power: &mut [Word]| {
            let Stretch { low, bits } = stretches[i];
            let mut start = Accumulator::of(job.modmul, job.base);
            start.sqr(low);
            let exponent = job.exponent.part(low, bits);
            (self.method.make.pow)(
                &Job { base: start.value(), exponent, split: &Alone, ..*job },
                power,
            );
        };
        product_of_parts(job.modmul, job.split, stretches.len(), part, r);
    }
}

/// How the exponent is cut.
#[derive(Clone, Copy)]
pub(super) enum Cut {
    /// As published.
    Equal,
    /// So that all threads end together.
    Balanced,
}
