//! Whether the instrument measures right on this machine, now: chains of dependent instructions,
//! from a nanosecond to ten milliseconds, whose times must lie on a line through their lengths.
//!
//! The chains are rows as in any study, measured by the same rounds in several orders. A
//! machine with much noise fails; so does an instrument that counts cold first calls, or the clock.

use super::plan::{Budget, Plan};
use super::{Bench, Event, Row, Sink, Size, Study, rounds};
use crate::failure::Result;
use crate::measure::clock::chain;
use crate::measure::statistics::{Summary, count};
use crate::record::Measurement;
use polylimb::Split;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The lengths: a step is about a nanosecond.
pub const STEPS: [usize; 15] = [
    1, 3, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000,
    8_000_000,
];
/// The orders of rows.
pub const ORDERS: [&str; 4] = ["ascending", "descending", "shuffled", "shuffled again"];
/// A time may be off the line by this share.
pub const LIMIT: f64 = 0.02;
/// Its name as a study.
const NAME: &str = "self-test";
const BUDGET: Duration = Duration::from_millis(40);

/// The chains in one order.
struct Chains {
    plan: Plan,
    steps: Vec<usize>,
    rows: Vec<Row>,
}

impl Chains {
    fn new(seed: u64, order: &str) -> Self {
        let mut steps = STEPS.to_vec();
        match order {
            "ascending" => {}
            "descending" => steps.reverse(),
            other => shuffle(&mut steps, seed ^ other.len() as u64),
        }
        let row = |&steps: &usize| {
            let mut names = Measurement {
                study: NAME.into(),
                algorithm: "chain".into(),
                threads: 1,
                kernel: "portable".into(),
                executor: "alone".into(),
                constant_time: "yes".into(),
                variant: format!("of {steps}, {order}"),
                ..Measurement::default()
            };
            names.params.insert("steps".into(), steps.into());
            names.params.insert("order".into(), order.into());
            Row { threads: 1, executor: None, names, words: Vec::new() }
        };
        let rows = steps.iter().map(row).collect();
        let plan = Plan {
            bits: vec![64],
            threads: vec![1],
            algorithms: None,
            kernels: Vec::new(),
            executors: Vec::new(),
            runs: 100,
            budget: Some(Budget::Each(BUDGET)),
            pin: true,
            seed,
            scenario: None,
        };
        Self { plan, steps, rows }
    }
}

/// Fisher and Yates.
fn shuffle(items: &mut [usize], seed: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for last in (1..items.len()).rev() {
        let other = rng.next_u64() % (last as u64 + 1);
        items.swap(last, other as usize);
    }
}

impl Study for Chains {
    fn name(&self) -> &'static str {
        NAME
    }

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn rows(&self) -> &[Row] {
        &self.rows
    }

    fn planned(&self, _row: usize, _bits: usize) -> usize {
        1
    }

    fn at(&self, _bits: usize) -> Box<dyn Size + '_> {
        Box::new(self)
    }
}

impl Size for &Chains {
    fn bench(&self, row: usize, _: &Arc<dyn Split>) -> polylimb::Result<Box<dyn Bench + '_>> {
        Ok(Box::new(Chain { steps: self.steps[row], result: 0 }))
    }
}

struct Chain {
    steps: usize,
    result: u64,
}

impl Bench for Chain {
    fn ops(&self) -> Vec<&'static str> {
        vec!["chain"]
    }

    fn time(&mut self, _: usize, batch: usize) -> Duration {
        let start = Instant::now();
        self.result = chain::run(self.steps * batch);
        start.elapsed()
    }

    fn is_right(&mut self, _: usize, batch: usize) -> bool {
        self.result == chain::expected(self.steps * batch)
    }
}

/// Measures the chains in all orders.
///
/// # Errors
/// The sink's.
pub fn run(seed: u64, sink: &mut Sink<'_>) -> Result<()> {
    for (index, order) in ORDERS.iter().enumerate() {
        rounds::run(&Chains::new(seed, order), &mut |event| {
            sink(match event {
                Event::Progress { done, .. } => Event::Progress {
                    done: (count(index) + done) / count(ORDERS.len()),
                    what: format!("chains, {order}"),
                },
                other => other,
            })
        })?;
    }
    Ok(())
}

