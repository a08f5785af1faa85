//! Which options of `polylimb lab` belong to which studies.

use super::options::Arguments;
use crate::failure::{Failure, Result};

/// The studies that exist, each a bit.
const STUDIES: [(&str, u16); 9] = [
    ("modmul", MODMUL),
    ("powm", POWM),
    ("scalar", SCALAR),
    ("field", FIELD),
    ("pairing", PAIRING),
    ("protocol", PROTOCOL),
    ("batch", BATCH),
    ("leak", LEAK),
    ("governor", GOVERNOR),
];
const MODMUL: u16 = 1;
const POWM: u16 = 2;
const LEAK: u16 = 4;
const GOVERNOR: u16 = 8;
const SCALAR: u16 = 16;
const PROTOCOL: u16 = 32;
const BATCH: u16 = 64;
const PAIRING: u16 = 128;
const FIELD: u16 = 256;
/// The studies of times.
const TIMES: u16 = MODMUL | POWM | SCALAR | FIELD | PAIRING | PROTOCOL | BATCH;
/// Those over multiplications to choose.
const CHOOSE: u16 = MODMUL | POWM | SCALAR;
/// Those that measure one size after another.
const SIZES: u16 = MODMUL | POWM;

impl Arguments {
    /// The options in the order of the help: whether it is given, and its studies.
    fn given(&self) -> [(&'static str, bool, u16); 34] {
        [
            ("--bits", self.bits.is_some(), SIZES | LEAK),
            ("--threads", self.threads.is_some(), CHOOSE | BATCH | PAIRING),
            (
                "--algorithms",
                self.algorithms.is_some(),
                SIZES | FIELD | PAIRING | PROTOCOL | BATCH | LEAK,
            ),
            ("--kernel", self.kernel.is_some(), CHOOSE | LEAK),
            ("--executor", self.executor.is_some(), CHOOSE | BATCH | PAIRING),
            ("--k", self.k.is_some(), MODMUL),
            ("--cut", self.cut.is_some(), MODMUL),
            ("--profile", self.profile.is_some(), MODMUL),
            ("--ops", self.ops.is_some(), MODMUL | FIELD),
            ("--modmul", self.modmul.is_some(), POWM | SCALAR | LEAK),
            ("--width", self.width.is_some(), POWM | SCALAR),
            ("--field", self.field.is_some(), FIELD),
            ("--curve", self.curve.is_some(), SCALAR | PAIRING | PROTOCOL | BATCH),
            ("--methods", self.methods.is_some(), SCALAR),
            ("--recoding", self.recoding.is_some(), SCALAR),
            ("--coordinates", self.coordinates.is_some(), SCALAR),
            ("--squaring", self.squaring.is_some(), SCALAR),
            ("--settle", self.settle, SCALAR),
            ("--runs", self.runs.is_some(), TIMES | LEAK),
            ("--order", self.order.is_some(), SIZES),
            ("--scenario", self.scenario.is_some(), SIZES),
            ("--governor", self.governor.is_some(), TIMES),
            ("--pin", self.pin, TIMES | LEAK),
            ("--no-pin", self.no_pin, TIMES | LEAK),
            ("--seed", self.seed.is_some(), TIMES | LEAK),
            ("--json", self.json.is_some(), TIMES | LEAK | GOVERNOR),
            ("--csv", self.csv.is_some(), TIMES),
            ("--compare", self.compare.is_some(), TIMES),
            ("--out", self.out.is_some(), TIMES),
            ("--target", self.target != "local", TIMES),
            ("--binary", self.binary.is_some(), TIMES),
            ("--published", self.published, SIZES | SCALAR | GOVERNOR),
            ("--model", self.model, SIZES),
            ("--operations", self.operations, PAIRING | SCALAR),
        ]
    }

    /// Whether no other options are given than those of the mote in the simulator.
    ///
    /// # Errors
    /// [`Failure::Usage`] with the first that is.
    pub(super) fn check_simavr(&self) -> Result<()> {
        self.check_only(&["--target", "--runs", "--json", "--published"], "simavr")
    }

    /// Whether no other options are given than these.
    ///
    /// # Errors
    /// [`Failure::Usage`] with the first that is, and those that `what` takes.
    pub(super) fn check_only(&self, taken: &[&str], what: &str) -> Result<()> {
        match self.given().iter().find(|(option, given, _)| *given && !taken.contains(option)) {
            None => Ok(()),
            Some((option, ..)) => Err(Failure::usage(format!(
                "{option} chooses nothing of {what}, which takes {}",
                taken.join(", ")
            ))),
        }
    }

    /// Whether all options given belong to the study. Without a study all are measured, and each takes its own.
    ///
    /// # Errors
    /// [`Failure::Usage`] with the studies of an option that does not, and the options that the study takes.
    pub(super) fn check_options(&self) -> Result<()> {
        let study = STUDIES.iter().find(|(name, _)| self.study.as_deref() == Some(name));
        let Some((study, bit)) = study else { return Ok(()) };
        let given = self.given();
        match given.iter().find(|(_, given, studies)| *given && studies & bit == 0) {
            None => Ok(()),
            Some((option, _, studies)) => {
                let of: Vec<_> =
                    STUDIES.iter().filter(|(_, bit)| studies & bit != 0).map(|s| s.0).collect();
                let takes: Vec<_> =
                    given.iter().filter(|(_, _, of)| of & bit != 0).map(|g| g.0).collect();
                Err(Failure::usage(format!(
                    "{option} belongs to {}; {study} takes {}",
                    of.join(" and "),
                    takes.join(", ")
                )))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args, Command};
    use std::collections::BTreeSet;

    #[test]
    fn every_option_shown_belongs_somewhere() {
        let command = Arguments::augment_args(Command::new("lab"));
        let shown = command.get_arguments().filter(|a| !a.is_hide_set());
        let shown: BTreeSet<String> =
            shown.filter_map(|a| Some(format!("--{}", a.get_long()?))).collect();
        let given = Arguments::default().given();
        let mut known: BTreeSet<String> = given.iter().map(|g| g.0.to_owned()).collect();
        assert_eq!(known.len(), given.len());
        // It goes with --target.
        known.insert("--ssh-option".into());
        assert_eq!(shown, known);
    }
}
