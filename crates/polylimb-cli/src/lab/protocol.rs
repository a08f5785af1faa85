//! `polylimb lab protocol`: protocols on curves.

use super::options::{Algorithms, Defaults, How, Timed, Times, names};
use polylimb::pairing::PairingName;
use polylimb_catalogue::protocols::PROTOCOLS;
use polylimb_lab::failure::Result;
use polylimb_lab::registry::curve;
use polylimb_lab::study::Study;
use polylimb_lab::study::plan::Budget;
use polylimb_lab::study::protocol::{CURVE25519, Ground, Protocols, RsaBits};
use polylimb_lab::study::scalar::Curve;
use std::time::Duration;

/// The sizes are the curves'.
pub(super) const DEFAULTS: Defaults = Defaults {
    bits: &[],
    alone_bits: 0,
    runs: 1000,
    budget: Budget::Each(Duration::from_millis(250)),
};
pub(super) const QUICK: Defaults =
    Defaults { budget: Budget::Each(Duration::from_millis(40)), ..DEFAULTS };
/// The curves by default.
pub(super) const CURVES: &str = "P-256,P-384,P-521,secp256k1,Curve25519";
/// What batches do not have.
const WITHOUT_BATCHES: &str = "BLS12-381,RSA-2048";

/// The options of `lab protocol`.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(after_help = "Examples:
  polylimb lab protocol --curve P-256,ed25519
  polylimb lab protocol --algorithms ecdsa --runs 100 --json -")]
pub(crate) struct Options {
    #[command(flatten)]
    pub(super) algorithms: Algorithms,
    /// The curves by name, comma separated, or @FILE.json with parameters of your own; without it
    /// P-256, P-384, P-521, secp256k1, Curve25519 and BLS12-381, and RSA-2048; also RSA-3072, 4096
    /// and 8192
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
        let plan = self.times.plan(if how.quick { &QUICK } else { &DEFAULTS }, how)?;
        let plan = self.algorithms.apply(plan);
        if !how.here() {
            return Ok(Vec::new());
        }
        let all = format!("{CURVES},{WITHOUT_BATCHES}");
        // One has a word of its own.
        let there = PROTOCOLS.iter().map(|p| p.name).filter(|name| *name != "timelock");
        let there: Vec<_> = there.collect();
        if !how.quick {
            self.algorithms.check_protocols(&there)?;
        }
        let known = |name: &str| there.contains(&name);
        let mut studies: Vec<Box<dyn Study>> = Vec::new();
        for name in names(self.curve.as_deref().unwrap_or(&all)) {
            let ground = ground(&name)?;
            if let Some(plan) = how.known(plan.clone(), known) {
                match Protocols::new(plan, ground) {
                    // Of the default curves, keeps those on which the named protocols run.
                    Err(_) if self.curve.is_none() => {}
                    study => studies.push(Box::new(study?)),
                }
            }
        }
        Ok(studies)
    }
}

/// The curve of that name, in any case.
pub(super) fn ground(name: &str) -> Result<Ground> {
    if CURVE25519.iter().any(|other| other.eq_ignore_ascii_case(name)) {
        return Ok(Ground::Curve25519);
    }
    if matches!(PairingName::find(name), Ok(PairingName::Bls12381)) {
        return Ok(Ground::Bls12381);
    }
    if let Some(bits) = RsaBits::find(name) {
        return Ok(Ground::Rsa(bits));
    }
    Ok(Ground::Weierstrass(Curve::new(curve::find(name)?)))
}
