//! Modular multiplication: which algorithm is fastest, at which size, on how many threads.
//!
//! For each size every algorithm gets the same random odd modulus and operands. Times are of `mul` and `sqr`
//! inside the domain; entering and leaving it are rows of their own.

mod bench;
mod numbers;
mod op;

pub use op::Op;

use super::plan::Plan;
use super::{Bench, Row, Size, Study};
use crate::executor;
use crate::failure::{Failure, Result};
use crate::record::Measurement;
use crate::registry::{self, Listed};
use bench::Chain;
use numbers::Numbers;
use polylimb::limb::Kernel;
use polylimb::modmul::Request;
use polylimb::team::Split;
use std::sync::Arc;

/// The study of a plan.
pub struct Modmul {
    plan: Plan,
    ops: Vec<Op>,
    variants: Vec<Variant>,
    rows: Vec<Row>,
}

/// What a row computes with.
struct Variant {
    listed: Listed,
    threads: usize,
    executor: Option<&'static executor::Entry>,
    kernel: Kernel,
}

impl Modmul {
    /// The study of the operations `ops` by the algorithms of `listed` that the plan names: each on each thread
    /// count it is defined for, with each kernel, and with each executor where it is parallel.
    /// Baselines bring a kernel of their own and appear once.
    ///
    /// # Errors
    /// [`Failure::Usage`] for a name that does not exist, an algorithm asked for by name that fits none of
    /// the thread counts, or if nothing is left to measure.
    pub fn new(plan: Plan, ops: Vec<Op>, listed: &[Listed]) -> Result<Self> {
        let variants = variants(&plan, listed)?;
        let rows = variants.iter().map(|v| v.row(&ops)).collect();
        Ok(Self { plan, ops, variants, rows })
    }
}

impl Study for Modmul {
    fn name(&self) -> &'static str {
        "modmul"
    }

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn rows(&self) -> &[Row] {
        &self.rows
    }

    fn planned(&self, row: usize, bits: usize) -> usize {
        // The study draws odd moduli; what has no such size is left out.
        let serves = self.variants[row].listed.entry.domain.accepts_odd_of(bits);
        if serves { self.ops.len() } else { 0 }
    }

    fn at(&self, bits: usize) -> Box<dyn Size + '_> {
        Box::new(AtSize { study: self, numbers: Numbers::draw(self.plan.seed, bits) })
    }
}

struct AtSize<'a> {
    study: &'a Modmul,
    numbers: Numbers,
}

impl Size for AtSize<'_> {
    fn bench(&self, row: usize, split: &Arc<dyn Split>) -> polylimb::Result<Box<dyn Bench + '_>> {
        let v = &self.study.variants[row];
        let modulus = super::draw::words(&self.numbers.modulus);
        let split = Arc::clone(split);
        let request = Request { kernel: v.kernel, split, ..Request::new(&modulus) };
        let modmul = v.listed.entry.build(&request)?;
        Ok(Box::new(Chain::new(modmul, &self.study.ops, &self.numbers)))
    }
}

fn variants(plan: &Plan, listed: &[Listed]) -> Result<Vec<Variant>> {
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
            let kernels = if listed.own_kernel().is_some() { 1 } else { plan.kernels.len() };
            for &kernel in &plan.kernels[..kernels] {
                for executor in plan.executors_for(threads) {
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

impl Variant {
    fn row(&self, ops: &[Op]) -> Row {
        let entry = self.listed.entry;
        let ops: Vec<_> = ops.iter().map(|op| op.name()).collect();
        let words = [
            ("--algorithms", entry.name.to_owned()),
            ("--kernel", self.kernel.name().to_owned()),
            ("--ops", ops.join(",")),
        ];
        Row {
            threads: self.threads,
            executor: self.executor,
            names: Measurement {
                study: "modmul".into(),
                algorithm: entry.name.into(),
                threads: self.threads,
                kernel: self.listed.own_kernel().unwrap_or(self.kernel.name()).into(),
                executor: self.executor.map_or("alone", |e| e.name).into(),
                constant_time: registry::constant_time(entry.constant_time).into(),
                library: self.listed.library,
                ..Measurement::default()
            },
            words: words.into_iter().flat_map(|(name, value)| [name.to_owned(), value]).collect(),
        }
    }
}
