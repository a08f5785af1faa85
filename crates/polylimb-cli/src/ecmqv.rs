//! `polylimb ecmqv`: the shared secret of the owners of two pairs of keys.

use super::print_json;
use super::protocol::files::{Output, public_key_on_curve, read, secret_key_on_curve};
use super::protocol::{hexadecimal, permit};
use polylimb::protocol::ecmqv::Pair;
use polylimb::protocol::kdf::one_step;
use polylimb::protocol::keys::{PublicKey, SecretKey};
use polylimb::protocol::{Confirmation, Role};
use polylimb_lab::failure::{Failure, Result};
use serde_json::json;
use sha2::Sha256;
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// Bytes of the confirmation key, and of the confirmed key.
const KEY_BYTES: usize = 32;

/// The options of `ecmqv`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Writes the shared abscissa as it is, most significant byte first: derive keys from it, never use it as one. Without one of the ephemeral keys that side takes its fixed key for it (one-pass); who has none must not begin.\n\nWith --tag or --check-tag the output is a key of 32 bytes instead, and each side can show the other that it has it: SHA-256 in the one-step derivation of NIST SP 800-56C with the information \"polylimb ecmqv\" gives 32 bytes for the tags (HMAC, NIST SP 800-56A, 5.9.1) and 32 for the output. The identities in the tags are the fixed public keys."
)]
pub struct Arguments {
    /// The own fixed secret key, PKCS #8 or SEC 1, in PEM or DER
    #[arg(long, value_name = "KEY")]
    key: PathBuf,
    /// The own secret key made for this exchange; without it --key again
    #[arg(long, value_name = "KEY")]
    ephemeral: Option<PathBuf>,
    /// The other's fixed public key, PEM or DER of SPKI
    #[arg(long, value_name = "PUB")]
    peer: PathBuf,
    /// The other's public key made for this exchange; without it --peer again
    #[arg(long, value_name = "PUB")]
    peer_ephemeral: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
    /// Which side this is, for tags
    #[arg(long, value_name = "initiator|responder")]
    role: Option<Side>,
    /// Write the tag that shows the other side this one's key
    #[arg(long, value_name = "FILE", requires = "role")]
    tag: Option<PathBuf>,
    /// Check the other side's tag, and write nothing if it is wrong
    #[arg(long, value_name = "FILE", requires = "role")]
    check_tag: Option<PathBuf>,
    /// Take a protocol, too, that is not constant-time
    #[arg(long)]
    allow_vartime: bool,
    /// What was done as JSON; with -o - the secret is in it, in hexadecimal
    #[arg(long)]
    json: bool,
}

/// A side of the exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Side {
    /// Who began.
    Initiator,
    /// Who answers.
    Responder,
}

/// Computes the secret, or the confirmed key, and writes it to a file that only its owner can read.
///
/// # Errors
/// [`Failure::Usage`] for keys that do not fit each other; [`Failure::No`] for a tag of another
/// key.
pub fn run(arguments: &Arguments) -> Result<()> {
    let paths = [
        Some(&arguments.key),
        arguments.ephemeral.as_ref(),
        Some(&arguments.peer),
        arguments.peer_ephemeral.as_ref(),
        arguments.check_tag.as_ref(),
    ];
    let given: Vec<&Path> = paths.into_iter().flatten().map(PathBuf::as_path).collect();
    arguments.output.check_secret(&given)?;
    if let Some(tag) = &arguments.tag {
        let secret = arguments.output.path();
        if tag == secret {
            return Err(Failure::usage(
                "--tag and -o are one file; the tag is for the other side, so give it its own",
            ));
        }
        Output::new(Some(tag), false).check(&given)?;
    }
    permit("ecmqv", arguments.allow_vartime)?;

    let fixed = secret_key_on_curve(&arguments.key)?;
    let ephemeral = arguments.ephemeral.as_deref().map(secret_key_on_curve).transpose()?;
    let peer = public_key_on_curve(&arguments.peer)?;
    let peer_ephemeral =
        arguments.peer_ephemeral.as_deref().map(public_key_on_curve).transpose()?;
    if ephemeral.is_none() && peer_ephemeral.is_none() {
        return Err(Failure::usage(
            "both sides without a key of this exchange would get the same secret each time; give --ephemeral or --peer-ephemeral",
        ));
    }
    let own = Pair { fixed: &fixed, ephemeral: ephemeral.as_ref().unwrap_or(&fixed) };
    let other = Pair { fixed: &peer, ephemeral: peer_ephemeral.as_ref().unwrap_or(&peer) };
    let secret = Pair::agree(own, other)?;
    if let Some(ephemeral) = &ephemeral
        && ephemeral.public_key()? == fixed.public_key()?
    {
        return Err(Failure::usage(
            "--ephemeral is the key of --key; make another for this exchange with key generate, or leave it out",
        ));
    }

    let confirmed = arguments.tag.is_some() || arguments.check_tag.is_some();
    let mut result = Zeroizing::new(secret.as_bytes().to_vec());
    if confirmed {
        let keys = one_step::<Sha256>(secret.as_bytes(), b"polylimb ecmqv", 2 * KEY_BYTES)?;
        let (mac, key) = keys.split_at(KEY_BYTES);
        let of_own =
            [Some(fixed.public_key()?), ephemeral.as_ref().map(SecretKey::public_key).transpose()?];
        arguments.confirm(mac, &of_own, &[Some(peer), peer_ephemeral])?;
        result = Zeroizing::new(key.to_vec());
    }
    let inside = arguments.json && arguments.output.is_standard();
    if !inside {
        arguments.output.write_secret(&result)?;
    }
    if arguments.json {
        let mut json = json!({
            "protocol": "ecmqv",
            "curve": fixed.curve().name(),
            "one_pass": ephemeral.is_none() || arguments.peer_ephemeral.is_none(),
            "confirmed": arguments.check_tag.is_some(),
            "bytes": result.len(),
            "output": arguments.output.path(),
        });
        if inside {
            json["secret"] = json!(hexadecimal(&result));
        }
        print_json(&json)?;
    }
    Ok(())
}

impl Arguments {
    /// Checks the other side's tag first, then writes the own one. Each side's keys are the fixed
    /// key and optionally the ephemeral one.
    fn confirm(
        &self,
        key: &[u8],
        own: &[Option<PublicKey>; 2],
        other: &[Option<PublicKey>; 2],
    ) -> Result<()> {
        let bytes = |key: &Option<PublicKey>| key.as_ref().map_or(Vec::new(), PublicKey::to_sec1);
        let (own, other) = (own.each_ref().map(bytes), other.each_ref().map(bytes));
        let (mine, theirs) = match self.role {
            Some(Side::Initiator) => (Role::Initiator, Role::Responder),
            _ => (Role::Responder, Role::Initiator),
        };
        if let Some(path) = &self.check_tag {
            let tag = read(path, "the tag")?;
            says(theirs, &other, &own).verify::<Sha256>(key, &tag)?;
        }
        match &self.tag {
            Some(path) => {
                Output::new(Some(path), false).write(&says(mine, &own, &other).tag::<Sha256>(key))
            }
            None => Ok(()),
        }
    }
}

/// The confirmation from the side with the keys `from` to the side with the keys `to`.
fn says<'a>(role: Role, from: &'a [Vec<u8>; 2], to: &'a [Vec<u8>; 2]) -> Confirmation<'a> {
    let ephemeral = [&from[1][..], &to[1]];
    Confirmation { role, sender: &from[0], recipient: &to[0], ephemeral, text: b"" }
}
