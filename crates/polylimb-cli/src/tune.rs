//! `polylimb tune`: measures the algorithms, by default the constant-time ones only, and writes the
//! profile for this machine.

use super::calc::kernel_by_name;
use super::lab::{permille, progress_bar};
use super::{print_json, profile};
use polylimb::authors::limb::Kernel;
use polylimb::authors::modmul::{ALGORITHMS, Rule, Section};
use polylimb::cpu::Features;
use polylimb::modmul::Profile;
use polylimb_lab::analysis::{number_word, tuning};
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::host::{self, hardware_threads, real_cores};
use polylimb_lab::output::{duration, whole_file};
use polylimb_lab::parameters::{Cut, parse_cuts};
use polylimb_lab::record::{Host, Measurement};
use polylimb_lab::registry::{self, Listed};
use polylimb_lab::study::modmul::{self, Modmul, Op};
use polylimb_lab::study::plan::{Budget, Plan, parse_bits, parse_threads};
use polylimb_lab::study::{Event, Study, rounds};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The sizes without `--bits`: the usual ones, and one beyond eight words.
const BITS: [usize; 16] =
    [128, 192, 256, 384, 512, 576, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384];
/// The measuring time without `--runs`; calibration and checks are extra.
const TIME: Duration = Duration::from_secs(20);
/// Samples of a row without `--runs`; fewer if [`TIME`] does not suffice.
const RUNS: usize = 10_000;
/// The most threads measured by default.
const MOST_THREADS: usize = 4;
/// The seed of the numbers; the times do not depend on it.
const SEED: u64 = 1;

/// The options of `tune`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without -o the profile goes to polylimb/profile in $XDG_CONFIG_HOME or ~/.config, where the other words find it. \
POLYLIMB_PROFILE or --profile name another. About half a minute."
)]
pub struct Arguments {
    /// Where to write the profile; `-` is standard output
    #[arg(short, long, value_name = "PROFILE")]
    out: Option<PathBuf>,
    /// Sizes: 256,1024 or 128-4096 (doubling) or 128-1024:128 (steps)
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    bits: Option<String>,
    /// Thread counts: 1,2,4 or 1-4; without it up to four, as many as there are cores
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    threads: Option<String>,
    /// The kernel, or `all`; without it the best of this processor
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,
    /// Cuts of partite algorithms to choose from, in percent of the words, beside each algorithm's
    /// own: 48%,54%
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    cut: Option<String>,
    /// Samples per row; without it as many as half a minute allows
    #[arg(long, value_name = "N")]
    runs: Option<String>,
    /// The summary as JSON
    #[arg(long)]
    json: bool,
}

/// Measures, writes the profile whole or not at all, and prints a summary of it.
///
/// # Errors
/// [`Failure::Usage`] for options that do not fit this machine; [`Failure::Run`] for wrong results
/// and I/O.
pub fn run(arguments: &Arguments) -> Result<()> {
    // The algorithms that a profile may name.
    let listed: Vec<_> = registry::all().into_iter().filter(Listed::is_shipped).collect();
    let study = Modmul::new(arguments.plan()?, arguments.options()?, &listed)?;
    let plan = study.plan();
    let path = arguments.path()?;
    let host = host::describe();
    let measurements = measure(&study)?;
    let profile = tuning::profile(&measurements, &ALGORITHMS.iter().collect::<Vec<_>>())?;
    let text = format!("{}{profile}", heading(&host, plan));
    whole_file::write(&path, text.as_bytes())?;
    if arguments.json {
        let sections: Vec<_> = profile.sections().iter().map(section_json).collect();
        let path = path.display().to_string();
        return print_json(&json!({ "profile": path, "text": text, "sections": sections }));
    }
    if path != Path::new("-") {
        let mut out = std::io::stdout().lock();
        for line in summary(&profile, &measurements) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "profile: {}", path.display())?;
        out.flush()?;
    }
    Ok(())
}

