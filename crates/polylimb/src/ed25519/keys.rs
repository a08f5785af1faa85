//! Keys and signatures as bytes.

use super::hash;
use super::sign::public_of;
use crate::cpu::Features;
use crate::curve::Group;
use crate::curve25519::{BYTES, Number, Point, clamp, curve, decode_vartime, is_low_order, read};
use crate::field::Encoding;
use crate::field::prime::{F25519Order, KernelSet, Portable, WithKernel, with_best};
use crate::{Error, Result};
use core::fmt;
use rand_core::CryptoRng;
use zeroize::{ZeroizeOnDrop, Zeroizing};

/// Bytes of a signature.
const SIGNATURE_BYTES: usize = 2 * BYTES;

/// A secret key: 32 random bytes, and the scalar and prefix that `[RFC8032]` derives from them.
#[derive(Clone)]
pub struct SecretKey {
    seed: Zeroizing<[u8; BYTES]>,
    /// The clamped multiplier.
    pub(super) scalar: Zeroizing<Number>,
    /// The input of nonces.
    pub(super) prefix: Zeroizing<[u8; BYTES]>,
    pub(super) public: [u8; BYTES],
}

impl SecretKey {
    /// A new key.
    pub fn generate<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        let mut seed = Zeroizing::new([0; BYTES]);
        rng.fill_bytes(&mut *seed);
        Self::from_bytes(&seed)
    }

    /// The key of this seed; any 32 bytes.
    #[must_use]
    pub fn from_bytes(seed: &[u8; BYTES]) -> Self {
        let expanded = Zeroizing::new(hash(&[seed]));
        let mut halves = Zeroizing::new([[0; BYTES]; 2]);
        halves.as_flattened_mut().copy_from_slice(&*expanded);
        halves[0] = clamp(halves[0]);
        let mut key = Self {
            seed: Zeroizing::new(*seed),
            scalar: Zeroizing::new(read(&halves[0])),
            prefix: Zeroizing::new(halves[1]),
            public: [0; BYTES],
        };
        key.public = public_of(&key.scalar);
        key
    }

    /// The seed.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; BYTES] {
        &self.seed
    }

    /// The bytes of the public key.
    #[must_use]
    pub const fn public_bytes(&self) -> &[u8; BYTES] {
        &self.public
    }

    /// The public key.
    ///
    /// # Panics
    /// Never: the public key of a secret one is valid.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        PublicKey::from_bytes(&self.public).expect("a multiple of the base")
    }
}

impl ZeroizeOnDrop for SecretKey {}

impl fmt::Debug for SecretKey {
    /// Without the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretKey").field("public", &self.public).finish_non_exhaustive()
    }
}

/// A public key that was found to be valid.
#[derive(Clone, Copy)]
pub struct PublicKey {
    bytes: [u8; BYTES],
    /// The point's negative.
    pub(super) negative: Point,
}

impl PublicKey {
    /// The key of these bytes.
    ///
    /// # Errors
    /// [`Error::NotReduced`], [`Error::Curve`] if they are not the canonical encoding of a point,
    /// [`Error::Key`] if it is of low order.
    pub fn from_bytes(bytes: &[u8; BYTES]) -> Result<Self> {
        with_best(Features::detect(), Decode(bytes))
    }

    /// The key's bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; BYTES] {
        &self.bytes
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PublicKey").field(&self.bytes).finish()
    }
}

impl PartialEq for PublicKey {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for PublicKey {}

struct Decode<'a>(&'a [u8; BYTES]);

impl WithKernel for Decode<'_> {
    type Out = Result<PublicKey>;

    fn call<K: KernelSet>(self, kernel: K) -> Result<PublicKey> {
        let curve = curve(kernel);
        let point = decode_vartime(&curve, self.0)?;
        if is_low_order(&curve, &point).to_bool_vartime() {
            return Err(Error::Key { wrong: "a point of low order is nobody's public key" });
        }
        Ok(PublicKey { bytes: *self.0, negative: curve.neg(&point) })
    }
}

/// A signature whose `S` is below the order. Verification checks whether `R` is a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signature {
    pub(super) r: [u8; BYTES],
    pub(super) s: [u8; BYTES],
}

impl Signature {
    /// The signature of these bytes.
    ///
    /// # Errors
    /// [`Error::Length`], and [`Error::NotReduced`] if `S` is not below the order.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        if bytes.len() != SIGNATURE_BYTES {
            return Err(Error::Length {
                what: "the signature",
                expected: SIGNATURE_BYTES,
                got: bytes.len(),
            });
        }
        let (mut r, mut s) = ([0; BYTES], [0; BYTES]);
        r.copy_from_slice(&bytes[..BYTES]);
        s.copy_from_slice(&bytes[BYTES..]);
        F25519Order::new(Portable).decode(&s)?;
        Ok(Self { r, s })
    }

    /// The signature's bytes.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; SIGNATURE_BYTES] {
        let mut bytes = [0; SIGNATURE_BYTES];
        bytes[..BYTES].copy_from_slice(&self.r);
        bytes[BYTES..].copy_from_slice(&self.s);
        bytes
    }
}
