//! `bls` on BLS12-381, in the three schemes of the draft.

use super::super::bls::form;
use super::super::files::Message;
use super::{Nonce, Options, Scheme, Signed, Verified, details, unfit};
use polylimb::bls12_381 as bls;
use polylimb::bls12_381::{Bls, PublicKey, SecretKey, Variant};
use polylimb::protocol::keys::{AnyPublicKey, AnySecretKey, PairingPublicKey, PairingSecretKey};
use polylimb_lab::failure::{Failure, Result};
use serde_json::json;

pub(super) const SCHEME: Scheme = Scheme { name: "bls", sign, verify };

const NEEDS: &str = "on BLS12-381, of key generate --curve bls12-381";

fn sign(
    key: &AnySecretKey,
    message: &Message<'_>,
    options: &Options,
    nonce: Option<Nonce>,
) -> Result<Signed> {
    options.none_of_ecdsa(SCHEME.name)?;
    if nonce.is_some() {
        return Err(Failure::usage("bls has no nonces; leave --nonce out"));
    }
    let form = form(options.form.as_deref())?;
    match key {
        AnySecretKey::Pairing(PairingSecretKey::Bls(key)) => {
            sign_in(&Bls::<bls::MinimalPubkeySize>::new(form), key, message)
        }
        AnySecretKey::Pairing(PairingSecretKey::BlsMinimalSignature(key)) => {
            sign_in(&Bls::<bls::MinimalSignatureSize>::new(form), key, message)
        }
        _ => Err(unfit(SCHEME.name, NEEDS)),
    }
}

fn sign_in<V: Variant>(bls: &Bls<V>, key: &SecretKey, message: &Message<'_>) -> Result<Signed> {
    let signature = bls.sign(key, &message.read()?).as_bytes().to_vec();
    Ok(Signed { signature, details: details([("ciphersuite", json!(bls.name()))]) })
}

fn verify(
    key: &AnyPublicKey,
    message: &Message<'_>,
    signature: &[u8],
    options: &Options,
) -> Result<Verified> {
    options.none_of_ecdsa(SCHEME.name)?;
    let form = form(options.form.as_deref())?;
    match key {
        AnyPublicKey::Pairing(PairingPublicKey::Bls(key)) => {
            verify_in(&Bls::new(form), key, message, signature)
        }
        AnyPublicKey::Pairing(PairingPublicKey::BlsMinimalSignature(key)) => {
            verify_in(&Bls::new(form), key, message, signature)
        }
        _ => Err(unfit(SCHEME.name, NEEDS)),
    }
}

fn verify_in<V: Variant>(
    bls: &Bls<V>,
    key: &PublicKey<V>,
    message: &Message<'_>,
    signature: &[u8],
) -> Result<Verified> {
    let message = message.read()?;
    let verdict = bls.read_signature(signature).and_then(|s| bls.verify(key, &message, &s));
    Ok(Verified { verdict, details: details([("ciphersuite", json!(bls.name()))]) })
}
