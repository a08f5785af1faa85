//! One row at one size: its samples, how they are planned, taken and summarised.
//!
//! A sample times a batch of operations, long enough for the clock. Its result is compared with an
//! independent one.

use super::machine::Machine;
use super::{Row, warnings};
use crate::measure::clock::reference_loop;
use crate::measure::statistics::{Summary, count, round_to};
use crate::record::Measurement;
use polylimb::team::Split;
use std::sync::Arc;
use std::time::Duration;

/// The least number of samples, at any cost.
const FEWEST: usize = 5;

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
    /// The reference loop, in ns, once per round.
    pub(super) paces: Vec<f64>,
}

/// The samples of one operation.
struct Series {
    op: &'static str,
    /// Operations per sample.
    batch: usize,
    /// The number of samples to take.
    runs: usize,
    /// ns per operation.
    samples: Vec<f64>,
    correct: bool,
}

impl<'a> Cell<'a> {
    /// Finds for each operation a batch that takes at least `batch_time`, and the number of its
    /// samples that fit in `budget`: at most `runs`, at least [`FEWEST`].
    pub(super) fn calibrated(
        mut bench: Box<dyn Bench + 'a>,
        split: Arc<dyn Split>,
        threads: usize,
        batch_time: Duration,
        runs: usize,
        budget: Option<Duration>,
    ) -> Self {
        let mut series = Vec::new();
        split.hold(&mut || {
            for (index, op) in bench.ops().into_iter().enumerate() {
                let mut batch = 1;
                let mut time = bench.time(index, batch);
                while time < batch_time {
                    // Aim at the goal, but grow at most tenfold: the first calls are slow.
                    let goal = batch_time.as_secs_f64() / time.as_secs_f64().max(1e-9) * 1.1;
                    batch = grow(batch, goal);
                    time = bench.time(index, batch);
                }
                let affordable = budget.map_or(runs, |budget| {
                    (budget.as_nanos() / time.as_nanos().max(1)).try_into().unwrap_or(usize::MAX)
                });
                let runs = runs.min(affordable.max(FEWEST));
                let samples = Vec::with_capacity(runs);
                series.push(Series { op, batch, runs, samples, correct: true });
            }
        });
        Self { bench, split, series, threads, paces: Vec::new() }
    }

    /// Takes the samples due in `round` of `rounds`.
    pub(super) fn sample(&mut self, round: usize, rounds: usize) {
        let Self { bench, split, series, paces, .. } = self;
        split.hold(&mut || {
            paces.push(reference_loop().as_secs_f64() * 1e9);
            for (index, s) in series.iter_mut().enumerate() {
                let due = s.runs * (round + 1) / rounds - s.samples.len();
                if due == 0 {
                    continue;
                }
                // The first sample is not counted: the other rows have filled the caches and the
                // branch predictors.
                for sample in 0..=due {
                    let time = bench.time(index, s.batch);
                    if sample > 0 {
                        s.samples.push(time.as_secs_f64() * 1e9 / count(s.batch));
                    }
                    s.correct &= bench.is_right(index, s.batch);
                }
            }
        });
    }

    /// The rows of results. `fastest_pace` is the shortest time of the reference loop.
    pub(super) fn measurements(
        mut self,
        bits: usize,
        row: &Row,
        machine: &Machine,
        fastest_pace: f64,
    ) -> Vec<Measurement> {
        let pace = Summary::of(&mut self.paces).map_or(0.0, |s| s.median);
        let bench = self.bench;
        let summed_up = |mut series: Series| {
            let summary = Summary::of(&mut series.samples)?;
            let mut m = Measurement {
                bits,
                op: series.op.into(),
                runs: summary.runs,
                unit: "ns".into(),
                min: round_to(summary.min, 3),
                mean: round_to(summary.mean, 3),
                median: round_to(summary.median, 3),
                sd: round_to(summary.sd, 3),
                cv: round_to(summary.cv, 5),
                correct: series.correct,
                warnings: warnings::of(&summary, self.threads, machine, pace / fastest_pace),
                batch: series.batch,
                ..row.names.clone()
            };
            bench.describe(&mut m);
            Some(m)
        };
        self.series.into_iter().filter_map(summed_up).collect()
    }
}

/// `batch` times `factor`, but at least one more and at most tenfold.
#[allow(clippy::cast_sign_loss, reason = "the factor is positive and bounded")]
fn grow(batch: usize, factor: f64) -> usize {
    ((count(batch) * factor.min(10.0)) as usize).max(batch + 1)
}
