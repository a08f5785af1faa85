//! `polylimb report`: one HTML page of one or more results.

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
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Put the published figures beside the measured ones
    #[arg(long)]
    published: bool,
}

/// Reads the results and writes the page.
///
/// # Errors
/// [`Failure::Usage`] for files that hold no results, [`Failure::Run`] if the page cannot be
/// written.
pub fn run(arguments: &Arguments) -> Result<()> {
    whole_file::check(&arguments.output)?;
    if arguments.results.iter().filter(|p| *p == Path::new("-")).count() > 1 {
        return Err(Failure::usage("standard input ('-') can be read once only"));
    }
    let mut runs: Vec<Run> = Vec::new();
    for path in &arguments.results {
        for run in record::read_file(path)?.into_iter().filter(|run| !run.measurements.is_empty()) {
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
    whole_file::write(&arguments.output, html::page(&runs, arguments.published).as_bytes())?;
    if arguments.output != Path::new("-") {
        let mut out = std::io::stdout().lock();
        writeln!(out, "report: {}", arguments.output.display())?;
        out.flush()?;
    }
    Ok(())
}

/// Without standard error the text cannot be shown.
fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "polylimb: {text}");
}
