//! Modular exponentiation: which method is fastest, at which size, on how many lanes.
//!
//! For each size every method gets the same random odd modulus, and bases and exponents of full length. A time is
//! that of one power from number to number, into the domain and out again included, the constants of the modulus
//! not. `threads` are the method's lanes, each over a multiplication of one thread; or, with a parallel
//! multiplication chosen, those of the multiplication under a method of one lane.

mod bench;
mod count;
pub mod model;
mod numbers;

pub use count::Taken;

use super::plan::Plan;
use super::{Bench, Event, Row, Sink, Size, Study};
use crate::executor;
use crate::failure::{Failure, Result};
use crate::record::{Measurement, ModelRow, Run};
use crate::registry::powm::{Listed, Power, find};
use crate::registry::{self, Listed as Multiplication};
use bench::Chain;
use numbers::Numbers;
use polylimb::cpu::Features;
use polylimb::limb::Kernel;
use polylimb::modmul::{ConstantTime, Entry, Request};
use polylimb::powm::Width;
use polylimb::team::{Alone, Split};
use std::sync::Arc;

/// What the methods compute with.
#[derive(Default)]
pub struct Options {
    /// The multiplications; none for the best of one thread for each size.
    pub modmuls: Option<Vec<Multiplication>>,
    /// The window's width where a method has one; none for the method's choice.
    pub width: Option<usize>,
}

/// The study of a plan.
pub struct Powm {
    plan: Plan,
    variants: Vec<Variant>,
    rows: Vec<Row>,
}

/// What a row computes with.
struct Variant {
    listed: Listed,
    /// None for the best of the size.
    modmul: Option<Multiplication>,
    lanes: usize,
    /// The threads of a product.
    product_threads: usize,
    width: Option<usize>,
    executor: Option<&'static executor::Entry>,
    kernel: Kernel,
}

impl Powm {
    /// The study of the methods of `listed` that the plan names: each on each number of lanes it is defined for, and
    /// on one lane over each parallel multiplication chosen. Baselines appear once.
    ///
    /// # Errors
    /// [`Failure::Usage`] for a name that does not exist, a method asked for by name that fits none of the
    /// thread counts, a width no method takes, or if nothing is left to measure.
    pub fn new(plan: Plan, options: &Options, listed: &[Listed]) -> Result<Self> {
        let chosen: Vec<Listed> = match &plan.algorithms {
            None => listed.to_vec(),
            Some(names) => names.iter().map(|name| find(listed, name)).collect::<Result<_>>()?,
        };
        let takes = |l: &Listed, w| matches!(l.width(), Width::UpTo(most) if w <= most);
        if let Some(width) = options.width
            && !chosen.iter().any(|l| takes(l, width))
        {
            return Err(Failure::usage(format!(
                "--width {width}: none of the methods has such a window; see polylimb list powm"
            )));
        }
        let mut variants = Vec::new();
        for listed in chosen {
            let before = variants.len();
            let width = options.width.filter(|&w| takes(&listed, w));
            for &threads in &plan.threads {
                for (modmul, lanes) in ways(&listed, threads, options) {
                    let kernels = if listed.library() { plan.kernels.len() } else { 1 };
                    for &kernel in &plan.kernels[..kernels] {
                        for executor in plan.executors_for(threads) {
                            let product_threads = threads / lanes;
                            variants.push(Variant {
                                listed,
                                modmul,
                                lanes,
                                product_threads,
                                width,
                                executor,
                                kernel,
                            });
                        }
                    }
                }
            }
            if variants.len() == before && plan.algorithms.is_some() {
                let (name, least) = (listed.name(), listed.lanes().min());
                return Err(Failure::usage(format!(
                    "{name} runs on {} lane(s), over multiplications of one thread; add --threads {least}",
                    registry::threads(listed.lanes())
                )));
            }
        }
        if variants.is_empty() {
            return Err(Failure::usage(
                "no method runs on these thread counts; see polylimb list powm",
            ));
        }
        // By threads, as tables show them; within, the registry's order.
        variants.sort_by_key(Variant::threads);
        let rows = variants.iter().map(Variant::row).collect();
        Ok(Self { plan, variants, rows })
    }
}

/// The multiplications and lanes that use just so many threads.
fn ways(
    listed: &Listed,
    threads: usize,
    options: &Options,
) -> Vec<(Option<Multiplication>, usize)> {
    let runs = listed.lanes().contains(threads);
    let own = matches!(listed, Listed::Batch | Listed::Baseline(_));
    let Some(modmuls) = options.modmuls.as_ref().filter(|_| !own) else {
        return if runs { vec![(None, threads)] } else { Vec::new() };
    };
    let of = |count: usize| modmuls.iter().filter(move |m| m.entry.threads.contains(count));
    let mut ways = Vec::new();
    if runs {
        ways.extend(of(1).map(|&m| (Some(m), threads)));
    }
    if threads > 1 && listed.lanes().contains(1) {
        ways.extend(of(threads).map(|&m| (Some(m), 1)));
    }
    ways
}

