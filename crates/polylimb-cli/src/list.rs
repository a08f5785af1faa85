//! `polylimb list`: the registers.

mod curves;

use super::print_json;
use polylimb::authors::entry::ConstantTime;
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::registry;
use polylimb_lab::registry::powm::{Named, measured};
use serde_json::{Value, json};
use std::io::Write;

/// A kind of entries.
struct Kind {
    name: &'static str,
    rows: fn() -> Vec<Row>,
    /// The columns of the text between the name and the timing: fields of the JSON with their
    /// headings.
    columns: &'static [(&'static str, &'static str)],
}

const KINDS: [Kind; 9] = [
    Kind {
        name: "modmul",
        rows: modmuls,
        columns: &[("threads", "threads"), ("domain", "modulus")],
    },
    Kind {
        name: "powm",
        rows: powers,
        columns: &[
            ("form", "form"),
            ("threads", "threads"),
            ("widths", "windows"),
            ("domain", "modulus"),
        ],
    },
    Kind {
        name: "recoding",
        rows: curves::recodings,
        columns: &[("widths", "widths"), ("domain", "for")],
    },
    Kind { name: "coordinates", rows: curves::coordinates, columns: &[("domain", "for")] },
    Kind {
        name: "multiply",
        rows: curves::methods,
        columns: &[("threads", "threads"), ("domain", "for")],
    },
    Kind { name: "field", rows: curves::fields, columns: &[("domain", "for")] },
    Kind { name: "curve", rows: curves::curves, columns: &[("domain", "for")] },
    Kind { name: "pairing", rows: curves::pairings, columns: &[("domain", "for")] },
    Kind { name: "protocol", rows: curves::protocols, columns: &[("domain", "for")] },
];

/// An entry of any kind.
struct Row {
    name: String,
    source: String,
    summary: String,
    threads: String,
    constant_time: ConstantTime,
    /// Its domain.
    domain: String,
    /// Whether it is polylimb's own; the others are baselines.
    library: bool,
    /// Further fields of the JSON.
    more: Value,
}

/// The options of `list`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// modmul, powm, recoding, coordinates, multiply, field, curve, pairing or protocol; without it
    /// everything there is
    kind: Option<String>,
    /// As a JSON array
    #[arg(long)]
    json: bool,
}

/// Prints the entries of a register, or of all.
///
/// # Errors
/// [`Failure::Usage`] for a kind without a register.
pub fn run(arguments: &Arguments) -> Result<()> {
    let asked = |kind: &&Kind| arguments.kind.as_deref().is_none_or(|name| name == kind.name);
    let kinds: Vec<&Kind> = KINDS.iter().filter(asked).collect();
    if let (Some(name), []) = (&arguments.kind, kinds.as_slice()) {
        let there = KINDS.map(|kind| kind.name).join(", ");
        return Err(Failure::usage(format!("there is no registry '{name}'; there are {there}")));
    }
    if arguments.json {
        return print_json(&kinds.into_iter().flat_map(entries).collect());
    }
    let tables: Vec<String> = kinds.into_iter().map(text).collect();
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", tables.join("\n\n"))?;
    Ok(out.flush()?)
}

/// The entries of a kind as JSON.
fn entries(kind: &Kind) -> Vec<Value> {
    let entry = |row: Row| {
        let mut json = json!({
            "kind": kind.name,
            "name": row.name,
            "source": row.source,
            "summary": row.summary,
            "threads": row.threads,
            "constant_time": registry::constant_time(row.constant_time),
            "domain": row.domain,
            "library": row.library,
        });
        for (name, value) in row.more.as_object().into_iter().flatten() {
            json[name] = value.clone();
        }
        json
    };
    (kind.rows)().into_iter().map(entry).collect()
}

/// The entries of a kind as a table, one line each.
fn text(kind: &Kind) -> String {
    let entries = entries(kind);
    let timing = [("constant_time", "constant time")];
    let columns =
        [("name", kind.name)].into_iter().chain(kind.columns.iter().copied()).chain(timing);
    let mut lines = vec![Vec::new(); 1 + entries.len()];
    for (field, heading) in columns {
        let cells = entries.iter().map(|entry| entry[field].as_str().unwrap_or_default());
        let cells: Vec<&str> = std::iter::once(heading).chain(cells).collect();
        let width = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0);
        for (line, cell) in lines.iter_mut().zip(cells) {
            line.push(format!("{cell:<width$}"));
        }
    }
    lines[0].push("what it is, and its source".into());
    for (line, entry) in lines[1..].iter_mut().zip(&entries) {
        let [summary, source] = ["summary", "source"]
            .map(|field| entry[field].as_str().unwrap_or_default().trim_end_matches('.'));
        line.push(format!("{summary} ({source})"));
    }
    lines.iter().map(|line| line.join("  ")).collect::<Vec<_>>().join("\n")
}

fn modmuls() -> Vec<Row> {
    let row = |l: registry::Listed| Row {
        name: l.entry.name.into(),
        source: l.entry.source.into(),
        summary: l.entry.summary.into(),
        threads: registry::threads(l.entry.threads),
        constant_time: l.entry.constant_time,
        domain: registry::domain(l.entry.domain),
        library: l.library,
        more: json!({}),
    };
    registry::all().into_iter().map(row).collect()
}

fn powers() -> Vec<Row> {
    let row = |p: registry::powm::Entry| Row {
        name: p.name.into(),
        source: p.source.into(),
        summary: p.summary.into(),
        threads: registry::threads(p.threads),
        constant_time: p.constant_time,
        domain: registry::domain(p.domain),
        library: p.make.library,
        more: json!({ "form": p.make.form, "widths": registry::powm::width(p.make.width) }),
    };
    measured().iter().map(|m| row(m.entry())).collect()
}
