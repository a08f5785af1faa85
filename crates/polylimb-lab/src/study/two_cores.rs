//! The same computation on one core and on two, in turns: the gain when the second core takes one
//! of two independent products.

use crate::failure::{Failure, Result};
use crate::measure::instrument::{HERE, Sampler};
use crate::measure::pin::{Pinned, allowed};
use crate::measure::statistics::Summary;
use crate::registry;
use polylimb::Split;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The number of samples of each side.
const RUNS: usize = 101;

/// One computation on one core and on two. Times in ns.
#[derive(Debug, Clone)]
pub struct Compared {
    /// What is computed.
    pub what: String,
    /// On one core.
    pub one: Summary,
    /// On two.
    pub two: Summary,
    /// Why the times may not be trusted.
    pub warnings: Vec<String>,
}

impl Compared {
    /// The median on two cores over the median on one: below 1 if the second core pays.
    #[must_use]
    pub fn factor(&self) -> f64 {
        self.two.median / self.one.median
    }
}

/// Calls `work` with two threads that stay awake, on cores of their own if the machine has two.
///
/// # Errors
/// [`Failure::Run`] if there is no second thread; the errors of `work`.
pub fn with_two<R>(work: impl FnOnce(&dyn Split) -> Result<R>) -> Result<R> {
    let split = registry::split(registry::executor(registry::TEAM)?, 2, true)?;
    let cpus = allowed();
    let _pinned = if cpus.len() > 1 { Pinned::to(cpus[0]) } else { None };
    let (mut work, mut result) = (Some(work), None);
    split.hold(&mut || result = work.take().map(|work| work(&*split)));
    result.unwrap_or_else(|| Err(Failure::run("the team ran nothing")))
}

/// Measures both; each sample of one is followed by a sample of the other.
pub fn compare(what: &str, one: &mut dyn FnMut(), two: &mut dyn FnMut()) -> Compared {
    let mut sides: [&mut dyn FnMut(); 2] = [one, two];
    let mut samplers = sides
        .each_mut()
        .map(|side| Sampler::new(&HERE, RUNS, None, &mut |batch| time(*side, batch)));
    for round in 0..RUNS {
        for (side, sampler) in sides.iter_mut().zip(&mut samplers) {
            sampler.take(round, RUNS, &mut |batch| time(*side, batch));
        }
    }
    let [(one, mut warnings), (two, more)] =
        samplers.map(|sampler| sampler.conclude().unwrap_or_default());
    warnings.extend(more);
    Compared { what: what.into(), one, two, warnings }
}

/// Forces the value to be computed.
pub(super) fn sink<T>(value: T) {
    black_box(value);
}

fn time(work: &mut dyn FnMut(), batch: usize) -> Duration {
    let start = Instant::now();
    for _ in 0..batch {
        work();
    }
    start.elapsed()
}
