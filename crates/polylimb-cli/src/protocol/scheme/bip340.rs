//! `bip340` on secp256k1.

use super::super::files::Message;
use super::super::random;
use super::{Nonce, Options, Scheme, Signed, Verified, details, unfit};
use polylimb::protocol::bip340::{SigningKey, VerifyingKey};
use polylimb::protocol::keys::{AnyPublicKey, AnySecretKey};
use polylimb_lab::failure::Result;
use serde_json::json;

pub(super) const SCHEME: Scheme = Scheme { name: "bip340", sign, verify };

const CURVE: &str = "secp256k1";
const NEEDS: &str = "on secp256k1";

/// Hedged by default, as `[BIP340]` recommends.
fn sign(
    key: &AnySecretKey,
    message: &Message<'_>,
    options: &Options,
    nonce: Option<Nonce>,
) -> Result<Signed> {
    options.none_of_ecdsa(SCHEME.name)?;
    let key = match key {
        AnySecretKey::Weierstrass(key) if key.curve().name() == Some(CURVE) => {
            SigningKey::new(key)?
        }
        _ => return Err(unfit(SCHEME.name, NEEDS)),
    };
    let message = message.read()?;
    let signature = match nonce {
        Some(Nonce::Deterministic) => key.sign_with(&message, &[0; 32])?,
        Some(Nonce::Hedged) | None => random::with(|random| Ok(key.sign(&message, random)?))?,
    };
    Ok(Signed { signature: signature.to_vec(), details: details([("curve", json!(CURVE))]) })
}

fn verify(
    key: &AnyPublicKey,
    message: &Message<'_>,
    signature: &[u8],
    options: &Options,
) -> Result<Verified> {
    options.none_of_ecdsa(SCHEME.name)?;
    let key = match key {
        AnyPublicKey::Weierstrass(key) if key.curve().name() == Some(CURVE) => {
            VerifyingKey::new(key)?
        }
        _ => return Err(unfit(SCHEME.name, NEEDS)),
    };
    let verdict = key.verify(&message.read()?, signature);
    Ok(Verified { verdict, details: details([("curve", json!(CURVE))]) })
}
