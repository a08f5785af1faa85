//! `polylimb bls`: BLS signatures of several signers; each subcommand has its own file.

mod aggregate;
mod possession;
mod verify;

use clap::Subcommand;
use polylimb_lab::failure::Result;

/// The options of `bls`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "One signature is made by polylimb sign and verified by polylimb verify, with keys of key generate --curve bls12-381. In the form pop, the default, sums of signatures are safe only if every key's owner has proved to possess it (bls prove), so verify-aggregate wants the proofs; aug needs no proofs, basic messages that all differ."
)]
pub struct Arguments {
    #[command(subcommand)]
    word: Word,
}

#[derive(Debug, Subcommand)]
enum Word {
    /// Make one signature of several
    Aggregate(aggregate::Options),
    /// Verify such a signature: of one message for each key, or of one message for all keys
    VerifyAggregate(verify::Aggregate),
    /// Verify several signatures at once, one of each key and message
    VerifyBatch(verify::Options),
    /// Prove to possess a secret key
    Prove(possession::Prove),
    /// Verify such a proof
    VerifyProof(possession::Verify),
}

/// Runs the subcommand.
///
/// # Errors
/// [`Failure::No`](polylimb_lab::failure::Failure::No) for an invalid signature or proof;
/// [`Failure::Usage`](polylimb_lab::failure::Failure::Usage) for keys, files and options that do
/// not fit.
pub fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.word {
        Word::Aggregate(options) => aggregate::run(options),
        Word::VerifyAggregate(options) => verify::aggregate(options),
        Word::VerifyBatch(options) => verify::batch(options),
        Word::Prove(options) => possession::prove(options),
        Word::VerifyProof(options) => possession::verify(options),
    }
}
