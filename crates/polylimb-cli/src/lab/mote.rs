//! `polylimb lab field|scalar --target simavr`: the mote's exact cycles and memory, next to the
//! published tables.
//!
//! The repository's `mote/run` builds the firmware for the `ATmega128`, runs it in simavr, compares
//! every result and prints a line of JSON for each function and program. This file puts the lines
//! into the paper's tables.

use super::given::Given;
use super::options::Times;
use super::results;
use comfy_table::{LineStyle, presets};
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::output::whole_file;
use polylimb_lab::published::mote::{ALONE, CLOCK, F2M_ATMEGA128, FUNCTIONS, PROGRAMS};
use polylimb_lab::published::scalar::Table;
use polylimb_lab::record::{Measurement, Run, printable_value};
use polylimb_lab::runner::local;
use serde_json::Value;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program of the repository that measures another processor in a simulator.
pub(super) struct Simulation {
    /// Its name as a target.
    pub(super) target: &'static str,
    /// The environment variable with the program's path.
    pub(super) variable: &'static str,
    /// The program's path from the repository's root; it prints a line of JSON for each function.
    pub(super) program: &'static str,
    /// Its first argument, if that is not the number of operands.
    pub(super) mode: Option<&'static str>,
}

/// The mote's name as a target.
pub(super) const TARGET: &str = "simavr";
const MOTE: Simulation =
    Simulation { target: TARGET, variable: "POLYLIMB_MOTE", program: "mote/run", mode: None };
/// The exit status of the programs if a tool is missing.
const SKIPPED: i32 = 77;
/// Operands of a field function by default; a tenth of them for multiples of points.
const INPUTS: usize = 200;
/// The mote's other fields: bits, the end of their functions' names, the title of their table.
const MODERN: [(usize, &str, &str); 2] = [
    (233, "F_2^233", "the modern level, sect233k1 over F_2^233: no published bound"),
    (255, "2^255-19", "X25519 over 2^255-19, beside Düll et al. 2015"),
];

/// Builds, runs, and shows the part of the study `field` or `scalar`.
pub(super) fn run(study: &str, times: &Times, given: &Given) -> Result<()> {
    MOTE.run(times, given, INPUTS, |line| records(study, line), |lines| tables(study, lines))
}

/// What all rows of a simulator share.
pub(super) fn simulated(study: &str, target: &str) -> Measurement {
    let mut m = Measurement {
        study: study.into(),
        threads: 1,
        batch: 1,
        correct: true,
        executor: "alone".into(),
        library: true,
        ..Measurement::default()
    };
    m.params.insert("target".into(), target.into());
    m
}

impl Simulation {
    /// Measures, and writes or shows the result: `records` makes measurements of a line, `tables`
    /// the text to show.
    pub(super) fn run(
        &self,
        times: &Times,
        given: &Given,
        inputs: usize,
        records: impl Fn(&Value) -> Vec<Measurement>,
        tables: impl Fn(&[Value]) -> String,
    ) -> Result<()> {
        let inputs = match times.samples.runs.as_deref() {
            None => inputs,
            Some(text) => {
                text.parse().ok().filter(|n| (1..=1_000_000).contains(n)).ok_or_else(|| {
                    Failure::usage(format!(
                        "--runs {text}: give 1 to 1000000 operands of each function"
                    ))
                })?
            }
        };
        let json = times.places.json.as_deref();
        json.map_or(Ok(()), whole_file::check)?;
        let argument = self.mode.map_or_else(|| inputs.to_string(), str::to_owned);
        let lines = measured(&self.program()?, &argument)?;
        let measurements: Vec<_> = lines.iter().flat_map(records).collect();
        let command = format!("{} --target {}", given.repeat(0), self.target);
        let mut host = local::host(command, 0, measurements.len());
        host.runner = self.target.into();
        let run = Run { host, measurements, ..Run::default() };
        results::put(json, &run, &tables(&lines))
    }

    /// The program: the file that the environment variable names, or the one in this repository,
    /// found from the current folder upwards.
    fn program(&self) -> Result<PathBuf> {
        let Self { target, variable, program, .. } = self;
        if let Some(path) = std::env::var_os(variable).map(PathBuf::from) {
            if path.is_file() {
                return Ok(path);
            }
            return Err(Failure::run(format!("{variable}: {} is not a file", path.display())));
        }
        let here = std::env::current_dir()?;
        let found = here.ancestors().map(|folder| folder.join(program)).find(|path| path.is_file());
        found.ok_or_else(|| {
            Failure::run(format!(
                "--target {target} builds what it measures by {program} of the repository, which is not here; run polylimb inside of the repository, or set {variable} to its {program}"
            ))
        })
    }
}

