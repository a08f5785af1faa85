//! Studies in this process.

use crate::failure::Result;
use crate::host;
use crate::measure::hand_over;
use crate::measure::instrument::HERE;
use crate::measure::statistics::{count, round_to};
use crate::record::Host;
use crate::study::rounds::{self, planned};
use crate::study::{Event, Sink, Study};

/// This machine, and a run on it that `command` repeats.
#[must_use]
pub fn host(command: String, seed: u64, planned: usize) -> Host {
    let [clock_step, clock_cost] = [HERE.step, HERE.cost].map(|time| time.as_secs_f64() * 1e9);
    Host { seed, command, clock_step, clock_cost, planned, ..host::describe() }
}

/// Runs the studies one after another; `command` is the command that repeats them.
///
/// # Errors
/// As [`rounds::run`].
pub fn run(studies: &[Box<dyn Study>], command: String, sink: &mut Sink<'_>) -> Result<()> {
    let planned: Vec<usize> = studies.iter().map(|study| planned(&**study)).collect();
    let total: usize = planned.iter().sum();
    let seed = studies.first().map_or(0, |study| study.plan().seed);
    let mut host = host(command, seed, total);
    // In a scenario nothing runs besides the tests.
    let parallel = studies
        .iter()
        .map(|study| study.plan())
        .find(|plan| plan.scenario.is_none() && plan.threads.iter().any(|&threads| threads > 1));
    if let Some(plan) = parallel {
        host.hand_over = hand_over::of_two(plan.pin).map(|ns| round_to(ns, 1));
    }
    sink(Event::Host(Box::new(host)))?;
    let mut before = 0;
    for (study, planned) in studies.iter().zip(planned) {
        let whole = |done: f64| (count(before) + done * count(planned)) / count(total.max(1));
        rounds::run(&**study, &mut |event| {
            sink(match event {
                Event::Progress { done, what } => {
                    Event::Progress { done: whole(done), what: format!("{}, {what}", study.name()) }
                }
                other => other,
            })
        })?;
        before += planned;
    }
    Ok(())
}
