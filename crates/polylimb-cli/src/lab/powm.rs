//! `polylimb lab powm`: exponentiations.

use super::options::{
    Algorithms, Beside, Bits, Defaults, How, Kernels, Modmuls, Order, Parallel, Timed, Times, Width,
};
use polylimb_lab::failure::Result;
use polylimb_lab::registry::powm::{Named, measured};
use polylimb_lab::study::Study;
use polylimb_lab::study::plan::Budget;
use polylimb_lab::study::powm::{self, Powm};
use std::time::Duration;

/// The sizes of `[Lara2009]`, and a larger one.
const DEFAULTS: Defaults = Defaults {
    bits: &[512, 1024, 2048, 4096],
    alone_bits: 1024,
    runs: 1000,
    budget: Budget::All(Duration::from_secs(40), Duration::from_millis(20), Duration::from_secs(1)),
};
const QUICK: Defaults = Defaults {
    bits: &[1024, 2048, 4096],
    budget: Budget::All(
        Duration::from_secs(10),
        Duration::from_millis(10),
        Duration::from_millis(250),
    ),
    ..DEFAULTS
};

/// The options of `lab powm`.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(after_help = "Examples:
  polylimb lab powm --bits 2048 --threads 1,2 --model --published
  polylimb lab powm --algorithms fixed-window --modmul barrett,montgomery-sos --width 3")]
pub(crate) struct Options {
    #[command(flatten)]
    pub(super) bits: Bits,
    #[command(flatten)]
    pub(super) parallel: Parallel,
    #[command(flatten)]
    pub(super) algorithms: Algorithms,
    #[command(flatten)]
    pub(super) kernels: Kernels,
    #[command(flatten)]
    pub(super) modmuls: Modmuls,
    #[command(flatten)]
    pub(super) width: Width,
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

    fn studies(&self, how: &How) -> Result<Vec<Box<dyn Study>>> {
        self.beside.check(how, false)?;
        let defaults = if how.quick { &QUICK } else { &DEFAULTS };
        let plan = self.times.plan(defaults, how)?;
        let plan = self.order.apply(plan, &self.bits, defaults)?;
        let plan = self.kernels.apply(self.parallel.apply(plan, how)?, how)?;
        let plan = self.algorithms.apply(plan);
        let width = self.width.value()?;
        if !how.here() {
            return Ok(Vec::new());
        }
        let listed = measured();
        let known = |name: &str| listed.iter().any(|m| m.entry().name == name);
        let Some(plan) = how.known(plan, known) else { return Ok(Vec::new()) };
        let options = powm::Options { modmuls: self.modmuls.named()?, width };
        Ok(vec![Box::new(Powm::new(plan, &options, &listed)?)])
    }
}
