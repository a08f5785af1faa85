//! Keys of short Weierstrass curves (RFC 5915, 5480).

use super::{
    ALGORITHM, FOREIGN, LONG, PKCS8, Pkcs8, SPKI_LABEL, public_document, public_pem, read_spki,
    secret_document, secret_pem, write_spki,
};
use crate::error::{Error, Result};
use crate::protocol::Curve;
use crate::protocol::keys::object_identifiers::{EC_PUBLIC_KEY, curve_of, of_curve};
use crate::protocol::keys::{Format, PublicKey, SecretKey};
use alloc::string::String;
use alloc::vec::Vec;
use der::asn1::AnyRef;
use der::oid::ObjectIdentifier;
use der::pem::PemLabel;
use der::{Decode, SecretDocument};
use pkcs8::PrivateKeyInfoRef;
use sec1::{EcParameters, EcPrivateKey};
use spki::AlgorithmIdentifierRef;
use zeroize::Zeroizing;

impl SecretKey {
    /// The key in PKCS #8, DER, with its public key, which OpenSSL expects.
    ///
    /// # Errors
    /// [`Error::Curve`] for a curve without an object identifier; the same in all these methods.
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
        secret_pem(&self.pkcs8()?, PrivateKeyInfoRef::PEM_LABEL)
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
        secret_pem(&self.sec1()?, EcPrivateKey::PEM_LABEL)
    }

    /// Reads PKCS #8, DER.
    ///
    /// # Errors
    /// [`Error::Encoding`]; [`Error::Key`] if the public key in it does not match; otherwise as
    /// [`SecretKey::from_bytes`].
    pub fn from_pkcs8_der(bytes: &[u8]) -> Result<Self> {
        Self::of_pkcs8(bytes, None)
    }

    /// Reads SEC 1, DER, with the curve in it.
    ///
    /// # Errors
    /// As [`SecretKey::from_pkcs8_der`].
    pub fn from_sec1_der(bytes: &[u8]) -> Result<Self> {
        Self::of_sec1_der(bytes, None)
    }

    /// Reads PKCS #8 or SEC 1 in PEM.
    ///
    /// # Errors
    /// As [`SecretKey::from_pkcs8_der`].
    pub fn from_pem(text: &str) -> Result<Self> {
        Self::of_pem(text, None)
    }

    /// [`SecretKey::from_pkcs8_der`], on the curve `only` if there is one; so in the other forms.
    pub(crate) fn of_pkcs8(bytes: &[u8], only: Option<&Curve>) -> Result<Self> {
        let info = Pkcs8::read(bytes)?;
        let identifier = named_curve(&info.algorithm)?;
        let key = EcPrivateKey::from_der(info.secret).map_err(|_| PKCS8)?;
        let secret = Self::of_sec1(&key, Some(identifier), only)?;
        secret.check_public(info.public)?;
        Ok(secret)
    }

    pub(crate) fn of_sec1_der(bytes: &[u8], only: Option<&Curve>) -> Result<Self> {
        Self::of_sec1(&EcPrivateKey::from_der(bytes).map_err(|_| SEC1)?, None, only)
    }

    pub(crate) fn of_pem(text: &str, only: Option<&Curve>) -> Result<Self> {
        let (format, document) = secret_document(text)?;
        match format {
            Format::Sec1 => Self::of_sec1_der(document.as_bytes(), only),
            _ => Self::of_pkcs8(document.as_bytes(), only),
        }
    }

    /// `identifier` is the object identifier of the curve, if it was named already.
    fn of_sec1(
        key: &EcPrivateKey<'_>,
        identifier: Option<ObjectIdentifier>,
        only: Option<&Curve>,
    ) -> Result<Self> {
        let own = key.parameters.and_then(EcParameters::named_curve);
        let (Some(named), true) = (identifier.or(own), own.is_none() || own == identifier.or(own))
        else {
            return Err(NAMED);
        };
        let secret = Self::from_bytes(&curve(named, only)?, key.private_key)?;
        secret.check_public(key.public_key)?;
        Ok(secret)
    }

    /// Whether the public key that came with this one is its own.
    fn check_public(&self, public: Option<&[u8]>) -> Result<()> {
        match public {
            Some(public) if PublicKey::from_sec1(self.curve(), public)? != self.public_key()? => {
                Err(FOREIGN)
            }
            _ => Ok(()),
        }
    }

    fn pkcs8(&self) -> Result<SecretDocument> {
        let identifier = identifier(self.curve())?;
        let inner = self.encoded(None)?;
        Pkcs8::write(algorithm(&identifier), inner.as_bytes())
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
        write_spki(algorithm(&identifier), &self.to_sec1())
    }

    /// The key as `SubjectPublicKeyInfo` in PEM: `BEGIN PUBLIC KEY`.
    ///
    /// # Errors
    /// [`Error::Curve`] for a curve without an object identifier.
    pub fn to_spki_pem(&self) -> Result<String> {
        public_pem(self.to_spki_der()?, SPKI_LABEL)
    }

    /// Reads `SubjectPublicKeyInfo` in DER.
    ///
    /// # Errors
    /// [`Error::Encoding`]; otherwise as [`PublicKey::from_sec1`].
    pub fn from_spki_der(bytes: &[u8]) -> Result<Self> {
        Self::of_spki(bytes, None)
    }

    /// Reads `SubjectPublicKeyInfo` in PEM.
    ///
    /// # Errors
    /// As [`PublicKey::from_spki_der`].
    pub fn from_pem(text: &str) -> Result<Self> {
        Self::of_pem(text, None)
    }

    /// [`PublicKey::from_spki_der`], on the curve `only` if there is one.
    pub(crate) fn of_spki(bytes: &[u8], only: Option<&Curve>) -> Result<Self> {
        let (algorithm, point) = read_spki(bytes)?;
        Self::from_sec1(&curve(named_curve(&algorithm)?, only)?, point)
    }

    pub(crate) fn of_pem(text: &str, only: Option<&Curve>) -> Result<Self> {
        Self::of_spki(public_document(text)?.as_bytes(), only)
    }
}

