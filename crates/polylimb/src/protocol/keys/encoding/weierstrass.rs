//! Keys of short Weierstrass curves (RFC 5915, 5480).
//!
//! A curve without an object identifier is written out in PKCS #8 and `SubjectPublicKeyInfo`, as
//! `SpecifiedECDomain` of SEC 1, C.2. Such parameters are only compared, byte for byte, with the
//! curves that are known here, so no file brings a curve of its own.

use super::{
    ALGORITHM, FOREIGN, LONG, PKCS8, Pkcs8, SPKI_LABEL, public_document, public_pem, read_spki,
    secret_document, secret_pem, write_spki,
};
use crate::curve::named::{NamedCurve, Parameters};
use crate::error::{Error, Result};
use crate::limb::{Natural, Word};
use crate::protocol::Curve;
use crate::protocol::keys::object_identifiers::{EC_PUBLIC_KEY, PRIME_FIELD, curve_of, of_curve};
use crate::protocol::keys::{Format, PublicKey, SecretKey};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use der::asn1::{Any, AnyRef, Uint};
use der::pem::PemLabel;
use der::{Decode, SecretDocument, Tag};
use pkcs8::PrivateKeyInfoRef;
use sec1::{EcParameters, EcPrivateKey};
use spki::AlgorithmIdentifierRef;
use zeroize::Zeroizing;

impl SecretKey {
    /// The key in PKCS #8, DER, with its public key, which OpenSSL expects.
    ///
    /// # Errors
    /// [`Error::Curve`] for a curve without a name here; the same in all these methods.
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
    /// [`Error::Curve`] for a curve without an object identifier; so in PEM.
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
        let name = name_of(&info.algorithm)?;
        let key = EcPrivateKey::from_der(info.secret).map_err(|_| PKCS8)?;
        let secret = Self::of_sec1(&key, Some(name), only)?;
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

    /// `name` is the curve's, if it is known already.
    fn of_sec1(
        key: &EcPrivateKey<'_>,
        name: Option<&'static str>,
        only: Option<&Curve>,
    ) -> Result<Self> {
        let identifier = key.parameters.and_then(EcParameters::named_curve);
        let own = identifier.map(|i| curve_of(i).ok_or(UNKNOWN)).transpose()?;
        let (Some(named), true) = (name.or(own), own.is_none() || own == name.or(own)) else {
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
        let parameters = parameters(self.curve())?;
        let inner = self.encoded(None)?;
        Pkcs8::write(algorithm(&parameters), inner.as_bytes())
    }

    fn sec1(&self) -> Result<SecretDocument> {
        let identifier = self.curve().name().and_then(of_curve).ok_or(Error::Curve {
            wrong: "the curve has no object identifier, which SEC 1 needs here; PKCS #8 does without",
        })?;
        self.encoded(Some(EcParameters::NamedCurve(identifier)))
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
    /// [`Error::Curve`] for a curve without a name here.
    pub fn to_spki_der(&self) -> Result<Vec<u8>> {
        let parameters = parameters(self.curve())?;
        write_spki(algorithm(&parameters), &self.to_sec1())
    }

    /// The key as `SubjectPublicKeyInfo` in PEM: `BEGIN PUBLIC KEY`.
    ///
    /// # Errors
    /// [`Error::Curve`] for a curve without a name here.
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
        Self::from_sec1(&curve(name_of(&algorithm)?, only)?, point)
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
const NAMED: Error = Error::Encoding {
    expected: "a curve named by one object identifier; only a known curve that has none is written out, as polylimb does it",
};

fn algorithm(parameters: &Any) -> AlgorithmIdentifierRef<'_> {
    AlgorithmIdentifierRef { oid: EC_PUBLIC_KEY, parameters: Some(AnyRef::from(parameters)) }
}

/// The name of the key's curve.
fn name_of(algorithm: &AlgorithmIdentifierRef<'_>) -> Result<&'static str> {
    if algorithm.oid != EC_PUBLIC_KEY {
        return Err(ALGORITHM);
    }
    if let Ok(identifier) = algorithm.parameters_oid() {
        return curve_of(identifier).ok_or(UNKNOWN);
    }
    let given = algorithm.parameters.ok_or(NAMED)?;
    let is = |name: &&str| {
        let own = || written_out(&Parameters::named(name).ok()?).ok();
        of_curve(name).is_none() && own().is_some_and(|own| AnyRef::from(&own) == given)
    };
    NamedCurve::all().map(|c| c.name).find(is).ok_or(NAMED)
}

/// What names the curve: its object identifier or, if it has none, its parameters.
fn parameters(curve: &Curve) -> Result<Any> {
    let none =
        Error::Curve { wrong: "a key file needs a curve of the registry; this one has no name" };
    match of_curve(curve.name().ok_or(none)?) {
        Some(identifier) => Any::encode_from(&identifier),
        None => written_out(curve.parameters()),
    }
    .map_err(|_| LONG)
}

/// `SpecifiedECDomain` of a curve over a prime field, its generator uncompressed.
fn written_out(curve: &Parameters) -> der::Result<Any> {
    let integer =
        |number: &[Word]| Any::encode_from(&Uint::new(&Natural::from_words(number).to_be_bytes())?);
    let padded = |number: &[Word]| {
        let bytes = Natural::from_words(number).to_be_bytes_padded(curve.bits().div_ceil(8));
        bytes.map_err(|_| Tag::OctetString.length_error())
    };
    let octets = |bytes: Vec<u8>| Any::new(Tag::OctetString, bytes);
    let [[a, b], [x, y]] = [curve.coefficients(), curve.generator()];
    let field = vec![Any::encode_from(&PRIME_FIELD)?, integer(curve.prime())?];
    let coefficients = vec![octets(padded(a)?)?, octets(padded(b)?)?];
    Any::encode_from(&vec![
        integer(&[1])?,
        Any::encode_from(&field)?,
        Any::encode_from(&coefficients)?,
        octets([vec![4], padded(x)?, padded(y)?].concat())?,
        integer(curve.order())?,
        integer(curve.cofactor())?,
    ])
}

/// The curve of that name, which must be `only` if there is one.
fn curve(name: &str, only: Option<&Curve>) -> Result<Curve> {
    match only {
        Some(only) if only.name() == Some(name) => Ok(only.clone()),
        Some(_) => Err(Error::Key { wrong: "the key is on another curve than the one asked for" }),
        None => Curve::named(name),
    }
}
