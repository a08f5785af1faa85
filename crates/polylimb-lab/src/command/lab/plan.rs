//! From the options to the plan.

use super::super::calc::kernel_by_name;
use super::super::profile;
use super::options::Arguments;
use crate::executor::EXECUTORS;
use crate::failure::{Failure, Result};
use crate::host::hardware_threads;
use crate::parameters::{parse_cuts, parse_k};
use crate::registry;
use crate::runner::Target;
use crate::study::plan::{Op, Plan, Scenario, Tuned, parse_bits, parse_threads};
use polylimb::cpu::Features;
use polylimb::limb::Kernel;
use std::time::Duration;

/// The sizes of a quick run.
const QUICK_BITS: [usize; 7] = [256, 512, 1024, 2048, 4096, 8192, 16384];
/// The sizes of a study without `--bits`: the thesis's, and twice two more.
const BITS: [usize; 13] = [128, 256, 384, 512, 521, 768, 1024, 1536, 2048, 3072, 4096, 8192, 16384];
/// Samples of a row in a quick run without `--runs`; fewer where its minute does not suffice.
const QUICK_RUNS: usize = 5000;
/// Samples of a row of a study without `--runs`; fewer where they take longer than [`ROW_TIME`].
const RUNS: usize = 1000;
/// See [`RUNS`].
const ROW_TIME: Duration = Duration::from_millis(250);
/// More thread counts than these are measured only when asked for.
const MOST_THREADS: usize = 4;
/// The size of `--scenario alone` without `--bits`: that of the thesis's Experiment 3.
const ALONE_BITS: usize = 384;

impl Arguments {
    /// The scenario, with its own say on the sizes.
    fn scenario(&self, bits: &mut Vec<usize>) -> Result<Option<Scenario>> {
        let scenario = self.scenario.as_deref().map(Scenario::by_name).transpose()?;
        if scenario == Some(Scenario::Alone) {
            if self.bits.is_none() {
                *bits = vec![ALONE_BITS];
            }
            if bits.len() != 1 {
                return Err(Failure::usage(format!(
                    "--scenario alone measures one size, not {}; write --bits {ALONE_BITS}",
                    bits.len()
                )));
            }
        }
        Ok(scenario)
    }

    /// What to measure.
    ///
    /// # Errors
    /// [`Failure::Usage`] for an option that is not one, or does not fit the others.
    pub(super) fn plan(&self, quick: bool, seed: u64, target: &Target) -> Result<Plan> {
        let mut bits = match &self.bits {
            Some(text) => parse_bits(text)?,
            None if quick => QUICK_BITS.to_vec(),
            None => BITS.to_vec(),
        };
        match self.order.as_deref() {
            None | Some("ascending") => {}
            Some("descending") => bits.reverse(),
            Some(other) => {
                return Err(Failure::usage(format!(
                    "there is no order '{other}'; there are ascending and descending"
                )));
            }
        }
        let scenario = self.scenario(&mut bits)?;
        let threads = match &self.threads {
            Some(text) => parse_threads(text)?,
            None => (1..=hardware_threads().len().clamp(1, MOST_THREADS)).collect(),
        };
        let algorithms = match self.algorithms.as_deref() {
            None | Some("all") => None,
            Some(text) => Some(names(text)),
        };
        let kernels = match self.kernel.as_deref() {
            None => vec![Kernel::best(Features::detect())],
            Some("all") => Kernel::available(Features::detect()).collect(),
            // The target's processor knows its kernels; this one need not.
            Some(_) if *target != Target::Local => vec![Kernel::PORTABLE],
            Some(text) => names(text).iter().map(|n| kernel_by_name(n)).collect::<Result<_>>()?,
        };
        let executors = match self.executor.as_deref() {
            None => vec![registry::executor(registry::TEAM)?],
            Some("all") => EXECUTORS.iter().collect(),
            // The target's program may have others.
            Some(_) if *target != Target::Local => Vec::new(),
            Some(text) => {
                names(text).iter().map(|n| registry::executor(n)).collect::<Result<_>>()?
            }
        };
        let ops = match &self.ops {
            None => Op::ALL.to_vec(),
            Some(text) => names(text).iter().map(|n| Op::by_name(n)).collect::<Result<_>>()?,
        };
        let runs = match self.runs.as_deref().map(str::parse) {
            None if quick && scenario.is_none() => QUICK_RUNS,
            None => RUNS,
            Some(Ok(runs @ 1..=1_000_000)) => runs,
            Some(_) => {
                return Err(Failure::usage("--runs must be a count from 1 to 1000000"));
            }
        };
        let tuned = self.tuned(target)?;
        // A scenario takes the runs it is told to: minima of fewer would not compare.
        let time_per_row = (self.runs.is_none() && scenario.is_none()).then_some(ROW_TIME);
        Ok(Plan {
            bits,
            threads,
            algorithms,
            k: self.k.as_deref().map_or(Ok(Vec::new()), parse_k)?,
            cuts: self.cut.as_deref().map_or(Ok(Vec::new()), parse_cuts)?,
            tuned,
            kernels,
            executors,
            ops,
            runs,
            time_per_row,
            pin: !self.no_pin,
            seed,
            scenario,
        })
    }

    /// The profile of the row `tuned`.
    fn tuned(&self, target: &Target) -> Result<Option<Tuned>> {
        let Some(path) = &self.profile else { return Ok(None) };
        if *target != Target::Local {
            return Err(Failure::usage(
                "--profile names a file of this machine; not with --target",
            ));
        }
        let loaded = profile::load(Some(path))?;
        Ok(loaded.map(|profile::Loaded { path, profile }| Tuned { path, profile }))
    }
}

fn names(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in text.split(',').map(str::trim) {
        if !names.iter().any(|n| n == name) {
            names.push(name.to_owned());
        }
    }
    names
}
