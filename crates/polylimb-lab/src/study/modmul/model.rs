//! Synchronisations counted and longest paths measured, for the model of splitting one
//! multiplication.
//!
//! Each parallel row of a run is made once more over [`Serial`], which reports the row's threads
//! but runs its parts one after another on one core. Three and four threads can thus be judged on a
//! machine with two cores. The limits: one core has all operands in its cache, and runs at the
//! clock of an otherwise idle machine.

use super::numbers::Numbers;
use crate::analysis::model::{Base, Counted, covers, row};
use crate::executor::Serial;
use crate::failure::Result;
use crate::host::hardware_threads;
use crate::measure::pin::Pinned;
use crate::measure::statistics::{Summary, count};
use crate::record::{Measurement, ModelRow, Run};
use crate::registry;
use crate::study::draw::{to_words, words};
use crate::study::{Event, Sink};
use polylimb::authors::limb::{Kernel, Word};
use polylimb::authors::modmul::Request;
use polylimb::cpu::Features;
use serde_json::Value;
use std::mem::swap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Why there are no rows.
const NOTHING: &str = "--model: nothing to predict of modmul: it takes rows on one thread and on several with the executor team, on two cores";
/// Number of timed products, whose median counts; fewer if they take longer than [`ROW_TIME`].
const RUNS: usize = 301;
/// See [`RUNS`].
const ROW_TIME: Duration = Duration::from_millis(10);
/// The least number of products.
const FEWEST: usize = 9;

/// What the model says about every parallel row of `run`; empty if the hand-over was not measured.
/// Reports its progress.
///
/// # Errors
/// [`crate::failure::Failure::Run`] if an algorithm of the run cannot be made again; the sink's.
pub fn run(run: &Run, sink: &mut Sink<'_>) -> Result<Vec<ModelRow>> {
    let measurements = &run.measurements;
    let covered: Vec<_> = measurements.iter().filter(|m| covers(m)).collect();
    let _pinned = hardware_threads().first().and_then(|&cpu| Pinned::to(cpu));
    let mut rows = Vec::new();
    for (index, m) in covered.iter().enumerate() {
        sink(Event::Progress {
            done: count(index) / count(covered.len()),
            what: format!("model, {} bits", m.bits),
        })?;
        let base = Base::new(measurements, &m.kernel, &run.host);
        let row = row(m, &base, &run.host, counted(m, run.host.seed)?);
        rows.extend(row.map(|row| ModelRow::Modmul(Box::new(row))));
    }
    if rows.is_empty() {
        sink(Event::Note(NOTHING.into()))?;
    }
    Ok(rows)
}

/// The measured algorithm over [`Serial`].
///
/// # Errors
/// As [`polylimb::authors::modmul::Entry::build`].
pub fn counted(m: &Measurement, seed: u64) -> polylimb::Result<Counted> {
    let numbers = Numbers::draw(seed, m.bits);
    let modulus = words(&numbers.modulus);
    let split = Arc::new(Serial::new(m.threads));
    let parameter = |name: &str| m.params.get(name).and_then(Value::as_u64).map(|v| v as usize);
    let modmul = registry::modmul(&m.algorithm)?.build(&Request {
        kernel: Kernel::by_name(&m.kernel, Features::detect())?,
        split: split.clone(),
        cut_words: parameter("split"),
        k: parameter("k"),
        ..Request::new(&modulus)
    })?;
    let mut scratch = vec![0; modmul.scratch_words()];
    let residue = vec![0; modmul.residue_words()];
    let (mut x, mut b, mut next) = (residue.clone(), residue.clone(), residue);
    let plain = |number| -> Vec<Word> { to_words(number, modulus.len()) };
    modmul.enter(&mut x, &plain(&numbers.a), &mut scratch);
    modmul.enter(&mut b, &plain(&numbers.b), &mut scratch);
    let _ = split.take();
    let mut runs = 0;
    let mut samples = Vec::with_capacity(RUNS);
    let begun = Instant::now();
    while samples.len() < FEWEST || (samples.len() < RUNS && begun.elapsed() < ROW_TIME) {
        let start = Instant::now();
        modmul.mul(&mut next, &x, &b, &mut scratch);
        let taken = start.elapsed();
        swap(&mut x, &mut next);
        let ledger = split.take();
        runs = ledger.runs;
        let path = taken.saturating_sub(ledger.saved + split.reading());
        samples.push(path.as_secs_f64() * 1e9);
    }
    let path = Summary::of(&mut samples).map_or(0.0, |summary| summary.median);
    Ok(Counted { runs, path })
}
