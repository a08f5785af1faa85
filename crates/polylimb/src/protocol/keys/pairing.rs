//! Keys of the protocols on pairings, all on BLS12-381.

use crate::error::{Error, Result};
use crate::protocol::bls::{self, Bls, MinimalPubkeySize, MinimalSignatureSize, Scheme};
use crate::protocol::{ibe, joux, sok};
use alloc::vec::Vec;
use core::fmt;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

/// The purpose of a key on BLS12-381.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PairingScheme {
    /// BLS signatures, public keys of 48 bytes and signatures of 96.
    Bls,
    /// BLS signatures, public keys of 96 bytes and signatures of 48.
    BlsMinimalSignature,
    /// Encryption to identities.
    BonehFranklin,
    /// Key agreement by identities.
    SakaiOhgishiKasahara,
    /// Key agreement of three.
    Joux,
}

impl PairingScheme {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Bls,
        Self::BlsMinimalSignature,
        Self::BonehFranklin,
        Self::SakaiOhgishiKasahara,
        Self::Joux,
    ];

    /// The protocol's name, `bls-min-sig` for the second.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bls => "bls",
            Self::BlsMinimalSignature => "bls-min-sig",
            Self::BonehFranklin => "boneh-franklin",
            Self::SakaiOhgishiKasahara => "sakai-ohgishi-kasahara",
            Self::Joux => "joux",
        }
    }

    /// The scheme of that name, in any case; also `ibe` and `sok`.
    ///
    /// # Errors
    /// [`Error::UnknownName`].
    pub fn find(name: &str) -> Result<Self> {
        let alias = |scheme| match scheme {
            Self::BonehFranklin => "ibe",
            Self::SakaiOhgishiKasahara => "sok",
            other => other.name(),
        };
        let is = |scheme: &Self| {
            [scheme.name(), alias(*scheme)].iter().any(|n| n.eq_ignore_ascii_case(name))
        };
        Self::ALL.into_iter().find(is).ok_or(Error::UnknownName { kind: "scheme" })
    }
}

/// A secret key on BLS12-381. Wiped when dropped.
///
/// ```
/// use polylimb::protocol::keys::{AnySecretKey, PairingScheme, PairingSecretKey};
/// # use rand_chacha::rand_core::SeedableRng;
/// # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
/// let authority = PairingSecretKey::generate(PairingScheme::BonehFranklin, &mut rng)?;
/// let alice = AnySecretKey::Pairing(authority.extract(b"alice")?);
/// let pem = alice.to_pem()?;
/// assert!(pem.starts_with("-----BEGIN POLYLIMB SECRET KEY-----\n"));
/// assert_eq!(AnySecretKey::decode(pem.as_bytes())?.to_pem()?, pem);
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub enum PairingSecretKey {
    /// Signs with signatures of 96 bytes.
    Bls(bls::SecretKey),
    /// Signs with signatures of 48 bytes.
    BlsMinimalSignature(bls::SecretKey),
    /// Makes the keys of identities.
    BonehFranklin(ibe::Authority),
    /// Decrypts ciphertexts for its identity.
    BonehFranklinIdentity {
        /// Whose key it is.
        identity: Vec<u8>,
        /// The key.
        key: ibe::PrivateKey,
    },
    /// Makes the keys of identities.
    SakaiOhgishiKasahara(sok::Authority),
    /// Shares keys with other identities.
    SakaiOhgishiKasaharaIdentity(sok::PrivateKey),
    /// Agrees with two others.
    Joux(joux::SecretKey),
}

impl PairingSecretKey {
    /// A new key; an authority's where keys belong to identities.
    ///
    /// # Errors
    /// [`Error::Randomness`] if `rng` gives nothing usable.
    pub fn generate<R: CryptoRng + ?Sized>(scheme: PairingScheme, rng: &mut R) -> Result<Self> {
        Ok(match scheme {
            PairingScheme::Bls => Self::Bls(bls::SecretKey::generate(rng)),
            PairingScheme::BlsMinimalSignature => {
                Self::BlsMinimalSignature(bls::SecretKey::generate(rng))
            }
            PairingScheme::BonehFranklin => Self::BonehFranklin(ibe::Authority::generate(rng)?),
            PairingScheme::SakaiOhgishiKasahara => {
                Self::SakaiOhgishiKasahara(sok::Authority::generate(rng)?)
            }
            PairingScheme::Joux => Self::Joux(joux::SecretKey::generate(rng)?),
        })
    }

