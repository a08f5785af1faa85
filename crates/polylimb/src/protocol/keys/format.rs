//! The kind of a key file, recognised by its PEM label or the outline of its DER.

use super::encoding::own;
use crate::error::{Error, Result};
use core::fmt;
use der::asn1::AnyRef;
use der::pem::PemLabel;
use der::{Decode, Reader, SecretDocument, SliceReader, Tag, Tagged};
use pkcs8::PrivateKeyInfoRef;
use sec1::EcPrivateKey;
use spki::SubjectPublicKeyInfoRef;

/// The labels in PEM of keys in our own format.
pub(super) const SECRET_LABEL: &str = "POLYLIMB SECRET KEY";
pub(super) const PUBLIC_LABEL: &str = "POLYLIMB PUBLIC KEY";
const RSA_SECRET_LABEL: &str = "RSA PRIVATE KEY";
const RSA_PUBLIC_LABEL: &str = "RSA PUBLIC KEY";

/// The structure that a key is written in.
///
/// ```
/// use polylimb::protocol::{Curve, keys::{Format, SecretKey}};
/// let key = SecretKey::from_bytes(&Curve::named("P-256")?, &[7; 32])?;
/// assert_eq!(Format::of(key.to_sec1_pem()?.as_bytes()), Some(Format::Sec1));
/// assert_eq!(Format::of(&key.public_key()?.to_spki_der()?), Some(Format::Spki));
/// assert_eq!(Format::of(b"a letter"), None);
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// `PrivateKeyInfo` of PKCS #8 (RFC 5958): a secret key of any kind.
    Pkcs8,
    /// The same encrypted by a password.
    EncryptedPkcs8,
    /// `ECPrivateKey` of SEC 1 (RFC 5915): a secret key on a short Weierstrass curve.
    Sec1,
    /// `RSAPrivateKey` of PKCS #1 (RFC 8017): a secret key of RSA.
    Pkcs1,
    /// A key of SEC 1 or PKCS #1 whose PEM text is encrypted by a password (RFC 1421, as OpenSSL
    /// writes it).
    EncryptedPem,
    /// `SubjectPublicKeyInfo` (RFC 5280): a public key of any kind.
    Spki,
    /// `RSAPublicKey` of PKCS #1 (RFC 8017): a public key of RSA.
    Pkcs1Public,
    /// A secret key in a format of our own: on BLS12-381, and for EC-ElGamal.
    OwnSecret,
    /// A public key in a format of our own.
    OwnPublic,
}

impl Format {
    /// The structure of the key in these bytes, PEM or DER; `None` if they hold no key of a known
    /// kind. The key itself is not checked and may be malformed.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Self> {
        match Block::first(bytes) {
            Some(block) => Self::of_block(block),
            None => Self::of_der(bytes),
        }
    }

    /// Whether its content is secret.
    #[must_use]
    pub const fn is_secret(self) -> bool {
        !matches!(self, Self::Spki | Self::Pkcs1Public | Self::OwnPublic)
    }

    fn of_block(block: Block<'_>) -> Option<Self> {
        match block.label {
            PrivateKeyInfoRef::PEM_LABEL => Some(Self::Pkcs8),
            "ENCRYPTED PRIVATE KEY" => Some(Self::EncryptedPkcs8),
            EcPrivateKey::PEM_LABEL | RSA_SECRET_LABEL if block.has_header() => {
                Some(Self::EncryptedPem)
            }
            EcPrivateKey::PEM_LABEL => Some(Self::Sec1),
            RSA_SECRET_LABEL => Some(Self::Pkcs1),
            SubjectPublicKeyInfoRef::PEM_LABEL => Some(Self::Spki),
            RSA_PUBLIC_LABEL => Some(Self::Pkcs1Public),
            SECRET_LABEL => Some(Self::OwnSecret),
            PUBLIC_LABEL => Some(Self::OwnPublic),
            _ => None,
        }
    }

    /// Told by the first two fields of the outer SEQUENCE, and whether there are more.
    fn of_der(bytes: &[u8]) -> Option<Self> {
        let first_two = || -> der::Result<([AnyRef<'_>; 2], bool)> {
            let outer = AnyRef::from_der(bytes)?;
            outer.tag().assert_eq(Tag::Sequence)?;
            let mut inner = SliceReader::new(outer.value())?;
            let fields = [AnyRef::decode(&mut inner)?, AnyRef::decode(&mut inner)?];
            Ok((fields, !inner.is_finished()))
        };
        let (fields, more) = first_two().ok()?;
        match fields.map(|field| field.tag()) {
            [Tag::Integer, Tag::Integer] if more => Some(Self::Pkcs1),
            // Two numbers of one length are a signature of ECDSA.
            [Tag::Integer, Tag::Integer] => {
                let [n, e] = fields.map(|field| field.value().len());
                (n > 2 * e).then_some(Self::Pkcs1Public)
            }
            [Tag::Integer, Tag::Sequence] => Some(Self::Pkcs8),
            [Tag::Sequence, Tag::OctetString] => Some(Self::EncryptedPkcs8),
            [Tag::Integer, Tag::OctetString] => Some(Self::Sec1),
            [Tag::Sequence, Tag::BitString] => Some(Self::Spki),
            [Tag::Integer, Tag::Utf8String] => own::format_of(bytes),
            _ => None,
        }
    }

    /// The error for a key of this structure where a secret key, or a public one, is needed.
    pub(super) const fn unfit(self) -> Error {
        Error::Key {
            wrong: match self {
                Self::Pkcs8 | Self::Sec1 | Self::Pkcs1 | Self::OwnSecret => {
                    "this is a secret key; a public one is needed"
                }
                Self::EncryptedPkcs8 | Self::EncryptedPem => {
                    "the key is encrypted by a password; decrypt it first, with openssl pkey for instance"
                }
                Self::Spki | Self::Pkcs1Public | Self::OwnPublic => {
                    "this is a public key; a secret one is needed"
                }
            },
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pkcs8 => "PKCS #8",
            Self::EncryptedPkcs8 => "encrypted PKCS #8",
            Self::Sec1 => "SEC 1",
            Self::Pkcs1 | Self::Pkcs1Public => "PKCS #1",
            Self::EncryptedPem => "encrypted PEM",
            Self::Spki => "SubjectPublicKeyInfo",
            Self::OwnSecret | Self::OwnPublic => "polylimb, version 1",
        })
    }
}

