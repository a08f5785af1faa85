//! `polylimb key show`.

use super::{another_kind, point, public_of, rsa_fields, scheme_of, text_of};
use crate::print_json;
use crate::protocol::encryption::Scheme;
use crate::protocol::files::{read, wrong_key};
use crate::protocol::hexadecimal;
use polylimb::authors::limb::Natural;
use polylimb::protocol::keys::{AnyPublicKey, AnySecretKey, Format};
use polylimb_lab::failure::{Failure, Result};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// The key, secret or public, in PEM or DER
    #[arg(short, long, value_name = "KEY")]
    input: PathBuf,
    /// The secret, too
    #[arg(long)]
    secret: bool,
    /// As JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(options: &Options) -> Result<()> {
    let bytes = read(&options.input, "the key")?;
    let format = Format::of(&bytes);
    let wrong = |error| wrong_key(&options.input, error);
    let (secret, public) = if format.is_some_and(|format| !format.is_secret()) {
        (None, Some(AnyPublicKey::decode(&bytes).map_err(wrong)?))
    } else {
        let secret = AnySecretKey::decode(&bytes).map_err(wrong)?;
        let public = public_of(&secret)?;
        (Some(secret), public)
    };
    let curve =
        public.as_ref().map_or(secret.as_ref().and_then(AnySecretKey::name), AnyPublicKey::name);
    let mut fields = vec![
        ("curve", json!(super::curve(curve))),
        ("kind", json!(if secret.is_some() { "secret" } else { "public" })),
        ("format", json!(format.map(|f| f.to_string()))),
    ];
    if let Some(scheme) = scheme(secret.as_ref(), public.as_ref()) {
        fields.push(("scheme", json!(scheme)));
    }
    if let Some(AnySecretKey::Pairing(key)) = &secret
        && let Some(identity) = key.identity()
    {
        fields.push(("identity", json!(text_of(identity))));
    }
    if let Some(public) = &public {
        fields.extend(rsa_fields(public));
        fields.push(("public", json!(point(public)?)));
    }
    let on_curve = public.as_ref().and_then(|public| match public {
        AnyPublicKey::Weierstrass(key) => Some(key),
        AnyPublicKey::ElGamal(key) => Some(key.key()),
        _ => None,
    });
    if let Some(key) = on_curve {
        fields.push(("compressed", json!(hexadecimal(&key.to_sec1_compressed()))));
        fields.push(("bits", json!(key.curve().parameters().bits())));
    }
    if options.secret {
        let secret = secret.as_ref().ok_or_else(|| {
            Failure::usage("this is a public key, which has no secret; leave --secret out")
        })?;
        fields.push(("secret", json!(number_or_bytes(secret)?)));
    }
    if options.json {
        let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value));
        return print_json(&Value::Object(fields.collect()));
    }
    let mut out = std::io::stdout().lock();
    for (name, value) in fields.iter().filter(|(_, value)| !value.is_null()) {
        match value {
            Value::String(text) => writeln!(out, "{name:<10}  {text}")?,
            other => writeln!(out, "{name:<10}  {other}")?,
        }
    }
    Ok(out.flush()?)
}

/// What the key is for, if it says so.
fn scheme(secret: Option<&AnySecretKey>, public: Option<&AnyPublicKey>) -> Option<&'static str> {
    match (secret, public) {
        (Some(secret), _) => scheme_of(secret),
        (_, Some(AnyPublicKey::Pairing(key))) => Some(key.scheme().name()),
        (_, Some(AnyPublicKey::ElGamal(_))) => Some(Scheme::ElGamal.name()),
        _ => None,
    }
}

/// A scalar as a number; other keys as bytes, an RSA key in PKCS #1.
fn number_or_bytes(key: &AnySecretKey) -> Result<String> {
    Ok(match key {
        AnySecretKey::Weierstrass(key) => Natural::from_be_bytes(&key.to_bytes()).to_string(),
        AnySecretKey::ElGamal(key) => Natural::from_be_bytes(&key.key().to_bytes()).to_string(),
        AnySecretKey::X25519(key) => hexadecimal(key.as_bytes()),
        AnySecretKey::Ed25519(key) => hexadecimal(key.as_bytes()),
        AnySecretKey::Rsa(key) => hexadecimal(&key.to_pkcs1_der()?),
        AnySecretKey::Pairing(key) if key.identity().is_some() => hexadecimal(&key.to_bytes()),
        AnySecretKey::Pairing(key) => Natural::from_be_bytes(&key.to_bytes()).to_string(),
        _ => return Err(another_kind()),
    })
}