    /// Decodes a key; with an identity, the key of that identity.
    ///
    /// # Errors
    /// [`Error::Key`] for an identity in a scheme without identities; otherwise as the `from_bytes`
    /// of its kind.
    pub fn from_bytes(
        scheme: PairingScheme,
        identity: Option<&[u8]>,
        bytes: &[u8],
    ) -> Result<Self> {
        Ok(match (scheme, identity) {
            (PairingScheme::Bls, None) => Self::Bls(bls::SecretKey::from_bytes(bytes)?),
            (PairingScheme::BlsMinimalSignature, None) => {
                Self::BlsMinimalSignature(bls::SecretKey::from_bytes(bytes)?)
            }
            (PairingScheme::BonehFranklin, None) => {
                Self::BonehFranklin(ibe::Authority::from_bytes(bytes)?)
            }
            (PairingScheme::BonehFranklin, Some(identity)) => Self::BonehFranklinIdentity {
                identity: identity.to_vec(),
                key: ibe::PrivateKey::from_bytes(bytes)?,
            },
            (PairingScheme::SakaiOhgishiKasahara, None) => {
                Self::SakaiOhgishiKasahara(sok::Authority::from_bytes(bytes)?)
            }
            (PairingScheme::SakaiOhgishiKasahara, Some(identity)) => {
                Self::SakaiOhgishiKasaharaIdentity(sok::PrivateKey::from_bytes(identity, bytes)?)
            }
            (PairingScheme::Joux, None) => Self::Joux(joux::SecretKey::from_bytes(bytes)?),
            (_, Some(_)) => return Err(NO_IDENTITIES),
        })
    }

    /// The key's bytes, without its identity.
    #[must_use]
    pub fn to_bytes(&self) -> Zeroizing<Vec<u8>> {
        let scalar = |bytes: Zeroizing<[u8; 32]>| Zeroizing::new(bytes.to_vec());
        match self {
            Self::Bls(key) | Self::BlsMinimalSignature(key) => scalar(key.to_bytes()),
            Self::BonehFranklin(key) => scalar(key.to_bytes()),
            Self::BonehFranklinIdentity { key, .. } => key.to_bytes(),
            Self::SakaiOhgishiKasahara(key) => scalar(key.to_bytes()),
            Self::SakaiOhgishiKasaharaIdentity(key) => key.to_bytes(),
            Self::Joux(key) => scalar(key.to_bytes()),
        }
    }

    /// What it is for.
    #[must_use]
    pub const fn scheme(&self) -> PairingScheme {
        match self {
            Self::Bls(_) => PairingScheme::Bls,
            Self::BlsMinimalSignature(_) => PairingScheme::BlsMinimalSignature,
            Self::BonehFranklin(_) | Self::BonehFranklinIdentity { .. } => {
                PairingScheme::BonehFranklin
            }
            Self::SakaiOhgishiKasahara(_) | Self::SakaiOhgishiKasaharaIdentity(_) => {
                PairingScheme::SakaiOhgishiKasahara
            }
            Self::Joux(_) => PairingScheme::Joux,
        }
    }

    /// The identity of the key's owner; `None` for the key of an authority and in schemes without
    /// identities.
    #[must_use]
    pub fn identity(&self) -> Option<&[u8]> {
        match self {
            Self::BonehFranklinIdentity { identity, .. } => Some(identity),
            Self::SakaiOhgishiKasaharaIdentity(key) => Some(key.identity()),
            _ => None,
        }
    }

