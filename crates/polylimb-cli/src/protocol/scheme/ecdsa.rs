//! `ecdsa` on any curve.

use super::super::files::Message;
use super::super::hash::Hash;
use super::super::random;
use super::{Format, Nonce, Options, Scheme, Signed, Verified, details, unfit};
use polylimb::protocol::Curve;
use polylimb::protocol::ecdsa::{Signature, Signer, verify_digest};
use polylimb::protocol::keys::{AnyPublicKey, AnySecretKey};
use polylimb_lab::failure::Result;
use rand_core::RngCore;
use serde_json::{Map, Value, json};
use zeroize::Zeroizing;

pub(super) const SCHEME: Scheme = Scheme { name: "ecdsa", sign, verify };

const NEEDS: &str = "on a curve y^2 = x^3 + a x + b";
/// Random bytes in a hedged nonce.
const HEDGE_BYTES: usize = 32;

fn sign(
    key: &AnySecretKey,
    message: &Message<'_>,
    options: &Options,
    nonce: Option<Nonce>,
) -> Result<Signed> {
    let AnySecretKey::Weierstrass(key) = key else { return Err(unfit(SCHEME.name, NEEDS)) };
    let hash = options.hash()?;
    let digest = digest(hash, message)?;
    let mut extra = Zeroizing::new(Vec::new());
    if nonce == Some(Nonce::Hedged) {
        extra.resize(HEDGE_BYTES, 0);
        random::with(|random| {
            random.fill_bytes(&mut extra);
            Ok(())
        })?;
    }
    let mut signer = Signer::default();
    (signer.extra, signer.low_s) = (&extra, options.low_s);
    let (signature, _) = (hash.sign)(&signer, key, &digest)?;
    let format = options.format.unwrap_or(Format::Der);
    let signature = match format {
        Format::Der => signature.to_der(),
        Format::Raw => signature.to_bytes(),
    };
    Ok(Signed { signature, details: fields(key.curve(), hash, Some(format)) })
}

fn verify(
    key: &AnyPublicKey,
    message: &Message<'_>,
    signature: &[u8],
    options: &Options,
) -> Result<Verified> {
    let AnyPublicKey::Weierstrass(key) = key else { return Err(unfit(SCHEME.name, NEEDS)) };
    let hash = options.hash()?;
    let digest = digest(hash, message)?;
    let verdict = read(key.curve(), signature, options.format).and_then(|signature| {
        if options.low_s && !signature.is_low_s() {
            return Err(polylimb::Error::Encoding { expected: "s at most half of the order" });
        }
        verify_digest(key, &digest, &signature)
    });
    Ok(Verified { verdict, details: fields(key.curve(), hash, options.format) })
}

/// Without a format the length decides: a signature of the raw form's length is raw, unless it is
/// DER.
fn read(curve: &Curve, bytes: &[u8], format: Option<Format>) -> polylimb::Result<Signature> {
    match format {
        Some(Format::Raw) => Signature::from_bytes(curve, bytes),
        None if bytes.len() == 2 * curve.scalar_bytes() => {
            Signature::from_der(curve, bytes).or_else(|_| Signature::from_bytes(curve, bytes))
        }
        Some(Format::Der) | None => Signature::from_der(curve, bytes),
    }
}

fn digest(hash: &Hash, message: &Message<'_>) -> Result<Vec<u8>> {
    (hash.digest)(&mut message.open()?).map_err(|error| message.unreadable(&error))
}

fn fields(curve: &Curve, hash: &Hash, format: Option<Format>) -> Map<String, Value> {
    let mut fields = details([("curve", json!(curve.name())), ("hash", json!(hash.name))]);
    if let Some(format) = format {
        fields.insert("format".into(), json!(if format == Format::Der { "der" } else { "raw" }));
    }
    fields
}
