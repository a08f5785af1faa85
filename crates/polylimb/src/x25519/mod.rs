//! X25519: Diffie-Hellman on Curve25519 with the coordinate `u` only `[RFC7748]`.
//!
//! **What is checked.** Any 32 bytes are a public key: the top bit is ignored, and numbers from `p`
//! up are reduced modulo `p`, as `[RFC7748]` requires. Public keys of low order give 0 for each
//! secret. [`SecretKey::agree`] refuses them, [`x25519`] returns the 0. **Constant time** in the
//! secret key and the other's public key. **Secrets** are wiped when dropped.
//!
//! ```
//! use polylimb::x25519::SecretKey;
//! # use rand_chacha::rand_core::SeedableRng;
//! # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
//! let (mine, theirs) = (SecretKey::generate(&mut rng), SecretKey::generate(&mut rng));
//! let shared = mine.agree(&theirs.public_key())?;
//! assert_eq!(shared.as_bytes(), theirs.agree(&mine.public_key())?.as_bytes());
//! # Ok::<(), polylimb::Error>(())
//! ```

#[cfg(feature = "protocol")]
mod batch;
#[cfg(all(feature = "protocol", feature = "std"))]
pub(crate) mod lanes;

#[cfg(feature = "protocol")]
pub use batch::x25519_all;

use crate::cpu::Features;
#[cfg(all(feature = "protocol", target_arch = "x86_64"))]
use crate::curve::multiply_in_lanes;
use crate::curve::{LinePoint, Montgomery};
use crate::curve25519::{
    A24, BYTES, Number, SCALAR_BITS, clamp, curve, multiply_base, read, write,
};
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

/// A secret key: any 32 bytes. The bits that `[RFC7748]` fixes are ignored.
#[derive(Clone)]
pub struct SecretKey(Zeroizing<[u8; BYTES]>);

/// A public key: any 32 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublicKey([u8; BYTES]);

/// The shared secret. It is not uniform: derive keys from it.
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

    /// The public key: the multiple of the base, computed in Edwards form from tables.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        PublicKey(with_best(Features::detect(), MultiplyBase(&scalar(&self.0))))
    }

    /// The secret shared with the owner of `public`.
    ///
    /// # Errors
    /// [`Error::Curve`] if `public` is one of the points of low order, which make the result 0.
    pub fn agree(&self, public: &PublicKey) -> Result<SharedSecret> {
        not_zero(x25519(&self.0, &public.0))
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

/// The secret, unless it is 0.
fn not_zero(shared: [u8; BYTES]) -> Result<SharedSecret> {
    let shared = SharedSecret(Zeroizing::new(shared));
    if limb::is_zero(&*Zeroizing::new(read(&shared.0))).to_bool_vartime() {
        return Err(Error::Curve {
            wrong: "the public key is a point of low order; the shared secret would be 0",
        });
    }
    Ok(shared)
}

/// The function X25519 of RFC 7748, section 5: `k` times the point of coordinate `u`, 0 where that
/// is neutral.
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

impl Multiply<'_> {
    /// The multiple, its coordinates in the lanes of a vector, where the CPU has them.
    fn in_lanes(&self) -> Option<LinePoint<Number>> {
        #[cfg(all(feature = "protocol", target_arch = "x86_64"))]
        {
            let k = Bits::with_len(self.k, SCALAR_BITS);
            let mut p = multiply_in_lanes(k, &write(self.u))?;
            let r = LinePoint { x: read(&p.x), z: read(&p.z) };
            p.zeroize();
            Some(r)
        }
        #[cfg(not(all(feature = "protocol", target_arch = "x86_64")))]
        None
    }
}

impl WithKernel for Multiply<'_> {
    type Out = [u8; BYTES];

    fn call<K: KernelSet>(self, kernel: K) -> [u8; BYTES] {
        let curve = Montgomery::new(F25519::new(kernel), A24);
        let mut p = self.in_lanes().unwrap_or_else(|| {
            // The lowest bits of a clamped scalar are 0: doublings alone.
            let k = Bits::with_len(self.k, SCALAR_BITS).part(COFACTOR_BITS, SCALAR_BITS);
            let p = curve.ladder(self.u, k);
            (0..COFACTOR_BITS).fold(p, |p, _| curve.double(&p))
        });
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