/// The number of measurements of [`run`].
pub const PLANNED: usize = STEPS.len() * ORDERS.len();

/// The chains with the line through them.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The time of a step, in ns.
    pub step: f64,
    /// By length and order: the share by which the time is off the line.
    pub off: Vec<(usize, String, f64)>,
}

impl Line {
    /// Through these measurements; `None` without any.
    #[must_use]
    pub fn through(measurements: &[Measurement]) -> Option<Self> {
        let chain = |m: &Measurement| {
            let steps = m.params.get("steps").and_then(Value::as_u64)? as usize;
            let order = m.params.get("order").and_then(Value::as_str)?.to_owned();
            Some((steps, order, m.median / count(steps)))
        };
        let own = measurements.iter().filter(|m| m.study == NAME);
        let chains: Vec<_> = own.filter_map(chain).collect();
        let mut times: Vec<f64> = chains.iter().map(|(_, _, time)| *time).collect();
        let step = Summary::of(&mut times)?.median;
        let off = chains.into_iter().map(|(steps, order, time)| (steps, order, time / step - 1.0));
        Some(Self { step, off: off.collect() })
    }

    /// The chain that is farthest from the line.
    #[must_use]
    pub fn worst(&self) -> Option<&(usize, String, f64)> {
        self.off.iter().max_by(|a, b| a.2.abs().total_cmp(&b.2.abs()))
    }

    /// Whether all of them lie on the line, within [`LIMIT`].
    #[must_use]
    pub fn holds(&self) -> bool {
        self.off.len() == PLANNED && self.worst().is_some_and(|(_, _, off)| off.abs() <= LIMIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::Failure;

    /// What a run would give if a chain took `time(steps, order)` ns.
    fn made_up(time: impl Fn(usize, usize) -> f64) -> Vec<Measurement> {
        let of = |(index, order): (usize, &&str)| {
            let chains = Chains::new(1, order);
            let rows = chains.steps.iter().zip(&chains.rows);
            let row = |(&steps, row): (&usize, &Row)| Measurement {
                median: time(steps, index),
                ..row.names.clone()
            };
            rows.map(row).collect::<Vec<_>>()
        };
        ORDERS.iter().enumerate().flat_map(of).collect()
    }

    #[test]
    fn a_line_holds_and_what_the_clock_adds_does_not() {
        let line = |time: &dyn Fn(usize, usize) -> f64| Line::through(&made_up(time)).unwrap();
        let real = |steps: usize| count(steps) * 1.3;
        assert!(line(&|steps, _| real(steps)).holds());
        assert!(line(&|steps, order| real(steps) * (1.0 + 0.004 * count(order))).holds());
        // A clock's cost of 25 ns in every sample of one operation.
        let counted = line(&|steps, _| real(steps) + 25.0);
        assert!(!counted.holds() && counted.worst().unwrap().0 == 1);
        // One order differs.
        assert!(!line(&|steps, order| real(steps) * if order == 1 { 1.05 } else { 1.0 }).holds());
        // Chains are missing.
        assert!(!Line::through(&made_up(|steps, _| real(steps))[1..]).unwrap().holds());
        assert_eq!(Line::through(&[]), None);
    }

    #[test]
    fn the_orders_differ_and_hold_every_length() {
        let orders: Vec<_> = ORDERS.iter().map(|order| Chains::new(3, order).steps).collect();
        for (i, order) in orders.iter().enumerate() {
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, STEPS);
            assert!(orders[..i].iter().all(|other| other != order));
        }
    }

    #[test]
    fn every_chain_is_computed_right() {
        let mut seen = Vec::new();
        run(5, &mut |event| {
            if let Event::Measured(rows) = event {
                seen.extend(rows);
                // The times are not asserted: no test depends on time.
                return Err(Failure::ReaderGone);
            }
            Ok(())
        })
        .unwrap_err();
        assert_eq!(seen.len(), STEPS.len());
        assert!(seen.iter().all(|m| m.correct && m.median > 0.0));
        let mut chain = Chain { steps: 10, result: 0 };
        chain.time(0, 7);
        assert!(chain.is_right(0, 7) && !chain.is_right(0, 8));
    }
}
