//! Keys in the formats that other programs read: PKCS #8 and SEC 1 for secret keys, `SubjectPublicKeyInfo` for public ones, in DER and PEM.
//!
//! **Source.** RFC 5958, 5915, 5480, 7468; the codecs are those of the crates `pkcs8`, `sec1`, `spki` and `der`. **Domain.** Curves with an object
//! identifier. Parameters that are written out are refused: a forged curve could hide among them (CVE-2020-0601). So are encrypted
//! keys.

use super::object_identifiers::{EC_PUBLIC_KEY, curve_of, of_curve};
use super::{PublicKey, SecretKey};
use crate::error::{Error, Result};
use crate::protocol::Curve;
use alloc::string::String;
use alloc::vec::Vec;
use der::asn1::{AnyRef, BitStringRef, OctetStringRef};
use der::oid::ObjectIdentifier;
use der::pem::{LineEnding, PemLabel};
use der::{Decode, Document, Encode, SecretDocument};
use pkcs8::PrivateKeyInfoRef;
use sec1::{EcParameters, EcPrivateKey};
use spki::{AlgorithmIdentifierRef, SubjectPublicKeyInfoRef};
use zeroize::Zeroizing;

impl SecretKey {
    /// The key in PKCS #8, DER, with its public key, which OpenSSL expects.
    ///
    /// # Errors
    /// [`Error::Curve`] for a curve without an object identifier; so in all these methods.
    pub fn to_pkcs8_der(&self) -> Result<Zeroizing<Vec<u8>>> {
        Ok(self.pkcs8()?.to_bytes())
    }

