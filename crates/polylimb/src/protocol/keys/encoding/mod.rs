//! Keys in the formats that other programs read: PKCS #8 and SEC 1 for secret keys,
//! `SubjectPublicKeyInfo` for public ones, in DER and PEM.
//!
//! **Source.** RFC 5958, 5915, 5480, 8410, 7468; the crates `pkcs8`, `sec1`, `spki` and `der`
//! encode and decode. **Domain.** The curves of the registry. Explicit parameters could define a
//! forged curve (CVE-2020-0601): they are read only if they equal, byte for byte, the
//! parameters of a known curve without an object identifier. Encrypted keys are refused.
//!
//! | file | what it is |
//! |---|---|
//! | `weierstrass.rs` | keys of short Weierstrass curves |
//! | `curve25519.rs` | keys of X25519 and Ed25519 |
//! | `own.rs` | a format of our own, which says what a key is for; keys for EC-ElGamal |
//! | `pairing.rs` | keys on BLS12-381, which have no object identifiers, in it |

mod curve25519;
pub(super) mod own;
#[cfg(feature = "pairings")]
mod pairing;
mod weierstrass;

use super::format::{Format, open_pem};
use super::object_identifiers::{EC_PUBLIC_KEY, ED25519, RSA, X25519};
use crate::error::{Error, Result};
use alloc::string::String;
use alloc::vec::Vec;
use der::asn1::{BitStringRef, OctetStringRef};
use der::oid::ObjectIdentifier;
use der::pem::{LineEnding, PemLabel};
use der::{Decode, Document, Encode, SecretDocument};
use pkcs8::PrivateKeyInfoRef;
use spki::{AlgorithmIdentifierRef, SubjectPublicKeyInfoRef};
use zeroize::Zeroizing;

/// The label of a public key in PEM.
pub(super) const SPKI_LABEL: &str = SubjectPublicKeyInfoRef::PEM_LABEL;

/// The purpose of a key, by its algorithm identifier.
pub(super) enum Kind {
    /// On a short Weierstrass curve.
    Weierstrass,
    /// X25519.
    X25519,
    /// Ed25519.
    Ed25519,
    /// RSA.
    Rsa,
}

impl Kind {
    /// The kind of the secret key in PKCS #8.
    pub(super) fn of_pkcs8(bytes: &[u8]) -> Result<Self> {
        Self::of(&PrivateKeyInfoRef::from_der(bytes).map_err(|_| PKCS8)?.algorithm)
    }

    /// The kind of the public key.
    pub(super) fn of_spki(bytes: &[u8]) -> Result<Self> {
        Self::of(&SubjectPublicKeyInfoRef::from_der(bytes).map_err(|_| SPKI)?.algorithm)
    }

    fn of(algorithm: &AlgorithmIdentifierRef<'_>) -> Result<Self> {
        match algorithm.oid {
            X25519 => Ok(Self::X25519),
            ED25519 => Ok(Self::Ed25519),
            EC_PUBLIC_KEY => Ok(Self::Weierstrass),
            RSA => Ok(Self::Rsa),
            _ => Err(ALGORITHM),
        }
    }
}

/// Fields of a secret key in PKCS #8, and of the public key that may come with it.
struct Pkcs8<'a> {
    algorithm: AlgorithmIdentifierRef<'a>,
    secret: &'a [u8],
    public: Option<&'a [u8]>,
}

impl<'a> Pkcs8<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self> {
        let info = PrivateKeyInfoRef::from_der(bytes).map_err(|_| PKCS8)?;
        let bits = |public: BitStringRef<'a>| public.as_bytes().ok_or(PKCS8);
        let public = info.public_key.map(bits).transpose()?;
        Ok(Self { algorithm: info.algorithm, secret: info.private_key.as_bytes(), public })
    }

    fn write(algorithm: AlgorithmIdentifierRef<'_>, secret: &[u8]) -> Result<SecretDocument> {
        let key = OctetStringRef::new(secret).map_err(|_| LONG)?;
        let info = PrivateKeyInfoRef::new(algorithm, key);
        SecretDocument::encode_msg(&info).map_err(|_| LONG)
    }
}

/// Algorithm and key of a `SubjectPublicKeyInfo`.
fn read_spki(bytes: &[u8]) -> Result<(AlgorithmIdentifierRef<'_>, &[u8])> {
    let info = SubjectPublicKeyInfoRef::from_der(bytes).map_err(|_| SPKI)?;
    Ok((info.algorithm, info.subject_public_key.as_bytes().ok_or(SPKI)?))
}

fn write_spki(algorithm: AlgorithmIdentifierRef<'_>, key: &[u8]) -> Result<Vec<u8>> {
    let subject_public_key = BitStringRef::from_bytes(key).map_err(|_| LONG)?;
    SubjectPublicKeyInfoRef { algorithm, subject_public_key }.to_der().map_err(|_| LONG)
}

fn secret_pem(document: &SecretDocument, label: &'static str) -> Result<Zeroizing<String>> {
    document.to_pem(label, LineEnding::LF).map_err(|_| LONG)
}

/// PKCS #8 in PEM, from DER.
pub(super) fn pkcs8_pem(der: &[u8]) -> Result<Zeroizing<String>> {
    secret_pem(&SecretDocument::try_from(der).map_err(|_| LONG)?, PrivateKeyInfoRef::PEM_LABEL)
}

pub(super) fn public_pem(der: Vec<u8>, label: &'static str) -> Result<String> {
    let document = Document::try_from(der).map_err(|_| LONG)?;
    document.to_pem(label, LineEnding::LF).map_err(|_| LONG)
}

/// The encoding of a key whose length is fixed, for which the codecs have room.
fn short<T>(encoded: Result<T>) -> T {
    encoded.expect("a key of a few hundred bytes")
}

/// The DER of a PEM text with PKCS #8 or SEC 1.
fn secret_document(text: &str) -> Result<(Format, SecretDocument)> {
    match open_pem(text)? {
        (format, _) if !format.is_secret() => Err(format.unfit()),
        opened => Ok(opened),
    }
}

/// The DER of a PEM text with a public key.
fn public_document(text: &str) -> Result<SecretDocument> {
    match open_pem(text)? {
        (Format::Spki, document) => Ok(document),
        (format, _) => Err(format.unfit()),
    }
}

fn require_same(identifier: ObjectIdentifier, expected: ObjectIdentifier) -> Result<()> {
    if identifier == expected {
        return Ok(());
    }
    Err(Error::Key { wrong: "the key is of another kind than the one that was asked for" })
}

/// The error for a public key that does not match its secret key.
const FOREIGN: Error = Error::Key { wrong: "the public key does not belong to the secret one" };
/// Of a key for something else, DSA for instance.
const ALGORITHM: Error =
    Error::Encoding { expected: "a key for id-ecPublicKey, X25519, Ed25519 or rsaEncryption" };
const PKCS8: Error = Error::Encoding { expected: "a secret key in unencrypted PKCS #8" };
const SPKI: Error = Error::Encoding { expected: "a public key (SubjectPublicKeyInfo)" };
/// The error of the codecs for a number that is too long for any curve.
const LONG: Error = Error::TooLarge { what: "the key", max_bits: 1 << 30 };
