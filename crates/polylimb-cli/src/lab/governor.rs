//! `polylimb lab governor`: the model of `ondemand` and, with `--published`, its predictions next
//! to the published tables.

use super::given::Given;
use super::results;
use polylimb_lab::failure::Result;
use polylimb_lab::output::whole_file;
use polylimb_lab::published::{MODMUL_ARM, Row};
use polylimb_lab::record::{PredictionRow, Run};
use polylimb_lab::runner::local;
use polylimb_lab::study::governor::tables::{OFF, Prediction};
use polylimb_lab::study::governor::{Comparison, Fitted, compare, fit, predictions};
use std::fmt::Write as _;
use std::path::PathBuf;

/// The options of `lab governor`.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(after_help = "Examples:
  polylimb lab governor --published
  polylimb lab governor --json predictions.jsonl")]
pub(crate) struct Options {
    /// Write the predictions as JSON lines; `-` is standard output, then without tables
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Show the predictions cell by cell beside the published tables
    #[arg(long)]
    published: bool,
}

/// Fits, predicts, shows.
pub(super) fn run(options: &Options, given: &Given) -> Result<()> {
    options.json.as_deref().map_or(Ok(()), whole_file::check)?;
    let source = &*MODMUL_ARM;
    let fitted = fit(source)?;
    let predictions = predictions(source, &fitted.parameters);
    let mut text = introduction(&fitted);
    if options.published {
        for prediction in &predictions {
            text += &beside(prediction);
        }
    }
    text += &summary(&predictions);
    let rows = rows(&predictions);
    let host = local::host(given.repeat(0), 0, rows.len());
    let run = Run { host, predictions: rows, ..Run::default() };
    results::put(options.json.as_deref(), &run, &text)
}

fn introduction(fitted: &Fitted) -> String {
    let p = &fitted.parameters;
    let (shortest, longest) = fitted.periods;
    format!(
        "A model of the governor ondemand for published times of modular multiplication\n\
         source: {}\nplatform: {}\n\n\
         given: two frequencies, times at each (powersave and performance: tables 4, 5; 27, 28 for scenario 2),\n\
         \x20      threshold 95 %; once high it stays high until the benchmark ends\n\
         fitted to table 7, {} of its 120 cells wrong: sampling period {} ms, idle {} ms / threads per new process,\n\
         \x20      first sample after {} of a period\n\
         how well the data know it: periods from {shortest} to {longest} ms do with at most two more cells wrong\n\n",
        MODMUL_ARM.source, MODMUL_ARM.platform, fitted.wrong, p.period, p.pause, p.phase
    )
}

/// A table, printed and predicted; cells at the wrong frequency are marked.
fn beside(prediction: &Prediction<'_>) -> String {
    let table = prediction.table;
    let wrong = compare(prediction).wrong;
    let unit = if table.unit == "us" { "µs" } else { &table.unit };
    let mut text = format!("table {}, in {unit}: {}\n", table.table, table.title);
    // Writing to a string cannot fail.
    let _ = write!(text, "threads  {:<16}           ", "algorithm");
    for bits in &table.bits {
        let _ = write!(text, "{bits:>8} ");
    }
    for (r, Row(threads, algorithm, printed)) in table.rows.iter().enumerate() {
        let _ = write!(text, "\n{threads:<7}  {algorithm:<16} published ");
        for value in printed {
            let _ = write!(text, "{value:>8.2} ");
        }
        let _ = write!(text, "\n{:<25} predicted ", "");
        for (c, value) in prediction.values[r].iter().enumerate() {
            let mark = if wrong.contains(&(r, c)) { '!' } else { ' ' };
            let _ = write!(text, "{value:>8.2}{mark}");
        }
    }
    text + "\n\n"
}

/// Errors per table, then the cells where the model fails.
fn summary(predictions: &[Prediction<'_>]) -> String {
    let mut text =
        format!("{:<30}{:>7}{:>7}   mean error of the others\n", "table", "cells", "wrong");
    let compared: Vec<(&Prediction<'_>, Comparison)> =
        predictions.iter().map(|p| (p, compare(p))).collect();
    for (prediction, comparison) in &compared {
        let table = prediction.table;
        let name = match (&table.scenario, table.runs) {
            (Some(scenario), Some(runs)) => format!("{} ({scenario}, {runs} runs)", table.table),
            _ => format!("{} (ratios)", table.table),
        };
        let (cells, wrong) = (comparison.cells, comparison.wrong.len());
        let error = comparison.mean_error * 100.0;
        let _ = writeln!(text, "{name:<30}{cells:>7}{wrong:>7}   {error:.1} %");
    }
    let _ = writeln!(
        text,
        "wrong: off by more than a factor of {OFF}, that is, at the wrong frequency\n\nwhere it fails:"
    );
    for (prediction, comparison) in &compared {
        for &(r, c) in &comparison.wrong {
            let Row(threads, algorithm, printed) = &prediction.table.rows[r];
            let (number, bits) = (prediction.table.table, prediction.table.bits[c]);
            let (printed, value) = (printed[c], prediction.values[r][c]);
            let _ = writeln!(
                text,
                "  table {number}: {algorithm} on {threads} threads, {bits} bits: published {printed:.2}, predicted {value:.2}"
            );
        }
    }
    text + "The model takes minimum times runs for the time a test takes, one phase for all benchmarks, and divides the\n\
            idle time of a new process by its threads because that fits, seen on tables 7, 8 and 10: these are not blind.\n\
            Always high would err 17 times in table 8, once in 10, never in 13 and 29, as little as the model there; it cannot tell tests near the switch apart.\n\
            It says nothing on how a time at a fixed frequency comes about: those are given.\n"
}

/// A line per predicted value.
fn rows(predictions: &[Prediction<'_>]) -> Vec<PredictionRow> {
    let mut rows = Vec::new();
    for prediction in predictions {
        let table = prediction.table;
        let wrong = compare(prediction).wrong;
        for (r, Row(threads, algorithm, printed)) in table.rows.iter().enumerate() {
            for (c, (&bits, &published)) in table.bits.iter().zip(printed).enumerate() {
                rows.push(PredictionRow {
                    study: "governor".into(),
                    table: table.table,
                    scenario: table.scenario.clone(),
                    order: table.order.clone(),
                    runs: table.runs,
                    algorithm: algorithm.clone(),
                    threads: *threads,
                    bits,
                    op: "mul".into(),
                    unit: table.unit.clone(),
                    published,
                    predicted: prediction.values[r][c],
                    right: !wrong.contains(&(r, c)),
                });
            }
        }
    }
    rows
}
