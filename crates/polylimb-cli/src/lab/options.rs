//! The groups of options that studies share; a study flattens the groups that it takes.
//!
//! [`Times::plan`] makes a study's plan without options. Each group then sets its part of it.

use crate::calc::kernel_by_name;
use polylimb::authors::limb::Kernel;
use polylimb::cpu::Features;
use polylimb_lab::executor::EXECUTORS;
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::host::hardware_threads;
use polylimb_lab::number::shorten;
use polylimb_lab::registry;
use polylimb_lab::runner::Target;
use polylimb_lab::study::Study;
use polylimb_lab::study::plan::{Budget, Plan, Scenario, parse_bits, parse_threads};
use std::path::PathBuf;

/// The most threads measured by default.
const MOST_THREADS: usize = 4;
/// The runs of a scenario, as in `[Arruda2014]`.
const SCENARIO_RUNS: usize = 1000;

/// A study's plan without options.
pub(super) struct Defaults {
    pub(super) bits: &'static [usize],
    /// The size of `--scenario alone`.
    pub(super) alone_bits: usize,
    /// Samples of a row; fewer if they take longer than `budget`.
    pub(super) runs: usize,
    pub(super) budget: Budget,
}

/// A study of times, described by its options.
pub(super) trait Timed {
    /// Whether the results go into a folder even without `--out`.
    const QUICK: bool = false;

    fn times(&self) -> &Times;

    /// What is shown in addition to the measurements.
    fn beside(&self) -> Beside {
        Beside::default()
    }

    /// The operations that the user named; all of them are shown.
    fn ops(&self) -> Option<&str> {
        None
    }

    /// The studies to run here. Empty if a target runs them, whose algorithms need not be known
    /// here; the options that all targets understand are checked in that case too.
    fn studies(&self, how: &How) -> Result<Vec<Box<dyn Study>>>;
}

/// The settings that all studies of a run share.
pub(super) struct How {
    pub(super) seed: u64,
    pub(super) target: Target,
    /// Whether this is the quick run of all studies.
    pub(super) quick: bool,
}

impl How {
    /// Whether the studies run on this machine by this program.
    pub(super) fn here(&self) -> bool {
        self.target == Target::Local
    }

    /// The plan of one study. In a quick run it keeps only the algorithms that the study knows;
    /// `None` if there are none.
    pub(super) fn known(&self, mut plan: Plan, known: impl Fn(&str) -> bool) -> Option<Plan> {
        if let (true, Some(names)) = (self.quick, &mut plan.algorithms) {
            names.retain(|name| known(name));
            if names.is_empty() {
                return None;
            }
        }
        Some(plan)
    }
}

/// The options of every study of times.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct Times {
    #[command(flatten)]
    pub(super) samples: Samples,
    /// The frequency governor during the run, given back afterwards: keep, performance, powersave,
    /// ondemand
    #[arg(long, value_name = "NAME")]
    governor: Option<String>,
    #[command(flatten)]
    pub(super) places: Places,
}

impl Times {
    /// The plan of a study with these defaults.
    pub(super) fn plan(&self, defaults: &Defaults, how: &How) -> Result<Plan> {
        Ok(Plan {
            bits: defaults.bits.to_vec(),
            threads: (1..=hardware_threads().len().clamp(1, MOST_THREADS)).collect(),
            algorithms: None,
            kernels: vec![Kernel::best(Features::detect())],
            executors: vec![registry::executor(registry::TEAM)?],
            runs: self.samples.runs(defaults.runs)?,
            budget: self.samples.runs.is_none().then_some(defaults.budget),
            pin: self.samples.pinned(),
            seed: how.seed,
            scenario: None,
        })
    }

    /// The governor to set; `None` to keep the machine's.
    pub(super) fn governor(&self) -> Result<Option<String>> {
        match self.governor.as_deref() {
            None | Some("keep") => Ok(None),
            Some(name @ ("performance" | "powersave" | "ondemand")) => Ok(Some(name.to_owned())),
            Some(other) => Err(Failure::usage(format!(
                "there is no governor '{other}'; there are keep, performance, powersave, ondemand"
            ))),
        }
    }
}

/// Samples and what they are drawn from.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct Samples {
    /// Samples of each row; without it the study's own number, fewer where they would take long
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(super) runs: Option<String>,
    /// Keep threads on cores of their own (the default)
    #[arg(long, conflicts_with = "no_pin")]
    pin: bool,
    /// Leave threads to the scheduler
    #[arg(long)]
    no_pin: bool,
    /// What moduli and operands are drawn from; without it a new one each time
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
}

