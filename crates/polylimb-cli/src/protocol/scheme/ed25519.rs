//! `ed25519`, the pure variant.

use super::super::files::Message;
use super::{Nonce, Options, Scheme, Signed, Verified, details, unfit};
use polylimb::ed25519::Signature;
use polylimb::protocol::keys::{AnyPublicKey, AnySecretKey};
use polylimb_lab::failure::{Failure, Result};
use serde_json::json;

pub(super) const SCHEME: Scheme = Scheme { name: "ed25519", sign, verify };

const CURVE: &str = "Ed25519";
const NEEDS: &str = "for Ed25519";

fn sign(
    key: &AnySecretKey,
    message: &Message<'_>,
    options: &Options,
    nonce: Option<Nonce>,
) -> Result<Signed> {
    options.none_of_ecdsa(SCHEME.name)?;
    if nonce == Some(Nonce::Hedged) {
        return Err(Failure::usage(
            "ed25519 has deterministic nonces only; leave --nonce hedged out",
        ));
    }
    let AnySecretKey::Ed25519(key) = key else { return Err(unfit(SCHEME.name, NEEDS)) };
    let signature = key.sign(&message.read()?).to_bytes().to_vec();
    Ok(Signed { signature, details: details([("curve", json!(CURVE))]) })
}

fn verify(
    key: &AnyPublicKey,
    message: &Message<'_>,
    signature: &[u8],
    options: &Options,
) -> Result<Verified> {
    options.none_of_ecdsa(SCHEME.name)?;
    let AnyPublicKey::Ed25519(key) = key else { return Err(unfit(SCHEME.name, NEEDS)) };
    let message = message.read()?;
    let verdict = Signature::from_bytes(signature).and_then(|s| key.verify(&message, &s));
    Ok(Verified { verdict, details: details([("curve", json!(CURVE))]) })
}
