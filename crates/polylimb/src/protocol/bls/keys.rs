//! Keys.

use super::{Bls, Variant};
use crate::error::{Error, Result};
use crate::limb::Bits;
use crate::pairing::engine::SourcePoint;
use crate::protocol::pairing_setting::{SCALAR_BYTES, bits, bytes_of, certain, read, scalars};
use crate::protocol::scalars::Scalar;
use alloc::vec::Vec;
use core::fmt;
use hmac::{Hmac, KeyInit, Mac};
use rand_core::CryptoRng;
use sha2::{Digest, Sha256};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// Bytes of a secret key.
const SECRET_KEY_BYTES: usize = SCALAR_BYTES;

/// Fewest bytes of a seed.
const SEED_BYTES: usize = 32;
/// Bytes that are reduced modulo the order: `ceil(3 ceil(log₂ r) / 16)`.
const EXPANDED_BYTES: u8 = 48;

/// A secret key: a number from 1 to `r - 1`. Wiped when dropped.
#[derive(Clone)]
pub struct SecretKey {
    pub(super) scalar: Scalar,
}

/// HMAC-SHA-256.
fn mac(key: &[u8], parts: &[&[u8]]) -> Zeroizing<[u8; 32]> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("keys of HMAC have any length");
    for part in parts {
        mac.update(part);
    }
    let mut output = mac.finalize().into_bytes();
    let copy = Zeroizing::new(output.into());
    output.zeroize();
    copy
}

impl SecretKey {
    /// A new key, from 32 fresh random bytes.
    pub fn generate<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        let mut seed = Zeroizing::new([0; SEED_BYTES]);
        rng.fill_bytes(&mut *seed);
        certain(Self::from_seed(&*seed, b""))
    }

    /// The key of a secret, uniform seed of at least 32 bytes, for the use named by `info`:
    /// `KeyGen` of `[CFRG-BLS]`, by HKDF `[RFC5869]`.
    ///
    /// # Errors
    /// [`Error::Parameter`] for a shorter seed.
    pub fn from_seed(seed: &[u8], info: &[u8]) -> Result<Self> {
        if seed.len() < SEED_BYTES {
            return Err(Error::Parameter { expected: "seed: at least 32 bytes" });
        }
        let scalars = scalars()?;
        let mut salt = Sha256::digest(b"BLS-SIG-KEYGEN-SALT-");
        loop {
            let pseudorandom = mac(&salt, &[seed, &[0]]);
            let first = mac(&*pseudorandom, &[info, &[0, EXPANDED_BYTES], &[1]]);
            let second = mac(&*pseudorandom, &[&*first, info, &[0, EXPANDED_BYTES], &[2]]);
            let mut expanded = Zeroizing::new([0; EXPANDED_BYTES as usize]);
            expanded[..32].copy_from_slice(&*first);
            expanded[32..].copy_from_slice(&second[..16]);
            let scalar = scalars.reduced(&*expanded)?;
            // Rejected draws reveal nothing about the accepted one.
            if scalars.in_range(&scalar).to_bool_vartime() {
                return Ok(Self { scalar });
            }
            salt = Sha256::digest(salt);
        }
    }

    /// The key in 32 bytes, most significant first.
    ///
    /// # Errors
    /// [`Error::Length`]; [`Error::Key`] if it is 0 or not below the order.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        Ok(Self { scalar: read(bytes)? })
    }

    /// The key's bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Zeroizing<[u8; SECRET_KEY_BYTES]> {
        bytes_of(&self.scalar)
    }

    pub(super) fn bits(&self) -> Bits<'_> {
        bits(&self.scalar)
    }
}

impl ZeroizeOnDrop for SecretKey {}

impl fmt::Debug for SecretKey {
    /// Without the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey")
    }
}

/// A public key: a point of its group other than the neutral element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey<V: Variant> {
    pub(super) point: V::Key,
    pub(super) bytes: Vec<u8>,
}

impl<V: Variant> PublicKey<V> {
    /// The compressed point.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// A public key whose owner has proved to possess its secret, so that it may be added to others:
/// what [`Bls::verify_possession`] returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvedKey<V: Variant>(pub(super) PublicKey<V>);

impl<V: Variant> ProvedKey<V> {
    /// The key, whose proof the caller has verified earlier, before storing it for instance. With a
    /// key that nobody has proved, its owner can forge signatures of all whose keys are added to
    /// it.
    #[must_use]
    pub const fn verified_earlier(key: PublicKey<V>) -> Self {
        Self(key)
    }

    /// The key.
    #[must_use]
    pub const fn key(&self) -> &PublicKey<V> {
        &self.0
    }
}

impl<V: Variant> Bls<V> {
    /// The public key of a secret one. Constant time.
    pub fn public_key(&self, key: &SecretKey) -> PublicKey<V> {
        let group = V::Key::group(self.engine());
        let point = group.multiply_generator(key.bits());
        let bytes = group.compress(&point).expect("a point of this curve");
        PublicKey { point, bytes }
    }

    /// Decodes a public key, compressed or not: `KeyValidate`.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Encoding`], [`Error::NotReduced`], [`Error::Curve`];
    /// [`Error::Key`] for the neutral element.
    pub fn read_public_key(&self, bytes: &[u8]) -> Result<PublicKey<V>> {
        let group = V::Key::group(self.engine());
        let point = group.decode(bytes)?;
        if point == group.neutral() {
            return Err(Error::Key { wrong: "the neutral element is nobody's public key" });
        }
        let bytes = group.compress(&point)?;
        Ok(PublicKey { point, bytes })
    }
}
