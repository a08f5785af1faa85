//! A process per test, on this machine: the thesis's scenario 1 and its Experiment 3.
//!
//! This program is started again for each algorithm and size, one after another. The processes of a group
//! follow each other at once; before the next group the machine rests, so that a governor forgets. In
//! scenario 1 a group is a thread count, each size in turn with all its algorithms; in Experiment 3 a
//! group is one algorithm.

use super::stream;
use crate::analysis::speedup;
use crate::failure::{Failure, Result};
use crate::host;
use crate::measure::statistics::count;
use crate::record::Measurement;
use crate::registry;
use crate::study::modmul::NOTHING;
use crate::study::plan::{Plan, Scenario};
use crate::study::variants::{Variant, What, variants};
use crate::study::{Event, Sink};
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// Between groups: several sampling periods of a governor.
const REST: Duration = Duration::from_millis(500);

/// Runs the study `modmul` in processes of `program`; `command` is what repeats it.
///
/// # Errors
/// As [`variants`] and [`stream::run`]; [`Failure::Run`] if nothing could be measured.
pub fn run_modmul(plan: &Plan, program: &Path, command: String, sink: &mut Sink<'_>) -> Result<()> {
    let variants = variants(plan, &registry::all())?;
    let groups: Vec<Vec<&Variant>> = match plan.scenario {
        Some(Scenario::Alone) => variants.iter().map(|v| vec![v]).collect(),
        _ => variants
            .chunk_by(|a, b| a.threads == b.threads)
            .map(|group| group.iter().collect())
            .collect(),
    };
    let total = variants.len() * plan.bits.len();
    let mut host = host::describe();
    host.seed = plan.seed;
    host.command = command;
    host.planned = total * plan.ops.len();
    sink(Event::Host(Box::new(host)))?;
    let mut measured: Vec<Measurement> = Vec::new();
    let mut done = 0;
    for (index, group) in groups.iter().enumerate() {
        if index > 0 {
            thread::sleep(REST);
        }
        for &bits in &plan.bits {
            let from = measured.len();
            for v in group {
                let name = v.name();
                let what = format!("{bits} bits, {name} on {} threads", v.threads);
                sink(Event::Progress { done: count(done) / count(total), what })?;
                if let Err(failure) = test(plan, program, v, bits, &mut measured) {
                    match failure {
                        Failure::Run(said) if said.contains(NOTHING) => {
                            sink(Event::Note(format!("{bits} bits: left out: {name}")))?;
                        }
                        other => return Err(other),
                    }
                }
                done += 1;
            }
            // Each process knew only its own times.
            speedup::fill(&mut measured);
            sink(Event::Measured(measured[from..].to_vec()))?;
        }
    }
    if measured.is_empty() {
        return Err(Failure::run(NOTHING));
    }
    Ok(())
}

/// One process.
fn test(
    plan: &Plan,
    program: &Path,
    v: &Variant,
    bits: usize,
    measured: &mut Vec<Measurement>,
) -> Result<()> {
    let mut command = Command::new(program);
    command.args(arguments(plan, v, bits)).stdin(Stdio::null());
    let scenario = plan.scenario.map(|scenario| scenario.name().to_owned());
    stream::run(command, "a process of the scenario", &mut |event| {
        if let Event::Measured(rows) = event {
            measured.extend(rows.into_iter().map(|m| {
                let scenario = scenario.clone();
                Measurement { scenario, speedup: None, efficiency: None, ..m }
            }));
        }
        Ok(())
    })
}

/// The words of a process that measures `v` at `bits`.
fn arguments(plan: &Plan, v: &Variant, bits: usize) -> Vec<OsString> {
    let ops: Vec<_> = plan.ops.iter().map(|op| op.name()).collect();
    let (bits, threads, runs) = (bits.to_string(), v.threads.to_string(), plan.runs.to_string());
    let (ops, seed) = (ops.join(","), plan.seed.to_string());
    let mut words = vec!["lab", "modmul", "--scenario", "all", "--json", "-", "--bits", &bits];
    words.extend(["--threads", &threads, "--algorithms", v.name()]);
    words.extend(["--kernel", v.kernel.name(), "--ops", &ops, "--runs", &runs, "--seed", &seed]);
    if let Some(executor) = v.executor {
        words.extend(["--executor", executor.name]);
    }
    if !plan.pin {
        words.push("--no-pin");
    }
    let mut words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
    if let Some(k) = v.asked.k {
        words.extend(["--k".into(), k.to_string().into()]);
    }
    if let Some(cut) = v.asked.cut {
        words.extend(["--cut".into(), cut.to_string().into()]);
    }
    if let (What::Tuned(_), Some(tuned)) = (&v.what, &plan.tuned) {
        words.extend(["--profile".into(), tuned.path.clone().into()]);
    }
    words
}
