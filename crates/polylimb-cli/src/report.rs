//! `polylimb report`: one HTML page of one or more results.

use crate::print_json;
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::output::{html, whole_file};
use polylimb_lab::record::{self, Run};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The options of `report`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Files written by `polylimb lab` (results.jsonl); `-` is standard input
    #[arg(required = true, value_name = "RESULTS")]
    results: Vec<PathBuf>,
    /// The page to write; `-` is standard output
    #[arg(short, long, value_name = "FILE", required_unless_present = "json")]
    output: Option<PathBuf>,
    /// Put the published figures beside the measured ones
    #[arg(long)]
    published: bool,
    /// What the page shows, as JSON on standard output; the page too with -o FILE
    #[arg(long)]
    json: bool,
}

/// Reads the results and writes the page.
///
/// # Errors
/// [`Failure::Usage`] for files that hold no results, [`Failure::Run`] if the page cannot be
/// written.
pub fn run(arguments: &Arguments) -> Result<()> {
    let output = arguments.output.as_deref();
    if let Some(path) = output {
        whole_file::check(path)?;
        whole_file::check_apart(path, arguments.results.iter().map(PathBuf::as_path))?;
    }
    if arguments.json && output == Some(Path::new("-")) {
        return Err(Failure::usage("the page and --json cannot both be standard output"));
    }
    if arguments.results.iter().filter(|p| *p == Path::new("-")).count() > 1 {
        return Err(Failure::usage("standard input ('-') can be read once only"));
    }
    let mut runs: Vec<Run> = Vec::new();
    for path in &arguments.results {
        for run in record::read_file(path)?.into_iter().filter(|run| !run.is_empty()) {
            let name = path.display();
            for note in &run.notes {
                say(&format!("{name}: {note}"));
            }
            if runs.contains(&run) {
                say(&format!("{name}: a run that was given before; it is shown once"));
            } else {
                runs.push(run);
            }
        }
    }
    if let Some(path) = output {
        whole_file::write(path, html::page(&runs, arguments.published).as_bytes())?;
    }
    if arguments.json {
        return print_json(&html::json(&runs, arguments.published));
    }
    if let Some(path) = output.filter(|path| *path != Path::new("-")) {
        let mut out = std::io::stdout().lock();
        writeln!(out, "report: {}", path.display())?;
        out.flush()?;
    }
    Ok(())
}

/// Without standard error the text cannot be shown.
fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "polylimb: {text}");
}
