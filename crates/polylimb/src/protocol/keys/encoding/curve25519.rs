//! Keys of X25519 and Ed25519 `[RFC8410]`: 32 bytes; PKCS #8 wraps them once more.

use super::{
    FOREIGN, LONG, PKCS8, Pkcs8, SPKI_LABEL, public_document, public_pem, read_spki, require_same,
    secret_document, secret_pem, short, write_spki,
};
use crate::curve25519::BYTES;
use crate::error::{Error, Result};
use crate::protocol::keys::Format;
use crate::protocol::keys::object_identifiers::{ED25519, X25519};
use crate::{ed25519, x25519};
use alloc::string::String;
use alloc::vec::Vec;
use der::asn1::OctetStringRef;
use der::oid::ObjectIdentifier;
use der::pem::PemLabel;
use der::{Decode, Encode, SecretDocument};
use pkcs8::PrivateKeyInfoRef;
use spki::AlgorithmIdentifierRef;
use zeroize::Zeroizing;

/// RFC 8410, section 3: the parameters are absent.
const fn algorithm(identifier: ObjectIdentifier) -> AlgorithmIdentifierRef<'static> {
    AlgorithmIdentifierRef { oid: identifier, parameters: None }
}

fn check(found: &AlgorithmIdentifierRef<'_>, identifier: ObjectIdentifier) -> Result<()> {
    require_same(found.oid, identifier)?;
    if found.parameters.is_some() {
        return Err(Error::Encoding { expected: "an algorithm without parameters (RFC 8410)" });
    }
    Ok(())
}

fn pkcs8(identifier: ObjectIdentifier, key: &[u8; BYTES]) -> Result<SecretDocument> {
    let inner = OctetStringRef::new(key).map_err(|_| LONG)?;
    let inner = Zeroizing::new(inner.to_der().map_err(|_| LONG)?);
    Pkcs8::write(algorithm(identifier), &inner)
}

/// The bytes of the secret key and of the public key that came with it.
type WithPublic<'a> = (Zeroizing<[u8; BYTES]>, Option<&'a [u8]>);

fn read_pkcs8(identifier: ObjectIdentifier, bytes: &[u8]) -> Result<WithPublic<'_>> {
    let info = Pkcs8::read(bytes)?;
    check(&info.algorithm, identifier)?;
    let key: &OctetStringRef = <&OctetStringRef>::from_der(info.secret).map_err(|_| PKCS8)?;
    Ok((Zeroizing::new(exactly(key.as_bytes())?), info.public))
}

fn exactly(bytes: &[u8]) -> Result<[u8; BYTES]> {
    let wrong = Error::Length { what: "the key", expected: BYTES, got: bytes.len() };
    bytes.try_into().map_err(|_| wrong)
}

macro_rules! encodings {
    ($module:ident, $identifier:ident, $read:expr, $public_of:expr, $public:expr) => {
        impl $module::SecretKey {
            /// The key in PKCS #8, DER.
            #[must_use]
            pub fn to_pkcs8_der(&self) -> Zeroizing<Vec<u8>> {
                short(pkcs8($identifier, self.as_bytes())).to_bytes()
            }

            /// The key in PKCS #8, PEM: `BEGIN PRIVATE KEY`.
            #[must_use]
            pub fn to_pkcs8_pem(&self) -> Zeroizing<String> {
                let document = short(pkcs8($identifier, self.as_bytes()));
                short(secret_pem(&document, PrivateKeyInfoRef::PEM_LABEL))
            }

            /// Reads PKCS #8, DER.
            ///
            /// # Errors
            /// [`Error::Encoding`], [`Error::Length`]; [`Error::Key`] for a key of another kind,
            /// and if the public key in it does not match.
            pub fn from_pkcs8_der(bytes: &[u8]) -> Result<Self> {
                let (key, public) = read_pkcs8($identifier, bytes)?;
                let key: Self = $read(key);
                match public {
                    Some(public) if public != &$public_of(&key)[..] => Err(FOREIGN),
                    _ => Ok(key),
                }
            }

            /// Reads PKCS #8 in PEM.
            ///
            /// # Errors
            /// As [`Self::from_pkcs8_der`].
            pub fn from_pem(text: &str) -> Result<Self> {
                match secret_document(text)? {
                    (Format::Pkcs8, document) => Self::from_pkcs8_der(document.as_bytes()),
                    _ => Err(PKCS8),
                }
            }
        }

        impl $module::PublicKey {
            /// The key as `SubjectPublicKeyInfo` in DER.
            #[must_use]
            pub fn to_spki_der(&self) -> Vec<u8> {
                short(write_spki(algorithm($identifier), self.as_bytes()))
            }

            /// The key as `SubjectPublicKeyInfo` in PEM: `BEGIN PUBLIC KEY`.
            #[must_use]
            pub fn to_spki_pem(&self) -> String {
                short(public_pem(self.to_spki_der(), SPKI_LABEL))
            }

            /// Reads `SubjectPublicKeyInfo` in DER.
            ///
            /// # Errors
            /// [`Error::Encoding`], [`Error::Length`]; [`Error::Key`] for a key of another kind;
            /// otherwise as [`Self::from_bytes`].
            pub fn from_spki_der(bytes: &[u8]) -> Result<Self> {
                let (found, key) = read_spki(bytes)?;
                check(&found, $identifier)?;
                $public(exactly(key)?)
            }

            /// Reads `SubjectPublicKeyInfo` in PEM.
            ///
            /// # Errors
            /// As [`Self::from_spki_der`].
            pub fn from_pem(text: &str) -> Result<Self> {
                Self::from_spki_der(public_document(text)?.as_bytes())
            }
        }
    };
}

encodings!(
    x25519,
    X25519,
    |key: Zeroizing<_>| x25519::SecretKey::from_bytes(*key),
    |key: &x25519::SecretKey| *key.public_key().as_bytes(),
    |key| Ok(x25519::PublicKey::from_bytes(key))
);
encodings!(
    ed25519,
    ED25519,
    |key: Zeroizing<_>| ed25519::SecretKey::from_bytes(&key),
    |key: &ed25519::SecretKey| *key.public_bytes(),
    |key| ed25519::PublicKey::from_bytes(&key)
);
