//! Keys of any kind that a file may hold.

use super::encoding::own::is_elgamal;
use super::encoding::{Kind, SPKI_LABEL, pkcs8_pem, public_pem};
use super::format::{Format, open};
#[cfg(feature = "pairings")]
use super::{PairingPublicKey, PairingSecretKey};
use super::{PublicKey, SecretKey};
use crate::error::{Error, Result};
use crate::protocol::Curve;
use crate::protocol::elgamal::Dedicated;
#[cfg(feature = "rsa")]
use crate::rsa;
use crate::{ed25519, x25519};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

/// A secret key of any kind. Wiped when dropped.
///
/// ```
/// use polylimb::protocol::keys::{AnyPublicKey, AnySecretKey};
/// # use rand_chacha::rand_core::SeedableRng;
/// # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
/// for name in ["Ed25519", "x25519", "P-256", "brainpoolP384r1"] {
///     let key = AnySecretKey::generate(name, &mut rng)?;
///     let (pem, der) = (key.to_pkcs8_pem()?, key.public_key()?.to_spki_der()?);
///     assert_eq!(AnySecretKey::decode(pem.as_bytes())?.to_pkcs8_pem()?, pem);
///     assert_eq!(AnyPublicKey::decode(&der)?, key.public_key()?);
/// }
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub enum AnySecretKey {
    /// On a short Weierstrass curve, for signatures, key agreement and ECIES.
    Weierstrass(SecretKey),
    /// On such a curve, for EC-ElGamal alone.
    ElGamal(Dedicated<SecretKey>),
    /// For X25519.
    X25519(x25519::SecretKey),
    /// For Ed25519.
    Ed25519(ed25519::SecretKey),
    /// For RSA.
    #[cfg(feature = "rsa")]
    Rsa(rsa::SecretKey),
    /// On BLS12-381.
    #[cfg(feature = "pairings")]
    Pairing(PairingSecretKey),
}

/// A public key of any kind.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnyPublicKey {
    /// On a short Weierstrass curve, for signatures, key agreement and ECIES.
    Weierstrass(PublicKey),
    /// On such a curve, for EC-ElGamal alone.
    ElGamal(Dedicated<PublicKey>),
    /// For X25519.
    X25519(x25519::PublicKey),
    /// For Ed25519.
    Ed25519(ed25519::PublicKey),
    /// For RSA.
    #[cfg(feature = "rsa")]
    Rsa(rsa::PublicKey),
    /// On BLS12-381.
    #[cfg(feature = "pairings")]
    Pairing(PairingPublicKey),
}

const X25519: &str = "X25519";
const ED25519: &str = "Ed25519";
#[cfg(feature = "rsa")]
const RSA: &str = "RSA";
#[cfg(feature = "pairings")]
const BLS12_381: &str = "BLS12-381";
const NO_IDENTIFIER: Error = Error::Curve {
    wrong: "keys on BLS12-381 and of ec-elgamal have no object identifier, which PKCS #8 and SubjectPublicKeyInfo need; they have a format of their own",
};
#[cfg(not(feature = "rsa"))]
const NO_RSA: Error = Error::NotInThisBuild { what: "RSA", feature: "rsa" };
#[cfg(not(feature = "pairings"))]
const NOT_HERE: Error = Error::NotInThisBuild { what: "keys on BLS12-381", feature: "pairings" };

impl AnySecretKey {
    /// A new key for `X25519`, `Ed25519` or the curve of that name or alias, in any case.
    ///
    /// # Errors
    /// [`Error::UnknownName`]; otherwise as [`SecretKey::generate`].
    pub fn generate<R: CryptoRng + ?Sized>(name: &str, rng: &mut R) -> Result<Self> {
        if name.eq_ignore_ascii_case(X25519) {
            return Ok(Self::X25519(x25519::SecretKey::generate(rng)));
        }
        if name.eq_ignore_ascii_case(ED25519) {
            return Ok(Self::Ed25519(ed25519::SecretKey::generate(rng)));
        }
        Ok(Self::Weierstrass(SecretKey::generate(&Curve::named(name)?, rng)?))
    }

