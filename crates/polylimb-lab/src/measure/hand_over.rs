//! The fixed cost of two threads: passing a job to the other core and getting its completion back.
//!
//! The figure explains the crossovers, and it is not a constant of the processor: tens of ns
//! between hardware threads of one core, hundreds between cores that share no cache. A virtual
//! machine may move from one to the other between two runs without notice.

use super::instrument::{HERE, Sampler};
use super::pin::{Pinned, allowed};
use polylimb::{Split, Team};
use std::time::Instant;

/// The number of samples; the result is their median.
const RUNS: usize = 200;

/// The median time, in ns, in which a team of two runs two empty parts during a session; `None` if
/// there is only one core, or no second thread.
#[must_use]
pub fn of_two(pin: bool) -> Option<f64> {
    let cpus = allowed();
    if cpus.len() < 2 {
        return None;
    }
    let team = Team::builder(2).pinned(pin).build().ok()?;
    let _pinned = if pin { Pinned::to(cpus[0]) } else { None };
    let mut median = None;
    team.hold(&mut || {
        let empty = &mut |batch| {
            let start = Instant::now();
            for _ in 0..batch {
                team.run(2, &|_| {});
            }
            start.elapsed()
        };
        let mut sampler = Sampler::new(&HERE, RUNS, None, empty);
        sampler.take(0, 1, empty);
        median = sampler.conclude().map(|(summary, _)| summary.median);
    });
    median
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measured_wherever_there_are_two_cores() {
        let found = of_two(false);
        assert_eq!(found.is_some(), allowed().len() >= 2);
        assert!(found.is_none_or(|ns| ns > 0.0));
    }
}
