//! `polylimb timelock prove`.

use super::sealed;
use super::work::Effort;
use crate::print_json;
use crate::protocol::encryption::json_apart;
use crate::protocol::files::Output;
use polylimb_lab::failure::Result;
use serde_json::json;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Wesolowski's proof. It takes the squarings, unless --checkpoint has the state of a finished open, and a fifth of their time for the proof. The proof contains the result, which opens the file: timelock open --proof."
)]
pub(super) struct Options {
    /// The sealed file, - for standard input
    #[arg(short, long = "input", value_name = "SEALED")]
    input: PathBuf,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    effort: Effort,
    /// What was done as JSON; needs another -o than -
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options) -> Result<()> {
    json_apart(options.json, &options.output)?;
    options.output.check(&[&options.input])?;
    options.effort.check(&options.input, options.output.path())?;
    let (_, puzzle) = sealed(&options.input)?;
    let mut work = options.effort.start(&puzzle)?;
    let proof = work.prove()?.to_bytes(&puzzle);
    options.output.write(&proof)?;
    if options.json {
        print_json(&json!({
            "squarings": puzzle.squarings(),
            "bits": puzzle.bits(),
            "faults": work.faults(),
            "bytes": proof.len(),
            "output": options.output.path(),
        }))?;
    }
    Ok(())
}
