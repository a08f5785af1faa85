//! `polylimb list`: the registries.

mod curves;

use super::print_json;
use crate::failure::{Failure, Result};
use crate::registry;
use polylimb::modmul::{ConstantTime, Domain, Threads};
use polylimb::powm::{Width, product};
use serde_json::{Value, json};
use std::io::Write;

/// The kinds that have a registry.
const KINDS: [&str; 8] =
    ["modmul", "powm", "recoding", "coordinates", "multiply", "field", "curve", "protocol"];
/// The kinds of the contract that have none yet.
const LATER: [&str; 1] = ["pairing"];

/// The options of `list`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// modmul, powm, recoding, coordinates, multiply, field, curve or protocol; without it everything there is
    kind: Option<String>,
    /// As a JSON array
    #[arg(long)]
    json: bool,
}

/// Prints the entries of a registry, or of all.
///
/// # Errors
/// [`Failure::Usage`] for a kind that has no registry (yet).
pub fn run(arguments: &Arguments) -> Result<()> {
    let there = KINDS.join(", ");
    let kinds: Vec<&str> = match arguments.kind.as_deref() {
        None => KINDS.to_vec(),
        Some(kind) => match KINDS.iter().find(|k| **k == kind) {
            Some(kind) => vec![kind],
            None if LATER.contains(&kind) => {
                return Err(Failure::usage(format!(
                    "the registry '{kind}' arrives later; today there are {there}"
                )));
            }
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

/// A line of `list powm`.
struct Power {
    name: &'static str,
    source: &'static str,
    summary: &'static str,
    /// What it computes: a `power`, powers of a `fixed-base`, a `batch` or a `product` of powers, or one by the factors (`crt`).
    form: &'static str,
    lanes: Threads,
    constant_time: ConstantTime,
    domain: Domain,
    widths: String,
    library: bool,
}

fn powers() -> Vec<Power> {
    let method = |l: registry::powm::Listed| Power {
        name: l.name(),
        source: l.source(),
        summary: l.summary(),
        form: l.form(),
        lanes: l.lanes(),
        constant_time: l.constant_time(),
        domain: l.domain(),
        widths: registry::powm::width(l.width()),
        library: l.library(),
    };
    // For verification equations, whose numbers are public.
    let product = |m: &product::Method| Power {
        name: m.name,
        source: m.source,
        summary: m.summary,
        form: "product",
        lanes: m.lanes,
        constant_time: ConstantTime::No,
        domain: Domain::Any,
        widths: registry::powm::width(Width::None),
        library: true,
    };
    // The private operation of RSA, with what an application calls it by.
    let crt = Power {
        name: "crt",
        source: "Quisquater, Couvreur 1982; Garner 1959",
        summary: "CrtModulus: a power modulo each prime on a lane of its own, blinded and checked",
        form: "crt",
        lanes: Threads::AtLeast(1),
        constant_time: ConstantTime::Yes,
        domain: Domain::Odd,
        widths: registry::powm::width(Width::None),
        library: true,
    };
    let methods = registry::powm::measured().into_iter().map(method);
    methods.chain(product::METHODS.iter().map(product)).chain([crt]).collect()
}

fn powm_json() -> Vec<Value> {
    let entry = |p: Power| {
        json!({
            "kind": "powm",
            "form": p.form,
            "name": p.name,
            "source": p.source,
            "summary": p.summary,
            "threads": registry::threads(p.lanes),
            "constant_time": registry::constant_time(p.constant_time),
            "domain": registry::domain(p.domain),
            "widths": p.widths,
            "library": p.library,
        })
    };
    powers().into_iter().map(entry).collect()
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
    let powers = powers();
    let width = powers.iter().map(|p| p.name.len()).max().unwrap_or(4);
    let header = format!(
        "{:<width$}  form        lanes    windows  modulus  constant time  what and whence",
        "powm"
    );
    let line = |p: &Power| {
        format!(
            "{:<width$}  {:<10}  {:<7}  {:<7}  {:<7}  {:<13}  {}",
            p.name,
            p.form,
            registry::threads(p.lanes),
            p.widths,
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
