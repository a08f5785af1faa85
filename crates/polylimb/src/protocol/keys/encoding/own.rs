//! Keys for which no standard has a file, or none that says what they are for: a format of our own.
//!
//! ```text
//! OwnKey ::= SEQUENCE {
//!     version   INTEGER (1),
//!     scheme    UTF8String,             -- bls, bls-min-sig, boneh-franklin, joux,
//!                                       -- sakai-ohgishi-kasahara, ec-elgamal
//!     kind      UTF8String,             -- secret or public
//!     key       OCTET STRING,
//!     identity  OCTET STRING OPTIONAL   -- of a secret key that belongs to one
//! }
//! ```
//!
//! in DER, or in PEM with the labels `POLYLIMB SECRET KEY` and `POLYLIMB PUBLIC KEY`. The key, on
//! BLS12-381: secret scalars in 32 bytes, most significant first; an identity's points
//! uncompressed, in 192 bytes for `boneh-franklin`, in 96 and 192 bytes for
//! `sakai-ohgishi-kasahara`; public points compressed. Of `ec-elgamal`: PKCS #8 or
//! `SubjectPublicKeyInfo` in DER.

use super::{LONG, public_pem, secret_pem};
use crate::error::{Error, Result};
use crate::protocol::elgamal::Dedicated;
use crate::protocol::keys::format::{PUBLIC_LABEL, SECRET_LABEL};
use crate::protocol::keys::{Format, PublicKey, SecretKey};
use alloc::string::String;
use alloc::vec::Vec;
use der::asn1::{OctetStringRef, Utf8StringRef};
use der::{
    Decode, DecodeValue, Encode, EncodeValue, Header, Length, Reader, SecretDocument, Sequence,
    Writer,
};
use zeroize::Zeroizing;

const VERSION: u8 = 1;
pub(super) const SECRET: &str = "secret";
pub(super) const PUBLIC: &str = "public";
const ELGAMAL: &str = "ec-elgamal";

/// The fields.
pub(super) struct OwnKey<'a> {
    version: u8,
    scheme: Utf8StringRef<'a>,
    kind: Utf8StringRef<'a>,
    key: &'a OctetStringRef,
    identity: Option<&'a OctetStringRef>,
}

impl<'a> DecodeValue<'a> for OwnKey<'a> {
    type Error = der::Error;

    fn decode_value<R: Reader<'a>>(reader: &mut R, _header: Header) -> der::Result<Self> {
        Ok(Self {
            version: reader.decode()?,
            scheme: reader.decode()?,
            kind: reader.decode()?,
            key: reader.decode()?,
            identity: reader.decode()?,
        })
    }
}

impl EncodeValue for OwnKey<'_> {
    fn value_len(&self) -> der::Result<Length> {
        self.version.encoded_len()?
            + self.scheme.encoded_len()?
            + self.kind.encoded_len()?
            + self.key.encoded_len()?
            + self.identity.encoded_len()?
    }

    fn encode_value(&self, writer: &mut impl Writer) -> der::Result<()> {
        self.version.encode(writer)?;
        self.scheme.encode(writer)?;
        self.kind.encode(writer)?;
        self.key.encode(writer)?;
        self.identity.encode(writer)
    }
}

impl<'a> Sequence<'a> for OwnKey<'a> {}

impl<'a> OwnKey<'a> {
    pub(super) fn new(
        scheme: &'a str,
        kind: &'a str,
        key: &'a [u8],
        identity: Option<&'a [u8]>,
    ) -> Result<Self> {
        let text = |text| Utf8StringRef::new(text).map_err(|_| LONG);
        let octets = |bytes| OctetStringRef::new(bytes).map_err(|_| LONG);
        Ok(Self {
            version: VERSION,
            scheme: text(scheme)?,
            kind: text(kind)?,
            key: octets(key)?,
            identity: identity.map(octets).transpose()?,
        })
    }

