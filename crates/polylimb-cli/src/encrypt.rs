//! `polylimb encrypt`: encrypts a file to the owner of a key.

use super::print_json;
use super::protocol::encryption::{self, OaepOptions, Scheme, not_dedicated, not_rsa};
use super::protocol::files::{Message, Output, not_on_curve, public_key_for_encryption};
use super::protocol::{permit, random};
use polylimb::protocol::ecies;
use polylimb::protocol::keys::{AnyPublicKey, PairingPublicKey};
use polylimb_lab::failure::{Failure, Result};
use serde_json::json;
use std::path::PathBuf;

/// The options of `encrypt`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "ecies (the default): a point that only both know makes a key for ChaCha20-Poly1305, which notices every change. ec-elgamal: blocks of the data become points; a ciphertext can be changed unnoticed, and encryption takes time that tells a little of the data, so it asks for --allow-vartime; it has keys of its own (key generate --scheme ec-elgamal). rsa-oaep: for keys of RSA, data as short as a key of another cipher; the file is one number, which other programs read. boneh-franklin: to whoever the authority gives the identity's key; the authority can read it, too.\n\nThe files: PLEC, version 1, 1 for ecies, 2 for ec-elgamal and 3 for boneh-franklin, the length of the curve's name and the name; then, ecies: the ephemeral point as 04, x, y, the ciphertext, a tag of 16 bytes; ec-elgamal: two compressed points for each block; boneh-franklin: 112 bytes with the key, the ciphertext, a tag of 16 bytes."
)]
pub struct Arguments {
    /// The recipient's public key, PEM or DER of SPKI; or an authority's
    #[arg(long, value_name = "PUB")]
    to: PathBuf,
    /// The recipient, where --to is an authority's key
    #[arg(long, value_name = "TEXT")]
    identity: Option<String>,
    /// The data, - for standard input
    #[arg(short, long = "input", value_name = "DATA")]
    input: PathBuf,
    #[command(flatten)]
    output: Output,
    /// ecies, ec-elgamal, rsa-oaep or boneh-franklin; without it rsa-oaep for a key of RSA,
    /// boneh-franklin for an authority's key, otherwise ecies
    #[arg(long, value_name = "NAME")]
    scheme: Option<String>,
    #[command(flatten)]
    oaep: OaepOptions,
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
/// [`Failure::Usage`] for keys, files and options that do not fit.
pub fn run(arguments: &Arguments) -> Result<()> {
    arguments.output.check(&[&arguments.to, &arguments.input])?;
    encryption::json_apart(arguments.json, &arguments.output)?;
    let key = public_key_for_encryption(&arguments.to)?;
    let scheme = Scheme::find(arguments.scheme.as_deref(), (&key).into())?;
    permit(scheme.name(), arguments.allow_vartime)?;
    arguments.oaep.check(scheme)?;
    if arguments.identity.is_some() != (scheme == Scheme::BonehFranklin) {
        return Err(Failure::usage(
            "--identity names the recipient where --to is an authority's key (boneh-franklin), and only there",
        ));
    }
    let data = Message(&arguments.input).read()?;
    let identity = arguments.identity.as_deref().unwrap_or_default().as_bytes();
    let file = random::with(|random| {
        Ok(match (scheme, &key) {
            (Scheme::Ecies, AnyPublicKey::Weierstrass(key)) => ecies::encrypt(key, &data, random)?,
            (Scheme::ElGamal, AnyPublicKey::ElGamal(key)) => key.encrypt_vartime(&data, random)?,
            (Scheme::ElGamal, AnyPublicKey::Weierstrass(_)) => {
                return Err(not_dedicated(&arguments.to));
            }
            (
                Scheme::BonehFranklin,
                AnyPublicKey::Pairing(PairingPublicKey::BonehFranklin(key)),
            ) => key.seal(identity, &data, random)?,
            (Scheme::RsaOaep, AnyPublicKey::Rsa(key)) => {
                key.encrypt(&arguments.oaep.oaep()?, &data, random)?
            }
            (Scheme::RsaOaep, _) => return Err(not_rsa(&arguments.to)),
            (Scheme::BonehFranklin, _) => {
                return Err(Failure::usage(format!(
                    "{}: an authority's public key is needed, from key generate --curve bls12-381 --scheme ibe and key public",
                    arguments.to.display()
                )));
            }
            _ => return Err(not_on_curve(&arguments.to)),
        })
    })?;
    arguments.output.write(&file)?;
    if arguments.json {
        print_json(&json!({
            "scheme": scheme.name(),
            "curve": key.name(),
            "bytes": file.len(),
            "output": arguments.output.path(),
        }))?;
    }
    Ok(())
}
