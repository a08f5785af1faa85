//! Modular multiplication: which algorithm is fastest, at which size, on how many threads.
//!
//! For each size every algorithm gets the same random odd modulus and operands. The algorithms take
//! turns, a tenth of the samples at a time, so that a drift of the machine hits all of them alike; the
//! order of the sizes is the plan's. In a scenario of the thesis each algorithm takes all its samples before
//! the next one begins, which lets the machine's drift show on purpose. Times are of `mul` and `sqr` inside the domain; entering and
//! leaving it are rows of their own.

use super::cell::{Cell, Series};
use super::numbers::Numbers;
use super::plan::Plan;
use super::variants::{Chosen, Variant, What, variants};
use super::{Event, Sink};
use crate::analysis::{OVERSUBSCRIBED, speedup};
use crate::failure::{Failure, Result};
use crate::host::{hardware_threads, real_cores};
use crate::measure::clock;
use crate::measure::pin::Pinned;
use crate::measure::statistics::{Summary, count, round_to};
use crate::parameters;
use crate::record::Measurement;
use crate::registry::{self, Listed, TEAM};
use polylimb::modmul::{ConstantTime, Request};
use polylimb::team::{Alone, Split};
use serde_json::{Map, Value};
use std::collections::btree_map::Entry::{Occupied, Vacant};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// In so many turns the algorithms of a size take their samples.
const ROUNDS: usize = 10;
/// At most so many samples where threads outnumber the machine's: a hand-over may wait for the
/// scheduler each time.
const CROWDED_RUNS: usize = 30;
/// The middle half of the samples may spread over this share of the median before it counts as noise.
const NOISE: f64 = 0.05;
/// The mean may exceed the median by this share before outliers are reported.
const OUTLIERS: f64 = 0.25;
/// The reference loop may be this much slower than at its fastest before the frequency is doubted.
const SLOWDOWN: f64 = 1.1;

/// Why a run without rows failed.
pub const NOTHING: &str = "nothing could be measured: no algorithm accepts these moduli";