/// The key in these bytes, PEM or DER, as DER.
pub(super) fn open(bytes: &[u8]) -> Result<(Format, SecretDocument)> {
    if let Some(block) = Block::first(bytes) {
        return open_block(block);
    }
    let format = Format::of_der(bytes).ok_or(NO_KEY)?;
    Ok((format, SecretDocument::try_from(bytes).map_err(|_| NO_KEY)?))
}

/// The same for PEM alone.
pub(super) fn open_pem(text: &str) -> Result<(Format, SecretDocument)> {
    open_block(Block::first(text.as_bytes()).ok_or(PEM)?)
}

fn open_block(block: Block<'_>) -> Result<(Format, SecretDocument)> {
    let format = Format::of_block(block).ok_or(LABEL)?;
    if matches!(format, Format::EncryptedPkcs8 | Format::EncryptedPem) {
        return Err(format.unfit());
    }
    let (_, document) = SecretDocument::from_pem(block.text.trim_end()).map_err(|_| PEM)?;
    Ok((format, document))
}

/// One text between its boundaries (RFC 7468).
#[derive(Clone, Copy)]
struct Block<'a> {
    label: &'a str,
    /// The block with its boundaries, and everything after it, which must not contain a second key.
    text: &'a str,
}

impl<'a> Block<'a> {
    /// Whether a header follows the first boundary. The rest may be secret and is not searched.
    fn has_header(&self) -> bool {
        let after = self.text.split_once('\n').map_or("", |(_, after)| after);
        after.trim_start().starts_with("Proc-Type:")
    }

    /// The first block that does not hold curve parameters; OpenSSL writes these before the key.
    fn first(bytes: &'a [u8]) -> Option<Self> {
        const BEGIN: &str = "-----BEGIN ";
        let mut text = core::str::from_utf8(bytes).ok()?;
        loop {
            text = &text[text.find(BEGIN)?..];
            let rest = &text[BEGIN.len()..];
            let label = &rest[..rest.find("-----")?];
            if label != "EC PARAMETERS" {
                return Some(Self { label, text });
            }
            text = rest;
        }
    }
}

const NO_KEY: Error = Error::Encoding {
    expected: "a key in PEM or DER: PKCS #8, SEC 1 or PKCS #1 if secret, SubjectPublicKeyInfo or PKCS #1 if public",
};
const PEM: Error = Error::Encoding {
    expected: "one key in PEM: between its BEGIN and END lines, 64 base64 characters a line",
};
const LABEL: Error = Error::Encoding {
    expected: "PEM text with the label PRIVATE KEY, EC PRIVATE KEY, RSA PRIVATE KEY, PUBLIC KEY, RSA PUBLIC KEY, or one of polylimb's own",
};
