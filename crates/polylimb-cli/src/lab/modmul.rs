//! `polylimb lab modmul`: modular multiplications.

use super::options::{
    Algorithms, Beside, Bits, Defaults, How, Kernels, Order, Parallel, Timed, Times, names,
};
use crate::profile;
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::parameters::{parse_cuts, parse_k};
use polylimb_lab::record::TUNED;
use polylimb_lab::registry;
use polylimb_lab::study::Study;
use polylimb_lab::study::modmul::{self, Modmul, Op, Tuned};
use polylimb_lab::study::plan::Budget;
use std::path::PathBuf;
use std::time::Duration;

/// The sizes of `[Arruda2014]`, and larger ones.
const DEFAULTS: Defaults = Defaults {
    bits: &[128, 256, 384, 512, 521, 768, 1024, 1536, 2048, 3072, 4096, 8192, 16384],
    alone_bits: 384,
    runs: 1000,
    budget: Budget::Each(Duration::from_millis(250)),
};
const QUICK: Defaults = Defaults {
    bits: &[256, 512, 1024, 2048, 4096, 8192, 16384],
    runs: 5000,
    budget: Budget::All(
        Duration::from_secs(25),
        Duration::from_millis(2),
        Duration::from_millis(150),
    ),
    ..DEFAULTS
};

/// The options of `lab modmul`.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(after_help = "Examples:
  polylimb lab modmul --bits 1024,4096,16384 --threads 1,2 --json out.jsonl
  polylimb lab modmul --algorithms multipartite-v1 --k 2-4 --threads 2 --model --published")]
pub(crate) struct Options {
    #[command(flatten)]
    pub(super) bits: Bits,
    #[command(flatten)]
    pub(super) parallel: Parallel,
    #[command(flatten)]
    pub(super) algorithms: Algorithms,
    #[command(flatten)]
    pub(super) kernels: Kernels,
    /// Blocks of the operands of multipartite algorithms: 2,4 or 2-4; without it each algorithm's
    /// own
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub(super) k: Option<String>,
    /// Where partite algorithms cut, the lower part: 48%,54% of the words, 12 words, `own`; without
    /// it each algorithm's own
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub(super) cut: Option<String>,
    /// Measure a row `tuned` too: at each size what `Modulus::new` takes with this tuning profile
    #[arg(long, value_name = "FILE")]
    pub(super) profile: Option<PathBuf>,
    /// Operations: mul, sqr, enter, leave; comma separated
    #[arg(long, value_name = "LIST")]
    pub(super) ops: Option<String>,
    #[command(flatten)]
    pub(super) order: Order,
    #[command(flatten)]
    pub(super) times: Times,
    #[command(flatten)]
    pub(super) beside: Beside,
}

impl Timed for Options {
    fn times(&self) -> &Times {
        &self.times
    }

    fn beside(&self) -> Beside {
        self.beside
    }

    fn ops(&self) -> Option<&str> {
        self.ops.as_deref()
    }

    fn studies(&self, how: &How) -> Result<Vec<Box<dyn Study>>> {
        self.beside.check(how, self.order.scenario.is_some())?;
        let defaults = if how.quick { &QUICK } else { &DEFAULTS };
        let plan = self.times.plan(defaults, how)?;
        let plan = self.order.apply(plan, &self.bits, defaults)?;
        let plan = self.kernels.apply(self.parallel.apply(plan, how)?, how)?;
        let plan = self.algorithms.apply(plan);
        let options = self.measured(how)?;
        if !how.here() {
            return Ok(Vec::new());
        }
        let listed = registry::all();
        let known = |name: &str| name == TUNED || listed.iter().any(|l| l.entry.name == name);
        Ok(match how.known(plan, known) {
            Some(plan) => vec![Box::new(Modmul::new(plan, options, &listed)?)],
            None => Vec::new(),
        })
    }
}

impl Options {
    /// What to measure of the algorithms. A target has its own algorithms and operations.
    fn measured(&self, how: &How) -> Result<modmul::Options> {
        let ops = match &self.ops {
            _ if !how.here() => Vec::new(),
            None => Op::ALL.to_vec(),
            Some(text) => names(text).iter().map(|n| Op::by_name(n)).collect::<Result<_>>()?,
        };
        Ok(modmul::Options {
            ops,
            k: self.k.as_deref().map_or(Ok(Vec::new()), parse_k)?,
            cuts: self.cut.as_deref().map_or(Ok(Vec::new()), parse_cuts)?,
            tuned: self.tuned(how)?,
        })
    }

    /// The profile of the row `tuned`.
    fn tuned(&self, how: &How) -> Result<Option<Tuned>> {
        let Some(path) = &self.profile else { return Ok(None) };
        if !how.here() {
            return Err(Failure::usage(
                "--profile names a file of this machine; not with --target",
            ));
        }
        let loaded = profile::load(Some(path))?;
        Ok(loaded.map(|profile::Loaded { path, profile }| Tuned { path, profile }))
    }
}