    /// Reads PKCS #8, SEC 1, PKCS #1 (feature `rsa`) or polylimb's own format, for keys on
    /// BLS12-381 (feature `pairings`) and of EC-ElGamal, in PEM or DER.
    ///
    /// # Errors
    /// [`Error::Encoding`]; [`Error::Key`] for an encrypted key, for a public one, and if the
    /// public key in it does not match; otherwise as the kind's own `from_pkcs8_der`.
    pub fn decode(bytes: &[u8]) -> Result<Self> {
        let (format, document) = open(bytes)?;
        let der = document.as_bytes();
        match format {
            Format::Sec1 => Ok(Self::Weierstrass(SecretKey::from_sec1_der(der)?)),
            #[cfg(feature = "rsa")]
            Format::Pkcs1 => Ok(Self::Rsa(rsa::SecretKey::from_pkcs1_der(der)?)),
            Format::Pkcs8 => Ok(match Kind::of_pkcs8(der)? {
                Kind::Weierstrass => Self::Weierstrass(SecretKey::from_pkcs8_der(der)?),
                Kind::X25519 => Self::X25519(x25519::SecretKey::from_pkcs8_der(der)?),
                Kind::Ed25519 => Self::Ed25519(ed25519::SecretKey::from_pkcs8_der(der)?),
                #[cfg(feature = "rsa")]
                Kind::Rsa => Self::Rsa(rsa::SecretKey::from_pkcs8_der(der)?),
                #[cfg(not(feature = "rsa"))]
                Kind::Rsa => return Err(NO_RSA),
            }),
            Format::OwnSecret if is_elgamal(der) => {
                Ok(Self::ElGamal(Dedicated::<SecretKey>::from_der(der)?))
            }
            #[cfg(feature = "pairings")]
            Format::OwnSecret => Ok(Self::Pairing(PairingSecretKey::from_der(der)?)),
            #[cfg(not(feature = "pairings"))]
            Format::OwnSecret => Err(NOT_HERE),
            #[cfg(not(feature = "rsa"))]
            Format::Pkcs1 => Err(NO_RSA),
            other => Err(other.unfit()),
        }
    }

    /// The key in PKCS #8, or in polylimb's own format, in DER.
    ///
    /// # Errors
    /// As [`AnySecretKey::to_pkcs8_der`].
    pub fn to_der(&self) -> Result<Zeroizing<Vec<u8>>> {
        match self {
            Self::ElGamal(key) => key.to_der(),
            #[cfg(feature = "pairings")]
            Self::Pairing(key) => key.to_der(),
            other => other.to_pkcs8_der(),
        }
    }

    /// The same in PEM.
    ///
    /// # Errors
    /// As [`AnySecretKey::to_pkcs8_pem`].
    pub fn to_pem(&self) -> Result<Zeroizing<String>> {
        match self {
            Self::ElGamal(key) => key.to_pem(),
            #[cfg(feature = "pairings")]
            Self::Pairing(key) => key.to_pem(),
            other => other.to_pkcs8_pem(),
        }
    }

    /// The key in PKCS #8, DER.
    ///
    /// # Errors
    /// [`Error::Curve`] for a curve without a name here, and keys in polylimb's own format.
    pub fn to_pkcs8_der(&self) -> Result<Zeroizing<Vec<u8>>> {
        match self {
            Self::Weierstrass(key) => key.to_pkcs8_der(),
            Self::X25519(key) => Ok(key.to_pkcs8_der()),
            Self::Ed25519(key) => Ok(key.to_pkcs8_der()),
            #[cfg(feature = "rsa")]
            Self::Rsa(key) => key.to_pkcs8_der(),
            Self::ElGamal(_) => Err(NO_IDENTIFIER),
            #[cfg(feature = "pairings")]
            Self::Pairing(_) => Err(NO_IDENTIFIER),
        }
    }

    /// The key in PKCS #8, PEM: `BEGIN PRIVATE KEY`.
    ///
    /// # Errors
    /// [`Error::Curve`] for a curve without a name here, and keys in polylimb's own format.
    pub fn to_pkcs8_pem(&self) -> Result<Zeroizing<String>> {
        pkcs8_pem(&self.to_pkcs8_der()?)
    }

    /// The public key.
    ///
    /// # Errors
    /// [`Error::FaultDetected`] if the machine made an arithmetic error; [`Error::Key`] for a key
    /// that belongs to an identity.
    pub fn public_key(&self) -> Result<AnyPublicKey> {
        Ok(match self {
            Self::Weierstrass(key) => AnyPublicKey::Weierstrass(key.public_key()?),
            Self::ElGamal(key) => AnyPublicKey::ElGamal(key.public_key()?),
            Self::X25519(key) => AnyPublicKey::X25519(key.public_key()),
            Self::Ed25519(key) => AnyPublicKey::Ed25519(key.public_key()),
            #[cfg(feature = "rsa")]
            Self::Rsa(key) => AnyPublicKey::Rsa(key.public_key().clone()),
            #[cfg(feature = "pairings")]
            Self::Pairing(key) => AnyPublicKey::Pairing(key.public_key()?),
        })
    }

    /// `X25519`, `Ed25519`, `BLS12-381`, `RSA` or the curve's name; `None` for a curve without a
    /// name here.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        match self {
            Self::Weierstrass(key) | Self::ElGamal(Dedicated(key)) => key.curve().name(),
            Self::X25519(_) => Some(X25519),
            Self::Ed25519(_) => Some(ED25519),
            #[cfg(feature = "rsa")]
            Self::Rsa(_) => Some(RSA),
            #[cfg(feature = "pairings")]
            Self::Pairing(_) => Some(BLS12_381),
        }
    }
}

