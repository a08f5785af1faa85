//! `polylimb lab field`: fields of curves, binary fields, towers; the kernels for 32-bit Arm and
//! the mote in their simulators.

use super::given::Given;
use super::options::{Algorithms, Beside, Defaults, How, Timed, Times, names};
use super::{aarch64, arm, mote};
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::registry::field::find;
use polylimb_lab::study::Study;
use polylimb_lab::study::field::{Fields, Op};
use polylimb_lab::study::plan::Budget;
use std::time::Duration;

/// The sizes are the fields'.
const DEFAULTS: Defaults = Defaults {
    bits: &[],
    alone_bits: 0,
    runs: 1000,
    budget: Budget::Each(Duration::from_millis(100)),
};
const QUICK: Defaults = Defaults { budget: Budget::Each(Duration::from_millis(10)), ..DEFAULTS };
/// The fields by default.
const FIELDS: &str =
    "fp:P-256,fn:P-256,fp:P-521,f2m:233,f2m:283,fp2:bls12-381,fp6:bls12-381,fp12:bls12-381";
/// The fields of a quick run, and its operations.
const FIELDS_QUICK: &str = "fp:P-256,f2m:233";
const OPS_QUICK: [Op; 3] = [Op::Mul, Op::Sqr, Op::Inv];
/// All: the primes with kernels of their own, every binary field, every tower.
const ALL: &str = "fp:P-256,fn:P-256,fp:P-384,fp:P-521,fp:secp256k1,fp:bn254,fp:bls12-381,\
f2m:7,f2m:113,f2m:131,f2m:163,f2m:193,f2m:233,f2m:239,f2m:283,f2m:409,f2m:571,\
fp2:bn254,fp6:bn254,fp12:bn254,fp2:bn254-snark,fp6:bn254-snark,fp12:bn254-snark,\
fp2:bls12-381,fp6:bls12-381,fp12:bls12-381";

/// The options of `lab field`.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(after_help = "Examples:
  polylimb lab field --field fp:P-256,f2m:233 --ops mul,inv
  polylimb lab field --target simavr")]
pub(crate) struct Options {
    /// The fields, comma separated: fp:CURVE, fn:CURVE, p:PRIME, f2m:DEGREE, fp2:CURVE, fp6:CURVE,
    /// fp12:CURVE; or `all`; without it fp:P-256, fn:P-256, fp:P-521, f2m:233, f2m:283 and
    /// the towers of bls12-381
    #[arg(long, value_name = "LIST")]
    pub(super) field: Option<String>,
    /// Operations: mul, sqr, add, sub, inv, sqrt, half-trace, and of the published methods of
    /// binary fields mul-unreduced, sqr-unreduced, reduce; comma separated
    #[arg(long, value_name = "LIST")]
    pub(super) ops: Option<String>,
    #[command(flatten)]
    pub(super) algorithms: Algorithms,
    #[command(flatten)]
    pub(super) times: Times,
    /// Show the published figures beside
    #[arg(long)]
    pub(super) published: bool,
}

/// Measures.
pub(super) fn run(options: &Options, given: &Given) -> Result<()> {
    let target = options.times.places.target.trim();
    if [arm::TARGET, mote::TARGET].contains(&target) {
        given.check_only(&["--target", "--runs", "--json", "--published"], target)?;
    } else if target == aarch64::TARGET {
        given.check_only(&["--target", "--json"], target)?;
    }
    match target {
        aarch64::TARGET => aarch64::run(&options.times, given),
        arm::TARGET => arm::run(&options.times, given),
        mote::TARGET => mote::run("field", &options.times, given),
        _ => super::measure(options, given),
    }
}

impl Timed for Options {
    fn times(&self) -> &Times {
        &self.times
    }

    fn beside(&self) -> Beside {
        Beside { published: self.published, model: false }
    }

    fn ops(&self) -> Option<&str> {
        self.ops.as_deref()
    }

    /// A study for each field that has the given operations and algorithms.
    fn studies(&self, how: &How) -> Result<Vec<Box<dyn Study>>> {
        let (defaults, usual) =
            if how.quick { (&QUICK, FIELDS_QUICK) } else { (&DEFAULTS, FIELDS) };
        let plan = self.algorithms.apply(self.times.plan(defaults, how)?);
        if !how.here() {
            return Ok(Vec::new());
        }
        let fields = match self.field.as_deref() {
            None => usual,
            Some("all") => ALL,
            Some(text) => text,
        };
        let ops = match self.ops.as_deref() {
            None if how.quick => Some(OPS_QUICK.to_vec()),
            None | Some("all") => None,
            Some(text) => {
                Some(names(text).iter().map(|name| op(name)).collect::<Result<Vec<_>>>()?)
            }
        };
        let mut studies: Vec<Box<dyn Study>> = Vec::new();
        let mut refusals = Vec::new();
        for name in names(fields) {
            let field = find(&name)?;
            match Fields::new(plan.clone(), &name, &field, ops.as_deref()) {
                Ok(study) => studies.push(Box::new(study)),
                Err(failure) => refusals.push(failure),
            }
        }
        if studies.is_empty() && !how.quick && !refusals.is_empty() {
            return Err(refusals.remove(0));
        }
        // Measures the fields that have them. If the user named the fields, reports the others.
        if self.field.as_deref().is_some_and(|text| text != "all") {
            for refusal in refusals {
                eprintln!("left out: {refusal}");
            }
        }
        Ok(studies)
    }
}

/// The operation of that name.
fn op(name: &str) -> Result<Op> {
    Op::ALL.into_iter().find(|op| op.name() == name).ok_or_else(|| {
        let there = Op::ALL.map(Op::name).join(", ");
        Failure::usage(format!(
            "--ops: there is no operation '{name}' of fields; there are: {there}"
        ))
    })
}
