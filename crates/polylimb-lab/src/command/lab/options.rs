//! The options of `polylimb lab`, and the job they describe; `studies` makes the studies of them.

use super::files::Files;
use super::{governor, leak, mote};
use crate::failure::{Failure, Result};
use crate::runner::Target;
use crate::runner::ssh::quote;
use crate::study::Study;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The folder of a quick run.
const FOLDER: &str = "polylimb-lab";

/// The options of `lab`.
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[derive(Debug, Clone, Default, clap::Args)]
#[command(after_help = "Without STUDY: a quick run of every study, about a minute on two cores; \
it writes results.jsonl and report.html into the folder polylimb-lab/ (or --out). A study writes the files you name.")]
pub struct Arguments {
    /// What to measure: `modmul`, `powm`, `scalar`, `field`, `pairing`, `protocol`, `batch`; `leak`, whether times tell secrets; or `governor`, a model of ondemand
    /// beside the published tables
    pub(super) study: Option<String>,
    /// Sizes: 256,1024 or 128-4096 (doubling) or 128-1024:128 (steps)
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub(super) bits: Option<String>,
    /// Thread counts: 1,2,4 or 1-4; without it up to four, as many as the machine has
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub(super) threads: Option<String>,
    /// Algorithms by name, comma separated, or `all`
    #[arg(long, value_name = "LIST")]
    pub(super) algorithms: Option<String>,
    /// Kernels by name, comma separated, or `all`; without it the best of this processor
    #[arg(long, value_name = "LIST")]
    pub(super) kernel: Option<String>,
    /// What runs the parts of parallel algorithms: team, openmp, spawn, rayon; comma separated, or `all`
    #[arg(long, value_name = "LIST")]
    pub(super) executor: Option<String>,
    /// Blocks of the operands of modmul's multipartite algorithms: 2,4 or 2-4; without it each algorithm's own
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub(super) k: Option<String>,
    /// Where modmul's partite algorithms cut, the lower part: 48%,54% of the words, 12 words, `own`; without it each
    /// algorithm's own
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub(super) cut: Option<String>,
    /// Measure a row `tuned` of modmul too: at each size what `Modulus::new` takes with this tuning profile
    #[arg(long, value_name = "FILE")]
    pub(super) profile: Option<PathBuf>,
    /// Operations of modmul: mul, sqr, enter, leave; of field: mul, sqr, add, sub, inv, sqrt, half-trace, and of the published methods of binary fields mul-unreduced, sqr-unreduced,
    /// reduce; comma separated
    #[arg(long, value_name = "LIST")]
    pub(super) ops: Option<String>,
    /// What powm and scalar multiply with, comma separated, or `all`; parallel ones under methods of one lane; without it the
    /// best of one thread for each size
    #[arg(long, value_name = "LIST")]
    pub(super) modmul: Option<String>,
    /// The window's width of powm's and scalar's methods, in bits; without it each method's choice
    #[arg(long, value_name = "W", allow_hyphen_values = true)]
    pub(super) width: Option<String>,
    /// The fields of field, comma separated: fp:CURVE, fn:CURVE, p:PRIME, f2m:DEGREE, fp2:CURVE, fp6:CURVE, fp12:CURVE; or `all`; without it those of P-256 and P-521, f2m:233 and f2m:283, and the
    /// towers of bls12-381
    #[arg(long, value_name = "LIST")]
    pub(super) field: Option<String>,
    /// The curves of scalar, pairing, protocol and batch by name, comma separated, or @FILE.json with parameters of your own; without it
    /// the thesis's, for methods P-256, for protocol and batch P-256, P-384, P-521, secp256k1, Curve25519
    #[arg(long, value_name = "LIST")]
    pub(super) curve: Option<String>,
    /// Scalar: compare these methods in their recodings and coordinates, comma separated, or `all`
    #[arg(long, value_name = "LIST")]
    pub(super) methods: Option<String>,
    /// The recodings of scalar's methods, comma separated, or `all`, which is the default
    #[arg(long, value_name = "LIST")]
    pub(super) recoding: Option<String>,
    /// The coordinates of scalar's methods, comma separated, or `all`, which is the default
    #[arg(long, value_name = "LIST")]
    pub(super) coordinates: Option<String>,
    /// Scalar's ways to square: multp (the product with both operands equal), sqr, comba; comma separated, or `all`, which is the
    /// default
    #[arg(long, value_name = "LIST")]
    pub(super) squaring: Option<String>,
    /// Scalar: the first multiplication after pauses of up to a second
    #[arg(long)]
    pub(super) settle: bool,
    /// Samples per row; without it 1000, fewer where they would take longer than a quarter second
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(super) runs: Option<String>,
    /// Order of the sizes: ascending or descending
    #[arg(long, value_name = "ORDER")]
    pub(super) order: Option<String>,
    /// A scenario of the thesis, minima counted: `per-thread` (a process per test, by thread count), `all`
    /// (one process), `alone` (one size, each algorithm apart); without it rounds interleave
    #[arg(long, value_name = "NAME")]
    pub(super) scenario: Option<String>,
    /// The frequency governor during the run, given back afterwards: keep, performance, powersave, ondemand
    #[arg(long, value_name = "NAME")]
    pub(super) governor: Option<String>,
    /// Keep threads on cores of their own (the default)
    #[arg(long, conflicts_with = "no_pin")]
    pub(super) pin: bool,
    /// Leave threads to the scheduler
    #[arg(long)]
    pub(super) no_pin: bool,
    /// What moduli and operands are drawn from; without it a new one each time
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    /// Write JSON lines; `-` is standard output, then without tables
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
    /// Where to run: local, "CMD…" (a command prefix) or `ssh:[USER@]HOST[:PORT]`; field and scalar on `simavr`, an `ATmega128` in the
    /// simulator, field on `qemu-arm`, the kernels for 32-bit Arm in the emulator, both beside the published tables
    #[arg(long, value_name = "WHERE", default_value = "local")]
    pub(super) target: String,
    /// The polylimb to run on the target, if not this one
    #[arg(long, value_name = "FILE")]
    pub(super) binary: Option<PathBuf>,
    /// Passed to ssh as -o OPTION; may be repeated
    #[arg(long, value_name = "OPTION")]
    ssh_option: Vec<String>,
    /// Show the published figures beside
    #[arg(long)]
    pub(super) published: bool,
    /// Where sysfs is; tests bring their own.
    #[arg(long, hide = true, default_value = "/")]
    sysfs_root: PathBuf,
    /// After the measurements, the study's model beside them: of modmul the thesis's Table 2, synchronisations counted,
    /// and from which size threads pay; of powm the cost model, multiplications counted
    #[arg(long)]
    pub(super) model: bool,
    /// Pairing: count the operations of the pairing on bn254 beside the published counts, and measure pairs of them on one core and on two. Scalar: doublings and additions
    /// of points with their products on one core and on two
    #[arg(long)]
    pub(super) operations: bool,
}

