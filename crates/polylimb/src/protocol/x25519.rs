//! X25519: Diffie-Hellman on Curve25519 by the coordinate `u` alone (RFC 7748).
//!
//! **What is checked.** Every 32 bytes are a public key: the top bit is ignored, and numbers from `p` up are taken modulo `p`, as the
//! RFC demands. Public keys of low order give 0 whatever the secret; [`SecretKey::agree`] refuses them, [`x25519`] returns
//! the 0. **Constant time** in the secret key and the other's public key. **Secrets** are wiped when dropped.
//!
//! ```
//! use polylimb::protocol::x25519::SecretKey;
//! let (a, b) = (SecretKey::from_bytes([1; 32]), SecretKey::from_bytes([2; 32]));
//! let shared = a.agree(&b.public_key())?;
//! assert_eq!(shared.as_bytes(), b.agree(&a.public_key())?.as_bytes());
//! # Ok::<(), polylimb::Error>(())
//! ```

use super::curve25519::{
    A24, BYTES, Number, SCALAR_BITS, clamp, curve, multiply_base, read, write,
};
use crate::cpu::Features;
use crate::curve::Montgomery;
use crate::field::prime::{F25519, KernelSet, WithKernel, with_best};
use crate::limb::{self, Bits};
use crate::{Error, Result};
use core::fmt;
use rand_core::CryptoRng;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// `u` of the base.
pub const BASE: [u8; BYTES] = {
    let mut base = [0; BYTES];
    base[0] = 9;
    base
};

/// A secret key: any 32 bytes; those bits that RFC 7748 fixes are ignored.
#[derive(Clone)]
pub struct SecretKey(Zeroizing<[u8; BYTES]>);

/// A public key: any 32 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublicKey([u8; BYTES]);

/// What both sides share: not uniform, for a key derivation function to make keys of.
#[derive(Clone)]
pub struct SharedSecret(Zeroizing<[u8; BYTES]>);

impl SecretKey {
    /// A new key.
    pub fn generate<R: CryptoRng + ?Sized>(rng: &mut R) -> Self {
        let mut bytes = Zeroizing::new([0; BYTES]);
        rng.fill_bytes(&mut *bytes);
        Self(bytes)
    }

    /// The key of these bytes.
    #[must_use]
    pub fn from_bytes(bytes: [u8; BYTES]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// The key's bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; BYTES] {
        &self.0
    }

    /// The public key: the base's multiple, computed in Edwards form from tables.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        PublicKey(with_best(Features::detect(), MultiplyBase(&scalar(&self.0))))
    }

    /// The secret shared with the owner of `public`.
    ///
    /// # Errors
    /// [`Error::Curve`] if `public` is one of the points of low order, which make the result 0.
    pub fn agree(&self, public: &PublicKey) -> Result<SharedSecret> {
        let shared = SharedSecret(Zeroizing::new(x25519(&self.0, &public.0)));
        if limb::is_zero(&*Zeroizing::new(read(&shared.0))).to_bool_vartime() {
            return Err(Error::Curve {
                wrong: "the public key is a point of low order; the shared secret would be 0",
            });
        }
        Ok(shared)
    }
}

impl ZeroizeOnDrop for SecretKey {}

impl fmt::Debug for SecretKey {
    /// Without the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretKey").finish_non_exhaustive()
    }
}

impl PublicKey {
    /// The key of these bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; BYTES]) -> Self {
        Self(bytes)
    }

    /// The key's bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; BYTES] {
        &self.0
    }
}

impl SharedSecret {
    /// The secret's bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; BYTES] {
        &self.0
    }
}

impl ZeroizeOnDrop for SharedSecret {}

impl fmt::Debug for SharedSecret {
    /// Without the secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedSecret").finish_non_exhaustive()
    }
}

/// The function X25519 of RFC 7748, section 5: `k` times the point of coordinate `u`, 0 where that is neutral.
#[must_use]
pub fn x25519(k: &[u8; BYTES], u: &[u8; BYTES]) -> [u8; BYTES] {
    let mut u = *u;
    u[BYTES - 1] &= 0x7f;
    with_best(Features::detect(), Multiply { k: &scalar(k), u: &read(&u) })
}

/// The clamped number.
fn scalar(bytes: &[u8; BYTES]) -> Zeroizing<Number> {
    Zeroizing::new(read(&Zeroizing::new(clamp(*bytes))))
}

struct Multiply<'a> {
    k: &'a Number,
    u: &'a Number,
}

impl WithKernel for Multiply<'_> {
    type Out = [u8; BYTES];

    fn call<K: KernelSet>(self, kernel: K) -> [u8; BYTES] {
        let curve = Montgomery::new(F25519::new(kernel), A24);
        // The lowest bits of a clamped scalar are 0: doublings alone.
        let k = Bits::with_len(self.k, SCALAR_BITS).part(COFACTOR_BITS, SCALAR_BITS);
        let mut p = curve.ladder(self.u, k);
        for _ in 0..COFACTOR_BITS {
            p = curve.double(&p);
        }
        let u = curve.coordinate(&p);
        p.zeroize();
        write(&curve.field().leave(&u))
    }
}

const COFACTOR_BITS: usize = 3;

struct MultiplyBase<'a>(&'a Number);

impl WithKernel for MultiplyBase<'_> {
    type Out = [u8; BYTES];

    fn call<K: KernelSet>(self, kernel: K) -> [u8; BYTES] {
        let curve = curve(kernel);
        let mut p = multiply_base(&curve, self.0);
        let u = curve.montgomery_u(&p);
        p.zeroize();
        write(&curve.field().leave(&u))
    }
}