const SEC1: Error = Error::Encoding {
    expected: "a SEC 1 key (ECPrivateKey), its curve named by an object identifier",
};
const UNKNOWN: Error = Error::Curve {
    wrong: "the key is on a curve that is not known here; the registry lists the others",
};
const NAMED: Error =
    Error::Encoding { expected: "a curve named by one object identifier, not by its parameters" };

fn algorithm(curve: &ObjectIdentifier) -> AlgorithmIdentifierRef<'_> {
    AlgorithmIdentifierRef { oid: EC_PUBLIC_KEY, parameters: Some(AnyRef::from(curve)) }
}

fn named_curve(algorithm: &AlgorithmIdentifierRef<'_>) -> Result<ObjectIdentifier> {
    if algorithm.oid != EC_PUBLIC_KEY {
        return Err(ALGORITHM);
    }
    algorithm.parameters_oid().map_err(|_| NAMED)
}

fn identifier(curve: &Curve) -> Result<ObjectIdentifier> {
    let none = Error::Curve {
        wrong: "the curve has no object identifier, which key formats need; those of SEC 2, ANSI X9.62 and RFC 5639 have one",
    };
    curve.name().and_then(of_curve).ok_or(none)
}

/// The curve with that identifier, which must be `only` if there is one.
fn curve(identifier: ObjectIdentifier, only: Option<&Curve>) -> Result<Curve> {
    let name = curve_of(identifier).ok_or(UNKNOWN)?;
    match only {
        Some(only) if only.name() == Some(name) => Ok(only.clone()),
        Some(_) => Err(Error::Key { wrong: "the key is on another curve than the one asked for" }),
        None => Curve::named(name),
    }
}
