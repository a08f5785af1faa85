//! `polylimb key`: makes, converts and shows keys; a file for each word.

mod generate;
mod public;
mod show;

use super::protocol::hexadecimal;
use crate::failure::Result;
use clap::Subcommand;
use polylimb::protocol::keys::AnyPublicKey;
use serde_json::{Value, json};

/// The options of `key`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    word: Word,
}

#[derive(Debug, Subcommand)]
enum Word {
    /// Make a secret key
    Generate(generate::Options),
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

    /// A key for JSON: PEM as it is, DER in hexadecimal.
    fn json(self, key: &[u8]) -> Value {
        match self {
            Self::Pem => json!(String::from_utf8_lossy(key)),
            Self::Der => json!(hexadecimal(key)),
        }
    }
}

/// The point in SEC 1, uncompressed; the bytes of X25519 and Ed25519.
fn point(key: &AnyPublicKey) -> String {
    match key {
        AnyPublicKey::Weierstrass(key) => hexadecimal(&key.to_sec1()),
        AnyPublicKey::X25519(key) => hexadecimal(key.as_bytes()),
        AnyPublicKey::Ed25519(key) => hexadecimal(key.as_bytes()),
    }
}

/// Does what the word says.
///
/// # Errors
/// [`Failure::Usage`](crate::failure::Failure::Usage) for names and files that do not fit, and where a key would be overwritten.
pub fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.word {
        Word::Generate(options) => generate::run(options),
        Word::Public(options) => public::run(options),
        Word::Show(options) => show::run(options),
    }
}
