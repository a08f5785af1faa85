//! A process per test, on this machine: scenario 1 and Experiment 3 of `[Arruda2014]`.
//!
//! Starts this program again for each algorithm and size, one after another. The processes of a
//! group follow each other without a pause. Before the next group the machine rests, so that the
//! governor returns to its initial state. In scenario 1 a group is a thread count: each size in
//! turn with all its algorithms. In Experiment 3 a group is one algorithm.

use super::stream;
use crate::analysis::speedup;
use crate::failure::{Failure, Result};
use crate::host;
use crate::measure::statistics::count;
use crate::record::Measurement;
use crate::study::plan::Scenario;
use crate::study::rounds::{NOTHING, planned};
use crate::study::{Event, Row, Sink, Study};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// The pause between groups: several sampling periods of a governor.
const REST: Duration = Duration::from_millis(500);

/// The arguments of a process that measures one row of a study at one size.
pub type Words = dyn Fn(&dyn Study, &Row, usize) -> Vec<String>;

/// Runs the studies in processes of `program` with the arguments `words`; `command` is the command
/// that repeats them.
///
/// # Errors
/// As [`stream::run`]; [`Failure::Run`] if nothing could be measured.
pub fn run(
    studies: &[Box<dyn Study>],
    program: &Path,
    words: &Words,
    command: String,
    sink: &mut Sink<'_>,
) -> Result<()> {
    let mut host = host::describe();
    host.seed = studies.first().map_or(0, |study| study.plan().seed);
    host.command = command;
    host.planned = studies.iter().map(|study| planned(&**study)).sum();
    sink(Event::Host(Box::new(host)))?;
    let total = studies.iter().map(|s| s.rows().len() * s.plan().bits.len()).sum();
    let mut done = 0;
    let mut measured: Vec<Measurement> = Vec::new();
    for study in studies {
        let plan = study.plan();
        let groups = groups(study.rows(), plan.scenario);
        let mut told = measured.len();
        for (index, &group) in groups.iter().enumerate() {
            if done > 0 {
                thread::sleep(REST);
            }
            for &bits in &plan.bits {
                for row in group {
                    let name = &row.names.algorithm;
                    let what = format!("{bits} bits, {name} on {} threads", row.threads);
                    sink(Event::Progress { done: count(done) / count(total), what })?;
                    if let Err(failure) = test(&**study, program, words, row, bits, &mut measured) {
                        match failure {
                            Failure::Run(said) if said.contains(NOTHING) => {
                                sink(Event::Note(format!("{bits} bits: left out: {name}")))?;
                            }
                            other => return Err(other),
                        }
                    }
                    done += 1;
                }
                // Each process knows only its own times. The fastest one-thread algorithm is known
                // after a group of all algorithms on one thread, or at the end.
                if plan.scenario != Some(Scenario::Alone) || index + 1 == groups.len() {
                    speedup::fill(&mut measured);
                    sink(Event::Measured(measured[told..].to_vec()))?;
                    told = measured.len();
                }
            }
        }
    }
    if measured.is_empty() {
        return Err(Failure::run(NOTHING));
    }
    Ok(())
}

/// The rows that follow each other without a pause.
fn groups(rows: &[Row], scenario: Option<Scenario>) -> Vec<&[Row]> {
    match scenario {
        Some(Scenario::Alone) => rows.chunks(1).collect(),
        _ => rows.chunk_by(|a, b| a.threads == b.threads).collect(),
    }
}

/// One process.
fn test(
    study: &dyn Study,
    program: &Path,
    words: &Words,
    row: &Row,
    bits: usize,
    measured: &mut Vec<Measurement>,
) -> Result<()> {
    let mut command = Command::new(program);
    command.args(words(study, row, bits)).stdin(Stdio::null());
    let scenario = study.plan().scenario.map(|scenario| scenario.name().to_owned());
    stream::run(command, "a process of the scenario", &mut |event| {
        if let Event::Measured(rows) = event {
            measured.extend(rows.into_iter().map(|m| {
                let scenario = scenario.clone();
                let alone = Measurement { speedup: None, efficiency: None, over_binary: None, ..m };
                Measurement { scenario, ..alone }
            }));
        }
        Ok(())
    })
}
