//! `polylimb lab`: measure, show, write.
//!
//! The options become a plan (`options`); a runner carries it out and tells events; `results` shows
//! and writes what came of it.

mod files;
mod governor;
mod options;
mod plan;
mod results;

pub use options::Arguments;

use crate::failure::{Failure, Result};
use crate::governor::{Cpufreq, Guard};
use crate::published;
use crate::record::{self, Host, Record, Run};
use crate::registry;
use crate::runner::{self, Target, local, processes, ssh};
use crate::study::plan::Scenario;
use crate::study::variants::variants;
use crate::study::{self, Event};
use crate::{analysis, output};
use indicatif::{ProgressBar, ProgressStyle};
use options::Job;
use std::io::Write;
use std::time::Duration;

/// What a bare `polylimb lab` spends on measuring; calibration and checks come on top.
const QUICK_TIME: Duration = Duration::from_secs(35);

/// Measures.
///
/// # Errors
/// [`Failure::Usage`] for options that do not fit, [`Failure::Run`] for I/O, missing tools and wrong
/// results. Files are written whole, and also when results are wrong.
pub fn run(arguments: &Arguments) -> Result<()> {
    if let Some(options) = arguments.governor_study()? {
        return governor::run(&options);
    }
    let mut job = arguments.job()?;
    if job.quick && job.plan.time_per_row.is_some() && job.target == Target::Local {
        job.plan.time_per_row = Some(quick_time_per_row(&job)?);
    }
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
        measured = model(&mut run, &bar);
    }
    bar.finish_and_clear();
    guard.restore()?;
    measured?;
    analysis::switches::mark(&mut run.measurements);
    if !earlier.is_empty() && run.measurements.iter().all(|m| m.ratio.is_none()) {
        eprint_line("--compare: the earlier run has none of these measurements");
    }
    if stream && job.published {
        for row in published::MODMUL_ARM.records() {
            print_line(&Record::Published(Box::new(row)))?;
        }
    }
    if stream {
        for row in &run.model {
            print_line(&Record::Model(Box::new(row.clone())))?;
        }
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
        Target::Local => match job.plan.scenario {
            Some(Scenario::PerThread | Scenario::Alone) => {
                let program = runner::program(job.binary.as_ref())?;
                processes::run_modmul(&job.plan, &program, job.repeat(), sink)
            }
            Some(Scenario::All) | None => local::run_modmul(&job.plan, job.repeat(), sink),
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

/// Adds what the model says.
fn model(run: &mut Run, bar: &ProgressBar) -> Result<()> {
    run.model = study::model::run(run, &mut |event| {
        if let Event::Progress { done, what } = event {
            bar.set_position(permille(done));
            bar.set_message(what);
        }
        Ok(())
    })?;
    if run.model.is_empty() {
        bar.suspend(|| {
            eprint_line("--model: nothing to predict: it takes rows on one thread and on several with the executor team, on two cores");
        });
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

/// The share of a row in [`QUICK_TIME`].
fn quick_time_per_row(job: &Job) -> Result<Duration> {
    let rows =
        variants(&job.plan, &registry::all())?.len() * job.plan.bits.len() * job.plan.ops.len();
    let share = QUICK_TIME / u32::try_from(rows.max(1)).unwrap_or(u32::MAX);
    Ok(share.clamp(Duration::from_millis(2), Duration::from_millis(150)))
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
    let mut out = std::io::stdout().lock();
    out.write_all(output::json_lines::line(record)?.as_bytes())?;
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
