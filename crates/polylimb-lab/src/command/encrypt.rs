//! `polylimb encrypt`: a file that only the owner of a key can read.

use super::print_json;
use super::protocol::encryption::{self, Scheme};
use super::protocol::files::{Message, Output, one_standard_input, public_key_on_curve};
use super::protocol::{permit, random};
use crate::failure::Result;
use polylimb::protocol::{ecies, elgamal};
use serde_json::json;
use std::path::PathBuf;

/// The options of `encrypt`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "ecies (the default): a point that only both know makes a key for ChaCha20-Poly1305, which notices every change. ec-elgamal: blocks of the data become points; a ciphertext can be changed unnoticed, and encryption takes time that tells a little of the data, so it asks for --allow-vartime.\n\nThe files: PLEC, version 1, 1 for ecies and 2 for ec-elgamal, the length of the curve's name and the name; then, ecies: the ephemeral point as 04, x, y, the ciphertext, a tag of 16 bytes; ec-elgamal: two compressed points for each block."
)]
pub struct Arguments {
    /// The recipient's public key, PEM or DER of SPKI
    #[arg(long, value_name = "PUB")]
    to: PathBuf,
    /// The data, - for standard input
    #[arg(short, long = "input", value_name = "DATA")]
    input: PathBuf,
    #[command(flatten)]
    output: Output,
    /// ecies or ec-elgamal
    #[arg(long, value_name = "NAME")]
    scheme: Option<String>,
    /// Take a scheme, too, that is not constant-time
    #[arg(long)]
    allow_vartime: bool,
    /// What was done as JSON; needs another -o than -
    #[arg(long)]
    json: bool,
}

/// Encrypts and writes the file.
///
/// # Errors
/// [`Failure::Usage`](crate::failure::Failure::Usage) for keys, files and options that do not fit.
pub fn run(arguments: &Arguments) -> Result<()> {
    one_standard_input(&[&arguments.to, &arguments.input])?;
    encryption::json_apart(arguments.json, &arguments.output)?;
    let scheme = Scheme::find(arguments.scheme.as_deref())?;
    permit(scheme.name(), arguments.allow_vartime)?;
    arguments.output.check()?;
    let key = public_key_on_curve(&arguments.to)?;
    let data = Message(&arguments.input).read()?;
    let file = random::with(|random| {
        Ok(match scheme {
            Scheme::Ecies => ecies::encrypt(&key, &data, random)?,
            Scheme::ElGamal => elgamal::encrypt_vartime(&key, &data, random)?,
        })
    })?;
    arguments.output.write(&file)?;
    if arguments.json {
        print_json(&json!({
            "scheme": scheme.name(),
            "curve": key.curve().name(),
            "bytes": file.len(),
            "output": arguments.output.path(),
        }))?;
    }
    Ok(())
}