    /// The key in PKCS #8, PEM: `BEGIN PRIVATE KEY`.
    ///
    /// ```
    /// use polylimb::protocol::{Curve, keys::SecretKey};
    /// let key = SecretKey::from_bytes(&Curve::named("P-256")?, &[7; 32])?;
    /// let pem = key.to_pkcs8_pem()?;
    /// assert!(pem.starts_with("-----BEGIN PRIVATE KEY-----\n"));
    /// assert_eq!(SecretKey::from_pem(&pem)?.to_bytes(), key.to_bytes());
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Curve`].
    pub fn to_pkcs8_pem(&self) -> Result<Zeroizing<String>> {
        pem(&self.pkcs8()?, PrivateKeyInfoRef::PEM_LABEL)
    }

    /// The key in SEC 1, DER.
    ///
    /// # Errors
    /// [`Error::Curve`].
    pub fn to_sec1_der(&self) -> Result<Zeroizing<Vec<u8>>> {
        Ok(self.sec1()?.to_bytes())
    }

    /// The key in SEC 1, PEM: `BEGIN EC PRIVATE KEY`.
    ///
    /// # Errors
    /// [`Error::Curve`].
    pub fn to_sec1_pem(&self) -> Result<Zeroizing<String>> {
        pem(&self.sec1()?, EcPrivateKey::PEM_LABEL)
    }

    /// Reads PKCS #8, DER.
    ///
    /// # Errors
    /// [`Error::Encoding`]; [`Error::Key`] if the public key in it is another's; otherwise as [`SecretKey::from_bytes`].
    pub fn from_pkcs8_der(bytes: &[u8]) -> Result<Self> {
        let info = PrivateKeyInfoRef::from_der(bytes).map_err(|_| PKCS8)?;
        let identifier = named_curve(&info.algorithm)?;
        let key = EcPrivateKey::from_der(info.private_key.as_bytes()).map_err(|_| PKCS8)?;
        Self::of_sec1(&key, Some(identifier))
    }

    /// Reads SEC 1, DER, with the curve in it.
    ///
    /// # Errors
    /// As [`SecretKey::from_pkcs8_der`].
    pub fn from_sec1_der(bytes: &[u8]) -> Result<Self> {
        Self::of_sec1(&EcPrivateKey::from_der(bytes).map_err(|_| SEC1)?, None)
    }

    /// Reads PKCS #8 or SEC 1 in PEM.
    ///
    /// # Errors
    /// As [`SecretKey::from_pkcs8_der`].
    pub fn from_pem(text: &str) -> Result<Self> {
        let (label, document) = SecretDocument::from_pem(text).map_err(|_| PRIVATE_PEM)?;
        match label {
            PrivateKeyInfoRef::PEM_LABEL => Self::from_pkcs8_der(document.as_bytes()),
            EcPrivateKey::PEM_LABEL => Self::from_sec1_der(document.as_bytes()),
            _ => Err(PRIVATE_PEM),
        }
    }

    /// `identifier` is that of the curve, if it has been named already.
    fn of_sec1(key: &EcPrivateKey<'_>, identifier: Option<ObjectIdentifier>) -> Result<Self> {
        let own = key.parameters.and_then(EcParameters::named_curve);
        let (Some(named), true) = (identifier.or(own), own.is_none() || own == identifier.or(own))
        else {
            return Err(NAMED);
        };
        let secret = Self::from_bytes(&curve(named)?, key.private_key)?;
        if let Some(public) = key.public_key
            && PublicKey::from_sec1(secret.curve(), public)? != secret.public_key()?
        {
            return Err(Error::Key { wrong: "the public key does not belong to the secret one" });
        }
        Ok(secret)
    }

    fn pkcs8(&self) -> Result<SecretDocument> {
        let identifier = identifier(self.curve())?;
        let inner = self.encoded(None)?;
        let key = OctetStringRef::new(inner.as_bytes()).map_err(|_| LONG)?;
        let info = PrivateKeyInfoRef::new(algorithm(&identifier), key);
        SecretDocument::encode_msg(&info).map_err(|_| LONG)
    }

    fn sec1(&self) -> Result<SecretDocument> {
        self.encoded(Some(EcParameters::NamedCurve(identifier(self.curve())?)))
    }

    fn encoded(&self, parameters: Option<EcParameters>) -> Result<SecretDocument> {
        let (secret, public) = (self.to_bytes(), self.public_key()?.to_sec1());
        let key = EcPrivateKey { private_key: &secret, parameters, public_key: Some(&public) };
        SecretDocument::encode_msg(&key).map_err(|_| LONG)
    }
}

impl PublicKey {
    /// The key as `SubjectPublicKeyInfo` in DER, the point uncompressed.
    ///
    /// # Errors
    /// [`Error::Curve`] for a curve without an object identifier.
    pub fn to_spki_der(&self) -> Result<Vec<u8>> {
        let identifier = identifier(self.curve())?;
        let point = self.to_sec1();
        let subject_public_key = BitStringRef::from_bytes(&point).map_err(|_| LONG)?;
        let info =
            SubjectPublicKeyInfoRef { algorithm: algorithm(&identifier), subject_public_key };
        info.to_der().map_err(|_| LONG)
    }

    /// The key as `SubjectPublicKeyInfo` in PEM: `BEGIN PUBLIC KEY`.
    ///
    /// # Errors
    /// [`Error::Curve`] for a curve without an object identifier.
    pub fn to_spki_pem(&self) -> Result<String> {
        let document = Document::try_from(self.to_spki_der()?).map_err(|_| LONG)?;
        document.to_pem(SubjectPublicKeyInfoRef::PEM_LABEL, LineEnding::LF).map_err(|_| LONG)
    }

    /// Reads `SubjectPublicKeyInfo` in DER.
    ///
    /// # Errors
    /// [`Error::Encoding`]; otherwise as [`PublicKey::from_sec1`].
    pub fn from_spki_der(bytes: &[u8]) -> Result<Self> {
        let info = SubjectPublicKeyInfoRef::from_der(bytes).map_err(|_| SPKI)?;
        let point = info.subject_public_key.as_bytes().ok_or(SPKI)?;
        Self::from_sec1(&curve(named_curve(&info.algorithm)?)?, point)
    }

    /// Reads `SubjectPublicKeyInfo` in PEM.
    ///
    /// # Errors
    /// As [`PublicKey::from_spki_der`].
    pub fn from_pem(text: &str) -> Result<Self> {
        match Document::from_pem(text) {
            Ok((SubjectPublicKeyInfoRef::PEM_LABEL, document)) => {
                Self::from_spki_der(document.as_bytes())
            }
            _ => Err(SPKI),
        }
    }
}

const PKCS8: Error =
    Error::Encoding { expected: "an unencrypted PKCS #8 key on an elliptic curve" };
const SEC1: Error = Error::Encoding { expected: "a SEC 1 key (ECPrivateKey)" };
const PRIVATE_PEM: Error =
    Error::Encoding { expected: "PEM text, BEGIN PRIVATE KEY or BEGIN EC PRIVATE KEY" };
const SPKI: Error = Error::Encoding { expected: "a public key (SubjectPublicKeyInfo)" };
const NAMED: Error =
    Error::Encoding { expected: "a curve named by one object identifier, not by its parameters" };
/// What the codecs say of numbers longer than any curve's.
const LONG: Error = Error::TooLarge { what: "the key", max_bits: 1 << 30 };

fn pem(document: &SecretDocument, label: &'static str) -> Result<Zeroizing<String>> {
    document.to_pem(label, LineEnding::LF).map_err(|_| LONG)
}

fn algorithm(curve: &ObjectIdentifier) -> AlgorithmIdentifierRef<'_> {
    AlgorithmIdentifierRef { oid: EC_PUBLIC_KEY, parameters: Some(AnyRef::from(curve)) }
}

fn named_curve(algorithm: &AlgorithmIdentifierRef<'_>) -> Result<ObjectIdentifier> {
    if algorithm.oid != EC_PUBLIC_KEY {
        return Err(Error::Encoding { expected: "a key on an elliptic curve (id-ecPublicKey)" });
    }
    algorithm.parameters_oid().map_err(|_| NAMED)
}

fn identifier(curve: &Curve) -> Result<ObjectIdentifier> {
    let none = Error::Curve { wrong: "the curve has no object identifier, which key formats need" };
    curve.name().and_then(of_curve).ok_or(none)
}

fn curve(identifier: ObjectIdentifier) -> Result<Curve> {
    Curve::named(curve_of(identifier).ok_or(Error::UnknownName { kind: "curve" })?)
}