impl Samples {
    /// The given number.
    pub(super) fn runs(&self, default: usize) -> Result<usize> {
        match self.runs.as_deref().map(str::parse) {
            None => Ok(default),
            Some(Ok(runs @ 1..=1_000_000)) => Ok(runs),
            Some(_) => Err(Failure::usage("--runs must be a count from 1 to 1000000")),
        }
    }

    pub(super) fn pinned(&self) -> bool {
        self.pin || !self.no_pin
    }
}

/// Where a study runs, and where its results go.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct Places {
    /// Write JSON lines as they are measured, so that a run that is ended keeps its rows; `-` is
    /// standard output, then without tables
    #[arg(long, value_name = "FILE")]
    pub(super) json: Option<PathBuf>,
    /// Write CSV
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<PathBuf>,
    /// Show the ratio to an earlier run's results.jsonl
    #[arg(long, value_name = "FILE")]
    pub(super) compare: Option<PathBuf>,
    /// Write results.jsonl and report.html into this folder
    #[arg(long, value_name = "FOLDER")]
    pub(super) out: Option<PathBuf>,
    /// Where to run: local, "CMD…" (a command prefix) or `ssh:[USER@]HOST[:PORT]`; field and scalar
    /// on `simavr`, an `ATmega128` in the simulator, field on `qemu-arm`, the kernels for 32-bit
    /// Arm in the emulator, both beside the published tables; field on `qemu-aarch64`, beside other
    /// libraries
    #[arg(long, value_name = "WHERE", default_value = "local")]
    pub(super) target: String,
    /// The polylimb to run on the target, if not this one
    #[arg(long, value_name = "FILE")]
    pub(super) binary: Option<PathBuf>,
    /// Passed to ssh as -o OPTION; may be repeated
    #[arg(long, value_name = "OPTION")]
    pub(super) ssh_option: Vec<String>,
    /// Where sysfs is; tests bring their own.
    #[arg(long, hide = true, default_value = "/")]
    pub(super) sysfs_root: PathBuf,
}

/// The sizes.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct Bits {
    /// Sizes: 256,1024 or 128-4096 (doubling) or 128-1024:128 (steps)
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    bits: Option<String>,
}

impl Bits {
    /// The given sizes.
    pub(super) fn sizes(&self, default: &[usize]) -> Result<Vec<usize>> {
        self.bits.as_deref().map_or(Ok(default.to_vec()), parse_bits)
    }
}

/// In which order sizes and tests follow each other.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct Order {
    /// Order of the sizes: ascending or descending
    #[arg(long, value_name = "ORDER")]
    order: Option<String>,
    /// A scenario of the thesis, minima counted: `per-thread` (a process per test, by thread
    /// count), `all` (one process), `alone` (one size, each algorithm apart); without it rounds
    /// interleave
    #[arg(long, value_name = "NAME")]
    pub(super) scenario: Option<String>,
}

impl Order {
    /// Sets sizes, order and scenario.
    pub(super) fn apply(&self, plan: Plan, bits: &Bits, defaults: &Defaults) -> Result<Plan> {
        let scenario = self.scenario.as_deref().map(Scenario::by_name).transpose()?;
        let alone = scenario == Some(Scenario::Alone);
        let mut bits = bits.sizes(if alone {
            std::slice::from_ref(&defaults.alone_bits)
        } else {
            &plan.bits
        })?;
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
        // Takes all runs of `[Arruda2014]`: minima of fewer would not compare.
        let runs = match (scenario, plan.budget) {
            (Some(_), Some(_)) => SCENARIO_RUNS,
            _ => plan.runs,
        };
        let budget = plan.budget.filter(|_| scenario.is_none());
        Ok(Plan { bits, scenario, runs, budget, ..plan })
    }
}

/// On how many threads, and what runs the parts.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct Parallel {
    /// Thread counts: 1,2,4 or 1-4; without it up to four, as many as the machine has
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    threads: Option<String>,
    /// What runs the parts of parallel algorithms: team, openmp, spawn, rayon; comma separated, or
    /// `all`
    #[arg(long, value_name = "LIST")]
    executor: Option<String>,
}

impl Parallel {
    /// Sets thread counts and executors.
    pub(super) fn apply(&self, plan: Plan, how: &How) -> Result<Plan> {
        let threads = self.threads.as_deref().map_or(Ok(plan.threads), parse_threads)?;
        let executors = match self.executor.as_deref() {
            None => plan.executors,
            Some("all") => EXECUTORS.iter().collect(),
            // The target's program may have other executors.
            Some(_) if !how.here() => Vec::new(),
            Some(text) => {
                names(text).iter().map(|n| registry::executor(n)).collect::<Result<_>>()?
            }
        };
        Ok(Plan { threads, executors, ..plan })
    }
}

