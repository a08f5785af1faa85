//! `polylimb decrypt`: decrypts a file of `encrypt`.

use super::print_json;
use super::protocol::encryption::{self, Scheme};
use super::protocol::files::{Message, Output, not_on_curve, one_standard_input, secret_key};
use polylimb::protocol::keys::{AnySecretKey, PairingSecretKey};
use polylimb::protocol::{ecies, elgamal};
use polylimb_lab::failure::{Failure, Result};
use serde_json::json;
use std::path::PathBuf;

/// The options of `decrypt`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The file says which scheme it is of. What was changed on the way, or is for another key, is not written at all, and the exit status is 1; files of ec-elgamal cannot tell."
)]
pub struct Arguments {
    /// The secret key, PKCS #8 or SEC 1, in PEM or DER; or an identity's
    #[arg(long, value_name = "KEY")]
    key: PathBuf,
    /// The encrypted file, - for standard input
    #[arg(short, long = "input", value_name = "FILE")]
    input: PathBuf,
    #[command(flatten)]
    output: Output,
    /// What was done as JSON; needs another -o than -
    #[arg(long)]
    json: bool,
}

/// Decrypts, and writes the data to a file that only its owner can read.
///
/// # Errors
/// [`Failure::Usage`] for keys, files and options that do not fit; [`Failure::No`] for a file that
/// was changed or is for another key.
pub fn run(arguments: &Arguments) -> Result<()> {
    one_standard_input(&[&arguments.key, &arguments.input])?;
    encryption::json_apart(arguments.json, &arguments.output)?;
    arguments.output.check()?;
    let key = secret_key(&arguments.key)?;
    let file = Message(&arguments.input).read()?;
    let scheme = Scheme::of_file(&file);
    let data = match &key {
        AnySecretKey::Weierstrass(key) => match scheme {
            Scheme::ElGamal => elgamal::decrypt(key, &file)?,
            // Its error says what is wrong with other files.
            _ => ecies::decrypt(key, &file)?,
        },
        AnySecretKey::Pairing(PairingSecretKey::BonehFranklinIdentity { key, .. }) => {
            key.open(&file)?
        }
        AnySecretKey::Pairing(PairingSecretKey::BonehFranklin(_)) => {
            return Err(Failure::usage(format!(
                "{}: an authority's key decrypts nothing itself; make the identity's with polylimb key extract",
                arguments.key.display()
            )));
        }
        _ => return Err(not_on_curve(&arguments.key)),
    };
    arguments.output.write_secret(&data)?;
    if arguments.json {
        print_json(&json!({
            "scheme": scheme.name(),
            "authenticated": scheme != Scheme::ElGamal,
            "curve": key.name(),
            "bytes": data.len(),
            "output": arguments.output.path(),
        }))?;
    }
    Ok(())
}
