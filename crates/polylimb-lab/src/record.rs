//! The lines of `results.jsonl`.
//!
//! The first line is the host, followed by a line per measurement. Fields may be added, never
//! renamed: other programs read them. The reader skips lines of a kind that this version does not
//! know.

pub mod input;
mod model;

pub use model::{ModelRow, Multiplications, PowerRow, SplitRow};

use crate::failure::{Failure, Result};
use crate::measure::statistics::{Summary, round_to};
use crate::number::printable;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::path::Path;

/// One line.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Record {
    /// The machine and the run.
    Host(Box<Host>),
    /// One measurement.
    Measurement(Box<Measurement>),
    /// What the model of the study says about a measurement.
    Model(ModelRow),
    /// What the model of the governor says about a published figure.
    Prediction(Box<PredictionRow>),
    /// A published figure, from another machine.
    Published(Box<PublishedRow>),
    /// A line of a later version.
    #[serde(other)]
    Unknown,
}

/// The algorithm of the rows that use a profile's choice; the row's `params` hold the chosen one.
pub const TUNED: &str = "tuned";

/// The algorithm of the rows that share an operation's independent products between two cores.
pub const TWO_CORES: &str = "two-cores";

/// The machine and everything needed to repeat the run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Host {
    /// The processor's name.
    pub cpu: String,
    /// Physical cores that this process may use.
    pub cores: usize,
    /// Hardware threads that this process may use; more than `cores` where cores have several.
    pub hardware_threads: usize,
    /// CPU features that kernels may use.
    pub features: Vec<String>,
    /// The frequency governor; `unknown` if the system does not tell it.
    pub governor: String,
    /// MHz at the start; `None` if the system does not tell it.
    pub frequency: Option<f64>,
    /// Operating system and kernel.
    pub os: String,
    /// The compiler.
    pub rustc: String,
    /// The commit it was built from.
    pub commit: String,
    /// The seed of moduli and operands.
    pub seed: u64,
    /// The start of the run, in UTC.
    pub started: String,
    /// The version of this program.
    pub version: String,
    /// The target it was compiled for.
    pub target: String,
    /// Bits of a word.
    pub word_bits: usize,
    /// The command that repeats the run.
    pub command: String,
    /// Where it ran: `local`, `ssh:HOST` or the command prefix.
    pub runner: String,
    /// The time of an empty job for the other of two threads, there and back, in ns; `None` if it
    /// was not measured.
    pub hand_over: Option<f64>,
    /// Smallest step of the clock, in ns.
    pub clock_step: f64,
    /// The duration of a reading of the clock, in ns; samples are without it.
    pub clock_cost: f64,
    /// The number of planned measurements; the run may have dropped some.
    pub planned: usize,
}

/// One measurement.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Measurement {
    /// The study.
    pub study: String,
    /// The algorithm.
    pub algorithm: String,
    /// Its threads.
    pub threads: usize,
    /// Bits of the modulus.
    pub bits: usize,
    /// The operation: `mul`, `sqr`, `enter`, `leave`; `powm`.
    pub op: String,
    /// The number of samples; each is the time of a batch.
    pub runs: usize,
    /// The unit of the times below, per operation.
    pub unit: String,
    /// The smallest sample.
    pub min: f64,
    /// The mean.
    pub mean: f64,
    /// The median.
    pub median: f64,
    /// The standard deviation.
    pub sd: f64,
    /// The coefficient of variation: `sd / mean`.
    pub cv: f64,
    /// The lower quartile.
    pub q1: f64,
    /// The upper quartile.
    pub q3: f64,
    /// Median (in a scenario minimum) of the fastest one-thread algorithm at these bits and this
    /// operation, over this one's.
    pub speedup: Option<f64>,
    /// `speedup / threads`.
    pub efficiency: Option<f64>,
    /// Whether every result equals the result of an independent computation.
    pub correct: bool,
    /// The kernel.
    pub kernel: String,
    /// The algorithm's parameters.
    pub params: Map<String, Value>,
    /// Why the figure may not be trusted.
    pub warnings: Vec<String>,
    /// What ran the parts; `alone` for one thread.
    pub executor: String,
    /// Operations per sample.
    pub batch: usize,
    /// The constant-time property: `yes`, `cacheless` or `no`.
    pub constant_time: String,
    /// Whether the algorithm is polylimb's own, not a baseline.
    pub library: bool,
    /// The given parameters, which tell the row from others of its algorithm: `k=4 cut=48%` of a
    /// multiplication, `over barrett, width 4` of an exponentiation; empty if none were given.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub variant: String,
    /// For an exponentiation: the median of the sequential binary method over this one's, both over
    /// the same multiplication if that was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over_binary: Option<f64>,
    /// The scenario of the measurement; `None` for interleaved rounds. With a scenario the row's
    /// figure is its minimum, as in `[Arruda2014]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    /// With `--compare`: this median over the earlier one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratio: Option<f64>,
}

