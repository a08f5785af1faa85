//! `polylimb list`: the registries.

mod curves;

use super::print_json;
use crate::failure::{Failure, Result};
use crate::registry;
use crate::registry::powm::{Entry, Named, measured};
use serde_json::{Value, json};
use std::io::Write;

/// The kinds that have a registry.
const KINDS: [&str; 9] = [
    "modmul",
    "powm",
    "recoding",
    "coordinates",
    "multiply",
    "field",
    "curve",
    "pairing",
    "protocol",
];

/// The options of `list`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// modmul, powm, recoding, coordinates, multiply, field, curve, pairing or protocol; without it everything there is
    kind: Option<String>,
    /// As a JSON array
    #[arg(long)]
    json: bool,
}

/// Prints the entries of a registry, or of all.
///
/// # Errors
/// [`Failure::Usage`] for a kind that has no registry.
pub fn run(arguments: &Arguments) -> Result<()> {
    let there = KINDS.join(", ");
    let kinds: Vec<&str> = match arguments.kind.as_deref() {
        None => KINDS.to_vec(),
        Some(kind) => match KINDS.iter().find(|k| **k == kind) {
            Some(kind) => vec![kind],
            None => {
                return Err(Failure::usage(format!(
                    "there is no registry '{kind}'; there are {there}"
                )));
            }
        },
    };
    if arguments.json {
        let entries = kinds.iter().flat_map(|kind| match *kind {
            "modmul" => modmul_json(),
            "powm" => powm_json(),
            kind => curves::in_json(kind),
        });
        return print_json(&Value::Array(entries.collect()));
    }
    let tables = kinds.iter().map(|kind| match *kind {
        "modmul" => modmul_lines(),
        "powm" => powm_lines(),
        kind => curves::lines(kind),
    });
    let tables: Vec<String> = tables.map(|lines| lines.join("\n")).collect();
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", tables.join("\n\n"))?;
    Ok(out.flush()?)
}

fn modmul_json() -> Vec<Value> {
    let entry = |l: registry::Listed| {
        json!({
            "kind": "modmul",
            "name": l.entry.name,
            "source": l.entry.source,
            "summary": l.entry.summary,
            "threads": registry::threads(l.entry.threads),
            "constant_time": registry::constant_time(l.entry.constant_time),
            "domain": registry::domain(l.entry.domain),
            "library": l.library,
        })
    };
    registry::all().into_iter().map(entry).collect()
}

fn powm_json() -> Vec<Value> {
    let entry = |p: Entry| {
        json!({
            "kind": "powm",
            "form": p.form,
            "name": p.name,
            "source": p.source,
            "summary": p.summary,
            "threads": registry::threads(p.lanes),
            "constant_time": registry::constant_time(p.constant_time),
            "domain": registry::domain(p.domain),
            "widths": registry::powm::width(p.width),
            "library": p.library,
        })
    };
    measured().iter().map(|m| entry(m.entry())).collect()
}

fn modmul_lines() -> Vec<String> {
    let listed = registry::all();
    let width = listed.iter().map(|l| l.entry.name.len()).max().unwrap_or(4);
    let header = format!(
        "{:<width$}  threads  modulus               constant time  what and whence",
        "modmul"
    );
    let line = |l: &registry::Listed| {
        format!(
            "{:<width$}  {:<7}  {:<20}  {:<13}  {}",
            l.entry.name,
            registry::threads(l.entry.threads),
            registry::domain(l.entry.domain),
            registry::constant_time(l.entry.constant_time),
            what_and_whence(l.entry.summary, l.entry.source),
        )
    };
    std::iter::once(header).chain(listed.iter().map(line)).collect()
}

fn powm_lines() -> Vec<String> {
    let powers: Vec<Entry> = measured().iter().map(Named::entry).collect();
    let width = powers.iter().map(|p| p.name.len()).max().unwrap_or(4);
    let header = format!(
        "{:<width$}  form        lanes    windows  modulus  constant time  what and whence",
        "powm"
    );
    let line = |p: &Entry| {
        format!(
            "{:<width$}  {:<10}  {:<7}  {:<7}  {:<7}  {:<13}  {}",
            p.name,
            p.form,
            registry::threads(p.lanes),
            registry::powm::width(p.width),
            registry::domain(p.domain),
            registry::constant_time(p.constant_time),
            what_and_whence(p.summary, p.source),
        )
    };
    std::iter::once(header).chain(powers.iter().map(line)).collect()
}

fn what_and_whence(summary: &str, source: &str) -> String {
    format!("{} ({})", summary.trim_end_matches('.'), source.trim_end_matches('.'))
}
