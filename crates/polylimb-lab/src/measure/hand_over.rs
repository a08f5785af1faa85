//! The fixed cost of two threads: passing a job to the other core and getting its completion back.
//!
//! The figure explains the crossovers, and it is not a constant of the processor: tens of ns
//! between hardware threads of one core, hundreds between cores that share no cache. A virtual
//! machine may move from one to the other between two runs without notice.

use super::clock;
use super::pin::{Pinned, allowed};
use super::statistics::{Summary, count};
use polylimb::team::{Split, Team};
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
    let goal = clock::batch_time(clock::step());
    let mut samples = Vec::with_capacity(RUNS);
    team.hold(&mut || {
        let time = |batch: usize| {
            let start = Instant::now();
            for _ in 0..batch {
                team.run(2, &|_| {});
            }
            start.elapsed()
        };
        let mut batch = 1;
        while time(batch) < goal {
            batch *= 2;
        }
        samples.extend((0..RUNS).map(|_| time(batch).as_secs_f64() * 1e9 / count(batch)));
    });
    Summary::of(&mut samples).map(|summary| summary.median)
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
