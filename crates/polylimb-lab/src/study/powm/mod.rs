//! Modular exponentiation: which method is fastest, at which size, on how many lanes.
//!
//! For each size every method gets the same random odd modulus, and bases and exponents of full length. A time is
//! that of one power from number to number, into the domain and out again included, the constants of the modulus
//! not. `threads` are the method's lanes, each over a multiplication of one thread; or, with a parallel
//! multiplication chosen, those of the multiplication under a method of one lane.
//!
//! Where more is known than a base and an exponent the operation has a name of its own, and so a table: a file for
//! each, beside `chain`, which is for powers of any base.

mod batch;
mod chain;
mod count;
mod crt;
mod fixed_base;
pub mod model;
mod numbers;
mod product;
mod variant;

pub use count::Taken;

use super::plan::Plan;
use super::{Bench, Event, Row, Sink, Size, Study};
use crate::failure::{Failure, Result};
use crate::record::{ModelRow, Run};
use crate::registry::powm::{Measured, Named, find};
use crate::registry::{self, Listed as Multiplication};
use numbers::Numbers;
use polylimb::powm::Width;
use polylimb::team::Split;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use variant::Variant;

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

impl Powm {
    /// The study of the methods of `listed` that the plan names: each on each number of lanes it is defined for, and
    /// on one lane over each parallel multiplication chosen. Baselines appear once.
    ///
    /// # Errors
    /// [`Failure::Usage`] for a name that does not exist, a method asked for by name that fits none of the
    /// thread counts, a width no method takes, or if nothing is left to measure.
    pub fn new(plan: Plan, options: &Options, listed: &[Measured]) -> Result<Self> {
        let chosen: Vec<Measured> = match &plan.algorithms {
            None => listed.to_vec(),
            Some(names) => names.iter().map(|name| find(listed, name)).collect::<Result<_>>()?,
        };
        let takes = |m: &Measured, w| matches!(m.entry().width, Width::UpTo(most) if w <= most);
        if let Some(width) = options.width
            && !chosen.iter().any(|m| takes(m, width))
        {
            return Err(Failure::usage(format!(
                "--width {width}: none of the methods has such a window; see polylimb list powm"
            )));
        }
        let mut variants = Vec::new();
        for what in chosen {
            let before = variants.len();
            let entry = what.entry();
            let width = options.width.filter(|&w| takes(&what, w));
            for &threads in &plan.threads {
                for (modmul, lanes) in ways(&what, threads, options) {
                    let kernels = if entry.library { plan.kernels.len() } else { 1 };
                    for &kernel in &plan.kernels[..kernels] {
                        for executor in plan.executors_for(threads) {
                            let product_threads = threads / lanes;
                            variants.push(Variant {
                                what,
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
                return Err(Failure::usage(format!(
                    "{} runs on {} lane(s), over multiplications of one thread; add --threads {}",
                    entry.name,
                    registry::threads(entry.lanes),
                    entry.lanes.min()
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
    what: &Measured,
    threads: usize,
    options: &Options,
) -> Vec<(Option<Multiplication>, usize)> {
    let lanes = what.entry().lanes;
    let runs = lanes.contains(threads);
    let own = !variant::takes_multiplications(what);
    let Some(modmuls) = options.modmuls.as_ref().filter(|_| !own) else {
        return if runs { vec![(None, threads)] } else { Vec::new() };
    };
    let of = |count: usize| modmuls.iter().filter(move |m| m.entry.threads.contains(count));
    let mut ways = Vec::new();
    if runs {
        ways.extend(of(1).map(|&m| (Some(m), threads)));
    }
    if threads > 1 && lanes.contains(1) {
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
        self.variants[row].planned(bits)
    }

    fn at(&self, bits: usize) -> Box<dyn Size + '_> {
        Box::new(AtSize {
            study: self,
            seed: self.plan.seed,
            powers: Numbers::draw(self.plan.seed, bits),
            batch: OnceCell::new(),
            products: OnceCell::new(),
            keys: registry::powm::primes().map(|primes| (primes, OnceCell::new())).collect(),
        })
    }

    fn model(&self, run: &Run, sink: &mut Sink<'_>) -> Result<Vec<ModelRow>> {
        sink(Event::Progress { done: 0.0, what: "model".into() })?;
        let rows = model::compare(&run.measurements, run.host.seed)?;
        Ok(rows.into_iter().map(|row| ModelRow::Powm(Box::new(row))).collect())
    }
}

/// The numbers of a size; those that not every run needs are drawn when a row asks for them.
struct AtSize<'a> {
    study: &'a Powm,
    seed: u64,
    powers: Numbers,
    batch: OnceCell<batch::Numbers>,
    products: OnceCell<product::Numbers>,
    /// By the number of primes.
    keys: BTreeMap<usize, OnceCell<polylimb::Result<crt::Numbers>>>,
}

impl AtSize<'_> {
    fn batch(&self) -> &batch::Numbers {
        self.batch.get_or_init(|| batch::Numbers::draw(self.seed, self.powers.bits))
    }

    fn products(&self) -> &product::Numbers {
        self.products.get_or_init(|| product::Numbers::draw(self.seed, &self.powers))
    }

    fn key(&self, primes: usize) -> polylimb::Result<&crt::Numbers> {
        let draw = || crt::Numbers::draw(self.seed, self.powers.bits, primes);
        self.keys[&primes].get_or_init(draw).as_ref().map_err(Clone::clone)
    }
}

impl Size for AtSize<'_> {
    fn bench(&self, row: usize, split: &Arc<dyn Split>) -> polylimb::Result<Box<dyn Bench + '_>> {
        self.study.variants[row].bench(self, split)
    }
}
