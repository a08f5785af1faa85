//! Modular exponentiation: which method is fastest, at which size, on how many threads.
//!
//! For each size every method gets the same random odd modulus, and bases and exponents of full
//! length. A time is for one power from number to number. It includes entering and leaving the
//! domain, but not the constants of the modulus. `threads` are the method's, one for each part,
//! over a multiplication on one thread; with a parallel multiplication they are the
//! multiplication's, under a method on one thread.
//!
//! Where more is known than a base and an exponent the operation has its own name, and thus its own
//! table and its own file; `chain` is for powers of any base.

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
use polylimb::Split;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use variant::Variant;

/// The parameters of the methods.
#[derive(Default)]
pub struct Options {
    /// The multiplications; `None` for the best on one thread for each size.
    pub modmuls: Option<Vec<Multiplication>>,
    /// The window's width for methods with a window; `None` for the method's choice.
    pub width: Option<usize>,
}

/// The study of a plan.
pub struct Powm {
    plan: Plan,
    variants: Vec<Variant>,
    rows: Vec<Row>,
}

impl Powm {
    /// The study of the methods of `listed` that the plan names: each on each supported number of
    /// threads, and on one thread over each given parallel multiplication. Baselines appear once.
    ///
    /// # Errors
    /// [`Failure::Usage`] for an unknown name, a named method that supports none of the thread
    /// counts, a width that no method takes, or if nothing is left to measure.
    pub fn new(plan: Plan, options: &Options, listed: &[Measured]) -> Result<Self> {
        let chosen: Vec<Measured> = match &plan.algorithms {
            None => listed.to_vec(),
            Some(names) => names.iter().map(|name| find(listed, name)).collect::<Result<_>>()?,
        };
        let takes = |m: &Measured, w| m.entry().make.width.takes(w);
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
                    let kernels = if entry.make.library { plan.kernels.len() } else { 1 };
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
                    registry::threads(entry.threads),
                    entry.threads.min()
                )));
            }
        }
        if variants.is_empty() {
            return Err(Failure::usage(
                "no method runs on these thread counts; see polylimb list powm",
            ));
        }
        // By threads, as tables show them; then in the register's order.
        variants.sort_by_key(Variant::threads);
        let rows = variants.iter().map(Variant::row).collect();
        Ok(Self { plan, variants, rows })
    }
}

/// The multiplications and numbers of parts that use exactly `threads` threads.
fn ways(
    what: &Measured,
    threads: usize,
    options: &Options,
) -> Vec<(Option<Multiplication>, usize)> {
    let lanes = what.entry().threads;
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

/// The numbers of a size. Numbers that not every run needs are drawn at their first use.
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