impl Measurement {
    /// The algorithm with its variant: `multipartite-v1 k=4`, `fixed-window over barrett`.
    #[must_use]
    pub fn label(&self) -> String {
        match self.variant.as_str() {
            "" => self.algorithm.clone(),
            variant => format!("{} {variant}", self.algorithm),
        }
    }

    /// Whether the row is compared with others: it is correct, and not a second row of an
    /// algorithm.
    #[must_use]
    pub fn competes(&self) -> bool {
        self.correct && self.algorithm != TUNED
    }

    /// Takes the figures of a summary, rounded.
    pub fn set_times(&mut self, of: &Summary) {
        self.runs = of.runs;
        for (figure, value) in [
            (&mut self.min, of.min),
            (&mut self.q1, of.q1),
            (&mut self.median, of.median),
            (&mut self.q3, of.q3),
            (&mut self.mean, of.mean),
            (&mut self.sd, of.sd),
        ] {
            *figure = round_to(value, 3);
        }
        self.cv = round_to(of.cv, 5);
    }

    /// The quartiles; `None` if they were not measured, as by earlier versions.
    #[must_use]
    pub fn quartiles(&self) -> Option<[f64; 2]> {
        (self.q3 > 0.0).then_some([self.q1, self.q3])
    }

    /// The time that stands for the row: the minimum in a scenario, else the median.
    #[must_use]
    pub fn time(&self) -> f64 {
        if self.scenario.is_some() { self.min } else { self.median }
    }
}

/// A published figure and ours for the same, as `--published` writes them after the measurements.
/// One of `here` and `why` is given.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PublishedRow {
    /// Always true.
    pub published: bool,
    /// The study to which it belongs.
    pub study: String,
    /// The work.
    pub source: String,
    /// The number of its table.
    pub table: usize,
    /// The machine.
    pub platform: String,
    /// Its frequency governor.
    pub governor: String,
    /// The scenario.
    pub scenario: String,
    /// The algorithm as printed.
    pub printed: String,
    /// Its name here.
    pub algorithm: String,
    /// Its threads.
    pub threads: usize,
    /// Bits of the modulus.
    pub bits: usize,
    /// The operation.
    pub op: String,
    /// The number of executions behind the minimum or mean.
    pub runs: usize,
    /// The unit of the time.
    pub unit: String,
    /// The smallest time, if the work states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// The mean time, if the work states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// The standard deviation, if the work states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sd: Option<f64>,
    /// What the table shows.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The columns that name the row, as printed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub row: Vec<String>,
    /// The heading of the column.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub column: String,
    /// The cell as printed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub cell: String,
    /// Our figure for the cell, as the tables show it: in the cell's unit, or with its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub here: Option<String>,
    /// Why there is no figure of ours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// A published time and what the model of the governor predicts for it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PredictionRow {
    /// The study: `governor`.
    pub study: String,
    /// The algorithm as printed.
    pub algorithm: String,
    /// Its threads.
    pub threads: usize,
    /// Bits of the modulus.
    pub bits: usize,
    /// The operation.
    pub op: String,
    /// The number of executions whose minimum was taken; `None` for ratios.
    pub runs: Option<usize>,
    /// The unit of the figures below: `us` or `ratio`.
    pub unit: String,
    /// The number of the table.
    pub table: usize,
    /// Its scenario; `None` for ratios.
    pub scenario: Option<String>,
    /// Its order of sizes; `None` for ratios.
    pub order: Option<String>,
    /// The printed figure.
    pub published: f64,
    /// The predicted one.
    pub predicted: f64,
    /// Whether it is at the right frequency.
    pub right: bool,
}

/// One run: a host and what was measured on it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Run {
    /// The machine.
    pub host: Host,
    /// The measurements, in the order they were taken.
    pub measurements: Vec<Measurement>,
    /// Errors in the file, though most of it could be read.
    pub notes: Vec<String>,
    /// What the studies' models say about them; empty if the models were not run.
    pub model: Vec<ModelRow>,
    /// What the model of the governor says about published figures.
    pub predictions: Vec<PredictionRow>,
}

impl Run {
    /// Whether there is nothing to show.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.measurements.is_empty() && self.predictions.is_empty()
    }
}

/// Reads one line.
///
/// # Errors
/// A description of what is wrong with it.
pub fn parse_line(line: &str) -> std::result::Result<Record, String> {
    let value = serde_json::from_str(line).map_err(|e| format!("not JSON: {e}"))?;
    let value = printable_value(value);
    let complete = match value.get("kind").and_then(Value::as_str) {
        Some("measurement") => {
            ["algorithm", "threads", "bits", "op", "median", "correct"].as_slice()
        }
        Some("host") => &["cpu"],
        Some(_) => &[],
        None => return Err("it has no \"kind\"".into()),
    };
    if let Some(missing) = complete.iter().find(|field| value.get(field).is_none()) {
        return Err(format!("the field \"{missing}\" is missing"));
    }
    serde_json::from_value(value).map_err(|e| e.to_string())
}

