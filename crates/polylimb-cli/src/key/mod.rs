//! `polylimb key`: makes, converts and shows keys; each subcommand has its own file.

mod extract;
mod generate;
mod public;
mod show;

use super::print_json;
use super::protocol::encryption::Scheme;
use super::protocol::files::Output;
use super::protocol::hexadecimal;
use clap::Subcommand;
use polylimb::authors::limb::Natural;
use polylimb::protocol::keys::{AnyPublicKey, AnySecretKey, PairingSecretKey};
use polylimb_lab::failure::{Failure, Result};
use polylimb_lab::number::printable;
use serde_json::{Value, json};
use zeroize::Zeroizing;

/// The options of `key`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Keys are PKCS #8, SEC 1, PKCS #1 and SubjectPublicKeyInfo, which other programs read; they serve signatures, key agreement and encryption. Those on bls12-381 and those of ec-elgamal, which say what they are for, are DER of SEQUENCE { version INTEGER (1), scheme UTF8String, kind UTF8String (secret or public), key OCTET STRING, identity OCTET STRING OPTIONAL }, or PEM of it with the labels POLYLIMB SECRET KEY and POLYLIMB PUBLIC KEY. The key: 32 bytes of a secret number, an identity's points uncompressed, public points compressed; of ec-elgamal PKCS #8 or SubjectPublicKeyInfo."
)]
pub struct Arguments {
    #[command(subcommand)]
    word: Word,
}

#[derive(Debug, Subcommand)]
enum Word {
    /// Make a secret key
    Generate(generate::Options),
    /// Make the secret key of an identity
    Extract(extract::Options),
    /// Write the public key of a secret one
    Public(public::Options),
    /// Print what a key is
    Show(show::Options),
}

/// How a key is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Encoding {
    Pem,
    Der,
}

impl Encoding {
    const fn name(self) -> &'static str {
        match self {
            Self::Pem => "pem",
            Self::Der => "der",
        }
    }

    /// A key for JSON: PEM unchanged, DER in hexadecimal.
    fn json(self, key: &[u8]) -> Value {
        match self {
            Self::Pem => json!(String::from_utf8_lossy(key)),
            Self::Der => json!(hexadecimal(key)),
        }
    }
}

/// The point in SEC 1, uncompressed; the bytes of X25519, Ed25519 and keys on BLS12-381; the
/// modulus of RSA.
fn point(key: &AnyPublicKey) -> Result<String> {
    Ok(match key {
        AnyPublicKey::Weierstrass(key) => hexadecimal(&key.to_sec1()),
        AnyPublicKey::ElGamal(key) => hexadecimal(&key.key().to_sec1()),
        AnyPublicKey::X25519(key) => hexadecimal(key.as_bytes()),
        AnyPublicKey::Ed25519(key) => hexadecimal(key.as_bytes()),
        AnyPublicKey::Pairing(key) => hexadecimal(&key.to_bytes()),
        AnyPublicKey::Rsa(key) => hexadecimal(&key.modulus()),
        _ => return Err(another_kind()),
    })
}

/// The curve's name, which keys for RSA do not have.
fn curve(name: Option<&'static str>) -> Option<&'static str> {
    name.filter(|name| *name != "RSA")
}

/// What is special about a public key of RSA, for JSON.
fn rsa_fields(key: &AnyPublicKey) -> Vec<(&'static str, Value)> {
    let AnyPublicKey::Rsa(key) = key else { return Vec::new() };
    let exponent = Natural::from_be_bytes(&key.exponent()).to_decimal();
    vec![("algorithm", json!("RSA")), ("bits", json!(key.bits())), ("exponent", json!(exponent))]
}

/// The error for a kind of key that the library has and this command does not show.
fn another_kind() -> Failure {
    Failure::usage("this command does not show keys of this kind")
}

/// Writes a new secret key and describes it in JSON. The JSON contains the key if it is written
/// nowhere else.
fn deliver(key: &AnySecretKey, output: &Output, format: Encoding, json: bool) -> Result<()> {
    let contents = match format {
        Encoding::Pem => Zeroizing::new(key.to_pem()?.as_bytes().to_vec()),
        Encoding::Der => key.to_der()?,
    };
    let inside = json && output.is_standard();
    if !inside {
        output.write_secret(&contents)?;
    }
    if json {
        let mut json = json!({
            "curve": curve(key.name()),
            "format": format.name(),
            "output": output.path(),
        });
        if let Some(scheme) = scheme_of(key) {
            json["scheme"] = json!(scheme);
        }
        if let AnySecretKey::Pairing(key) = key
            && let Some(identity) = key.identity()
        {
            json["identity"] = json!(text_of(identity));
        }
        if let Some(public) = public_of(key)? {
            json["public"] = json!(point(&public)?);
            for (name, value) in rsa_fields(&public) {
                json[name] = value;
            }
        }
        if inside {
            json["key"] = format.json(&contents);
        }
        print_json(&json)?;
    }
    Ok(())
}

/// What the key is for, if it says so.
fn scheme_of(key: &AnySecretKey) -> Option<&'static str> {
    match key {
        AnySecretKey::Pairing(key) => Some(key.scheme().name()),
        AnySecretKey::ElGamal(_) => Some(Scheme::ElGamal.name()),
        _ => None,
    }
}

/// The public key; `None` for an identity.
fn public_of(key: &AnySecretKey) -> Result<Option<AnyPublicKey>> {
    match key {
        AnySecretKey::Pairing(
            PairingSecretKey::SakaiOhgishiKasahara(_)
            | PairingSecretKey::SakaiOhgishiKasaharaIdentity(_)
            | PairingSecretKey::BonehFranklinIdentity { .. },
        ) => Ok(None),
        other => Ok(Some(other.public_key()?)),
    }
}

/// An identity in printable form.
fn text_of(identity: &[u8]) -> String {
    printable(&String::from_utf8_lossy(identity))
}

/// Runs the subcommand.
///
/// # Errors
/// [`Failure::Usage`] for names and files that do not fit, and if a key would be overwritten.
pub fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.word {
        Word::Generate(options) => generate::run(options),
        Word::Extract(options) => extract::run(options),
        Word::Public(options) => public::run(options),
        Word::Show(options) => show::run(options),
    }
}