/// Which algorithms.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct Algorithms {
    /// Algorithms by name, comma separated, or `all`
    #[arg(long, value_name = "LIST")]
    algorithms: Option<String>,
}

impl Algorithms {
    /// The given names; `None` for all.
    pub(super) fn names(&self) -> Option<Vec<String>> {
        self.algorithms.as_deref().filter(|text| *text != "all").map(names)
    }

    /// Checks that the study has protocols of the given names.
    pub(super) fn check_protocols(&self, there: &[&str]) -> Result<()> {
        let given = self.names().unwrap_or_default();
        match given.iter().find(|name| !there.contains(&name.as_str())) {
            None => Ok(()),
            Some(name) => Err(Failure::usage(format!(
                "--algorithms: this study has no protocol '{}'; it has: {}",
                shorten(name),
                there.join(", ")
            ))),
        }
    }

    /// Sets the algorithms.
    pub(super) fn apply(&self, plan: Plan) -> Plan {
        Plan { algorithms: self.names(), ..plan }
    }
}

/// With which kernels.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct Kernels {
    /// Kernels by name, comma separated, or `all`; without it the best of this processor
    #[arg(long, value_name = "LIST")]
    kernel: Option<String>,
}

impl Kernels {
    /// Whether kernels were named.
    pub(super) fn is_given(&self) -> bool {
        self.kernel.is_some()
    }

    /// The given kernels; `None` for the best.
    pub(super) fn named(&self) -> Result<Option<Vec<Kernel>>> {
        self.kernel
            .as_deref()
            .map(|text| match text {
                "all" => Ok(Kernel::available(Features::detect()).collect()),
                text => names(text).iter().map(|n| kernel_by_name(n)).collect(),
            })
            .transpose()
    }

    /// Sets the kernels.
    pub(super) fn apply(&self, plan: Plan, how: &How) -> Result<Plan> {
        // The target's processor has its own kernels; this one need not have them.
        let named = if how.here() { self.named()? } else { None };
        Ok(Plan { kernels: named.unwrap_or(plan.kernels), ..plan })
    }
}

/// The multiplications underneath.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct Modmuls {
    /// The multiplications underneath, comma separated, or `all`; parallel ones under methods of
    /// one thread; without it the best of one thread for each size
    #[arg(long, value_name = "LIST")]
    modmul: Option<String>,
}

impl Modmuls {
    /// Whether multiplications were named.
    pub(super) fn is_given(&self) -> bool {
        self.modmul.is_some()
    }

    /// The given multiplications; `None` for the best of each size.
    pub(super) fn named(&self) -> Result<Option<Vec<registry::Listed>>> {
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
}

/// The width of windows.
#[derive(Debug, Clone, Default, clap::Args)]
pub(super) struct Width {
    /// The window's width of the methods, in bits; without it each method's choice
    #[arg(long, value_name = "W", allow_hyphen_values = true)]
    width: Option<String>,
}

impl Width {
    /// Whether a width was given.
    pub(super) fn is_given(&self) -> bool {
        self.width.is_some()
    }

    pub(super) fn value(&self) -> Result<Option<usize>> {
        self.width.as_deref().map(parse_width).transpose()
    }
}

/// What is shown beside the measurements.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub(super) struct Beside {
    /// Show the published figures beside
    #[arg(long)]
    pub(super) published: bool,
    /// After the measurements, the study's model beside them: of modmul the thesis's Table 2,
    /// synchronisations counted, and from which size threads pay; of powm the cost model,
    /// multiplications counted
    #[arg(long)]
    pub(super) model: bool,
}

impl Beside {
    /// Whether the model is available: it needs rounds on this machine, and for modmul no scenario,
    /// because a scenario measures no hand-over.
    pub(super) fn check(self, how: &How, scenario: bool) -> Result<()> {
        if self.model && (scenario || !how.here()) {
            return Err(Failure::usage(
                "--model takes rounds on this machine; not with --target, nor but for powm with --scenario",
            ));
        }
        Ok(())
    }
}

/// Reads the value of `--width`.
pub(crate) fn parse_width(text: &str) -> Result<usize> {
    match text.parse() {
        Ok(width) if width >= 1 => Ok(width),
        _ => Err(Failure::usage(format!(
            "--width: '{text}' is not a window's width in bits; write 1, 2, … as polylimb list powm shows"
        ))),
    }
}

/// The names of a list, without repetitions.
pub(super) fn names(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in text.split(',').map(str::trim) {
        if !names.iter().any(|n| n == name) {
            names.push(name.to_owned());
        }
    }
    names
}
