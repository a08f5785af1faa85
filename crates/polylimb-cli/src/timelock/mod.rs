//! `polylimb timelock`: files that open after a long chain of squarings; each subcommand has its
//! own file. `work.rs` runs the chain for `open` and `prove`.

mod open;
mod prove;
mod seal;
mod verify;
mod work;

use crate::protocol::files::Message;
use clap::Subcommand;
use polylimb::timelock::Puzzle;
use polylimb_lab::failure::{Failure, Result};
use std::path::Path;
use zeroize::Zeroizing;

/// The options of `timelock`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "A file is sealed at once and opened after T squarings modulo a number N whose factors only the maker knew, one after another: more machines do not help, a faster one does. What the maker knew is wiped. A proof shows others in milliseconds that a result is right, unless the prover is the maker; it contains the result, which opens the file.\n\nThe files: sealed PLTL, a state PLTS, a proof PLTP, each version 1; polylimb::timelock describes them."
)]
pub struct Arguments {
    #[command(subcommand)]
    word: Word,
}

#[derive(Debug, Subcommand)]
enum Word {
    /// Seal a file
    Seal(seal::Options),
    /// Open a sealed file: all the squarings, or a proof
    Open(open::Options),
    /// Prove the result of the squarings
    Prove(prove::Options),
    /// Verify such a proof
    Verify(verify::Options),
}

/// Runs the subcommand.
///
/// # Errors
/// [`Failure::No`] for an invalid proof and a file that was changed; [`Failure::Usage`] for files
/// and options that do not fit; [`Failure::Run`] for a damaged state and I/O.
pub fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.word {
        Word::Seal(options) => seal::run(options),
        Word::Open(options) => open::run(options),
        Word::Prove(options) => prove::run(options),
        Word::Verify(options) => verify::run(options),
    }
}

/// A sealed file and its puzzle.
fn sealed(path: &Path) -> Result<(Zeroizing<Vec<u8>>, Puzzle)> {
    let file = Message(path).read()?;
    let puzzle = Puzzle::of_file(&file)
        .map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
    Ok((file, puzzle))
}
