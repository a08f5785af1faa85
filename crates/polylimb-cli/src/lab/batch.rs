//! `polylimb lab batch`: operations per second of the batch functions.

use super::options::{Algorithms, How, Parallel, Timed, Times, names};
use super::protocol::{CURVES, DEFAULTS, QUICK, ground};
use polylimb_lab::failure::Result;
use polylimb_lab::study::Study;
use polylimb_lab::study::batch::{Batches, WITH_BATCHES};

/// The curves of a quick run.
const CURVES_QUICK: &str = "P-256,Curve25519";

/// The options of `lab batch`.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(after_help = "Examples:
  polylimb lab batch --curve P-256 --threads 1,2
  polylimb lab batch --algorithms ecdsa --threads 1 --json -")]
pub(crate) struct Options {
    #[command(flatten)]
    pub(super) parallel: Parallel,
    #[command(flatten)]
    pub(super) algorithms: Algorithms,
    /// The curves by name, comma separated; without it P-256, P-384, P-521, secp256k1, Curve25519
    #[arg(long, value_name = "LIST")]
    pub(super) curve: Option<String>,
    #[command(flatten)]
    pub(super) times: Times,
}

impl Timed for Options {
    fn times(&self) -> &Times {
        &self.times
    }

    /// A study for each curve; empty in a quick run of other algorithms.
    fn studies(&self, how: &How) -> Result<Vec<Box<dyn Study>>> {
        let (defaults, curves) =
            if how.quick { (&QUICK, CURVES_QUICK) } else { (&DEFAULTS, CURVES) };
        let plan = self.parallel.apply(self.times.plan(defaults, how)?, how)?;
        let plan = self.algorithms.apply(plan);
        if !how.here() {
            return Ok(Vec::new());
        }
        if !how.quick {
            self.algorithms.check_protocols(&WITH_BATCHES)?;
        }
        let known = |name: &str| WITH_BATCHES.contains(&name);
        let mut studies: Vec<Box<dyn Study>> = Vec::new();
        for name in names(self.curve.as_deref().unwrap_or(curves)) {
            let ground = ground(&name)?;
            if let Some(plan) = how.known(plan.clone(), known) {
                studies.push(Box::new(Batches::new(plan, ground)?));
            }
        }
        Ok(studies)
    }
}