/// JSON of someone else's without control characters in its texts.
#[must_use]
pub fn printable_value(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(printable(&text)),
        Value::Array(values) => values.into_iter().map(printable_value).collect(),
        Value::Object(fields) => {
            fields.into_iter().map(|(k, v)| (printable(&k), printable_value(v))).collect()
        }
        other => other,
    }
}

/// Reads the runs of one file, `-` for standard input. A file may hold several runs, one after
/// another.
///
/// # Errors
/// As [`input::read`]; [`Failure::Usage`] if the file holds no measurement, or has a line of
/// another program.
pub fn read_file(path: &Path) -> Result<Vec<Run>> {
    let name = path.display();
    let bytes = input::read(path)?;
    // A line may have been cut within a character.
    let runs = parse_text(&String::from_utf8_lossy(&bytes)).map_err(|e| {
        Failure::usage(format!("{name}, {e}; give a results.jsonl of polylimb lab"))
    })?;
    if runs.iter().all(Run::is_empty) {
        return Err(Failure::usage(format!(
            "{name} holds no measurement; give a results.jsonl of polylimb lab"
        )));
    }
    Ok(runs)
}

/// The run that a line belongs to.
fn last(run: Option<&mut Run>) -> std::result::Result<&mut Run, String> {
    run.ok_or_else(|| "a measurement before the line of its host".to_owned())
}

/// Reads the runs of a text. A killed run leaves a last line without its end: that line is dropped,
/// and the run gets a note.
///
/// # Errors
/// The line number and what is wrong with the line.
pub fn parse_text(text: &str) -> std::result::Result<Vec<Run>, String> {
    let mut runs: Vec<Run> = Vec::new();
    let cut = if text.ends_with('\n') { None } else { text.lines().count().checked_sub(1) };
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let at = |error| format!("line {}: {error}", index + 1);
        match (parse_line(line), runs.last_mut()) {
            (Err(_), Some(run)) if cut == Some(index) && !is_json(line) => run.notes.push(format!(
                "line {} is cut off, as a run that was killed leaves it; all lines before it count",
                index + 1
            )),
            (Err(error), _) => return Err(at(error)),
            (Ok(Record::Host(host)), _) => runs.push(Run { host: *host, ..Run::default() }),
            (Ok(Record::Measurement(m)), run) => last(run).map_err(at)?.measurements.push(*m),
            // Published figures come from this program, not from files.
            (Ok(Record::Model(ModelRow::Unknown) | Record::Published(_) | Record::Unknown), _) => {}
            (Ok(Record::Model(row)), run) => last(run).map_err(at)?.model.push(row),
            (Ok(Record::Prediction(row)), run) => last(run).map_err(at)?.predictions.push(*row),
        }
    }
    Ok(runs)
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOST: &str = r#"{"kind":"host","cpu":"c"}"#;
    const ROW: &str = r#"{"kind":"measurement","algorithm":"a","threads":1,"bits":2,"op":"mul","median":1,"correct":true}"#;

    #[test]
    fn texts_cannot_command_a_terminal() {
        let host =
            HOST.replace("\"c\"", r#""c\u001b]0;x\u0007\u009b2J","features":["a\nb\u001b[2J"]"#);
        let row = ROW.replace("\"a\"", r#""a\u001b[31m\r","warnings":["\u001b]52;c;eA==\u0007"]"#);
        let runs = format!("{:?}", parse_text(&format!("{host}\n{row}\n")).unwrap());
        assert!(runs.contains("]0;x") && runs.contains("]52;c"), "{runs}");
        assert!(
            !runs.contains("\\u{1b}") && !runs.contains("\\u{9b}") && !runs.contains("\\r"),
            "{runs}"
        );
    }

    #[test]
    fn a_last_line_that_is_cut_off_is_left_out_with_a_note() {
        let whole = format!("{HOST}\n{ROW}\n{ROW}");
        assert!(parse_text(&whole).unwrap()[0].notes.is_empty());
        for length in HOST.len() + ROW.len() + 3..whole.len() {
            let run = &parse_text(&whole[..length]).unwrap()[0];
            assert_eq!((run.measurements.len(), run.notes.len()), (1, 1), "{length}");
            assert!(run.notes[0].starts_with("line 3 "));
        }
        // A line with its end, or one in the middle, is reported differently; so is a file of half
        // a line.
        for text in [&whole[..whole.len() - 1], &HOST[..5]] {
            assert!(parse_text(&format!("{text}\n")).is_err());
            assert!(parse_text(&format!("{text}\n{ROW}")).is_err());
        }
        assert!(parse_text(&HOST[..5]).is_err());
    }
}
