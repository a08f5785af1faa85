//! `polylimb decrypt`: decrypts a file of `encrypt`.

use super::print_json;
use super::protocol::encryption::{self, OaepOptions, Scheme, not_dedicated, not_rsa};
use super::protocol::files::{Message, Output, not_on_curve, secret_key_for_encryption};
use super::protocol::random;
use polylimb::protocol::ecies;
use polylimb::protocol::keys::{AnySecretKey, PairingSecretKey};
use polylimb_lab::failure::{Failure, Result};
use serde_json::json;
use std::path::PathBuf;

/// The options of `decrypt`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The key says which scheme it is for, and a file of another scheme is refused; ec-elgamal is taken by --scheme only. What was changed on the way, or is for another key, is not written at all, and the exit status is 1; files of ec-elgamal cannot tell."
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
    /// ecies, ec-elgamal, rsa-oaep or boneh-franklin; without it rsa-oaep for a key of RSA,
    /// boneh-franklin for an identity's key, otherwise ecies
    #[arg(long, value_name = "NAME")]
    scheme: Option<String>,
    #[command(flatten)]
    oaep: OaepOptions,
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
    encryption::json_apart(arguments.json, &arguments.output)?;
    arguments.output.check_secret(&[&arguments.key, &arguments.input])?;
    let key = secret_key_for_encryption(&arguments.key)?;
    let scheme = Scheme::find(arguments.scheme.as_deref(), (&key).into())?;
    arguments.oaep.check(scheme)?;
    let file = Message(&arguments.input).read()?;
    let path = &arguments.key;
    let data = match (scheme, &key) {
        (Scheme::Ecies, AnySecretKey::Weierstrass(key)) => ecies::decrypt(key, &file)?,
        (Scheme::ElGamal, AnySecretKey::ElGamal(key)) => key.decrypt(&file)?,
        (Scheme::RsaOaep, AnySecretKey::Rsa(key)) => {
            random::with(|random| Ok(key.decrypt(&arguments.oaep.oaep()?, &file, random)?))?
        }
        (Scheme::RsaOaep, _) => return Err(not_rsa(path)),
        (Scheme::ElGamal, AnySecretKey::Weierstrass(_)) => return Err(not_dedicated(path)),
        (
            Scheme::BonehFranklin,
            AnySecretKey::Pairing(PairingSecretKey::BonehFranklinIdentity { key, .. }),
        ) => key.open(&file)?,
        (_, AnySecretKey::Pairing(PairingSecretKey::BonehFranklin(_))) => {
            return Err(Failure::usage(format!(
                "{}: an authority's key decrypts nothing itself; make the identity's with polylimb key extract",
                path.display()
            )));
        }
        (Scheme::BonehFranklin, _) => {
            return Err(Failure::usage(format!(
                "{}: an identity's key is needed, from polylimb key extract",
                path.display()
            )));
        }
        _ => return Err(not_on_curve(path)),
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
