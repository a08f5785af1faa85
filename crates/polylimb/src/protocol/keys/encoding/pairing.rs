//! Keys on BLS12-381, for which no standard has a file: a format of our own.
//!
//! ```text
//! PairingKey ::= SEQUENCE {
//!     version   INTEGER (1),
//!     scheme    UTF8String,             -- bls, bls-min-sig, boneh-franklin, joux,
//!                                       -- sakai-ohgishi-kasahara
//!     kind      UTF8String,             -- secret or public
//!     key       OCTET STRING,
//!     identity  OCTET STRING OPTIONAL   -- of a secret key that belongs to one
//! }
//! ```
//!
//! in DER, or in PEM with the labels `POLYLIMB SECRET KEY` and `POLYLIMB PUBLIC KEY`. The key:
//! secret scalars in 32 bytes, most significant first; an identity's points uncompressed, in 192
//! bytes for `boneh-franklin`, in 96 and 192 bytes for `sakai-ohgishi-kasahara`; public points
//! compressed.

use crate::error::{Error, Result};
use crate::protocol::keys::Format;
use crate::protocol::keys::format::{PUBLIC_LABEL, SECRET_LABEL};
use crate::protocol::keys::pairing::{PairingPublicKey, PairingScheme, PairingSecretKey};
use alloc::string::String;
use alloc::vec::Vec;
use der::asn1::{OctetStringRef, Utf8StringRef};
use der::pem::LineEnding;
use der::{
    Decode, DecodeValue, Document, Encode, EncodeValue, Header, Length, Reader, SecretDocument,
    Sequence, Writer,
};
use zeroize::Zeroizing;

use super::{LONG, short};

const VERSION: u8 = 1;
const SECRET: &str = "secret";
const PUBLIC: &str = "public";

/// The fields.
struct PairingKey<'a> {
    version: u8,
    scheme: Utf8StringRef<'a>,
    kind: Utf8StringRef<'a>,
    key: &'a OctetStringRef,
    identity: Option<&'a OctetStringRef>,
}

impl<'a> DecodeValue<'a> for PairingKey<'a> {
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

impl EncodeValue for PairingKey<'_> {
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

impl<'a> Sequence<'a> for PairingKey<'a> {}

impl<'a> PairingKey<'a> {
    fn new(
        scheme: PairingScheme,
        kind: &'a str,
        key: &'a [u8],
        identity: Option<&'a [u8]>,
    ) -> Result<Self> {
        let text = |text| Utf8StringRef::new(text).map_err(|_| LONG);
        let octets = |bytes| OctetStringRef::new(bytes).map_err(|_| LONG);
        Ok(Self {
            version: VERSION,
            scheme: text(scheme.name())?,
            kind: text(kind)?,
            key: octets(key)?,
            identity: identity.map(octets).transpose()?,
        })
    }

    /// The fields of a key of this kind, and its scheme.
    fn read(kind: &str, bytes: &'a [u8]) -> Result<(Self, PairingScheme)> {
        let fields = Self::from_der(bytes).map_err(|_| FIELDS)?;
        if fields.version != VERSION {
            return Err(Error::Encoding { expected: "version 1 of polylimb's key format" });
        }
        if fields.kind.as_str() != kind {
            return Err(Error::Encoding { expected: "a key of the kind that its label names" });
        }
        let scheme = fields.scheme.as_str();
        let scheme = PairingScheme::ALL.into_iter().find(|s| s.name() == scheme).ok_or(SCHEME)?;
        Ok((fields, scheme))
    }
}

/// Which of the two formats the DER is, if it is one.
pub(in crate::protocol::keys) fn format_of(bytes: &[u8]) -> Option<Format> {
    match PairingKey::from_der(bytes).ok()?.kind.as_str() {
        SECRET => Some(Format::PairingSecret),
        PUBLIC => Some(Format::PairingPublic),
        _ => None,
    }
}

impl PairingSecretKey {
    fn document(&self) -> Result<SecretDocument> {
        let key = self.to_bytes();
        let fields = PairingKey::new(self.scheme(), SECRET, &key, self.identity())?;
        SecretDocument::encode_msg(&fields).map_err(|_| LONG)
    }

    /// The key in DER.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for an identity of more than 256 MiB; the same in all these methods.
    pub fn to_der(&self) -> Result<Zeroizing<Vec<u8>>> {
        Ok(self.document()?.to_bytes())
    }

    /// The key in PEM: `BEGIN POLYLIMB SECRET KEY`.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    pub fn to_pem(&self) -> Result<Zeroizing<String>> {
        super::secret_pem(&self.document()?, SECRET_LABEL)
    }

    /// Reads DER.
    ///
    /// # Errors
    /// [`Error::Encoding`]; otherwise as [`PairingSecretKey::from_bytes`].
    pub fn from_der(bytes: &[u8]) -> Result<Self> {
        let (fields, scheme) = PairingKey::read(SECRET, bytes)?;
        Self::from_bytes(
            scheme,
            fields.identity.map(OctetStringRef::as_bytes),
            fields.key.as_bytes(),
        )
    }
}

impl PairingPublicKey {
    /// The key in DER.
    #[must_use]
    pub fn to_der(&self) -> Vec<u8> {
        let key = self.to_bytes();
        let fields = PairingKey::new(self.scheme(), PUBLIC, &key, None);
        short(fields.and_then(|fields| fields.to_der().map_err(|_| LONG)))
    }

    /// The key in PEM: `BEGIN POLYLIMB PUBLIC KEY`.
    #[must_use]
    pub fn to_pem(&self) -> String {
        let document = Document::try_from(self.to_der()).map_err(|_| LONG);
        short(document.and_then(|d| d.to_pem(PUBLIC_LABEL, LineEnding::LF).map_err(|_| LONG)))
    }

    /// Reads DER.
    ///
    /// # Errors
    /// [`Error::Encoding`]; otherwise as [`PairingPublicKey::from_bytes`].
    pub fn from_der(bytes: &[u8]) -> Result<Self> {
        let (fields, scheme) = PairingKey::read(PUBLIC, bytes)?;
        if fields.identity.is_some() {
            return Err(FIELDS);
        }
        Self::from_bytes(scheme, fields.key.as_bytes())
    }
}

const FIELDS: Error = Error::Encoding {
    expected: "a key of polylimb's format: version, scheme, kind, key, and the identity of a secret key that belongs to one",
};
const SCHEME: Error = Error::Encoding {
    expected: "a scheme on BLS12-381: bls, bls-min-sig, boneh-franklin, sakai-ohgishi-kasahara or joux",
};
