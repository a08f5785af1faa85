//! Modular multiplication: which algorithm is fastest, at which size, on how many threads.
//!
//! For each size every algorithm gets the same random odd modulus and operands. Times are of `mul`
//! and `sqr` inside the domain; entering and leaving it have rows of their own.

mod bench;
pub mod model;
mod numbers;
mod op;
mod variants;

pub use op::Op;

use super::plan::Plan;
use super::{Bench, Row, Sink, Size, Study};
use crate::failure::Result;
use crate::parameters::{self, Cut};
use crate::record::{ModelRow, Run};
use crate::registry::Listed;
use bench::Chain;
use numbers::Numbers;
use polylimb::authors::modmul::Request;
use polylimb::modmul::Profile;
use polylimb::{Error, Split};
use std::path::PathBuf;
use std::sync::Arc;
use variants::{Variant, variants};

/// The operations to measure, and the parameters of the algorithms.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The operations.
    pub ops: Vec<Op>,
    /// The numbers of blocks of multipartite algorithms; empty for their defaults.
    pub k: Vec<usize>,
    /// The cuts of partite algorithms, `None` for the algorithm's own; empty for the own cut alone.
    pub cuts: Vec<Option<Cut>>,
    /// The profile of the row `tuned`; without it there is no such row.
    pub tuned: Option<Tuned>,
}

/// A profile and its file.
#[derive(Debug, Clone)]
pub struct Tuned {
    /// The file.
    pub path: PathBuf,
    /// The profile.
    pub profile: Profile,
}

/// The study of a plan.
pub struct Modmul {
    plan: Plan,
    ops: Vec<Op>,
    variants: Vec<Variant>,
    rows: Vec<Row>,
}

impl Modmul {
    /// The study of the algorithms of `listed` that the plan names: each on each supported thread
    /// count, with each kernel, with each executor if it is parallel, and with each given parameter
    /// that it has. Baselines bring their own kernel and appear once.
    ///
    /// # Errors
    /// [`Usage`](crate::failure::Failure::Usage) for an unknown name, a named algorithm that
    /// supports none of the thread counts, a parameter that none of the algorithms has, or if
    /// nothing is left to measure.
    pub fn new(plan: Plan, options: Options, listed: &[Listed]) -> Result<Self> {
        let variants = variants(&plan, &options, listed)?;
        let profile = options.tuned.as_ref().map(|tuned| tuned.path.as_path());
        let rows = variants.iter().map(|v| v.row(&options.ops, profile)).collect();
        Ok(Self { plan, ops: options.ops, variants, rows })
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
        // The study draws odd moduli; an algorithm that does not support the size is left out.
        if self.variants[row].serves(bits) { self.ops.len() } else { 0 }
    }

    fn threads(&self, row: usize, bits: usize) -> usize {
        let v = &self.variants[row];
        v.at(bits).map_or(v.threads, |chosen| chosen.threads)
    }

    fn at(&self, bits: usize) -> Box<dyn Size + '_> {
        Box::new(AtSize { study: self, bits, numbers: Numbers::draw(self.plan.seed, bits) })
    }

    fn model(&self, run: &Run, sink: &mut Sink<'_>) -> Result<Vec<ModelRow>> {
        model::run(run, sink)
    }
}

struct AtSize<'a> {
    study: &'a Modmul,
    bits: usize,
    numbers: Numbers,
}

impl Size for AtSize<'_> {
    fn bench(&self, row: usize, split: &Arc<dyn Split>) -> polylimb::Result<Box<dyn Bench + '_>> {
        let v = &self.study.variants[row];
        let chosen = v.at(self.bits).ok_or(Error::UnknownName { kind: "modmul algorithm" })?;
        let modulus = super::draw::words(&self.numbers.modulus);
        let split = Arc::clone(split);
        let request = Request { kernel: v.kernel, split, ..Request::new(&modulus) };
        let modmul = chosen.entry.build(&chosen.asked.into_request(request))?;
        let params = if chosen.tuned {
            let mut params = parameters::params(modmul.parameters());
            params.insert("algorithm".into(), chosen.entry.name.into());
            params.insert("threads".into(), chosen.threads.into());
            params
        } else {
            chosen.asked.params(modmul.parameters())
        };
        Ok(Box::new(Chain::new(modmul, params, &self.study.ops, &self.numbers)))
    }
}
