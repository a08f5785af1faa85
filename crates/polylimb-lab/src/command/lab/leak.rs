//! `polylimb lab leak`: whether times tell how many ones a secret has.

use super::{permille, progress_bar};
use crate::failure::{Failure, Result};
use crate::host;
use crate::measure::pin::Pinned;
use crate::measure::statistics::{count, round_to};
use crate::output::{duration, whole_file};
use crate::study::leak::{self, DENSITIES, DIFFERS, Finding, Powers, Subject, examine};
use serde_json::json;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

/// Runs of a subject without `--runs`.
pub(super) const RUNS: usize = 20_000;
/// Bits without `--bits`.
pub(super) const BITS: [usize; 1] = [512];

/// What was asked for.
pub(super) struct Options {
    /// What to examine, by size.
    pub(super) powers: Vec<leak::Options>,
    /// Runs of each subject.
    pub(super) runs: usize,
    /// Where to write the findings as JSON lines.
    pub(super) json: Option<PathBuf>,
}

/// Examines, shows, writes.
///
/// # Errors
/// [`Failure::No`] if what promises constant time does not keep it.
pub(super) fn run(options: &Options) -> Result<()> {
    let to_stdout = options.json.as_deref().is_some_and(|path| path.as_os_str() == "-");
    if let Some(path) = options.json.as_deref().filter(|_| !to_stdout) {
        whole_file::check(path)?;
    }
    let findings = findings(options)?;
    let mut out = std::io::stdout().lock();
    match options.json.as_deref() {
        Some(_) if to_stdout => out.write_all(lines(&findings).as_bytes())?,
        path => {
            if let Some(path) = path {
                whole_file::write(path, lines(&findings).as_bytes())?;
            }
            writeln!(out, "{}", text(&findings))?;
        }
    }
    out.flush()?;
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

fn findings(options: &Options) -> Result<Vec<Finding>> {
    let bar = progress_bar();
    let mut subjects = Vec::new();
    for powers in &options.powers {
        let of_size = Powers::all(powers)?.into_iter();
        subjects.extend(of_size.map(|subject| (powers, subject)));
    }
    let all = count(subjects.len() * options.runs);
    let mut findings = Vec::new();
    for (index, (powers, mut subject)) in subjects.into_iter().enumerate() {
        bar.set_message(format!("{} bits, {}", subject.bits(), subject.name()));
        let pin = powers.pin && subject.threads() == 1;
        let _pinned = pin.then(|| Pinned::to(*host::hardware_threads().first()?)).flatten();
        let progress = &mut |run: usize| {
            bar.set_position(permille(count(index * options.runs + run) / all));
            Ok(())
        };
        findings.push(examine(&mut subject, options.runs, powers.seed, progress)?);
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
            duration(f.median),
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

fn lines(findings: &[Finding]) -> String {
    let line = |f: &Finding| {
        let line = json!({
            "kind": "leak", "study": "leak", "algorithm": f.algorithm, "threads": f.threads, "bits": f.bits,
            "constant_time": f.constant_time, "runs": f.runs, "unit": "ns", "median": round_to(f.median, 3),
            "t": round_to(f.t, 3), "correlation": round_to(f.correlation, 5),
            "per_one": round_to(f.per_one, 4), "tells": f.tells(),
        });
        format!("{line}\n")
    };
    findings.iter().map(line).collect()
}
