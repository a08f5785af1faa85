//! The studies of `polylimb lab`: which sizes, samples and times each has where the options do not say.

use super::super::calc::kernel_by_name;
use super::super::profile;
use super::options::Arguments;
use crate::executor::{self, EXECUTORS};
use crate::failure::{Failure, Result};
use crate::host::hardware_threads;
use crate::parameters::{parse_cuts, parse_k};
use crate::record::TUNED;
use crate::registry;
use crate::registry::powm::Named;
use crate::runner::Target;
use crate::study::modmul::{self, Modmul, Op, Tuned};
use crate::study::plan::{Budget, Plan, Scenario, parse_bits, parse_threads};
use crate::study::powm::{self, Powm};
use crate::study::{Study, leak};
use polylimb::cpu::Features;
use polylimb::limb::Kernel;
use std::time::Duration;

/// More thread counts than these are measured only when asked for.
const MOST_THREADS: usize = 4;

/// What a study does without options.
pub(super) struct Defaults {
    pub(super) bits: &'static [usize],
    /// The size of `--scenario alone`.
    pub(super) alone_bits: usize,
    /// Samples of a row; fewer where they take longer than `budget`.
    pub(super) runs: usize,
    pub(super) budget: Budget,
}

/// The thesis's sizes, and twice two more.
const MODMUL: Defaults = Defaults {
    bits: &[128, 256, 384, 512, 521, 768, 1024, 1536, 2048, 3072, 4096, 8192, 16384],
    alone_bits: 384,
    runs: 1000,
    budget: Budget::Each(Duration::from_millis(250)),
};
const MODMUL_QUICK: Defaults = Defaults {
    bits: &[256, 512, 1024, 2048, 4096, 8192, 16384],
    runs: 5000,
    budget: Budget::All(
        Duration::from_secs(25),
        Duration::from_millis(2),
        Duration::from_millis(150),
    ),
    ..MODMUL
};
/// The paper's sizes, and one more.
const POWM: Defaults = Defaults {
    bits: &[512, 1024, 2048, 4096],
    alone_bits: 1024,
    runs: 1000,
    budget: Budget::All(Duration::from_secs(40), Duration::from_millis(20), Duration::from_secs(1)),
};
const POWM_QUICK: Defaults = Defaults {
    bits: &[1024, 2048, 4096],
    budget: Budget::All(
        Duration::from_secs(10),
        Duration::from_millis(10),
        Duration::from_millis(250),
    ),
    ..POWM
};

impl Arguments {
    /// The studies to run here; none where a target runs them, whose algorithms need not be known here.
    /// What all targets understand is looked at for them too.
    pub(super) fn studies(&self, seed: u64, target: &Target) -> Result<Vec<Box<dyn Study>>> {
        let quick = self.study.is_none();
        if *target != Target::Local {
            let defaults = if self.study.as_deref() == Some("powm") { &POWM } else { &MODMUL };
            self.plan(defaults, seed, target)?;
            self.width()?;
            self.modmul_options(target)?;
            return Ok(Vec::new());
        }
        let mut studies: Vec<Box<dyn Study>> = Vec::new();
        let asked = |study: &str| self.study.as_deref().is_none_or(|name| name == study);
        if asked("modmul") {
            let plan = self.plan(if quick { &MODMUL_QUICK } else { &MODMUL }, seed, target)?;
            let listed = registry::all();
            let known = |name: &str| name == TUNED || listed.iter().any(|l| l.entry.name == name);
            if let Some(plan) = self.of_this_study(plan, known) {
                studies.push(Box::new(Modmul::new(plan, self.modmul_options(target)?, &listed)?));
            }
        }
        if asked("powm") {
            let plan = self.plan(if quick { &POWM_QUICK } else { &POWM }, seed, target)?;
            let listed = registry::powm::measured();
            let known = |name: &str| listed.iter().any(|m| m.entry().name == name);
            if let Some(plan) = self.of_this_study(plan, known) {
                let options = powm::Options { modmuls: self.modmuls()?, width: self.width()? };
                studies.push(Box::new(Powm::new(plan, &options, &listed)?));
            }
        }
        if asked("scalar") {
            studies.extend(self.scalar_studies(seed, quick)?);
        }
        if asked("field") {
            studies.extend(self.field_studies(seed, quick)?);
        }
        if asked("pairing") {
            studies.extend(self.pairing_studies(seed, quick)?);
        }
        if asked("protocol") {
            studies.extend(self.protocol_studies(seed, quick)?);
        }
        if asked("batch") {
            studies.extend(self.batch_studies(seed, quick)?);
        }
        if studies.is_empty() {
            return Err(Failure::usage(
                "--algorithms: no study has any of them; see polylimb list",
            ));
        }
        Ok(studies)
    }

    /// What the study of leaks examines.
    pub(super) fn leak_options(&self, seed: u64) -> Result<super::leak::Options> {
        let kernel = match self.kernels(&Target::Local)?.as_slice() {
            [kernel] => *kernel,
            _ => return Err(Failure::usage("--kernel: the study 'leak' takes one kernel")),
        };
        let modmul = match self.modmuls()?.as_deref() {
            None => None,
            Some([modmul]) => Some(*modmul),
            Some(_) => return Err(Failure::usage("--modmul: the study 'leak' takes one")),
        };
        let algorithms = self.algorithms.as_deref().filter(|text| *text != "all").map(names);
        let sizes = self.bits.as_deref().map_or(Ok(super::leak::BITS.to_vec()), parse_bits)?;
        let powers = |bits| leak::Options {
            bits,
            algorithms: algorithms.clone(),
            modmul,
            kernel,
            seed,
            pin: !self.no_pin,
        };
        Ok(super::leak::Options {
            powers: sizes.into_iter().map(powers).collect(),
            runs: self.runs(super::leak::RUNS)?,
            json: self.json.clone(),
        })
    }

