//! The results of a job: files, and a summary on the terminal.

use super::files::{REPORT, RESULTS};
use super::{Job, machine};
use polylimb_lab::analysis::{advice, crossover, lanes, switches};
use polylimb_lab::failure::Result;
use polylimb_lab::output::table::{self, Style};
use polylimb_lab::output::{csv, duration, html, json_lines, listing, model, whole_file};
use polylimb_lab::published;
use polylimb_lab::record::{Measurement, Record, Run};
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::path::Path;

/// Writes the job's files.
pub(super) fn write(job: &Job<'_>, run: &Run) -> Result<()> {
    if let Some(path) = job.files.json.as_deref().filter(|p| *p != Path::new("-")) {
        whole_file::write(path, json_text(job, run)?.as_bytes())?;
    }
    if let Some(path) = &job.files.csv {
        whole_file::write(path, csv::text(&run.measurements)?.as_bytes())?;
    }
    if let Some(folder) = &job.files.folder {
        whole_file::write(&folder.join(RESULTS), json_text(job, run)?.as_bytes())?;
        let page = html::page(std::slice::from_ref(run), job.beside.published);
        whole_file::write(&folder.join(REPORT), page.as_bytes())?;
    }
    Ok(())
}

/// The lines of `results.jsonl`.
fn json_text(job: &Job<'_>, run: &Run) -> Result<String> {
    Ok(json_lines::text(run)? + &published_lines(job, run)?)
}

/// Writes a run that is not measured in rounds: its JSON, or `text` for a reader.
pub(super) fn put(json: Option<&Path>, run: &Run, text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match json {
        Some(path) if path == Path::new("-") => {
            out.write_all(json_lines::text(run)?.as_bytes())?;
            return Ok(out.flush()?);
        }
        Some(path) => whole_file::write(path, json_lines::text(run)?.as_bytes())?,
        None => {}
    }
    writeln!(out, "{}", text.trim_end())?;
    Ok(out.flush()?)
}

/// The published lines after all others, if `--published` is given.
pub(super) fn published_lines(job: &Job<'_>, run: &Run) -> Result<String> {
    let mut text = String::new();
    if job.beside.published {
        for row in listing::records(&run.measurements) {
            text += &json_lines::line(&Record::Published(Box::new(row)))?;
        }
    }
    Ok(text)
}

/// Shows the results, unless standard output carries the CSV.
pub(super) fn show(job: &Job<'_>, run: &Run) -> Result<()> {
    if job.files.csv.as_deref() == Some(Path::new("-")) {
        return Ok(());
    }
    let style = style();
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", machine(&run.host))?;
    // Studies with tables of their own follow below.
    let plain = run.measurements.iter().filter(|m| !listing::shows(m));
    let plain: Vec<Measurement> = plain.cloned().collect();
    let scenario = plain.iter().any(|m| m.scenario.is_some());
    let figure = if scenario { "minimum" } else { "median" };
    for op in ops(&plain) {
        // All four tables of modmul at once would be too long to read.
        if !job.ops_chosen && ["sqr", "enter", "leave"].contains(&op) {
            continue;
        }
        let text = table::times(&plain, op, style);
        if !text.is_empty() {
            writeln!(out, "\n{figure} time of {op} by bits of the modulus\n{text}")?;
        }
    }
    let beside =
        if job.beside.published { listing::published(&run.measurements) } else { Vec::new() };
    let listings = listing::of(&run.measurements);
    for listing in listings.iter().chain(&beside).filter(|listing| !listing.detail) {
        writeln!(out, "\n{}", listing.text(style))?;
    }
    if !plain.is_empty() {
        writeln!(out, "{}", table::legend(style))?;
    }
    if run.measurements.iter().any(|m| m.ratio.is_some()) {
        writeln!(out, "×: this time over the earlier run's")?;
    }
    writeln!(out)?;
    for line in conclusions(&plain).into_iter().chain(warnings(&run.measurements)) {
        writeln!(out, "{line}")?;
    }
    if !run.model.is_empty() {
        writeln!(out, "\n{}", model::text(&run.model))?;
    }
    if job.beside.published && !plain.is_empty() {
        writeln!(out, "\n{}", published::text_beside(&plain))?;
    }
    for path in [&job.files.json, &job.files.csv].into_iter().flatten() {
        writeln!(out, "results: {}", path.display())?;
    }
    if let Some(folder) = &job.files.folder {
        writeln!(out, "results: {}", folder.join(RESULTS).display())?;
        writeln!(out, "report: {}", folder.join(REPORT).display())?;
    }
    Ok(out.flush()?)
}

/// The operations, in the order of measurement.
fn ops(measurements: &[Measurement]) -> Vec<&str> {
    let mut ops: Vec<&str> = Vec::new();
    for m in measurements {
        if !ops.contains(&m.op.as_str()) {
            ops.push(&m.op);
        }
    }
    ops
}

/// The leaders and their sizes, the sizes from which threads pay, the gains of parallel
/// exponentiation.
fn conclusions(measurements: &[Measurement]) -> Vec<String> {
    let mut lines = Vec::new();
    let ops: Vec<&str> =
        ["mul", "powm"].into_iter().filter(|op| measurements.iter().any(|m| m.op == *op)).collect();
    for op in &ops {
        let from = lines.len();
        lines.extend(leaders(measurements, op));
        lines.extend(crossover::find(measurements, op).iter().map(ToString::to_string));
        for (kernel, crossovers) in crossover::within_kernels(measurements, op) {
            lines.extend(crossovers.iter().map(|c| format!("with the kernel {kernel} alone: {c}")));
        }
        if ops.len() > 1 {
            lines[from..].iter_mut().for_each(|line| *line = format!("{op}: {line}"));
        }
    }
    lines.extend(lanes::at_the_largest(measurements).iter().map(ToString::to_string));
    lines.extend(switches::summary(measurements));
    lines
}

/// The number of rows with each warning.
pub(super) fn warnings(measurements: &[Measurement]) -> Vec<String> {
    let mut warned: BTreeMap<&str, usize> = BTreeMap::new();
    for warning in measurements.iter().flat_map(|m| &m.warnings) {
        *warned.entry(warning.split(':').next().unwrap_or(warning)).or_default() += 1;
    }
    let line = |(what, rows)| format!("warning: {what} in {rows} of {} rows", measurements.len());
    warned.into_iter().map(line).collect()
}

/// The fastest constant-time algorithm of each size.
fn leaders(measurements: &[Measurement], op: &str) -> Vec<String> {
    let advice = advice::by_size(measurements, op);
    let line = |reign: advice::Reign| {
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
        format!("{sizes}: {algorithm} on {threads} ({time} at {} bits)", reign.to)
    };
    advice::reigns(&advice).into_iter().map(line).collect()
}

/// Colour on a terminal, unless `NO_COLOR` is set and not empty.
pub(super) fn style() -> Style {
    let terminal = std::io::stdout().is_terminal();
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let width = comfy_table::Table::new().width().map(usize::from);
    Style { colour: terminal && !refused, width: width.filter(|_| terminal) }
}
