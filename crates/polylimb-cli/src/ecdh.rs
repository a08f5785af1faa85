//! `polylimb ecdh`: the shared secret of two keys.

use super::print_json;
use super::protocol::files::{Output, public_key, secret_key, write_shared};
use super::protocol::permit;
use polylimb::protocol::keys::{AnyPublicKey, AnySecretKey, SecretKey};
use polylimb_lab::failure::{Failure, Result};
use serde_json::json;
use std::path::PathBuf;
use zeroize::Zeroizing;

/// The options of `ecdh`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Writes the shared abscissa as it is, most significant byte first (X25519: least significant first): derive keys from it, never use it as one."
)]
pub struct Arguments {
    /// The own secret key, PKCS #8 or SEC 1, in PEM or DER
    #[arg(long, value_name = "KEY")]
    key: PathBuf,
    /// The other's public key, PEM or DER of SPKI
    #[arg(long, value_name = "PUB")]
    peer: PathBuf,
    #[command(flatten)]
    output: Output,
    /// Take a protocol, too, that is not constant-time
    #[arg(long)]
    allow_vartime: bool,
    /// What was done as JSON; with -o - the secret is in it, in hexadecimal
    #[arg(long)]
    json: bool,
}

/// Computes the secret and writes it to a file that only its owner can read.
///
/// # Errors
/// [`Failure::Usage`] for keys that do not fit each other.
pub fn run(arguments: &Arguments) -> Result<()> {
    arguments.output.check_secret(&[&arguments.key, &arguments.peer])?;
    let (own, other) = (secret_key(&arguments.key)?, public_key(&arguments.peer)?);
    let (protocol, secret) = agree(&own, &other, arguments.allow_vartime)?;
    let json = json!({ "protocol": protocol, "curve": own.name() });
    let told = write_shared(&arguments.output, &secret, arguments.json.then_some(json))?;
    told.map_or(Ok(()), |json| print_json(&json))
}

fn agree(
    own: &AnySecretKey,
    other: &AnyPublicKey,
    allow_vartime: bool,
) -> Result<(&'static str, Zeroizing<Vec<u8>>)> {
    match (own, other) {
        (AnySecretKey::Weierstrass(own), AnyPublicKey::Weierstrass(other)) => {
            permit("ecdh", allow_vartime)?;
            if own.curve().name() != other.curve().name() {
                return Err(different(own.curve().name(), other.curve().name()));
            }
            let secret = SecretKey::agree(own, other)?;
            Ok(("ecdh", Zeroizing::new(secret.as_bytes().to_vec())))
        }
        (AnySecretKey::X25519(own), AnyPublicKey::X25519(other)) => {
            permit("x25519", allow_vartime)?;
            Ok(("x25519", Zeroizing::new(own.agree(other)?.as_bytes().to_vec())))
        }
        (AnySecretKey::Ed25519(_), AnyPublicKey::Ed25519(_)) => Err(Failure::usage(
            "Ed25519 keys sign; for key agreement give two keys of X25519 or of one curve",
        )),
        (AnySecretKey::Rsa(_), AnyPublicKey::Rsa(_)) => Err(Failure::usage(
            "RSA keys sign and encrypt; for key agreement give two keys of X25519 or of one curve",
        )),
        (AnySecretKey::Pairing(_), AnyPublicKey::Pairing(_)) => Err(Failure::usage(
            "keys on BLS12-381 agree by polylimb joux, those of identities by polylimb sok; for ecdh give two keys of X25519 or of one other curve",
        )),
        _ => Err(different(own.name(), other.name())),
    }
}

fn different(own: Option<&str>, other: Option<&str>) -> Failure {
    let [own, other] = [own, other].map(|name| name.unwrap_or("an unnamed curve"));
    Failure::usage(format!(
        "the key is one of {own}, the peer's of {other}; both must be of the same"
    ))
}
