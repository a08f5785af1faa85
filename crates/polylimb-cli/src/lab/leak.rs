//! `polylimb lab leak`: whether times reveal the number of ones in a secret.

use super::given::Given;
use super::options::{Algorithms, Bits, Kernels, Modmuls, Samples};
use super::{permille, progress_bar, results, seed_from_clock};
use polylimb::authors::limb::Kernel;
use polylimb::cpu::Features;
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::host;
use polylimb_lab::measure::pin::Pinned;
use polylimb_lab::measure::statistics::{count, round_to};
use polylimb_lab::output::{duration, whole_file};
use polylimb_lab::record::{Measurement, Run};
use polylimb_lab::runner::local;
use polylimb_lab::study::leak::{self, DENSITIES, DIFFERS, Finding, Powers, Subject, examine};
use serde_json::json;
use std::fmt::Write as _;
use std::path::PathBuf;

/// Runs of a subject without `--runs`.
const RUNS: usize = 20_000;
/// Bits without `--bits`.
const BITS: [usize; 1] = [512];

/// The options of `lab leak`.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(after_help = "Examples:
  polylimb lab leak --bits 512,1024 --algorithms fixed-window
  polylimb lab leak --algorithms binary-left-to-right --modmul barrett --runs 5000")]
pub(crate) struct Options {
    #[command(flatten)]
    bits: Bits,
    #[command(flatten)]
    algorithms: Algorithms,
    #[command(flatten)]
    kernels: Kernels,
    #[command(flatten)]
    modmuls: Modmuls,
    #[command(flatten)]
    samples: Samples,
    /// Write JSON lines; `-` is standard output, then without tables
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

impl Options {
    /// The subjects to examine, by size.
    fn powers(&self, seed: u64) -> Result<Vec<leak::Options>> {
        let kernel = match self.kernels.named()?.as_deref() {
            None => Kernel::best(Features::detect()),
            Some([kernel]) => *kernel,
            Some(_) => {
                return Err(Failure::usage("--kernel: the study 'leak' takes one kernel"));
            }
        };
        let modmul = match self.modmuls.named()?.as_deref() {
            None => None,
            Some([modmul]) => Some(*modmul),
            Some(_) => return Err(Failure::usage("--modmul: the study 'leak' takes one")),
        };
        let algorithms = self.algorithms.names();
        let powers = |bits| leak::Options {
            bits,
            algorithms: algorithms.clone(),
            modmul,
            kernel,
            seed,
            pin: self.samples.pinned(),
        };
        Ok(self.bits.sizes(&BITS)?.into_iter().map(powers).collect())
    }
}

/// Examines, shows, writes.
///
/// # Errors
/// [`Failure::No`] if a method that claims constant time leaks.
pub(super) fn run(options: &Options, given: &Given) -> Result<()> {
    let seed = options.samples.seed.unwrap_or_else(seed_from_clock);
    let (powers, runs) = (options.powers(seed)?, options.samples.runs(RUNS)?);
    if let Some(path) = options.json.as_deref() {
        whole_file::check(path)?;
    }
    let findings = findings(&powers, runs)?;
    let measurements: Vec<_> = findings.iter().map(measurement).collect();
    let host = local::host(given.repeat(seed), seed, measurements.len());
    let run = Run { host, measurements, ..Run::default() };
    results::put(options.json.as_deref(), &run, &text(&findings))?;
    if let Some(wrong) = findings.iter().find(|f| !f.correct) {
        return Err(Failure::run(format!("{} gave a wrong result", wrong.algorithm)));
    }
    let broken: Vec<_> = findings.iter().filter(|f| f.breaks_its_promise()).collect();
    match broken.as_slice() {
        [] => Ok(()),
        [first, ..] => Err(Failure::No(format!(
            "{} of {} findings: the time of {} tells the density of the secret (t = {:.1}); repeat on a quiet machine with more --runs",
            broken.len(),
            findings.len(),
            first.algorithm,
            first.t
        ))),
    }
}

fn findings(powers: &[leak::Options], runs: usize) -> Result<Vec<Finding>> {
    let bar = progress_bar();
    let mut subjects = Vec::new();
    for powers in powers {
        let of_size = Powers::all(powers)?.into_iter();
        subjects.extend(of_size.map(|subject| (powers, subject)));
    }
    let all = count(subjects.len() * runs);
    let mut findings = Vec::new();
    for (index, (powers, mut subject)) in subjects.into_iter().enumerate() {
        bar.set_message(format!("{} bits, {}", subject.bits(), subject.name()));
        let pin = powers.pin && subject.threads() == 1;
        let _pinned = pin.then(|| Pinned::to(*host::hardware_threads().first()?)).flatten();
        let progress = &mut |run: usize| {
            bar.set_position(permille(count(index * runs + run) / all));
            Ok(())
        };
        findings.push(examine(&mut subject, runs, powers.seed, progress)?);
    }
    bar.finish_and_clear();
    Ok(findings)
}

fn text(findings: &[Finding]) -> String {
    let width = findings.iter().map(|f| f.algorithm.len()).max().unwrap_or(9).max(9);
    let mut text = format!(
        "times against the density of ones in the secret, {DENSITIES} densities interleaved at random\n\
         {:>5}  {:>7}  {:<width$}  {:>13}{:>8}{:>10}{:>9}{:>13}{:>10}  verdict\n",
        "bits",
        "threads",
        "algorithm",
        "constant time",
        "runs",
        "median",
        "t",
        "correlation",
        "ns/one",
    );
    for f in findings {
        let verdict = match (f.tells(), f.constant_time) {
            (false, true) => "nothing seen, as promised",
            (false, false) => "nothing seen",
            (true, true) => "TELLS the density, against its promise",
            (true, false) => "tells the density, as expected of it",
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:>5}  {:>7}  {:<width$}  {:>13}{:>8}{:>10}{:>9.1}{:>13.3}{:>10.2}  {verdict}",
            f.bits,
            f.threads,
            f.algorithm,
            if f.constant_time { "yes" } else { "no" },
            f.runs,
            duration(f.times.median),
            f.t,
            f.correlation,
            f.per_one,
        );
    }
    let _ = write!(
        text,
        "t: Welch's, between the dense and the sparse third; beyond {DIFFERS} the times differ\n\
         it finds leaks and proves nothing: the constant-time stage of the checks looks at every branch and address"
    );
    text
}

/// A finding in the form of the other studies' measurements.
fn measurement(f: &Finding) -> Measurement {
    let mut m = Measurement {
        study: "leak".into(),
        algorithm: f.algorithm.clone(),
        threads: f.threads,
        bits: f.bits,
        op: "powm".into(),
        runs: f.runs,
        batch: 1,
        unit: "ns".into(),
        correct: f.correct,
        kernel: f.kernel.clone(),
        constant_time: if f.constant_time { "yes" } else { "no" }.into(),
        library: true,
        ..Measurement::default()
    };
    m.set_times(&f.times);
    for (name, value) in [
        ("t", json!(round_to(f.t, 3))),
        ("correlation", json!(round_to(f.correlation, 5))),
        ("per_one", json!(round_to(f.per_one, 4))),
        ("tells", json!(f.tells())),
    ] {
        m.params.insert(name.into(), value);
    }
    m
}
