//! The study of fields: which fields, operations and times where the options do not say.

use super::options::Arguments;
use super::studies::{Defaults, names};
use crate::failure::{Failure, Result};
use crate::registry::field::find;
use crate::runner::Target;
use crate::study::Study;
use crate::study::field::{Fields, Op};
use crate::study::plan::Budget;
use std::time::Duration;

/// The sizes are the fields'.
const DEFAULTS: Defaults = Defaults {
    bits: &[],
    alone_bits: 0,
    runs: 1000,
    budget: Budget::Each(Duration::from_millis(100)),
};
const QUICK: Defaults = Defaults { budget: Budget::Each(Duration::from_millis(10)), ..DEFAULTS };
/// The fields where none is named.
const FIELDS: &str =
    "fp:P-256,fn:P-256,fp:P-521,f2m:233,f2m:283,fp2:bls12-381,fp6:bls12-381,fp12:bls12-381";
/// Those of a quick run, and their operations.
const FIELDS_QUICK: &str = "fp:P-256,f2m:233";
const OPS_QUICK: [Op; 3] = [Op::Mul, Op::Sqr, Op::Inv];
/// All: the primes with kernels of their own, every binary field, every tower.
const ALL: &str = "fp:P-256,fn:P-256,fp:P-384,fp:P-521,fp:secp256k1,fp:bn254,fp:bls12-381,\
f2m:7,f2m:113,f2m:131,f2m:163,f2m:193,f2m:233,f2m:239,f2m:283,f2m:409,f2m:571,\
fp2:bn254,fp6:bn254,fp12:bn254,fp2:bn254-snark,fp6:bn254-snark,fp12:bn254-snark,\
fp2:bls12-381,fp6:bls12-381,fp12:bls12-381";

impl Arguments {
    /// A study for each field that has what is asked for.
    pub(super) fn field_studies(&self, seed: u64, quick: bool) -> Result<Vec<Box<dyn Study>>> {
        let (defaults, usual) = if quick { (&QUICK, FIELDS_QUICK) } else { (&DEFAULTS, FIELDS) };
        let fields = match self.field.as_deref() {
            None => usual,
            Some("all") => ALL,
            Some(text) => text,
        };
        let ops = match self.ops.as_deref() {
            None if quick => Some(OPS_QUICK.to_vec()),
            None | Some("all") => None,
            // In a quick run the other operations are modmul's.
            Some(text) if quick => {
                Some(names(text).iter().filter_map(|name| op(name).ok()).collect())
            }
            Some(text) => {
                Some(names(text).iter().map(|name| op(name)).collect::<Result<Vec<_>>>()?)
            }
        };
        let mut studies: Vec<Box<dyn Study>> = Vec::new();
        let mut refusals = Vec::new();
        for name in names(fields) {
            let field = find(&name)?;
            let plan = self.plan(defaults, seed, &Target::Local)?;
            match Fields::new(plan, &name, &field, ops.as_deref()) {
                Ok(study) => studies.push(Box::new(study)),
                Err(failure) => refusals.push(failure),
            }
        }
        if studies.is_empty() && !quick && !refusals.is_empty() {
            return Err(refusals.remove(0));
        }
        // What others have is measured; who named the fields is told which have nothing of it.
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
