//! A study in this process.

use crate::failure::Result;
use crate::host;
use crate::measure::statistics::{count, round_to};
use crate::measure::{clock, hand_over};
use crate::registry;
use crate::study::plan::Plan;
use crate::study::variants::variants;
use crate::study::{Event, Sink, modmul};

/// Runs the study `modmul`; `command` is what repeats it.
///
/// # Errors
/// As [`modmul::run`].
pub fn run_modmul(plan: &Plan, command: String, sink: &mut Sink<'_>) -> Result<()> {
    let listed = registry::all();
    let variants = variants(plan, &listed)?;
    // The study draws odd moduli; what has no such size is left out.
    let serves = |bits: &usize| variants.iter().filter(|v| v.serves(*bits)).count();
    let rows: usize = plan.bits.iter().map(serves).sum();
    let mut host = host::describe();
    host.seed = plan.seed;
    host.command = command;
    host.planned = rows * plan.ops.len();
    host.clock_step = count(clock::step().as_nanos().try_into().unwrap_or(usize::MAX));
    // In a scenario nothing runs beside the tests.
    if plan.scenario.is_none() && plan.threads.iter().any(|&threads| threads > 1) {
        host.hand_over = hand_over::of_two(plan.pin).map(|ns| round_to(ns, 1));
    }
    sink(Event::Host(Box::new(host)))?;
    modmul::run(plan, &listed, sink)
}