impl fmt::Debug for AnySecretKey {
    /// Without the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnySecretKey").field(&self.name()).finish_non_exhaustive()
    }
}

impl AnyPublicKey {
    /// Reads `SubjectPublicKeyInfo`, PKCS #1 (feature `rsa`) or polylimb's own format, for keys on
    /// BLS12-381 (feature `pairings`) and of EC-ElGamal, in PEM or DER.
    ///
    /// # Errors
    /// [`Error::Encoding`]; [`Error::Key`] for a secret key; otherwise as the kind's own
    /// `from_spki_der`.
    pub fn decode(bytes: &[u8]) -> Result<Self> {
        let (format, document) = open(bytes)?;
        let der = document.as_bytes();
        match format {
            Format::Spki => Ok(match Kind::of_spki(der)? {
                Kind::Weierstrass => Self::Weierstrass(PublicKey::from_spki_der(der)?),
                Kind::X25519 => Self::X25519(x25519::PublicKey::from_spki_der(der)?),
                Kind::Ed25519 => Self::Ed25519(ed25519::PublicKey::from_spki_der(der)?),
                #[cfg(feature = "rsa")]
                Kind::Rsa => Self::Rsa(rsa::PublicKey::from_spki_der(der)?),
                #[cfg(not(feature = "rsa"))]
                Kind::Rsa => return Err(NO_RSA),
            }),
            #[cfg(feature = "rsa")]
            Format::Pkcs1Public => Ok(Self::Rsa(rsa::PublicKey::from_pkcs1_der(der)?)),
            Format::OwnPublic if is_elgamal(der) => {
                Ok(Self::ElGamal(Dedicated::<PublicKey>::from_der(der)?))
            }
            #[cfg(feature = "pairings")]
            Format::OwnPublic => Ok(Self::Pairing(PairingPublicKey::from_der(der)?)),
            #[cfg(not(feature = "pairings"))]
            Format::OwnPublic => Err(NOT_HERE),
            #[cfg(not(feature = "rsa"))]
            Format::Pkcs1Public => Err(NO_RSA),
            other => Err(other.unfit()),
        }
    }

    /// The key as `SubjectPublicKeyInfo`, or in polylimb's own format, in DER.
    ///
    /// # Errors
    /// As [`AnyPublicKey::to_spki_der`].
    pub fn to_der(&self) -> Result<Vec<u8>> {
        match self {
            Self::ElGamal(key) => key.to_der(),
            #[cfg(feature = "pairings")]
            Self::Pairing(key) => Ok(key.to_der()),
            other => other.to_spki_der(),
        }
    }

    /// The same in PEM.
    ///
    /// # Errors
    /// As [`AnyPublicKey::to_spki_pem`].
    pub fn to_pem(&self) -> Result<String> {
        match self {
            Self::ElGamal(key) => key.to_pem(),
            #[cfg(feature = "pairings")]
            Self::Pairing(key) => Ok(key.to_pem()),
            other => other.to_spki_pem(),
        }
    }

    /// The key as `SubjectPublicKeyInfo` in DER.
    ///
    /// # Errors
    /// [`Error::Curve`] for a curve without a name here, and keys in polylimb's own format.
    pub fn to_spki_der(&self) -> Result<Vec<u8>> {
        match self {
            Self::Weierstrass(key) => key.to_spki_der(),
            Self::X25519(key) => Ok(key.to_spki_der()),
            Self::Ed25519(key) => Ok(key.to_spki_der()),
            #[cfg(feature = "rsa")]
            Self::Rsa(key) => key.to_spki_der(),
            Self::ElGamal(_) => Err(NO_IDENTIFIER),
            #[cfg(feature = "pairings")]
            Self::Pairing(_) => Err(NO_IDENTIFIER),
        }
    }

    /// The key as `SubjectPublicKeyInfo` in PEM: `BEGIN PUBLIC KEY`.
    ///
    /// # Errors
    /// [`Error::Curve`] for a curve without a name here, and keys in polylimb's own format.
    pub fn to_spki_pem(&self) -> Result<String> {
        public_pem(self.to_spki_der()?, SPKI_LABEL)
    }

    /// As [`AnySecretKey::name`].
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        match self {
            Self::Weierstrass(key) | Self::ElGamal(Dedicated(key)) => key.curve().name(),
            Self::X25519(_) => Some(X25519),
            Self::Ed25519(_) => Some(ED25519),
            #[cfg(feature = "rsa")]
            Self::Rsa(_) => Some(RSA),
            #[cfg(feature = "pairings")]
            Self::Pairing(_) => Some(BLS12_381),
        }
    }
}