/// Runs the plan over `listed`, and tells `sink` what it does and finds, except for the host.
///
/// # Errors
/// As [`variants`]; [`Failure::Run`] if threads cannot be had or nothing could be measured; the sink's.
pub fn run(plan: &Plan, listed: &[Listed], sink: &mut Sink<'_>) -> Result<()> {
    let variants = variants(plan, listed)?;
    let mut splits = splits(&variants, plan)?;
    let machine = Machine::new();
    let total: usize = plan.bits.iter().map(|&bits| work(bits)).sum();
    let mut before = 0;
    let mut fastest_pace = f64::INFINITY;
    let mut measured = 0;
    for &bits in &plan.bits {
        // Preparing the cells is the first of the rounds as far as progress goes.
        let progress = |rounds: f64| Event::Progress {
            done: (count(before) + rounds / count(ROUNDS + 1) * count(work(bits))) / count(total),
            what: format!("{bits} bits"),
        };
        let numbers = Numbers::draw(plan.seed, bits);
        let mut rows = Vec::new();
        let mut left_out = BTreeSet::new();
        for (index, v) in variants.iter().enumerate() {
            let Some(chosen) = v.at(bits) else { continue };
            let split = split(&mut splits, v, chosen.threads, plan.pin)?;
            match Row::prepare(plan, &machine, v, &chosen, split, &numbers) {
                Ok(mut row) => {
                    if plan.scenario.is_some() {
                        let _pinned = machine.pin(plan.pin, v, row.threads);
                        row.cell.sample(0, 1);
                    }
                    rows.push(row);
                }
                // Once, not for every kernel and thread count.
                Err(error) => {
                    let note = format!("{bits} bits: left out: {error}");
                    if left_out.insert(note.clone()) {
                        sink(Event::Note(note))?;
                    }
                }
            }
            sink(progress(count(index + 1) / count(variants.len())))?;
        }
        let rounds = if plan.scenario.is_some() { 0 } else { ROUNDS };
        for round in 0..rounds {
            for row in &mut rows {
                let _pinned = machine.pin(plan.pin, row.variant, row.threads);
                row.cell.sample(round, ROUNDS);
            }
            sink(progress(count(round + 2)))?;
        }
        let paces = rows.iter().flat_map(|row| &row.cell.paces);
        fastest_pace = paces.copied().fold(fastest_pace, f64::min);
        let of_row = |row: Row<'_>| row.measurements(bits, &machine, fastest_pace);
        let mut measurements: Vec<_> = rows.into_iter().flat_map(of_row).collect();
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

/// What runs the parts, by executor and thread count.
type Splits = BTreeMap<(&'static str, usize), Arc<dyn Split>>;

/// Makes it for all rows of one algorithm; a tuned row's threads change with the size.
fn splits(variants: &[Variant], plan: &Plan) -> Result<Splits> {
    let mut splits = Splits::new();
    for v in variants.iter().filter(|v| matches!(v.what, What::Algorithm(_))) {
        split(&mut splits, v, v.threads, plan.pin)?;
    }
    Ok(splits)
}

/// What runs the parts of the row on so many threads; made if it is not there.
fn split(splits: &mut Splits, v: &Variant, threads: usize, pin: bool) -> Result<Arc<dyn Split>> {
    match splits.entry((executor_name(v, threads), threads)) {
        Occupied(split) => Ok(Arc::clone(split.get())),
        Vacant(slot) => Ok(Arc::clone(slot.insert(match v.executor {
            None => Arc::new(Alone),
            Some(executor) => registry::split(executor, threads, pin)?,
        }))),
    }
}

/// The executor's name, `alone` for one thread.
fn executor_name(v: &Variant, threads: usize) -> &'static str {
    v.executor.filter(|_| threads > 1).map_or("alone", |e| e.name)
}

/// A size's weight in the progress: a constant for the samples of short batches, more for long ones.
fn work(bits: usize) -> usize {
    2048 + bits
}

/// A row at one size.
struct Row<'a> {
    variant: &'a Variant,
    /// The threads it uses.
    threads: usize,
    params: Map<String, Value>,
    cell: Cell,
}

impl<'a> Row<'a> {
    /// Makes and calibrates it; an error if the algorithm refuses the modulus.
    fn prepare(
        plan: &Plan,
        machine: &Machine,
        variant: &'a Variant,
        chosen: &Chosen,
        split: Arc<dyn Split>,
        numbers: &Numbers,
    ) -> polylimb::Result<Self> {
        let (modulus, threads) = (numbers.modulus_words(), chosen.threads);
        let (kernel, shared) = (variant.kernel, Arc::clone(&split));
        let request = Request { kernel, split: shared, ..Request::new(&modulus) };
        let modmul = chosen.entry.build(&chosen.asked.into_request(request))?;
        let params = match &variant.what {
            What::Algorithm(_) => chosen.asked.params(modmul.parameters()),
            What::Tuned(_) => {
                let mut params = parameters::params(modmul.parameters());
                params.insert("algorithm".into(), chosen.entry.name.into());
                params.insert("threads".into(), threads.into());
                params
            }
        };
        let most = if machine.is_crowded_by(threads) { CROWDED_RUNS } else { usize::MAX };
        let _pinned = machine.pin(plan.pin, variant, threads);
        let mut cell = Cell::new(modmul, split, numbers);
        let runs = plan.runs.min(most);
        cell.calibrate(&plan.ops, machine.batch_time, runs, plan.time_per_row, numbers);
        Ok(Self { variant, threads, params, cell })
    }

    /// A measurement for each operation.
    fn measurements(self, bits: usize, machine: &Machine, fastest_pace: f64) -> Vec<Measurement> {
        let (v, cell, params) = (self.variant, self.cell, self.params);
        let listed = match v.what {
            What::Algorithm(listed) => Some(listed),
            What::Tuned(_) => None,
        };
        let constant_time = listed.map_or(ConstantTime::Yes, |l| l.entry.constant_time);
        let pace = Summary::of(&mut cell.paces.clone()).map_or(0.0, |s| s.median);
        let slowdown = pace / fastest_pace;
        let measurement = |mut series: Series| {
            let summary = Summary::of(&mut series.samples)?;
            Some(Measurement {
                study: "modmul".into(),
                algorithm: v.name().into(),
                threads: v.threads,
                bits,
                op: series.op.name().into(),
                runs: summary.runs,
                unit: "ns".into(),
                min: round_to(summary.min, 3),
                mean: round_to(summary.mean, 3),
                median: round_to(summary.median, 3),
                sd: round_to(summary.sd, 3),
                cv: round_to(summary.cv, 5),
                correct: series.correct,
                kernel: listed.and_then(|l| l.own_kernel()).unwrap_or(v.kernel.name()).into(),
                params: params.clone(),
                warnings: warnings(&summary, self.threads, machine, slowdown),
                executor: executor_name(v, v.threads).into(),
                batch: series.batch,
                constant_time: registry::constant_time(constant_time).into(),
                library: listed.is_some_and(|l| l.library),
                ..Measurement::default()
            })
        };
        cell.series.into_iter().filter_map(measurement).collect()
    }
}

fn warnings(summary: &Summary, threads: usize, machine: &Machine, slowdown: f64) -> Vec<String> {
    let mut warnings = Vec::new();
    if machine.is_crowded_by(threads) {
        warnings.push(OVERSUBSCRIBED.into());
    } else if threads > machine.cores {
        warnings.push("threads share cores".into());
    }
    let percent = |x: f64| (x * 100.0).round();
    if summary.middle_half > NOISE {
        let (cv, half) = (percent(summary.cv), percent(summary.middle_half));
        warnings.push(format!("noisy: cv {cv} %, the middle half spreads over {half} %"));
    } else if summary.mean > summary.median * (1.0 + OUTLIERS) {
        let above = percent(summary.mean / summary.median - 1.0);
        warnings.push(format!("outliers: the mean is {above} % above the median, which is steady"));
    }
    if slowdown > SLOWDOWN {
        let slower = percent(slowdown - 1.0);
        warnings.push(format!("frequency: the core ran {slower} % slower than at its fastest"));
    }
    warnings
}

/// What the study needs to know of the machine.
struct Machine {
    cpus: Vec<usize>,
    cores: usize,
    batch_time: Duration,
}

impl Machine {
    fn new() -> Self {
        let cpus = hardware_threads();
        let cores = real_cores(Path::new("/"), &cpus);
        Self { cpus, cores, batch_time: clock::batch_time(clock::step()) }
    }

    fn is_crowded_by(&self, threads: usize) -> bool {
        threads > self.cpus.len()
    }

    /// Pins the caller where that helps: alone or with a team that knows its place, on a machine with
    /// a core for each thread. Threads of other executors would inherit the caller's only core.
    fn pin(&self, wanted: bool, v: &Variant, threads: usize) -> Option<Pinned> {
        let knows = v.executor.is_none_or(|e| e.name == TEAM);
        if wanted && knows && !self.is_crowded_by(threads) {
            Pinned::to(*self.cpus.first()?)
        } else {
            None
        }
    }
}