    /// The key of the owner of `identity`.
    ///
    /// # Errors
    /// [`Error::Key`] if this is no authority's key.
    pub fn extract(&self, identity: &[u8]) -> Result<Self> {
        Ok(match self {
            Self::BonehFranklin(authority) => Self::BonehFranklinIdentity {
                identity: identity.to_vec(),
                key: authority.extract(identity),
            },
            Self::SakaiOhgishiKasahara(authority) => {
                Self::SakaiOhgishiKasaharaIdentity(authority.extract(identity))
            }
            _ => {
                return Err(Error::Key {
                    wrong: "only an authority's key of boneh-franklin or sakai-ohgishi-kasahara makes keys of identities",
                });
            }
        })
    }

    /// The public key; for three-party agreement the share.
    ///
    /// # Errors
    /// [`Error::Key`] for a scheme without public keys.
    pub fn public_key(&self) -> Result<PairingPublicKey> {
        Ok(match self {
            Self::Bls(key) => PairingPublicKey::Bls(suite().public_key(key)),
            Self::BlsMinimalSignature(key) => {
                PairingPublicKey::BlsMinimalSignature(suite().public_key(key))
            }
            Self::BonehFranklin(key) => PairingPublicKey::BonehFranklin(key.public_key()),
            Self::Joux(key) => PairingPublicKey::Joux(key.share()),
            _ => {
                return Err(Error::Key {
                    wrong: "where keys belong to identities, the identity is the public key",
                });
            }
        })
    }
}

impl fmt::Debug for PairingSecretKey {
    /// Without the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PairingSecretKey").field(&self.scheme()).finish_non_exhaustive()
    }
}

/// A public key on BLS12-381.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PairingPublicKey {
    /// Verifies signatures of 96 bytes.
    Bls(bls::PublicKey<MinimalPubkeySize>),
    /// Verifies signatures of 48 bytes.
    BlsMinimalSignature(bls::PublicKey<MinimalSignatureSize>),
    /// The authority's: encrypts to all of its identities.
    BonehFranklin(ibe::PublicKey),
    /// One of three shares.
    Joux(joux::Share),
}

impl PairingPublicKey {
    /// The key of these bytes: points compressed.
    ///
    /// # Errors
    /// [`Error::Key`] for a scheme without public keys; otherwise as the reading function of its
    /// kind.
    pub fn from_bytes(scheme: PairingScheme, bytes: &[u8]) -> Result<Self> {
        let key = match scheme {
            PairingScheme::Bls => Self::Bls(suite().read_public_key(bytes)?),
            PairingScheme::BlsMinimalSignature => {
                Self::BlsMinimalSignature(suite().read_public_key(bytes)?)
            }
            PairingScheme::BonehFranklin => Self::BonehFranklin(ibe::PublicKey::from_bytes(bytes)?),
            PairingScheme::Joux => Self::Joux(joux::Share::from_bytes(bytes)?),
            PairingScheme::SakaiOhgishiKasahara => {
                return Err(Error::Key {
                    wrong: "sakai-ohgishi-kasahara has no public keys but identities",
                });
            }
        };
        if key.to_bytes() != bytes {
            return Err(Error::Encoding { expected: "the points of a public key compressed" });
        }
        Ok(key)
    }

    /// The key's bytes: points compressed.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Bls(key) => key.as_bytes().to_vec(),
            Self::BlsMinimalSignature(key) => key.as_bytes().to_vec(),
            Self::BonehFranklin(key) => key.as_bytes().to_vec(),
            Self::Joux(share) => share.to_bytes(),
        }
    }

    /// What it is for.
    #[must_use]
    pub const fn scheme(&self) -> PairingScheme {
        match self {
            Self::Bls(_) => PairingScheme::Bls,
            Self::BlsMinimalSignature(_) => PairingScheme::BlsMinimalSignature,
            Self::BonehFranklin(_) => PairingScheme::BonehFranklin,
            Self::Joux(_) => PairingScheme::Joux,
        }
    }
}

/// Keys are the same in all three schemes.
fn suite<V: bls::Variant>() -> Bls<V> {
    Bls::new(Scheme::Basic)
}

/// That a key has an identity for which there is no use.
const NO_IDENTITIES: Error =
    Error::Key { wrong: "keys of this scheme belong to no identity; leave it out" };
