//! `polylimb lab`: measures, shows and writes.
//!
//! A study is a subcommand with its own options and file. The options become studies with their
//! plans; a runner carries them out and emits events; `results` shows and writes the results.

mod aarch64;
mod arm;
mod batch;
mod field;
mod files;
pub(crate) mod given;
mod governor;
mod kept;
mod leak;
mod modmul;
mod mote;
mod operations;
mod options;
mod pairing;
mod powm;
mod protocol;
mod quick;
mod results;
mod scalar;
mod self_test;

pub(crate) use options::parse_width;

use clap::Subcommand;
use files::Files;
use given::Given;
use indicatif::{ProgressBar, ProgressStyle};
use kept::Kept;
use options::{Beside, How, Timed};
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::governor::{Cpufreq, Guard};
use polylimb_lab::record::{self, Host, Record, Run};
use polylimb_lab::runner::{self, Target, local, processes, ssh};
use polylimb_lab::study::plan::Scenario;
use polylimb_lab::study::{Event, Study};
use polylimb_lab::{analysis, output};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The folder of a quick run.
const FOLDER: &str = "polylimb-lab";

/// The options of `lab`.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_value_name = "STUDY",
    subcommand_help_heading = "Studies",
    after_help = "Without STUDY: a quick run of every study, one to two minutes on two free cores, three beside other programs; \
it writes results.jsonl and report.html into the folder polylimb-lab/ (or --out). A study writes the files you name. \
polylimb lab STUDY --help shows the study's own options."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    study: Option<Word>,
    #[command(flatten)]
    quick: quick::Options,
}

#[derive(Debug, Subcommand)]
enum Word {
    /// Modular multiplications
    Modmul(Box<modmul::Options>),
    /// Exponentiations
    Powm(Box<powm::Options>),
    /// Scalar multiplications
    Scalar(Box<scalar::Options>),
    /// Operations of fields
    Field(Box<field::Options>),
    /// Pairings
    Pairing(Box<pairing::Options>),
    /// Protocols
    Protocol(Box<protocol::Options>),
    /// Batches beside one operation after another
    Batch(Box<batch::Options>),
    /// Whether times tell secrets
    Leak(Box<leak::Options>),
    /// A model of the governor ondemand beside the published tables
    Governor(governor::Options),
    /// Whether this machine's times can be trusted now
    SelfTest(self_test::Options),
}

/// Measures.
///
/// # Errors
/// [`Failure::Usage`] for options that do not fit, [`Failure::Run`] for I/O, missing tools and
/// wrong results. Files are written whole, and also when results are wrong.
pub(crate) fn run(arguments: &Arguments, given: &Given) -> Result<()> {
    match &arguments.study {
        None => measure(&arguments.quick, given),
        Some(Word::Modmul(options)) => measure(&**options, given),
        Some(Word::Powm(options)) => measure(&**options, given),
        Some(Word::Scalar(options)) => scalar::run(options, given),
        Some(Word::Field(options)) => field::run(options, given),
        Some(Word::Pairing(options)) => pairing::run(options, given),
        Some(Word::Protocol(options)) => measure(&**options, given),
        Some(Word::Batch(options)) => measure(&**options, given),
        Some(Word::Leak(options)) => leak::run(options, given),
        Some(Word::Governor(options)) => governor::run(options, given),
        Some(Word::SelfTest(options)) => self_test::run(options, given),
    }
}

/// The work, after all options have been checked.
struct Job<'a> {
    /// The studies to run here; empty if a target runs them, which has its own list of algorithms.
    studies: Vec<Box<dyn Study>>,
    files: Files,
    compare: Option<PathBuf>,
    target: Target,
    binary: Option<PathBuf>,
    ssh_options: Vec<String>,
    beside: Beside,
    /// The governor to set here; `None` to keep it, or if the target sets it.
    governor: Option<String>,
    sysfs_root: PathBuf,
    /// Whether the operations were chosen by the user.
    ops_chosen: bool,
    given: &'a Given,
    seed: u64,
}

impl<'a> Job<'a> {
    fn new<S: Timed>(options: &S, given: &'a Given) -> Result<Self> {
        let times = options.times();
        let governor = times.governor()?;
        let how = How {
            seed: times.samples.seed.unwrap_or_else(seed_from_clock),
            target: Target::parse(&times.places.target)?,
            quick: S::QUICK,
        };
        let places = times.places.clone();
        let to_stdout = places.json.as_deref() == Some(Path::new("-"));
        let folder = match places.out {
            None if S::QUICK && !to_stdout => Some(PathBuf::from(FOLDER)),
            other => other,
        };
        Ok(Self {
            studies: options.studies(&how)?,
            files: Files { json: places.json, csv: places.csv, folder },
            compare: places.compare,
            binary: places.binary,
            ssh_options: places.ssh_option,
            beside: options.beside(),
            governor: governor.filter(|_| how.here()),
            sysfs_root: places.sysfs_root,
            ops_chosen: options.ops().is_some(),
            given,
            seed: how.seed,
            target: how.target,
        })
    }
}

