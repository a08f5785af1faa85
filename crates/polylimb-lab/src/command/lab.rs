//! `polylimb lab`: measure, show, write.
//!
//! The options become studies with their plans (`options`, `studies`); a runner carries it out and tells events; `results` shows
//! and writes what came of it.

mod arm;
mod belongs;
mod field;
mod files;
mod governor;
mod leak;
mod mote;
mod operations;
mod options;
mod protocol;
mod results;
mod scalar;
mod studies;

pub use options::Arguments;
pub(super) use studies::parse_width;

use crate::failure::{Failure, Result};
use crate::governor::{Cpufreq, Guard};
use crate::record::{self, Host, Record, Run};
use crate::runner::{self, Target, local, processes, ssh};
use crate::study::Event;
use crate::study::plan::Scenario;
use crate::{analysis, output};
use indicatif::{ProgressBar, ProgressStyle};
use options::Job;
use std::io::Write;

/// Measures.
///
/// # Errors
/// [`Failure::Usage`] for options that do not fit, [`Failure::Run`] for I/O, missing tools and wrong
/// results. Files are written whole, and also when results are wrong.
pub fn run(arguments: &Arguments) -> Result<()> {
    if let Some(options) = arguments.governor_study()? {
        return governor::run(&options);
    }
    if arguments.operations()? {
        return operations::run(arguments);
    }
    if let Some(options) = arguments.arm_study()? {
        return arm::run(&options);
    }
    if let Some(options) = arguments.mote_study()? {
        return mote::run(&options);
    }
    if let Some(options) = arguments.leak_study()? {
        return leak::run(&options);
    }
    let job = arguments.job()?;
    job.files.check()?;
    let earlier = match &job.compare {
        Some(path) => record::read_file(path)?,
        None => Vec::new(),
    };
    let guard = set_governor(&job)?;
    let bar = progress_bar();
    let mut run = Run::default();
    let stream = job.files.json_to_stdout();
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
                // What is known of the smaller sizes by now; all of it at the end.
                let from = run.measurements.len();
                run.measurements.extend(measurements);
                analysis::switches::mark(&mut run.measurements);
                let measurements = &run.measurements[from..];
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
    let mut measured = measure(&job, &mut sink);
    if job.model && measured.is_ok() {
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

fn measure(job: &Job, sink: &mut crate::study::Sink<'_>) -> Result<()> {
    match &job.target {
        Target::Local => match job.studies.first().and_then(|study| study.plan().scenario) {
            Some(Scenario::PerThread | Scenario::Alone) => {
                let program = runner::program(job.binary.as_ref())?;
                processes::run(&job.studies, &program, job.repeat(), sink)
            }
            Some(Scenario::All) | None => local::run(&job.studies, job.repeat(), sink),
        },
        Target::Command(prefix) => {
            let program = runner::program(job.binary.as_ref())?;
            runner::command::run(prefix, &program, &job.forwarded(), sink)
        }
        Target::Ssh(destination) => {
            let program = runner::program(job.binary.as_ref())?;
            ssh::run(destination, &job.ssh_options, &program, &job.forwarded(), sink)
        }
    }
}

/// Adds what the studies' models say.
fn model(job: &Job, run: &mut Run, bar: &ProgressBar) -> Result<()> {
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

/// Sets the governor the job asks for; the guard gives it back, on Ctrl-C too.
fn set_governor(job: &Job) -> Result<Guard> {
    let guard = Guard::new();
    if let Some(name) = &job.governor {
        let cpufreq = Cpufreq::at(&job.sysfs_root)?;
        guard.give_back_on_signals()?;
        cpufreq.set(name, &guard)?;
    }
    Ok(guard)
}

/// Hidden where standard error is no terminal.
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

/// Without standard error there is nobody to tell.
fn eprint_line(text: &str) {
    let _ = writeln!(std::io::stderr(), "polylimb: {text}");
}

/// A line on the machine, for the terminal.
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