    /// The fields of a key of this kind.
    pub(super) fn read(kind: &str, bytes: &'a [u8]) -> Result<Self> {
        let fields = Self::from_der(bytes).map_err(|_| FIELDS)?;
        if fields.version != VERSION {
            return Err(Error::Encoding { expected: "version 1 of polylimb's key format" });
        }
        if fields.kind.as_str() != kind {
            return Err(Error::Encoding { expected: "a key of the kind that its label names" });
        }
        // Public keys belong to no identity.
        if kind == PUBLIC && fields.identity.is_some() {
            return Err(FIELDS);
        }
        Ok(fields)
    }

    pub(super) fn scheme(&self) -> &'a str {
        self.scheme.as_str()
    }

    pub(super) fn key(&self) -> &'a [u8] {
        self.key.as_bytes()
    }

    pub(super) fn identity(&self) -> Option<&'a [u8]> {
        self.identity.map(OctetStringRef::as_bytes)
    }

    /// The key within, if it is one for EC-ElGamal.
    fn of_elgamal(kind: &str, bytes: &'a [u8]) -> Result<&'a [u8]> {
        match Self::read(kind, bytes)? {
            fields if fields.scheme() == ELGAMAL && fields.identity.is_none() => Ok(fields.key()),
            _ => Err(Error::Encoding { expected: "a key of the scheme ec-elgamal" }),
        }
    }
}

/// Which of the two formats the DER is, if it is one.
pub(in crate::protocol::keys) fn format_of(bytes: &[u8]) -> Option<Format> {
    match OwnKey::from_der(bytes).ok()?.kind.as_str() {
        SECRET => Some(Format::OwnSecret),
        PUBLIC => Some(Format::OwnPublic),
        _ => None,
    }
}

/// Whether the DER is a key for EC-ElGamal.
pub(in crate::protocol::keys) fn is_elgamal(bytes: &[u8]) -> bool {
    OwnKey::from_der(bytes).is_ok_and(|fields| fields.scheme() == ELGAMAL)
}

impl Dedicated<SecretKey> {
    fn document(&self) -> Result<SecretDocument> {
        let key = self.0.to_pkcs8_der()?;
        let fields = OwnKey::new(ELGAMAL, SECRET, &key, None)?;
        SecretDocument::encode_msg(&fields).map_err(|_| LONG)
    }

    /// The key in DER, in polylimb's own format.
    ///
    /// # Errors
    /// [`Error::Curve`] for a curve without a name here; the same in all these methods.
    pub fn to_der(&self) -> Result<Zeroizing<Vec<u8>>> {
        Ok(self.document()?.to_bytes())
    }

    /// The key in PEM: `BEGIN POLYLIMB SECRET KEY`.
    ///
    /// # Errors
    /// [`Error::Curve`].
    pub fn to_pem(&self) -> Result<Zeroizing<String>> {
        secret_pem(&self.document()?, SECRET_LABEL)
    }

    /// Reads DER.
    ///
    /// # Errors
    /// [`Error::Encoding`]; otherwise as [`SecretKey::from_pkcs8_der`].
    pub fn from_der(bytes: &[u8]) -> Result<Self> {
        SecretKey::from_pkcs8_der(OwnKey::of_elgamal(SECRET, bytes)?).map(Self::new)
    }
}

impl Dedicated<PublicKey> {
    /// The key in DER, in polylimb's own format.
    ///
    /// # Errors
    /// [`Error::Curve`] for a curve without a name here; the same in all these methods.
    pub fn to_der(&self) -> Result<Vec<u8>> {
        OwnKey::new(ELGAMAL, PUBLIC, &self.0.to_spki_der()?, None)?.to_der().map_err(|_| LONG)
    }

    /// The key in PEM: `BEGIN POLYLIMB PUBLIC KEY`.
    ///
    /// # Errors
    /// [`Error::Curve`].
    pub fn to_pem(&self) -> Result<String> {
        public_pem(self.to_der()?, PUBLIC_LABEL)
    }

    /// Reads DER.
    ///
    /// # Errors
    /// [`Error::Encoding`]; otherwise as [`PublicKey::from_spki_der`].
    pub fn from_der(bytes: &[u8]) -> Result<Self> {
        PublicKey::from_spki_der(OwnKey::of_elgamal(PUBLIC, bytes)?).map(Self::new)
    }
}

const FIELDS: Error = Error::Encoding {
    expected: "a key of polylimb's format: version, scheme, kind, key, and the identity of a secret key that belongs to one",
};
