//! `polylimb verify`: whether a signature of a file is valid.

use super::protocol::files::{Message, one_standard_input, public_key, read};
use super::protocol::scheme::Options;
use super::protocol::verdict;
use polylimb_lab::failure::Result;
use serde_json::json;
use std::path::PathBuf;

/// The options of `verify`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Prints yes, or says why not and exits with 1. Without --format a signature of ecdsa may be der or raw."
)]
pub struct Arguments {
    /// The public key, PEM or DER of SPKI
    #[arg(long, value_name = "PUB")]
    key: PathBuf,
    /// The data, - for standard input
    #[arg(short, long = "input", value_name = "DATA")]
    input: PathBuf,
    /// The signature, - for standard input
    #[arg(long, value_name = "SIG")]
    signature: PathBuf,
    #[command(flatten)]
    scheme: Options,
    /// The verdict as JSON
    #[arg(long)]
    json: bool,
}

/// Verifies, and prints the verdict.
///
/// # Errors
/// [`Failure::No`](polylimb_lab::failure::Failure::No) for a signature that is not valid, or no
/// signature at all; [`Failure::Usage`](polylimb_lab::failure::Failure::Usage) for keys, files and
/// options that do not fit.
pub fn run(arguments: &Arguments) -> Result<()> {
    one_standard_input(&[&arguments.key, &arguments.input, &arguments.signature])?;
    let key = public_key(&arguments.key)?;
    let signature = read(&arguments.signature, "the signature")?;
    let (scheme, verified) =
        arguments.scheme.verify(&key, &Message(&arguments.input), &signature)?;
    let mut details = verified.details;
    details.insert("scheme".into(), json!(scheme.name));
    verdict::tell(verified.verdict, arguments.json, &details)
}