impl Arguments {
    /// The cuts to try in addition to each algorithm's own.
    fn cuts(&self) -> Result<Vec<Option<Cut>>> {
        let Some(text) = &self.cut else { return Ok(Vec::new()) };
        let mut cuts = parse_cuts(text)?;
        if cuts.iter().any(|cut| matches!(cut, Some(Cut::Words(_)))) {
            return Err(Failure::usage(
                "--cut: a profile serves ranges of sizes, so it takes percent; write 48%,54%",
            ));
        }
        if !cuts.contains(&None) {
            cuts.insert(0, None);
        }
        Ok(cuts)
    }

    /// What to measure of each algorithm: products, with the parameters to choose from.
    fn options(&self) -> Result<modmul::Options> {
        Ok(modmul::Options { ops: vec![Op::Mul], k: Vec::new(), cuts: self.cuts()?, tuned: None })
    }

    fn plan(&self) -> Result<Plan> {
        let there = hardware_threads();
        let threads = match &self.threads {
            Some(text) => parse_threads(text)?,
            None => (1..=real_cores(Path::new("/"), &there).clamp(1, MOST_THREADS)).collect(),
        };
        if let Some(most) = threads.iter().find(|n| **n > there.len()) {
            return Err(Failure::usage(format!(
                "--threads: {most} threads share the {} of this machine, and a profile made so would be wrong; at most {}",
                there.len(),
                there.len()
            )));
        }
        let kernels = match self.kernel.as_deref() {
            None => vec![Kernel::best(Features::detect())],
            Some("all") => Kernel::available(Features::detect()).collect(),
            Some(name) => vec![kernel_by_name(name)?],
        };
        let runs = match self.runs.as_deref().map(str::parse) {
            None => RUNS,
            Some(Ok(runs @ 1..=1_000_000)) => runs,
            Some(_) => return Err(Failure::usage("--runs must be a count from 1 to 1000000")),
        };
        Ok(Plan {
            bits: self.bits.as_deref().map_or(Ok(BITS.to_vec()), parse_bits)?,
            threads,
            algorithms: None,
            kernels,
            executors: vec![registry::executor(registry::TEAM)?],
            runs,
            budget: self.runs.is_none().then_some(Budget::All(TIME, Duration::ZERO, TIME)),
            pin: true,
            seed: SEED,
            scenario: None,
        })
    }

    /// The destination of the profile, checked before anything is measured. Makes the usual folder.
    fn path(&self) -> Result<PathBuf> {
        let path = self.out.clone().map_or_else(usual_path, Ok)?;
        if self.json && path == Path::new("-") {
            return Err(Failure::usage(
                "the profile and --json cannot both be standard output; the JSON has the profile as text",
            ));
        }
        whole_file::check(&path)?;
        Ok(path)
    }
}

/// The path from which the other commands read; makes its folder.
fn usual_path() -> Result<PathBuf> {
    let path = profile::usual_path().ok_or_else(|| {
        Failure::usage("there is no home to write the profile to; name a file with -o")
    })?;
    let folder = path.parent().unwrap_or(&path);
    std::fs::create_dir_all(folder).map_err(|e| {
        let folder = folder.display();
        Failure::run(format!("cannot make the folder {folder}: {e}; name a file with -o"))
    })?;
    Ok(path)
}

fn measure(study: &Modmul) -> Result<Vec<Measurement>> {
    let bar = progress_bar();
    let mut measurements = Vec::new();
    let mut sink = |event: Event| -> Result<()> {
        match event {
            Event::Progress { done, what } => {
                bar.set_position(permille(done));
                bar.set_message(what);
            }
            Event::Measured(rows) => measurements.extend(rows),
            // An algorithm that refuses the modulus cannot lead.
            Event::Host(_) | Event::Note(_) => {}
        }
        Ok(())
    };
    let measured = rounds::run(study, &mut sink);
    bar.finish_and_clear();
    measured?;
    match measurements.iter().find(|m| !m.correct) {
        None => Ok(measurements),
        Some(m) => Err(Failure::run(format!(
            "{} on {} thread(s) gave a wrong result at {} bits; no profile is written",
            m.algorithm, m.threads, m.bits
        ))),
    }
}

