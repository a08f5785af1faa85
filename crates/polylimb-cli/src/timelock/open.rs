//! `polylimb timelock open`.

use super::sealed;
use super::work::Effort;
use crate::print_json;
use crate::protocol::encryption::json_apart;
use crate::protocol::files::{Output, read};
use polylimb::timelock::Proof;
use polylimb_lab::failure::{Failure, Result};
use serde_json::json;
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The state holds all that was computed; only its owner can read it, because at the end it opens the file. It is written whole or not at all, so what kills the command costs ten seconds of work. A damaged state, or that of another file, is refused with exit status 3 and left as it is. Delete it when neither open nor prove needs it any more."
)]
pub(super) struct Options {
    /// The sealed file, - for standard input
    #[arg(short, long = "input", value_name = "SEALED")]
    input: PathBuf,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    effort: Effort,
    /// Open at once, with the result that this proof shows
    #[arg(long, value_name = "PROOF")]
    proof: Option<PathBuf>,
    /// What was done as JSON; needs another -o than -
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options) -> Result<()> {
    json_apart(options.json, &options.output)?;
    let inputs = [Some(&options.input), options.proof.as_ref()];
    let inputs: Vec<&Path> = inputs.into_iter().flatten().map(PathBuf::as_path).collect();
    options.output.check_secret(&inputs)?;
    options.effort.check(&options.input, options.output.path())?;
    if options.proof.is_some() && options.effort.given() {
        return Err(Failure::usage("--proof needs no chain; leave out --checkpoint and --threads"));
    }
    let (file, puzzle) = sealed(&options.input)?;
    let (result, faults) = if let Some(path) = &options.proof {
        let proof = Proof::from_bytes(&puzzle, &read(path, "the proof")?)?;
        puzzle.verify(&proof)?;
        (Zeroizing::new(proof.result().to_vec()), 0)
    } else {
        let mut work = options.effort.start(&puzzle)?;
        (work.finish()?.result()?, work.faults())
    };
    let data = puzzle.open(&result, &file)?;
    options.output.write_secret(&data)?;
    if options.json {
        print_json(&json!({
            "squarings": puzzle.squarings(),
            "bits": puzzle.bits(),
            "faults": faults,
            "bytes": data.len(),
            "output": options.output.path(),
        }))?;
    }
    Ok(())
}
