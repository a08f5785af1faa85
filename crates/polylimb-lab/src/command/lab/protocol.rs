//! The studies of protocols, of batches and of pairings: on which curves.

use super::options::Arguments;
use super::studies::{Defaults, names};
use crate::failure::{Failure, Result};
use crate::registry::curve;
use crate::runner::Target;
use crate::study::Study;
use crate::study::batch::{Batches, has_batches};
use crate::study::pairing::{PARTS, Pairings};
use crate::study::plan::Budget;
use crate::study::protocol::{CURVE25519, Ground, Protocols};
use crate::study::scalar::Curve;
use polylimb::pairing::engine::PairingName;
use polylimb::protocol::PROTOCOLS;
use std::time::Duration;

/// The sizes are the curves'.
const DEFAULTS: Defaults = Defaults {
    bits: &[],
    alone_bits: 0,
    runs: 1000,
    budget: Budget::Each(Duration::from_millis(250)),
};
const QUICK: Defaults = Defaults { budget: Budget::Each(Duration::from_millis(40)), ..DEFAULTS };
/// The curves where none is named.
const CURVES: &str = "P-256,P-384,P-521,secp256k1,Curve25519";
/// Those of protocols beside them.
const WITH_PAIRING: &str = "BLS12-381";
/// Those of batches in a quick run.
const CURVES_QUICK: &str = "P-256,Curve25519";
/// The curve of pairings in a quick run.
const PAIRING_QUICK: PairingName = PairingName::Bls12381;

impl Arguments {
    /// A study for each curve; none in a quick run of other algorithms.
    pub(super) fn protocol_studies(&self, seed: u64, quick: bool) -> Result<Vec<Box<dyn Study>>> {
        let mut studies: Vec<Box<dyn Study>> = Vec::new();
        let all = format!("{CURVES},{WITH_PAIRING}");
        for name in names(self.curve.as_deref().unwrap_or(&all)) {
            let ground = ground(&name)?;
            let plan = self.plan(if quick { &QUICK } else { &DEFAULTS }, seed, &Target::Local)?;
            let known = |name: &str| PROTOCOLS.iter().any(|p| p.name == name);
            if let Some(plan) = self.of_this_study(plan, known) {
                match Protocols::new(plan, ground) {
                    // Of the usual curves those are meant where the named protocols run.
                    Err(_) if self.curve.is_none() => {}
                    study => studies.push(Box::new(study?)),
                }
            }
        }
        Ok(studies)
    }

    /// A study for each curve; none in a quick run of other algorithms, or of curves without a pairing.
    pub(super) fn pairing_studies(&self, seed: u64, quick: bool) -> Result<Vec<Box<dyn Study>>> {
        let curves = match self.curve.as_deref() {
            None if quick => vec![PAIRING_QUICK],
            None => PairingName::ALL.to_vec(),
            Some(text) => {
                let found = names(text).into_iter().map(|name| pairing(&name));
                if quick { found.flatten().collect() } else { found.collect::<Result<_>>()? }
            }
        };
        let mut studies: Vec<Box<dyn Study>> = Vec::new();
        for curve in curves {
            let plan = self.plan(if quick { &QUICK } else { &DEFAULTS }, seed, &Target::Local)?;
            let known = |name: &str| PARTS.iter().any(|(part, _)| *part == name);
            if let Some(plan) = self.of_this_study(plan, known) {
                studies.push(Box::new(Pairings::new(plan, curve)?));
            }
        }
        Ok(studies)
    }

    /// A study for each curve; none in a quick run of other algorithms.
    pub(super) fn batch_studies(&self, seed: u64, quick: bool) -> Result<Vec<Box<dyn Study>>> {
        let (defaults, curves) = if quick { (&QUICK, CURVES_QUICK) } else { (&DEFAULTS, CURVES) };
        let mut studies: Vec<Box<dyn Study>> = Vec::new();
        for name in names(self.curve.as_deref().unwrap_or(curves)) {
            let ground = ground(&name)?;
            let plan = self.plan(defaults, seed, &Target::Local)?;
            if let Some(plan) = self.of_this_study(plan, has_batches) {
                studies.push(Box::new(Batches::new(plan, ground)?));
            }
        }
        Ok(studies)
    }
}

/// The curve with a pairing of that name.
fn pairing(name: &str) -> Result<PairingName> {
    PairingName::find(name).map_err(|_| {
        let there = PairingName::ALL.map(PairingName::name).join(", ");
        Failure::usage(format!("there is no pairing on the curve '{name}'; there are: {there}"))
    })
}

/// The curve of that name, in any case.
fn ground(name: &str) -> Result<Ground> {
    if CURVE25519.iter().any(|other| other.eq_ignore_ascii_case(name)) {
        return Ok(Ground::Curve25519);
    }
    if matches!(PairingName::find(name), Ok(PairingName::Bls12381)) {
        return Ok(Ground::Bls12381);
    }
    Ok(Ground::Weierstrass(Curve::new(curve::find(name)?)))
}
