//! `rsa-pss` and `rsa-pkcs1v15`.

use super::super::files::Message;
use super::super::random;
use super::{Nonce, Options, Scheme, Signed, Verified, details, unfit};
use polylimb::protocol::keys::{AnyPublicKey, AnySecretKey};
use polylimb::rsa;
use polylimb_lab::failure::{Failure, Result};
use serde_json::{Map, Value, json};

pub(super) const PSS: Scheme = Scheme {
    name: "rsa-pss",
    sign: |key, message, options, nonce| sign(&PSS, key, message, options, nonce),
    verify: |key, message, signature, options| verify(&PSS, key, message, signature, options),
};

pub(super) const PKCS1V15: Scheme = Scheme {
    name: "rsa-pkcs1v15",
    sign: |key, message, options, nonce| sign(&PKCS1V15, key, message, options, nonce),
    verify: |key, message, signature, options| verify(&PKCS1V15, key, message, signature, options),
};

const NEEDS: &str = "for RSA";

fn sign(
    scheme: &Scheme,
    key: &AnySecretKey,
    message: &Message<'_>,
    options: &Options,
    nonce: Option<Nonce>,
) -> Result<Signed> {
    if nonce.is_some() {
        return Err(Failure::usage(format!("{} has no nonce; leave --nonce out", scheme.name)));
    }
    let AnySecretKey::Rsa(key) = key else { return Err(unfit(scheme.name, NEEDS)) };
    let (digest, padded, details) = prepare(scheme, message, options, key.public_key())?;
    let signature = random::with(|random| Ok(key.sign_digest(&padded, &digest, random)?))?;
    Ok(Signed { signature, details })
}

fn verify(
    scheme: &Scheme,
    key: &AnyPublicKey,
    message: &Message<'_>,
    signature: &[u8],
    options: &Options,
) -> Result<Verified> {
    let AnyPublicKey::Rsa(key) = key else { return Err(unfit(scheme.name, NEEDS)) };
    let (digest, padded, details) = prepare(scheme, message, options, key)?;
    Ok(Verified { verdict: key.verify_digest(&padded, &digest, signature), details })
}

/// The digest, the scheme with its hash function, and both in JSON.
fn prepare(
    scheme: &Scheme,
    message: &Message<'_>,
    options: &Options,
    key: &rsa::PublicKey,
) -> Result<(Vec<u8>, rsa::Scheme, Map<String, Value>)> {
    if options.format.is_some() || options.low_s {
        return Err(Failure::usage(format!(
            "--format and --low-s are for ecdsa; {} has one form",
            scheme.name
        )));
    }
    let hash = options.hash()?;
    let digest = (hash.digest)(&mut message.open()?).map_err(|error| message.unreadable(&error))?;
    let mut details = details([("bits", json!(key.bits())), ("hash", json!(hash.name))]);
    let padded = if scheme.name == PSS.name {
        let salt = options.salt.unwrap_or(digest.len());
        details.insert("salt".into(), json!(salt));
        (hash.rsa_pss)(salt)
    } else {
        (hash.rsa_pkcs1v15)()
    };
    Ok((digest, padded, details))
}