/// The comment at the head of the file: where and when it was measured, and how to use it.
fn heading(host: &Host, plan: &Plan) -> String {
    let list =
        |numbers: &[usize]| numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    let mut lines = vec![
        "Tuning profile, measured by polylimb tune. The commands find it in ~/.config/polylimb/profile,".into(),
        "by POLYLIMB_PROFILE or with --profile; programs hand its text to Profile::parse.".into(),
        format!("cpu: {}, {} core(s), {}", host.cpu, host.cores, host.features.join(" ")),
        format!("system: {}, governor {}", host.os, host.governor),
        format!("polylimb {} ({}), {}, {}", host.version, host.commit, host.rustc, host.target),
        format!("measured: {}, bits {}, threads {}", host.started, list(&plan.bits), list(&plan.threads)),
        "Sections: [kernel odd|even threads=N]; even moduli include 1; sections of more threads come first.".into(),
        "Rules: bits from-to = algorithm threads=N; sizes in no range are chosen as without a profile.".into(),
    ];
    for line in &mut lines {
        // Text from the system must not end the comment.
        *line = line.replace(char::is_control, " ");
    }
    lines.iter().flat_map(|line| ["# ", line, "\n"]).collect()
}

/// A line for each range: its leader, the time, and the gain over the built-in choice if that
/// differs.
fn summary(profile: &Profile, measurements: &[Measurement]) -> Vec<String> {
    let mut lines = Vec::new();
    for section in profile.sections() {
        let plural = if section.threads == 1 { "thread" } else { "threads" };
        let vartime = if section.constant_time { "" } else { ", variable time" };
        lines.push(format!(
            "{} moduli with the kernel {} on {} {plural}{vartime}",
            if section.odd { "odd" } else { "even" },
            section.kernel,
            number_word(section.threads)
        ));
        lines.extend(section.rules.iter().map(|rule| leader(section, rule, measurements)));
    }
    let noisy = measurements.iter().filter(|m| !m.warnings.is_empty()).count();
    if noisy > 0 {
        let all = measurements.len();
        lines.push(format!(
            "warning: {noisy} of {all} measurements are unsteady; repeat on a quiet machine"
        ));
    }
    lines
}

/// A range, its algorithm, and the time at its largest measured size.
fn leader(section: &Section, rule: &Rule, measurements: &[Measurement]) -> String {
    let range = format!("{} to {} bits", rule.from_bits, rule.to_bits);
    let cut = rule.cut_percent.map_or_else(String::new, |cut| format!(" cut={cut}%"));
    let here = |m: &&Measurement| {
        tuning::measured(rule, m)
            && m.kernel == section.kernel
            && m.threads == section.threads
            && (rule.from_bits..=rule.to_bits).contains(&m.bits)
    };
    let last = measurements.iter().filter(here).max_by_key(|m| m.bits);
    let time =
        last.map_or_else(String::new, |m| format!(" ({} at {} bits)", duration(m.median), m.bits));
    format!("  {range}: {}{cut}{time}", rule.entry.name)
}

fn section_json(section: &Section) -> serde_json::Value {
    let rules: Vec<_> = section
        .rules
        .iter()
        .map(|rule| {
            json!({
                "from_bits": rule.from_bits,
                "to_bits": rule.to_bits,
                "algorithm": rule.entry.name,
                "threads": rule.threads,
                "cut_percent": rule.cut_percent,
            })
        })
        .collect();
    json!({
        "kernel": section.kernel,
        "odd": section.odd,
        "threads": section.threads,
        "constant_time": section.constant_time,
        "rules": rules,
    })
}