impl Study for Powm {
    fn name(&self) -> &'static str {
        "powm"
    }

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn rows(&self) -> &[Row] {
        &self.rows
    }

    fn planned(&self, row: usize, bits: usize) -> usize {
        let modmul = self.variants[row].modmul;
        usize::from(modmul.is_none_or(|m| m.entry.domain.accepts_odd_of(bits)))
    }

    fn at(&self, bits: usize) -> Box<dyn Size + '_> {
        Box::new(AtSize { study: self, numbers: Numbers::draw(self.plan.seed, bits) })
    }

    fn model(&self, run: &Run, sink: &mut Sink<'_>) -> Result<Vec<ModelRow>> {
        sink(Event::Progress { done: 0.0, what: "model".into() })?;
        let rows = model::compare(&run.measurements, run.host.seed)?;
        Ok(rows.into_iter().map(|row| ModelRow::Powm(Box::new(row))).collect())
    }
}

struct AtSize<'a> {
    study: &'a Powm,
    numbers: Numbers,
}

impl Size for AtSize<'_> {
    fn bench(&self, row: usize, split: &Arc<dyn Split>) -> polylimb::Result<Box<dyn Bench + '_>> {
        let power = self.study.variants[row].power(&self.numbers, split)?;
        Ok(Box::new(Chain::new(power, &self.numbers)))
    }
}

impl Variant {
    fn threads(&self) -> usize {
        self.lanes * self.product_threads
    }

    /// The method's, if the multiplication is constant-time; the best of the size is.
    fn constant_time(&self) -> ConstantTime {
        match self.modmul.map(|m| m.entry.constant_time) {
            Some(leaky) if leaky != ConstantTime::Yes => leaky,
            _ => self.listed.constant_time(),
        }
    }

    /// The multiplication of one thread for a size.
    fn best(&self, bits: usize) -> polylimb::Result<&'static Entry> {
        registry::best(bits, true, self.kernel)
            .map_err(|_| polylimb::Error::UnknownName { kind: "modmul algorithm" })
    }

    fn power(&self, numbers: &Numbers, split: &Arc<dyn Split>) -> polylimb::Result<Power> {
        match self.listed {
            Listed::Baseline(baseline) => return Ok(Power::baseline(baseline, &numbers.modulus)),
            Listed::Batch => return Power::batch(&numbers.modulus, self.features()),
            Listed::Library(_) | Listed::FixedBase(_) => {}
        }
        let alone = || Arc::new(Alone) as Arc<dyn Split>;
        let (lanes, product) = match self.lanes {
            1 => (alone(), Arc::clone(split)),
            _ => (Arc::clone(split), alone()),
        };
        let request =
            Request { kernel: self.kernel, split: product, ..Request::new(&numbers.modulus) };
        let modmul = match self.modmul {
            Some(modmul) => modmul.entry.build(&request)?,
            None => self.best(numbers.bits)?.build(&request)?,
        };
        match self.listed {
            Listed::Library(method) => Power::library(method, modmul, lanes, self.width),
            Listed::FixedBase(method) => {
                Power::fixed_base(method, modmul.into(), lanes, &numbers.base, numbers.bits)
            }
            Listed::Batch | Listed::Baseline(_) => unreachable!("made above"),
        }
    }

    /// What a batch may use: the vectors of the kernel, of which `ifma` is the only one that has them.
    fn features(&self) -> Features {
        if self.kernel.name() == "ifma" { Features::detect() } else { Features::NONE }
    }

    fn row(&self) -> Row {
        let mut names = Measurement {
            study: "powm".into(),
            algorithm: self.listed.name().into(),
            threads: self.threads(),
            kernel: if self.listed.library() { self.kernel.name() } else { "gmp" }.into(),
            executor: self.executor.map_or("alone", |e| e.name).into(),
            constant_time: registry::constant_time(self.constant_time()).into(),
            library: self.listed.library(),
            ..Measurement::default()
        };
        names.params.insert("lanes".into(), self.lanes.into());
        let mut words = vec!["--algorithms".to_owned(), self.listed.name().to_owned()];
        words.extend(["--kernel".into(), self.kernel.name().to_owned()]);
        let mut chosen = Vec::new();
        if let Some(modmul) = self.modmul {
            chosen.push(format!("over {}", modmul.entry.name));
            words.extend(["--modmul".into(), modmul.entry.name.to_owned()]);
        }
        if let Some(width) = self.width {
            names.params.insert("width".into(), width.into());
            chosen.push(format!("width {width}"));
            words.extend(["--width".into(), width.to_string()]);
        }
        names.variant = chosen.join(", ");
        Row { threads: self.threads(), executor: self.executor, names, words }
    }
}