    /// The samples asked for.
    fn runs(&self, default: usize) -> Result<usize> {
        match self.runs.as_deref().map(str::parse) {
            None => Ok(default),
            Some(Ok(runs @ 1..=1_000_000)) => Ok(runs),
            Some(_) => Err(Failure::usage("--runs must be a count from 1 to 1000000")),
        }
    }

    /// The plan of one study; in a quick run with the names it knows, and none if it knows none of them.
    pub(super) fn of_this_study(
        &self,
        mut plan: Plan,
        known: impl Fn(&str) -> bool,
    ) -> Option<Plan> {
        if let (None, Some(names)) = (&self.study, &mut plan.algorithms) {
            names.retain(|name| known(name));
            if names.is_empty() {
                return None;
            }
        }
        Some(plan)
    }

    pub(super) fn plan(&self, defaults: &Defaults, seed: u64, target: &Target) -> Result<Plan> {
        let scenario = self.scenario.as_deref().map(Scenario::by_name).transpose()?;
        // A scenario takes the runs of the thesis.
        let runs = self.runs(if scenario.is_some() { MODMUL.runs } else { defaults.runs })?;
        // And it takes all of them: minima of fewer would not compare.
        let budget = (self.runs.is_none() && scenario.is_none()).then_some(defaults.budget);
        Ok(Plan {
            bits: self.sizes(defaults, scenario)?,
            threads: match &self.threads {
                Some(text) => parse_threads(text)?,
                None => (1..=hardware_threads().len().clamp(1, MOST_THREADS)).collect(),
            },
            algorithms: match self.algorithms.as_deref() {
                None | Some("all") => None,
                Some(text) => Some(names(text)),
            },
            kernels: self.kernels(target)?,
            executors: self.executors(target)?,
            runs,
            budget,
            pin: !self.no_pin,
            seed,
            scenario,
        })
    }

    /// The sizes in their order; a scenario has its own say.
    fn sizes(&self, defaults: &Defaults, scenario: Option<Scenario>) -> Result<Vec<usize>> {
        let alone = scenario == Some(Scenario::Alone);
        let mut bits = match &self.bits {
            Some(text) => parse_bits(text)?,
            None if alone => vec![defaults.alone_bits],
            None => defaults.bits.to_vec(),
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
        if alone && bits.len() != 1 {
            return Err(Failure::usage(format!(
                "--scenario alone measures one size, not {}; write --bits {}",
                bits.len(),
                defaults.alone_bits
            )));
        }
        Ok(bits)
    }

    /// The kernels asked for.
    pub(super) fn kernels(&self, target: &Target) -> Result<Vec<Kernel>> {
        Ok(match self.kernel.as_deref() {
            None => vec![Kernel::best(Features::detect())],
            Some("all") => Kernel::available(Features::detect()).collect(),
            // The target's processor knows its kernels; this one need not.
            Some(_) if *target != Target::Local => vec![Kernel::PORTABLE],
            Some(text) => names(text).iter().map(|n| kernel_by_name(n)).collect::<Result<_>>()?,
        })
    }

    fn executors(&self, target: &Target) -> Result<Vec<&'static executor::Entry>> {
        Ok(match self.executor.as_deref() {
            None => vec![registry::executor(registry::TEAM)?],
            Some("all") => EXECUTORS.iter().collect(),
            // The target's program may have others.
            Some(_) if *target != Target::Local => Vec::new(),
            Some(text) => {
                names(text).iter().map(|n| registry::executor(n)).collect::<Result<_>>()?
            }
        })
    }

    /// What modmul measures of its algorithms. A target has algorithms and operations of its own.
    fn modmul_options(&self, target: &Target) -> Result<modmul::Options> {
        let ops = match &self.ops {
            _ if *target != Target::Local => Vec::new(),
            None => Op::ALL.to_vec(),
            Some(text) => names(text).iter().map(|n| Op::by_name(n)).collect::<Result<_>>()?,
        };
        Ok(modmul::Options {
            ops,
            k: self.k.as_deref().map_or(Ok(Vec::new()), parse_k)?,
            cuts: self.cut.as_deref().map_or(Ok(Vec::new()), parse_cuts)?,
            tuned: self.tuned(target)?,
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

    /// The multiplications under powm; none for the best of each size.
    pub(super) fn modmuls(&self) -> Result<Option<Vec<registry::Listed>>> {
        let listed = registry::all();
        match self.modmul.as_deref() {
            None => Ok(None),
            Some("all") => Ok(Some(listed)),
            Some(text) => names(text)
                .iter()
                .map(|n| registry::find(&listed, n))
                .collect::<Result<_>>()
                .map(Some),
        }
    }

    /// The window's width.
    pub(super) fn width(&self) -> Result<Option<usize>> {
        self.width.as_deref().map(parse_width).transpose()
    }
}

/// Reads the value of `--width`.
pub(in crate::command) fn parse_width(text: &str) -> Result<usize> {
    match text.parse() {
        Ok(width) if width >= 1 => Ok(width),
        _ => Err(Failure::usage(format!(
            "--width: '{text}' is not a window's width in bits; write 1, 2, … as polylimb list powm shows"
        ))),
    }
}

pub(super) fn names(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in text.split(',').map(str::trim) {
        if !names.iter().any(|n| n == name) {
            names.push(name.to_owned());
        }
    }
    names
}
