//! `polylimb timelock verify`.

use super::sealed;
use crate::protocol::files::{one_standard_input, read};
use crate::protocol::verdict;
use polylimb::Error;
use polylimb::timelock::Proof;
use polylimb_lab::failure::{Failure, Result};
use serde_json::{Map, json};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// The sealed file, - for standard input
    #[arg(short, long = "input", value_name = "SEALED")]
    input: PathBuf,
    /// The proof
    #[arg(long, value_name = "PROOF")]
    proof: PathBuf,
    /// The verdict as JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options) -> Result<()> {
    one_standard_input(&[&options.input, &options.proof])?;
    let (_, puzzle) = sealed(&options.input)?;
    let bytes = read(&options.proof, "the proof")?;
    let found = Proof::from_bytes(&puzzle, &bytes).and_then(|proof| puzzle.verify(&proof));
    if let Err(error @ Error::Encoding { .. }) = found {
        return Err(Failure::usage(format!("{}: {error}", options.proof.display())));
    }
    let mut details = Map::new();
    details.insert("squarings".into(), json!(puzzle.squarings()));
    details.insert("bits".into(), json!(puzzle.bits()));
    verdict::tell(found, options.json, &details)
}
