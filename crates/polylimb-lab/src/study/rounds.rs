//! Carries out any study: sizes in the plan's order, with the rows of each size in turns.
//!
//! At a size every row gets the same numbers. The rows take turns, a tenth of the samples at a
//! time, so that a drift of the machine affects all of them alike. In a scenario of `[Arruda2014]`
//! each row takes all its samples before the next one begins, which shows the machine's drift on
//! purpose.

use super::cell::{Cell, Paces};
use super::machine::Machine;
use super::{Event, Row, Sink, Size, Study};
use crate::analysis::speedup;
use crate::failure::{Failure, Result};
use crate::measure::statistics::{Summary, count};
use crate::registry;
use polylimb::{Alone, Split};
use std::collections::btree_map::Entry::Vacant;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// The number of turns in which the rows of a size take their samples.
const ROUNDS: usize = 10;
/// The most samples if the threads outnumber the machine's: a hand-over may wait for the scheduler
/// each time.
const CROWDED_RUNS: usize = 30;

/// Why a run without rows failed.
pub const NOTHING: &str = "nothing could be measured: no algorithm accepts these moduli";

/// Runs the study, and reports its progress and its results to `sink`, except the host.
///
/// # Errors
/// [`Failure::Run`] if threads cannot be started or nothing could be measured; the sink's.
pub fn run(study: &dyn Study, sink: &mut Sink<'_>) -> Result<()> {
    let (plan, rows) = (study.plan(), study.rows());
    let splits = splits(study)?;
    let machine = Machine::new();
    let budget = plan.time_per_row(planned(study));
    let total: usize = plan.bits.iter().map(|&bits| work(bits)).sum();
    let mut before = 0;
    let mut fastest = machine.instrument.pace();
    let mut measured = 0;
    for &bits in &plan.bits {
        // For the progress, preparing the cells counts as the first of the rounds.
        let progress = |rounds: f64| Event::Progress {
            done: (count(before) + rounds / count(ROUNDS + 1) * count(work(bits))) / count(total),
            what: format!("{bits} bits"),
        };
        let size = study.at(bits);
        let mut cells = Vec::new();
        let mut left_out = BTreeSet::new();
        for (index, row) in rows.iter().enumerate() {
            let threads = study.threads(index, bits);
            let split = &splits[&(row.executor_name(threads), threads)];
            match prepare(study, &machine, &*size, (index, threads), split, budget) {
                Ok(mut cell) => {
                    if plan.scenario.is_some() {
                        let _pinned = machine.pin(plan.pin, row, threads);
                        cell.sample(&machine, 0, 1);
                    }
                    cells.push((row, cell));
                }
                // Once, not for every kernel and thread count.
                Err(error) => {
                    let note = format!("{bits} bits: left out: {error}");
                    if left_out.insert(note.clone()) {
                        sink(Event::Note(note))?;
                    }
                }
            }
            sink(progress(count(index + 1) / count(rows.len())))?;
        }
        let rounds = if plan.scenario.is_some() { 0 } else { ROUNDS };
        for round in 0..rounds {
            for (row, cell) in &mut cells {
                let _pinned = machine.pin(plan.pin, row, cell.threads);
                cell.sample(&machine, round, ROUNDS);
            }
            sink(progress(count(round + 2)))?;
        }
        let mut paces: Vec<f64> = cells.iter().filter_map(|(_, cell)| cell.pace()).collect();
        let here = Summary::of(&mut paces).map_or(f64::INFINITY, |paces| paces.median);
        fastest = fastest.min(here);
        let paces = Paces { here, fastest };
        let of_row = |(row, cell): (&Row, Cell<'_>)| cell.measurements(bits, row, &machine, paces);
        let mut measurements: Vec<_> = cells.into_iter().flat_map(of_row).collect();
        for m in &mut measurements {
            m.scenario = plan.scenario.map(|scenario| scenario.name().to_owned());
        }
        speedup::fill(&mut measurements);
        measured += measurements.len();
        before += work(bits);
        sink(Event::Measured(measurements))?;
    }
    if measured == 0 {
        return Err(Failure::run(NOTHING));
    }
    Ok(())
}

/// The number of planned measurements of the study, over all sizes.
#[must_use]
pub fn planned(study: &dyn Study) -> usize {
    let sizes = study.plan().bits.iter();
    let at = |&bits: &usize| (0..study.rows().len()).map(move |row| study.planned(row, bits));
    sizes.flat_map(at).sum()
}

/// The executors, by name and thread count.
type Splits = BTreeMap<(&'static str, usize), Arc<dyn Split>>;

/// Makes the executors for all rows at all sizes.
fn splits(study: &dyn Study) -> Result<Splits> {
    let mut splits = BTreeMap::new();
    let plan = study.plan();
    for (index, row) in study.rows().iter().enumerate() {
        for &bits in &plan.bits {
            let threads = study.threads(index, bits);
            if let Vacant(slot) = splits.entry((row.executor_name(threads), threads)) {
                slot.insert(match row.executor.filter(|_| threads > 1) {
                    None => Arc::new(Alone),
                    Some(executor) => registry::split(executor, threads, plan.pin)?,
                });
            }
        }
    }
    Ok(splits)
}

/// Makes and calibrates the cell of a row on `threads` threads; an error if the algorithm refuses
/// the modulus.
fn prepare<'a>(
    study: &dyn Study,
    machine: &Machine,
    size: &'a dyn Size,
    (index, threads): (usize, usize),
    split: &Arc<dyn Split>,
    budget: Option<Duration>,
) -> polylimb::Result<Cell<'a>> {
    let (plan, row) = (study.plan(), &study.rows()[index]);
    let bench = size.bench(index, split)?;
    let most = if machine.is_crowded_by(threads) { CROWDED_RUNS } else { usize::MAX };
    let _pinned = machine.pin(plan.pin, row, threads);
    let split = Arc::clone(split);
    Ok(Cell::calibrated(bench, split, threads, machine, plan.runs.min(most), budget))
}

/// A size's weight in the progress: a constant for the samples of short batches, more for long
/// ones.
const fn work(bits: usize) -> usize {
    2048 + bits
}
