//! `polylimb lab field --target qemu-arm`: the kernels for 32-bit Arm, executed instructions
//! compared with published cycles.
//!
//! The repository's `arm/run` builds them, runs them in qemu-arm with a plugin that counts
//! instructions, compares every result and prints a line of JSON for each function. This file puts
//! the lines into tables.

use super::given::Given;
use super::mote::{Simulation, grid, simulated};
use super::options::Times;
use polylimb_lab::failure::Result;
use polylimb_lab::published::pairing::{FP_ARM, PAIRING_ARM};
use polylimb_lab::record::Measurement;
use serde_json::Value;
use std::fmt::Write as _;

/// The emulator's name as a target.
pub(super) const TARGET: &str = "qemu-arm";
const ARM: Simulation =
    Simulation { target: TARGET, variable: "POLYLIMB_ARM", program: "arm/run", mode: None };
/// Calls of each function by default.
const CALLS: usize = 50;
/// The kernel sets and their instructions.
const SETS: [(&str, &str); 4] =
    [("portable", "plain Rust"), ("umlal", "UMLAL"), ("umaal", "UMAAL"), ("neon", "NEON")];

/// Builds, runs, shows.
pub(super) fn run(times: &Times, given: &Given) -> Result<()> {
    ARM.run(times, given, CALLS, |line| vec![record(line)], tables)
}

/// A line in the form of the other studies' measurements. `arm/run` fails if a result is wrong.
fn record(line: &Value) -> Measurement {
    let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
    let number = |name: &str| line[name].as_f64().unwrap_or_default();
    let mut m = simulated("field", TARGET);
    (m.op, m.algorithm) = (text("kind"), text("name"));
    m.kernel = m.algorithm.clone();
    m.bits = if m.op == "reduce" { 512 } else { 256 };
    m.unit = "instructions".into();
    // Counted exactly: every call of a function without branches takes as many.
    (m.min, m.mean, m.median) =
        (number("instructions"), number("instructions"), number("instructions"));
    m.runs = line["compared"].as_u64().unwrap_or_default() as usize;
    for (name, of) in [("most", "most"), ("estimated_cycles", "estimated_cycles")] {
        m.params.insert(name.into(), line[of].clone());
    }
    m
}

fn tables(lines: &[Value]) -> String {
    let mut text = String::from(
        "F_p of 254 bits on 32-bit Arm. Instructions: executed in qemu-arm, exact, with entry and return. Cycles (est.): llvm-mca for the Cortex-A9, an estimate from\nbelow, of functions without branches. Published: cycles measured on a Cortex-A9.\n",
    );
    for (title, rows) in [
        (
            "Multiplication, 256 bits by 256",
            [("multiply", "", "umaal-as-printed", 1), ("multiply-two", "two at once: ", "", 2)],
        ),
        (
            "Montgomery reduction, 512 bits to 256",
            [("reduce", "", "umaal-sos", 1), ("reduce-two", "two at once: ", "", 2)],
        ),
        (
            "Two Montgomery products at once, and the product in F_p2",
            [("mul-two", "two products: ", "", 2), ("fp2-mul", "F_p2: ", "", 3)],
        ),
    ] {
        let mut grid = grid(&["", "instructions", "cycles (est.)", "published"]);
        for (kind, prefix, printed, table) in rows {
            // Only kernels; the tables below have the functions of kernel sets.
            let kernel = |line: &&Value| SETS.iter().all(|(set, _)| line["name"] != *set);
            for line in lines.iter().filter(|line| line["kind"] == kind).filter(kernel) {
                let is = printed.is_empty() || line["name"] == printed;
                let row = kind.strip_suffix("-two").unwrap_or(kind);
                grid.add_row([
                    format!("{prefix}{}", line["name"].as_str().unwrap_or_default()),
                    shown(line["instructions"].as_f64()),
                    shown(line["estimated_cycles"].as_f64()),
                    shown(number(table, row).filter(|_| is)),
                ]);
            }
        }
        let _ = write!(text, "\n{title}\n{grid}\n");
    }
    text + &fields(lines) + &pairing(lines)
}

/// The first number of a row of `[Cuiman2019]`.
fn number(table: usize, row: &str) -> Option<f64> {
    PAIRING_ARM.numbers(table, row).map(|numbers| numbers[0])
}

fn shown(value: Option<f64>) -> String {
    value.map_or_else(|| "-".into(), |v| format!("{v:.0}"))
}

/// Instructions of a kernel set.
fn instructions(lines: &[Value], kind: &str, set: &str) -> Option<f64> {
    let is = |l: &&Value| l["kind"] == kind && l["name"] == set;
    lines.iter().find(is)?["instructions"].as_f64()
}

/// Tables I to III, by kernel sets.
fn fields(lines: &[Value]) -> String {
    let titles = SETS.map(|(_, title)| title);
    let published = ["published: assembly", "NEON"];
    let mut grid = grid(&[&["instructions"], &titles[..], &published].concat());
    for (kind, title, assembly, neon) in [
        ("add", "addition in F_p", 1, 0),
        ("sub", "subtraction in F_p", 1, 0),
        ("mul", "multiplication in F_p", 1, 0),
        ("mul-two", "two multiplications in F_p", 0, 2),
        ("fp2-mul", "multiplication in F_p2", 1, 3),
        ("fp2-sqr", "squaring in F_p2", 1, 3),
    ] {
        let row = kind.strip_suffix("-two").unwrap_or(kind);
        let ours = SETS.map(|(set, _)| shown(instructions(lines, kind, set)));
        let published = [assembly, neon].map(|table| shown(number(table, row)));
        grid.add_row([vec![title.into()], ours.to_vec(), published.to_vec()].concat());
    }
    format!("\nTables I to III: {}\n{grid}\n", PAIRING_ARM.source)
}

/// The pairing, Table VI, and Table 1 of `[Taira2013]`.
fn pairing(lines: &[Value]) -> String {
    let mut ours = grid(&[
        "pairing, thousands of instructions",
        "Miller loop",
        "final exponentiation",
        "pairing",
    ]);
    for (set, title) in SETS {
        let parts = ["miller", "power"].map(|kind| instructions(lines, kind, set));
        let whole = parts[0].zip(parts[1]).map(|(a, b)| a + b);
        let [a, b, c] = [parts[0], parts[1], whole].map(|v| shown(v.map(|v| v / 1e3)));
        ours.add_row([title.into(), a, b, c]);
    }
    let mut text = format!("\nThe optimal ate pairing on bn254\n{ours}\n");
    for source in [&*PAIRING_ARM, &*FP_ARM] {
        let Some(table) =
            source.tables.iter().find(|t| [1, 6].contains(&t.table) && t.title.contains("airing"))
        else {
            continue;
        };
        let columns: Vec<&str> = table.columns.iter().map(String::as_str).collect();
        let mut grid = grid(&columns);
        for row in &table.rows {
            grid.add_row(row.iter().map(|v| match v {
                Value::String(text) => text.clone(),
                Value::Null => "-".into(),
                number => number.to_string(),
            }));
        }
        let _ = write!(text, "\nPublished, in {}: {}\n{grid}\n", table.unit, source.source);
    }
    text
}
