//! `polylimb lab pairing`: pairings, their parts and their groups.

use super::given::Given;
use super::operations;
use super::options::{Algorithms, Beside, Defaults, How, Parallel, Timed, Times, names};
use super::protocol::{DEFAULTS, QUICK};
use polylimb::pairing::PairingName;
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::study::Study;
use polylimb_lab::study::pairing::{PARTS, Pairings};

/// The curve of a quick run.
const CURVE_QUICK: PairingName = PairingName::Bls12381;

/// The options of `lab pairing`.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(after_help = "Examples:
  polylimb lab pairing --curve bls12-381 --threads 1,2
  polylimb lab pairing --operations")]
pub(crate) struct Options {
    #[command(flatten)]
    pub(super) parallel: Parallel,
    #[command(flatten)]
    pub(super) algorithms: Algorithms,
    /// The curves by name, comma separated; without it every curve with a pairing
    #[arg(long, value_name = "LIST")]
    pub(super) curve: Option<String>,
    #[command(flatten)]
    pub(super) times: Times,
    /// Show the published figures beside
    #[arg(long)]
    pub(super) published: bool,
    /// Count the operations of the pairing on bn254, by every system of lines and every final
    /// exponentiation, beside the published counts; measure pairs of them on one core and on two
    #[arg(long)]
    pub(super) operations: bool,
}

/// Measures.
pub(super) fn run(options: &Options, given: &Given) -> Result<()> {
    if options.operations {
        given.check_only(&["--operations", "--json"], "--operations")?;
        return operations::of_pairing(options.times.places.json.as_deref(), given);
    }
    super::measure(options, given)
}

impl Timed for Options {
    fn times(&self) -> &Times {
        &self.times
    }

    fn beside(&self) -> Beside {
        Beside { published: self.published, model: false }
    }

    /// A study for each curve; empty in a quick run of other algorithms.
    fn studies(&self, how: &How) -> Result<Vec<Box<dyn Study>>> {
        let defaults: &Defaults = if how.quick { &QUICK } else { &DEFAULTS };
        let plan = self.parallel.apply(self.times.plan(defaults, how)?, how)?;
        let plan = self.algorithms.apply(plan);
        if !how.here() {
            return Ok(Vec::new());
        }
        let curves = match self.curve.as_deref() {
            None if how.quick => vec![CURVE_QUICK],
            None => PairingName::ALL.to_vec(),
            Some(text) => names(text).iter().map(|name| find(name)).collect::<Result<_>>()?,
        };
        let known = |name: &str| PARTS.iter().any(|(part, _)| *part == name);
        let Some(plan) = how.known(plan, known) else { return Ok(Vec::new()) };
        let study = |curve| Ok(Box::new(Pairings::new(plan.clone(), curve)?) as Box<dyn Study>);
        curves.into_iter().map(study).collect()
    }
}

/// The curve with a pairing of that name.
fn find(name: &str) -> Result<PairingName> {
    PairingName::find(name).map_err(|_| {
        let there = PairingName::ALL.map(PairingName::name).join(", ");
        Failure::usage(format!("there is no pairing on the curve '{name}'; there are: {there}"))
    })
}