/// The program's lines of JSON.
fn measured(program: &Path, argument: &str) -> Result<Vec<Value>> {
    let shown = program.display();
    let output = Command::new(program)
        .args([argument, "--json"])
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .output()
        .map_err(|e| Failure::run(format!("{shown} does not start: {e}")))?;
    let (text, said) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if output.status.code() == Some(SKIPPED) {
        return Err(Failure::run(text.trim().replace('\n', "; ")));
    }
    if !output.status.success() {
        let last: Vec<_> = said.lines().rev().take(5).collect();
        let last: Vec<_> = last.into_iter().rev().collect();
        return Err(Failure::run(format!("{shown} failed: {}", last.join("; "))));
    }
    let lines: Vec<Value> = text
        .lines()
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).map(printable_value))
        .collect::<std::result::Result<_, _>>()
        .map_err(|e| Failure::run(format!("{shown} printed no JSON: {e}")))?;
    if lines.is_empty() {
        return Err(Failure::run(format!("{shown} printed no measurement")));
    }
    Ok(lines)
}

/// A line in the form of the other studies' measurements: the cycles of a function, or each kind of
/// memory of a program. `mote/run` fails if a result is wrong.
fn records(study: &str, line: &Value) -> Vec<Measurement> {
    let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
    let mut m = simulated(study, TARGET);
    m.bits = line["bits"].as_u64().unwrap_or_default() as usize;
    m.kernel = text("build");
    let number = |name: &str| line[name].as_f64().unwrap_or_default();
    if line["function"].is_string() {
        (m.algorithm, m.op, m.unit) = (text("function"), "call".into(), "cycles".into());
        (m.min, m.mean) = (number("least"), number("cycles"));
        m.median = m.mean;
        if number("least") < number("most") {
            m.warnings.push("mean: the simulator tells it in place of the median".into());
        }
        m.runs = line["compared"].as_u64().unwrap_or_default() as usize;
        for name in ["most", "stack", "published"] {
            m.params.insert(name.into(), line[name].clone());
        }
        return vec![m];
    }
    (m.algorithm, m.unit, m.runs) = (text("program"), "bytes".into(), 1);
    let memory = |op: &str| {
        let mut m = m.clone();
        m.op = op.into();
        (m.min, m.mean, m.median) = (number(op), number(op), number(op));
        let published = &line[format!("published_{op}")];
        if !published.is_null() {
            m.params.insert("published".into(), published.clone());
        }
        m
    };
    ["flash", "static", "stack", "ram"].into_iter().map(memory).collect()
}

/// The paper's tables that belong to the study, with our figures.
fn tables(study: &str, lines: &[Value]) -> String {
    let source = &*F2M_ATMEGA128;
    let mut text = format!(
        "F_2^163 on an ATmega128: exact cycles in simavr, beside published ones\npublished: {}\non: {}\nours: plain Rust beside C, kernels in assembly beside assembly; for functions of variable time the mean\n",
        source.source, source.platform
    );
    for table in &source.tables {
        let rows = match (study, table.table) {
            ("field", 4) | ("scalar", 5 | 7) => 0..table.rows.len(),
            ("field", 6) => 0..4,
            ("scalar", 6) => 4..table.rows.len(),
            _ => continue,
        };
        let _ = writeln!(text, "\nTable {}: {}", table.table, table.title);
        let shown =
            if table.table == 7 { memory(table, lines) } else { cycles(table, rows, lines) };
        text += &shown;
        if table.table == ALONE.0 {
            let _ = writeln!(text, "without ours: {}", ALONE.2);
        }
    }
    for level in MODERN {
        text += &modern_level(study, lines, level);
    }
    text
}

