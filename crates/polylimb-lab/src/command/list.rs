//! `polylimb list`: the registries.

use super::print_json;
use crate::failure::{Failure, Result};
use crate::registry;
use serde_json::{Value, json};
use std::io::Write;

/// The kinds of the contract that have no registry yet.
const LATER: [&str; 8] =
    ["powm", "recoding", "coordinates", "multiply", "field", "curve", "pairing", "protocol"];

/// The options of `list`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// What to list; today `modmul`, without it everything there is
    kind: Option<String>,
    /// As a JSON array
    #[arg(long)]
    json: bool,
}

/// Prints the entries of a registry.
///
/// # Errors
/// [`Failure::Usage`] for a kind that has no registry (yet).
pub fn run(arguments: &Arguments) -> Result<()> {
    match arguments.kind.as_deref() {
        None | Some("modmul") => {}
        Some(kind) if LATER.contains(&kind) => {
            return Err(Failure::usage(format!(
                "the registry '{kind}' arrives later; today there is modmul"
            )));
        }
        Some(kind) => {
            return Err(Failure::usage(format!("there is no registry '{kind}'; there is modmul")));
        }
    }
    let listed = registry::all();
    if arguments.json {
        let entries = listed.iter().map(|l| {
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
        });
        return print_json(&Value::Array(entries.collect()));
    }
    let mut out = std::io::stdout().lock();
    let width = listed.iter().map(|l| l.entry.name.len()).max().unwrap_or(4);
    writeln!(
        out,
        "{:<width$}  threads  modulus               constant time  what and whence",
        "modmul"
    )?;
    for l in listed {
        writeln!(
            out,
            "{:<width$}  {:<7}  {:<20}  {:<13}  {} ({})",
            l.entry.name,
            registry::threads(l.entry.threads),
            registry::domain(l.entry.domain),
            registry::constant_time(l.entry.constant_time),
            l.entry.summary.trim_end_matches('.'),
            l.entry.source.trim_end_matches('.'),
        )?;
    }
    Ok(out.flush()?)
}
