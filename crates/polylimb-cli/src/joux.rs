//! `polylimb joux`: the shared secret of the owners of three keys.

use super::print_json;
use super::protocol::files::{Output, public_key, secret_key, write_shared, wrong_key};
use super::protocol::permit;
use polylimb::protocol::joux::Share;
use polylimb::protocol::keys::{AnyPublicKey, AnySecretKey, PairingPublicKey, PairingSecretKey};
use polylimb_lab::failure::Result;
use serde_json::json;
use std::path::{Path, PathBuf};

/// The protocol's name in the register.
const NAME: &str = "joux";
/// The error for other keys.
const WRONG: polylimb::Error = polylimb::Error::Key {
    wrong: "a key for the agreement of three is needed, from key generate --curve bls12-381 --scheme joux",
};

/// The options of `joux`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each of three makes a key (key generate --curve bls12-381 --scheme joux) and gives the others its public key, the share. Writes 32 bytes that are uniform to everybody else. Nobody is authenticated: make sure whose the shares are, and take new keys for each agreement."
)]
pub struct Arguments {
    /// The own secret key
    #[arg(long, value_name = "KEY")]
    key: PathBuf,
    /// The public key of one of the others; twice
    #[arg(long, value_name = "PUB", num_args = 1, required = true)]
    peer: Vec<PathBuf>,
    #[command(flatten)]
    output: Output,
    /// What was done as JSON; with -o - the secret is in it, in hexadecimal
    #[arg(long)]
    json: bool,
}

/// Computes the secret and writes it to a file that only its owner can read.
///
/// # Errors
/// [`Failure::Usage`](polylimb_lab::failure::Failure::Usage) for keys of another kind.
pub fn run(arguments: &Arguments) -> Result<()> {
    let [one, other] = &arguments.peer[..] else {
        return Err(polylimb_lab::failure::Failure::usage(
            "the agreement is one of three: give --peer twice, once for each of the others",
        ));
    };
    arguments.output.check_secret(&[&arguments.key, one, other])?;
    permit(NAME, false)?;
    let AnySecretKey::Pairing(PairingSecretKey::Joux(key)) = secret_key(&arguments.key)? else {
        return Err(wrong_key(&arguments.key, WRONG));
    };
    let secret = key.agree(&share(one)?, &share(other)?);
    let json = json!({ "protocol": NAME, "curve": "BLS12-381" });
    let told = write_shared(&arguments.output, &*secret, arguments.json.then_some(json))?;
    told.map_or(Ok(()), |json| print_json(&json))
}

fn share(path: &Path) -> Result<Share> {
    match public_key(path)? {
        AnyPublicKey::Pairing(PairingPublicKey::Joux(share)) => Ok(share),
        _ => Err(wrong_key(path, WRONG)),
    }
}