/// A field for which the paper has no figures, and what is computed over it.
fn modern_level(study: &str, lines: &[Value], (bits, field, title): (usize, &str, &str)) -> String {
    let of_level = |line: &&Value| line["bits"] == bits;
    let in_study = |name: &str| name.ends_with(field) == (study == "field");
    let mut cycles = grid(&["cycles", "plain Rust", "kernels", "published", "stack"]);
    for line in lines.iter().filter(of_level).filter(|line| line["build"] == "kernels") {
        let Some(function) = line["function"].as_str().filter(|name| in_study(name)) else {
            continue;
        };
        let portable = lines
            .iter()
            .find(|l| l["build"] == "portable" && l["function"] == function)
            .and_then(|l| l["cycles"].as_f64());
        cycles.add_row([
            function.to_owned(),
            whole(portable),
            whole(line["cycles"].as_f64()),
            whole(line["published"].as_f64()),
            whole(line["stack"].as_f64()),
        ]);
    }
    let mut text = format!("\n{title}\n{cycles}\n");
    if study == "scalar" {
        let mut memory = grid(&["bytes", "build", "ROM", "RAM, static", "with stack"]);
        for line in lines.iter().filter(of_level) {
            let Some(program) = line["program"].as_str() else { continue };
            memory.add_row([
                program.to_owned(),
                line["build"].as_str().unwrap_or_default().to_owned(),
                whole(line["flash"].as_f64()),
                whole(line["static"].as_f64()),
                whole(line["ram"].as_f64()),
            ]);
        }
        let _ = writeln!(text, "{memory}");
    }
    text
}

/// An empty table with numbers aligned to the right.
pub(super) fn grid(header: &[&str]) -> comfy_table::Table {
    let mut grid = comfy_table::Table::new();
    grid.load_style(presets::UTF8_HORIZONTAL_ONLY.row_separator(LineStyle::none()));
    grid.set_header(header.to_vec());
    for column in grid.column_iter_mut().skip(1) {
        column.set_cell_alignment(comfy_table::CellAlignment::Right);
    }
    grid
}

/// Our figure over the published one.
fn ratio(ours: Option<f64>, published: Option<f64>) -> String {
    ours.zip(published).map_or_else(|| "-".into(), |(ours, theirs)| format!("{:.2}", ours / theirs))
}

fn whole(value: Option<f64>) -> String {
    value.map_or_else(|| "-".into(), |v| format!("{v:.0}"))
}

/// Tables 4, 5 and 6, with seconds converted to cycles.
fn cycles(table: &Table, rows: std::ops::Range<usize>, lines: &[Value]) -> String {
    let mut grid = grid(&[
        "cycles",
        "C",
        "plain Rust",
        "ratio",
        "assembly",
        "kernels",
        "ratio",
        "TinyECCK",
        "kernels' gain",
    ]);
    let column = |name: &str| table.columns.iter().position(|c| c.starts_with(name));
    for i in rows {
        let row = &table.rows[i];
        let published = |name: &str| {
            let value = row.get(column(name)?)?.as_f64()?;
            // Table 6 has cycles and seconds; each row names its unit.
            Some(if row[1] == "seconds" { value * CLOCK } else { value })
        };
        let function = FUNCTIONS.iter().find(|f| (f.0, f.1) == (table.table, i)).map(|f| f.2);
        let ours = |build: &str| {
            let function = function?;
            let is = |l: &&Value| l["build"] == build && l["function"] == function;
            lines.iter().find(is)?["cycles"].as_f64()
        };
        let (c, assembly) = if table.table == 6 {
            (published("C time"), published("assembly time"))
        } else {
            (published("C cycles"), published("assembly cycles"))
        };
        let tiny = published("TinyECCK");
        let (portable, kernels) = (ours("portable"), ours("kernels"));
        let gain =
            kernels.zip(tiny).map(|(ours, tiny)| format!("{:.0} %", 100.0 * (1.0 - ours / tiny)));
        grid.add_row([
            row[0].as_str().unwrap_or_default().to_owned(),
            whole(c),
            whole(portable),
            ratio(portable, c),
            whole(assembly),
            whole(kernels),
            ratio(kernels, assembly),
            whole(tiny),
            gain.unwrap_or_else(|| "-".into()),
        ]);
    }
    format!("{grid}\n")
}

/// Table 7. The published RAM is probably static memory alone; ours is shown with and without the
/// stack.
fn memory(table: &Table, lines: &[Value]) -> String {
    let mut grid = grid(&["bytes", "ROM", "ours", "ratio", "RAM", "ours, static", "with stack"]);
    for (i, row) in table.rows.iter().enumerate() {
        let ours = PROGRAMS.get(i).and_then(|(program, build)| {
            lines.iter().find(|l| l["program"] == *program && l["build"] == *build)
        });
        let of = |name: &str| ours.and_then(|line| line[name].as_f64());
        let (rom, ram) = (row[1].as_f64(), row[2].as_f64());
        grid.add_row([
            row[0].as_str().unwrap_or_default().to_owned(),
            whole(rom),
            whole(of("flash")),
            ratio(of("flash"), rom),
            whole(ram),
            whole(of("static")),
            whole(of("ram")),
        ]);
    }
    format!("{grid}\n")
}
