//! One row at one size: its samples, how they are planned, taken and summarised.
//!
//! A sample times a batch of operations, long enough for the clock. Its result is compared with an
//! independent one.

use super::Row;
use super::machine::Machine;
use crate::measure::instrument::{Core, Sampler};
use crate::record::Measurement;
use polylimb::Split;
use std::sync::Arc;
use std::time::Duration;

/// What a study measures for one row at one size, with its buffers.
pub trait Bench {
    /// The operations, each a series of samples.
    fn ops(&self) -> Vec<&'static str>;

    /// The time of `batch` operations of index `op` in [`Bench::ops`], none of them skipped or
    /// hoisted.
    fn time(&mut self, op: usize, batch: usize) -> Duration;

    /// Whether the last call of [`Bench::time`], with these arguments, gave the correct result.
    fn is_right(&mut self, op: usize, batch: usize) -> bool;

    /// Adds what depends only on the size to the row's measurement.
    fn describe(&self, _: &mut Measurement) {}
}

pub(super) struct Cell<'a> {
    bench: Box<dyn Bench + 'a>,
    split: Arc<dyn Split>,
    series: Vec<Series>,
    /// The threads it uses.
    pub(super) threads: usize,
    /// The core on which it runs.
    core: Core,
}

/// The samples of one operation.
struct Series {
    op: &'static str,
    sampler: Sampler,
    correct: bool,
}

/// What all rows of a size, and all sizes, say about the frequency: middle paces.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paces {
    /// Of this size.
    pub(super) here: f64,
    /// Of the size, or of the start of the run, that was fastest.
    pub(super) fastest: f64,
}

impl<'a> Cell<'a> {
    /// Calibrates each operation: at most `runs` samples, fewer where they exceed `budget`.
    pub(super) fn calibrated(
        mut bench: Box<dyn Bench + 'a>,
        split: Arc<dyn Split>,
        threads: usize,
        machine: &Machine,
        runs: usize,
        budget: Option<Duration>,
    ) -> Self {
        let mut series = Vec::new();
        split.hold(&mut || {
            for (index, op) in bench.ops().into_iter().enumerate() {
                let work = &mut |batch| bench.time(index, batch);
                let sampler = Sampler::new(machine.instrument, runs, budget, work);
                series.push(Series { op, sampler, correct: true });
            }
        });
        Self { bench, split, series, threads, core: Core::default() }
    }

    /// Takes the samples due in `round` of `rounds`.
    pub(super) fn sample(&mut self, machine: &Machine, round: usize, rounds: usize) {
        let Self { bench, split, series, core, .. } = self;
        split.hold(&mut || {
            core.paces.push(machine.instrument.pace());
            for (index, Series { sampler, correct, .. }) in series.iter_mut().enumerate() {
                sampler.take(round, rounds, &mut |batch| {
                    let time = bench.time(index, batch);
                    *correct &= bench.is_right(index, batch);
                    time
                });
            }
            if round + 1 == rounds {
                let longest = series.iter().map(|s| s.sampler.sample()).max().unwrap_or_default();
                core.meet_interruptions(machine.instrument, longest);
            }
        });
    }

    /// The middle pace of its core.
    pub(super) fn pace(&self) -> Option<f64> {
        self.core.pace()
    }

    /// The rows of results.
    pub(super) fn measurements(
        self,
        bits: usize,
        row: &Row,
        machine: &Machine,
        paces: Paces,
    ) -> Vec<Measurement> {
        let bench = self.bench;
        let summed_up = |series: Series| {
            let batch = series.sampler.batch;
            let (summary, doubts) = series.sampler.conclude()?;
            let mut warnings: Vec<_> = machine.warning(self.threads).into_iter().collect();
            warnings.extend(doubts);
            warnings.extend(self.core.warnings(&summary, paces.here, paces.fastest));
            let mut m = Measurement {
                bits,
                op: series.op.into(),
                unit: "ns".into(),
                correct: series.correct,
                warnings,
                batch,
                ..row.names.clone()
            };
            m.set_times(&summary);
            bench.describe(&mut m);
            Some(m)
        };
        self.series.into_iter().filter_map(summed_up).collect()
    }
}
