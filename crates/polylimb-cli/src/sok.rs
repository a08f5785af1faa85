//! `polylimb sok`: the shared secret of the owners of two identities.

use super::print_json;
use super::protocol::files::{Output, secret_key, write_shared, wrong_key};
use super::protocol::permit;
use polylimb::protocol::keys::{AnySecretKey, PairingSecretKey};
use polylimb_lab::failure::Result;
use serde_json::json;
use std::path::PathBuf;

/// The error for other keys.
const WRONG: polylimb::Error = polylimb::Error::Key {
    wrong: "an identity's key is needed, from key extract with an authority's of key generate --curve bls12-381 --scheme sok",
};

/// The options of `sok`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "An authority (key generate --curve bls12-381 --scheme sok) makes a key for each identity (key extract); any two of them share a secret without a message. Writes 32 bytes that are uniform to everybody but the authority, the same each time."
)]
pub struct Arguments {
    /// The own identity's secret key
    #[arg(long, value_name = "KEY")]
    key: PathBuf,
    /// The other's identity
    #[arg(long, value_name = "TEXT")]
    identity: String,
    #[command(flatten)]
    output: Output,
    /// What was done as JSON; with -o - the secret is in it, in hexadecimal
    #[arg(long)]
    json: bool,
}

/// Computes the secret and writes it to a file that only its owner can read.
///
/// # Errors
/// [`Failure::Usage`](polylimb_lab::failure::Failure::Usage) for keys of another kind, and for the
/// own identity.
pub fn run(arguments: &Arguments) -> Result<()> {
    arguments.output.check_secret(&[&arguments.key])?;
    let protocol = "sakai-ohgishi-kasahara";
    permit(protocol, false)?;
    let AnySecretKey::Pairing(PairingSecretKey::SakaiOhgishiKasaharaIdentity(key)) =
        secret_key(&arguments.key)?
    else {
        return Err(wrong_key(&arguments.key, WRONG));
    };
    let secret = key.agree(arguments.identity.as_bytes())?;
    let json = json!({ "protocol": protocol, "curve": "BLS12-381" });
    let told = write_shared(&arguments.output, &*secret, arguments.json.then_some(json))?;
    told.map_or(Ok(()), |json| print_json(&json))
}
