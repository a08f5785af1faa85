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
use super::{Event, Sink};
use crate::analysis::{OVERSUBSCRIBED, speedup};
use crate::executor;
use crate::failure::{Failure, Result};
use crate::host::{hardware_threads, real_cores};
use crate::measure::clock;
use crate::measure::pin::Pinned;
use crate::measure::statistics::{Summary, count, round_to};
use crate::record::Measurement;
use crate::registry::{self, Listed, TEAM};
use polylimb::limb::Kernel;
use polylimb::modmul::Request;
use polylimb::team::{Alone, Split};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry::Vacant;
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

/// One row to measure, before a size is chosen.
#[derive(Clone)]
pub struct Variant {
    /// The algorithm.
    pub listed: Listed,
    /// Its threads.
    pub threads: usize,
    /// What runs its parts; none for one thread.
    pub executor: Option<&'static executor::Entry>,
    /// Its kernel.
    pub kernel: Kernel,
}

impl Variant {
    /// The executor's name, `alone` for one thread.
    fn executor_name(&self) -> &'static str {
        self.executor.map_or("alone", |e| e.name)
    }
}

/// The rows of a plan: each algorithm on each thread count it is defined for, with each kernel, and
/// with each executor where it is parallel. Baselines bring a kernel of their own and appear once.
///
/// # Errors
/// [`Failure::Usage`] for a name that does not exist, an algorithm asked for by name that fits none of
/// the thread counts, or if nothing is left to measure.
pub fn variants(plan: &Plan, listed: &[Listed]) -> Result<Vec<Variant>> {
    let chosen = match &plan.algorithms {
        None => listed.to_vec(),
        Some(names) => {
            names.iter().map(|name| registry::find(listed, name)).collect::<Result<_>>()?
        }
    };
    let mut variants = Vec::new();
    for listed in chosen {
        let before = variants.len();
        for &threads in plan.threads.iter().filter(|&&n| listed.entry.threads.contains(n)) {
            let executors: Vec<Option<_>> = match threads {
                1 => vec![None],
                _ => plan.executors.iter().copied().map(Some).collect(),
            };
            let kernels = if listed.own_kernel().is_some() { 1 } else { plan.kernels.len() };
            for &kernel in &plan.kernels[..kernels] {
                for &executor in &executors {
                    variants.push(Variant { listed, threads, executor, kernel });
                }
            }
        }
        if variants.len() == before && plan.algorithms.is_some() {
            let (name, least) = (listed.entry.name, listed.entry.threads.min());
            return Err(Failure::usage(format!(
                "{name} runs on {} thread(s); add --threads {least}",
                registry::threads(listed.entry.threads)
            )));
        }
    }
    if variants.is_empty() {
        return Err(Failure::usage(
            "no algorithm runs on these thread counts; see polylimb list modmul",
        ));
    }
    // By threads, as tables show them; within, the registry's order.
    variants.sort_by_key(|v| v.threads);
    Ok(variants)
}

/// Runs the plan over `listed`, and tells `sink` what it does and finds, except for the host.
///
/// # Errors
/// As [`variants`]; [`Failure::Run`] if threads cannot be had or nothing could be measured; the sink's.
pub fn run(plan: &Plan, listed: &[Listed], sink: &mut Sink<'_>) -> Result<()> {
    let variants = variants(plan, listed)?;
    let splits = splits(&variants, plan.pin)?;
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
        let mut cells = Vec::new();
        for (index, v) in variants.iter().enumerate() {
            let split = &splits[&(v.executor_name(), v.threads)];
            match prepare(plan, &machine, v, split, &numbers) {
                Ok(mut cell) => {
                    if plan.scenario.is_some() {
                        let _pinned = machine.pin(plan.pin, v);
                        cell.sample(0, 1);
                    }
                    cells.push((v, cell));
                }
                Err(error) => sink(Event::Note(format!("{bits} bits: left out: {error}")))?,
            }
            sink(progress(count(index + 1) / count(variants.len())))?;
        }
        let rounds = if plan.scenario.is_some() { 0 } else { ROUNDS };
        for round in 0..rounds {
            for (v, cell) in &mut cells {
                let _pinned = machine.pin(plan.pin, v);
                cell.sample(round, ROUNDS);
            }
            sink(progress(count(round + 2)))?;
        }
        let paces = cells.iter().flat_map(|(_, cell)| &cell.paces);
        fastest_pace = paces.copied().fold(fastest_pace, f64::min);
        let rows = |(v, cell)| measurements(bits, v, cell, &machine, fastest_pace);
        let mut measurements: Vec<_> = cells.into_iter().flat_map(rows).collect();
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

/// Makes it for all rows.
fn splits(variants: &[Variant], pin: bool) -> Result<Splits> {
    let mut splits = BTreeMap::new();
    for v in variants {
        if let Vacant(slot) = splits.entry((v.executor_name(), v.threads)) {
            slot.insert(match v.executor {
                None => Arc::new(Alone),
                Some(executor) => registry::split(executor, v.threads, pin)?,
            });
        }
    }
    Ok(splits)
}

/// Makes and calibrates the cell of a row; an error if the algorithm refuses the modulus.
fn prepare(
    plan: &Plan,
    machine: &Machine,
    v: &Variant,
    split: &Arc<dyn Split>,
    numbers: &Numbers,
) -> polylimb::Result<Cell> {
    let modulus = numbers.modulus_words();
    let request = Request { kernel: v.kernel, split: Arc::clone(split), ..Request::new(&modulus) };
    let modmul = v.listed.entry.build(&request)?;
    let most = if machine.is_crowded_by(v.threads) { CROWDED_RUNS } else { usize::MAX };
    let _pinned = machine.pin(plan.pin, v);
    let mut cell = Cell::new(modmul, Arc::clone(split), numbers);
    cell.calibrate(&plan.ops, machine.batch_time, plan.runs.min(most), plan.time_per_row, numbers);
    Ok(cell)
}

/// A size's weight in the progress: a constant for the samples of short batches, more for long ones.
fn work(bits: usize) -> usize {
    2048 + bits
}

/// The rows of one cell.
fn measurements(
    bits: usize,
    v: &Variant,
    cell: Cell,
    machine: &Machine,
    fastest_pace: f64,
) -> Vec<Measurement> {
    let pace = Summary::of(&mut cell.paces.clone()).map_or(0.0, |s| s.median);
    let slowdown = pace / fastest_pace;
    let row = |mut series: Series| {
        let summary = Summary::of(&mut series.samples)?;
        Some(Measurement {
            study: "modmul".into(),
            algorithm: v.listed.entry.name.into(),
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
            kernel: v.listed.own_kernel().unwrap_or(v.kernel.name()).into(),
            warnings: warnings(&summary, v.threads, machine, slowdown),
            executor: v.executor_name().into(),
            batch: series.batch,
            constant_time: registry::constant_time(v.listed.entry.constant_time).into(),
            library: v.listed.library,
            ..Measurement::default()
        })
    };
    cell.series.into_iter().filter_map(row).collect()
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
    fn pin(&self, wanted: bool, v: &Variant) -> Option<Pinned> {
        let knows = v.executor.is_none_or(|e| e.name == TEAM);
        if wanted && knows && !self.is_crowded_by(v.threads) {
            Pinned::to(*self.cpus.first()?)
        } else {
            None
        }
    }
}
