//! What came of a job: files, and a summary on the terminal.

use super::machine;
use super::options::Job;
use crate::analysis::{advice, crossover, switches};
use crate::failure::Result;
use crate::output::table::{self, Style};
use crate::output::{csv, duration, html, json_lines, model, whole_file};
use crate::published;
use crate::record::{Measurement, Record, Run};
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::path::Path;

/// Writes the files the job names.
pub(super) fn write(job: &Job, run: &Run) -> Result<()> {
    if let Some(path) = job.files.json.as_deref().filter(|p| *p != Path::new("-")) {
        whole_file::write(path, json_text(job, run)?.as_bytes())?;
    }
    if let Some(path) = &job.files.csv {
        whole_file::write(path, csv::text(&run.measurements)?.as_bytes())?;
    }
    if let Some(folder) = &job.files.folder {
        whole_file::write(&folder.join("results.jsonl"), json_text(job, run)?.as_bytes())?;
        let page = html::page(std::slice::from_ref(run), job.published);
        whole_file::write(&folder.join("report.html"), page.as_bytes())?;
    }
    Ok(())
}

/// The lines of `results.jsonl`, with `--published` the published rows behind the measured.
fn json_text(job: &Job, run: &Run) -> Result<String> {
    let mut text = json_lines::text(run)?;
    if job.published {
        for row in published::MODMUL_ARM.records() {
            text += &json_lines::line(&Record::Published(Box::new(row)))?;
        }
    }
    Ok(text)
}

/// Shows the results; not where standard output carries the CSV.
pub(super) fn show(job: &Job, run: &Run) -> Result<()> {
    if job.files.csv.as_deref() == Some(Path::new("-")) {
        return Ok(());
    }
    let style = style();
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", machine(&run.host))?;
    let figure = if job.plan.scenario.is_some() { "minimum" } else { "median" };
    for op in &job.plan.ops {
        // All four tables at once are a wall of numbers.
        if !job.ops_chosen && op.name() != "mul" {
            continue;
        }
        let text = table::times(&run.measurements, op.name(), style);
        if !text.is_empty() {
            writeln!(out, "\n{figure} time of {} by bits of the modulus\n{text}", op.name())?;
        }
    }
    writeln!(out, "{}", table::legend(style))?;
    if run.measurements.iter().any(|m| m.ratio.is_some()) {
        writeln!(out, "×: this time over the earlier run's")?;
    }
    writeln!(out)?;
    for line in conclusions(&run.measurements) {
        writeln!(out, "{line}")?;
    }
    if !run.model.is_empty() {
        writeln!(out, "\n{}", model::text(&run.model).trim_end())?;
    }
    if job.published {
        writeln!(out, "\n{}", published::text(&run.measurements))?;
    }
    for path in [&job.files.json, &job.files.csv].into_iter().flatten() {
        writeln!(out, "results: {}", path.display())?;
    }
    if let Some(folder) = &job.files.folder {
        writeln!(out, "results: {}", folder.join("results.jsonl").display())?;
        writeln!(out, "report: {}", folder.join("report.html").display())?;
    }
    Ok(out.flush()?)
}

/// Who leads where, from when threads pay, and how many rows carry a warning.
fn conclusions(measurements: &[Measurement]) -> Vec<String> {
    let mut lines = Vec::new();
    let advice = advice::by_size(measurements, "mul");
    for reign in advice::reigns(&advice) {
        let sizes = match (reign.from, reign.to) {
            (from, to) if from == to => format!("{from} bits"),
            (from, to) => format!("{from} to {to} bits"),
        };
        let time = advice.iter().find(|a| a.bits == reign.to).map_or(0.0, |a| a.overall.time());
        let threads = match reign.threads {
            1 => "one thread".to_owned(),
            n => format!("{n} threads"),
        };
        let (algorithm, time) = (reign.algorithm, duration(time));
        lines.push(format!("{sizes}: {algorithm} on {threads} ({time} at {} bits)", reign.to));
    }
    lines.extend(crossover::find(measurements, "mul").iter().map(ToString::to_string));
    for (kernel, crossovers) in crossover::within_kernels(measurements, "mul") {
        lines.extend(crossovers.iter().map(|c| format!("with the kernel {kernel} alone: {c}")));
    }
    lines.extend(switches::summary(measurements));
    let mut warned: BTreeMap<&str, usize> = BTreeMap::new();
    for warning in measurements.iter().flat_map(|m| &m.warnings) {
        *warned.entry(warning.split(':').next().unwrap_or(warning)).or_default() += 1;
    }
    for (what, rows) in warned {
        lines.push(format!("warning: {what} in {rows} of {} rows", measurements.len()));
    }
    lines
}

/// Colour on a terminal unless `NO_COLOR` is set to something.
fn style() -> Style {
    let terminal = std::io::stdout().is_terminal();
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let width = comfy_table::Table::new().width().map(usize::from);
    Style { colour: terminal && !refused, width: width.filter(|_| terminal) }
}