/// What to do, all options looked at.
pub(super) struct Job {
    /// What to measure here; empty where a target measures, which knows its own algorithms.
    pub(super) studies: Vec<Box<dyn Study>>,
    pub(super) files: Files,
    pub(super) compare: Option<PathBuf>,
    pub(super) target: Target,
    pub(super) binary: Option<PathBuf>,
    pub(super) ssh_options: Vec<String>,
    pub(super) published: bool,
    /// Whether the studies' models follow the measurements.
    pub(super) model: bool,
    /// The governor to set here; none to keep it, or where the target sets it.
    pub(super) governor: Option<String>,
    pub(super) sysfs_root: PathBuf,
    /// Whether the operations were chosen by the user.
    pub(super) ops_chosen: bool,
    /// The words that describe the plan, as the user gave them.
    words: Vec<String>,
}

impl Arguments {
    /// Whether the model of the governor is asked for, which measures nothing.
    ///
    /// # Errors
    /// [`Failure::Usage`] with an option of a measurement.
    pub(super) fn governor_study(&self) -> Result<Option<governor::Options<'_>>> {
        if self.study.as_deref() != Some("governor") {
            return Ok(None);
        }
        self.check_options()?;
        Ok(Some(governor::Options { published: self.published, json: self.json.as_deref() }))
    }

    /// Whether single operations are asked for, of pairings or of points.
    ///
    /// # Errors
    /// [`Failure::Usage`] for another study, and with an option of other measurements.
    pub(super) fn operations(&self) -> Result<bool> {
        if !self.operations {
            return Ok(false);
        }
        match self.study.as_deref() {
            Some("pairing") => self.check_only(&["--operations", "--json"], "--operations")?,
            Some("scalar") => {
                self.check_only(&["--operations", "--json", "--curve"], "--operations")?;
            }
            _ => {
                return Err(Failure::usage(
                    "--operations belongs to pairing and scalar: lab pairing --operations",
                ));
            }
        }
        Ok(true)
    }

    /// Whether the Arm kernels in the emulator are asked for.
    ///
    /// # Errors
    /// [`Failure::Usage`] for a study other than `field`, and with an option that does not choose anything there.
    pub(super) fn arm_study(&self) -> Result<Option<mote::Options<'_>>> {
        if self.target.trim() != "qemu-arm" {
            return Ok(None);
        }
        if self.study.as_deref() != Some("field") {
            return Err(Failure::usage(
                "--target qemu-arm measures the study field: lab field --target qemu-arm",
            ));
        }
        self.check_only(&["--target", "--runs", "--json", "--published"], "qemu-arm")?;
        let (runs, json) = (self.runs.as_deref(), self.json.as_deref());
        Ok(Some(mote::Options { study: "field", runs, json }))
    }

    /// Whether the mote in the simulator is asked for.
    ///
    /// # Errors
    /// [`Failure::Usage`] for a study that has no firmware, and with an option that does not choose anything there.
    pub(super) fn mote_study(&self) -> Result<Option<mote::Options<'_>>> {
        let study = self.study.as_deref();
        if self.target.trim() != "simavr" {
            return Ok(None);
        }
        let study = study.filter(|s| ["field", "scalar"].contains(s)).ok_or_else(|| {
            Failure::usage("--target simavr: there is firmware for the studies field and scalar")
        })?;
        self.check_simavr()?;
        Ok(Some(mote::Options { study, runs: self.runs.as_deref(), json: self.json.as_deref() }))
    }

    /// The study of leaks, if it is asked for.
    ///
    /// # Errors
    /// [`Failure::Usage`] with an option of another study.
    pub(super) fn leak_study(&self) -> Result<Option<leak::Options>> {
        if self.study.as_deref() != Some("leak") {
            return Ok(None);
        }
        self.check_options()?;
        let seed = self.seed.unwrap_or_else(seed_from_clock);
        Ok(Some(self.leak_options(seed)?))
    }

    /// Looks at all options.
    pub(super) fn job(&self) -> Result<Job> {
        let quick = self.check_study()?;
        self.check_options()?;
        let governor = self.governor()?;
        let target = Target::parse(&self.target)?;
        // Where a scenario runs, no hand-over is measured for the model of modmul.
        let no_hand_over = self.scenario.is_some() && self.study.as_deref() != Some("powm");
        if self.model && (target != Target::Local || no_hand_over) {
            return Err(Failure::usage(
                "--model takes rounds on this machine; not with --target, nor but for powm with --scenario",
            ));
        }
        let seed = self.seed.unwrap_or_else(seed_from_clock);
        let to_stdout = self.json.as_deref() == Some(Path::new("-"));
        let folder = match &self.out {
            None if quick && !to_stdout => Some(PathBuf::from(FOLDER)),
            other => other.clone(),
        };
        Ok(Job {
            studies: self.studies(seed, &target)?,
            files: Files { json: self.json.clone(), csv: self.csv.clone(), folder },
            compare: self.compare.clone(),
            binary: self.binary.clone(),
            ssh_options: self.ssh_option.clone(),
            published: self.published,
            model: self.model,
            governor: governor.filter(|_| target == Target::Local),
            sysfs_root: self.sysfs_root.clone(),
            ops_chosen: self.ops.is_some(),
            words: self.words(seed),
            target,
        })
    }

    /// Whether there is no study, which asks for a quick run of all.
    fn check_study(&self) -> Result<bool> {
        match self.study.as_deref() {
            None => Ok(true),
            Some("modmul" | "powm" | "scalar" | "field" | "pairing" | "protocol" | "batch") => {
                Ok(false)
            }
            Some(other) => Err(Failure::usage(format!(
                "there is no study '{other}'; there are modmul, powm, scalar, field, pairing, protocol, batch, governor and leak"
            ))),
        }
    }

    /// The governor to set; none to keep the machine's.
    fn governor(&self) -> Result<Option<String>> {
        match self.governor.as_deref() {
            None | Some("keep") => Ok(None),
            Some(name @ ("performance" | "powersave" | "ondemand")) => Ok(Some(name.to_owned())),
            Some(other) => Err(Failure::usage(format!(
                "there is no governor '{other}'; there are keep, performance, powersave, ondemand"
            ))),
        }
    }

    /// The study and the options that describe the plan, the seed among them.
    fn words(&self, seed: u64) -> Vec<String> {
        let mut words: Vec<String> = vec!["lab".into()];
        words.extend(self.study.clone());
        for (name, value) in [
            ("--bits", &self.bits),
            ("--threads", &self.threads),
            ("--algorithms", &self.algorithms),
            ("--kernel", &self.kernel),
            ("--executor", &self.executor),
            ("--k", &self.k),
            ("--cut", &self.cut),
            ("--ops", &self.ops),
            ("--modmul", &self.modmul),
            ("--width", &self.width),
            ("--field", &self.field),
            ("--curve", &self.curve),
            ("--methods", &self.methods),
            ("--recoding", &self.recoding),
            ("--coordinates", &self.coordinates),
            ("--squaring", &self.squaring),
            ("--runs", &self.runs),
            ("--order", &self.order),
            ("--scenario", &self.scenario),
            ("--governor", &self.governor),
        ] {
            if let Some(value) = value {
                words.extend([name.into(), value.clone()]);
            }
        }
        if let Some(path) = &self.profile {
            words.extend(["--profile".into(), path.to_string_lossy().into_owned()]);
        }
        if self.settle {
            words.push("--settle".into());
        }
        if self.model {
            words.push("--model".into());
        }
        if self.no_pin {
            words.push("--no-pin".into());
        }
        words.extend(["--seed".into(), seed.to_string()]);
        words
    }
}

impl Job {
    /// What another polylimb is called with to carry out the plan.
    pub(super) fn forwarded(&self) -> Vec<String> {
        let mut words = self.words.clone();
        words.extend(["--json".into(), "-".into()]);
        words
    }

    /// The command line that repeats the plan.
    pub(super) fn repeat(&self) -> String {
        let words: Vec<_> = self.words.iter().map(|word| quote(word)).collect();
        format!("polylimb {}", words.join(" "))
    }
}

/// A seed that differs from run to run; it is written down with the results.
fn seed_from_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // JSON readers keep 53 bits.
    (now.as_nanos() as u64 ^ u64::from(std::process::id()) << 20) & ((1 << 53) - 1)
}