/// Measures the studies of times that the options describe.
fn measure<S: Timed>(options: &S, given: &Given) -> Result<()> {
    let job = Job::new(options, given)?;
    job.files.check(job.compare.as_deref())?;
    let earlier = match &job.compare {
        Some(path) => record::read_file(path)?,
        None => Vec::new(),
    };
    let guard = set_governor(&job)?;
    let bar = progress_bar();
    let mut run = Run::default();
    let stream = job.files.json_to_stdout();
    let results = job.files.folder.as_ref().map(|folder| folder.join("results.jsonl"));
    let mut kept = Kept::new(job.files.json.iter().chain(&results).map(PathBuf::as_path));
    let mut sink = |event: Event| -> Result<()> {
        match event {
            Event::Host(host) => {
                run.host = *host;
                if stream {
                    print_line(&Record::Host(Box::new(run.host.clone())))?;
                }
            }
            Event::Progress { done, what } => {
                bar.set_position(permille(done));
                bar.set_message(what);
            }
            Event::Measured(mut measurements) => {
                analysis::compare::fill(&mut measurements, &earlier);
                // Uses the sizes measured so far; at the end all of them.
                let from = run.measurements.len();
                run.measurements.extend(measurements);
                analysis::switches::mark(&mut run.measurements);
                let measurements = &run.measurements[from..];
                kept.add(&run.host, measurements)?;
                if stream {
                    for m in measurements {
                        print_line(&Record::Measurement(Box::new(m.clone())))?;
                    }
                }
            }
            Event::Note(text) => bar.suspend(|| eprint_line(&text)),
        }
        Ok(())
    };
    let mut measured = carry_out(&job, &mut sink);
    if job.beside.model && measured.is_ok() {
        measured = model(&job, &mut run, &bar);
    }
    bar.finish_and_clear();
    guard.restore()?;
    measured?;
    analysis::switches::mark(&mut run.measurements);
    if !earlier.is_empty() && run.measurements.iter().all(|m| m.ratio.is_none()) {
        eprint_line("--compare: the earlier run has none of these measurements");
    }
    if stream {
        for row in &run.model {
            print_line(&Record::Model(row.clone()))?;
        }
        print(&results::published_lines(&job, &run)?)?;
    }
    results::write(&job, &run)?;
    if !stream {
        results::show(&job, &run)?;
    }
    match run.measurements.iter().filter(|m| !m.correct).count() {
        0 => Ok(()),
        wrong => Err(Failure::run(format!(
            "{wrong} of {} measurements gave a wrong result; they are marked WRONG and \"correct\":false",
            run.measurements.len()
        ))),
    }
}

fn carry_out(job: &Job<'_>, sink: &mut polylimb_lab::study::Sink<'_>) -> Result<()> {
    match &job.target {
        Target::Local => match job.studies.first().and_then(|study| study.plan().scenario) {
            Some(Scenario::PerThread | Scenario::Alone) => {
                let program = runner::program(job.binary.as_ref())?;
                processes::run(
                    &job.studies,
                    &program,
                    &given::of_test,
                    job.given.repeat(job.seed),
                    sink,
                )
            }
            Some(Scenario::All) | None => {
                local::run(&job.studies, job.given.repeat(job.seed), sink)
            }
        },
        Target::Command(prefix) => {
            let program = runner::program(job.binary.as_ref())?;
            runner::command::run(prefix, &program, &job.given.forwarded(job.seed), sink)
        }
        Target::Ssh(destination) => {
            let program = runner::program(job.binary.as_ref())?;
            ssh::run(destination, &job.ssh_options, &program, &job.given.forwarded(job.seed), sink)
        }
    }
}

/// Adds the rows of the studies' models.
fn model(job: &Job<'_>, run: &mut Run, bar: &ProgressBar) -> Result<()> {
    for study in &job.studies {
        let rows = study.model(run, &mut |event| {
            match event {
                Event::Progress { done, what } => {
                    bar.set_position(permille(done));
                    bar.set_message(what);
                }
                Event::Note(text) => bar.suspend(|| eprint_line(&text)),
                Event::Host(_) | Event::Measured(_) => {}
            }
            Ok(())
        })?;
        run.model.extend(rows);
    }
    Ok(())
}

/// Sets the job's governor; the guard restores it, on Ctrl-C too.
fn set_governor(job: &Job<'_>) -> Result<Guard> {
    let guard = Guard::new();
    if let Some(name) = &job.governor {
        let cpufreq = Cpufreq::at(&job.sysfs_root)?;
        guard.give_back_on_signals()?;
        cpufreq.set(name, &guard)?;
    }
    Ok(guard)
}

/// Hidden unless standard error is a terminal.
pub(super) fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::new(1000);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {percent:>3} %  {msg}  {elapsed}") {
        bar.set_style(style);
    }
    bar
}

#[allow(clippy::cast_sign_loss, reason = "clamped to the scale of the bar")]
pub(super) fn permille(done: f64) -> u64 {
    (done.clamp(0.0, 1.0) * 1000.0) as u64
}

fn print_line(record: &Record) -> Result<()> {
    print(&output::json_lines::line(record)?)
}

fn print(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Without standard error the text cannot be shown.
fn eprint_line(text: &str) {
    let _ = writeln!(std::io::stderr(), "polylimb: {text}");
}

/// A line about the machine, for the terminal.
fn machine(host: &Host) -> String {
    let plural = if host.cores == 1 { "core" } else { "cores" };
    let cores = format!("{} {plural}", analysis::number_word(host.cores));
    let mut facts = vec![host.cpu.clone(), cores];
    if host.governor != "unknown" {
        facts.push(format!("governor {}", host.governor));
    }
    facts.extend(host.frequency.map(|mhz| format!("{mhz:.0} MHz")));
    facts.extend(host.hand_over.map(|ns| format!("hand-over {}", output::duration(ns))));
    if host.runner != "local" {
        facts.push(host.runner.clone());
    }
    facts.join(", ")
}

/// A seed that differs from run to run; the results record it.
fn seed_from_clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // JSON readers keep 53 bits.
    (now.as_nanos() as u64 ^ u64::from(std::process::id()) << 20) & ((1 << 53) - 1)
}
