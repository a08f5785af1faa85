//! One-round key agreement of three.
//!
//! **Source.** `[Joux2000]`; with a share in each group, because the pairing has two groups.
//! **Idea.** `a`, `b`, `c` are the secrets, `a P` and `a Q` the shares; each computes
//! `e(P, Q)^(a b c) = e(a (b P), c Q)`. **Domain.** BLS12-381. The protocol authenticates nobody;
//! the caller must. **Constant time** in the secret.
//!
//! ```
//! use polylimb::protocol::joux::{SecretKey, Share};
//! let [a, b, c] = [[1; 32], [2; 32], [3; 32]].map(|bytes| SecretKey::from_bytes(&bytes));
//! let (a, b, c) = (a?, b?, c?);
//! let shares = [a.share(), b.share(), c.share()];
//! let received = Share::from_bytes(&shares[1].to_bytes())?;
//! assert_eq!(a.agree(&received, &shares[2]), c.agree(&shares[0], &shares[1]));
//! # Ok::<(), polylimb::Error>(())
//! ```

use super::pairing_setting::{SHARED_BYTES, bits, certain, engine, secret_scalar, shared_key};
use crate::error::{Error, Result};
use crate::pairing::engine::{G1, G2};
use alloc::vec::Vec;
use core::fmt;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// The purpose of a derived key.
const TAG: &[u8] = b"POLYLIMB-JOUX-V01-with-BLS12381_XMD:SHA-256_";
/// Bytes of the first half of a share.
const FIRST_BYTES: usize = 48;
/// Bytes of a share.
const SHARE_BYTES: usize = 144;

secret_scalar! {
    /// The secret of one of the three. Wiped when dropped.
    SecretKey, "secret"
}

/// A share: the same multiple of both generators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    first: G1,
    second: G2,
    bytes: Vec<u8>,
}

impl SecretKey {
    /// The share for the other two.
    #[must_use]
    pub fn share(&self) -> Share {
        let (engine, k) = (engine(), bits(&self.0));
        let (first, second) =
            (engine.g1().multiply_generator(k), engine.g2().multiply_generator(k));
        let compressed = [engine.g1().compress(&first), engine.g2().compress(&second)];
        Share { first, second, bytes: compressed.map(certain).concat() }
    }

    /// The common key, from the shares of the other two in any order.
    #[must_use]
    pub fn agree(&self, one: &Share, other: &Share) -> Zeroizing<[u8; SHARED_BYTES]> {
        let engine = engine();
        let mut point = certain(engine.g1().multiply(bits(&self.0), &one.first));
        let value = certain(engine.pairing(&point, &other.second));
        point.zeroize();
        let own = self.share();
        let mut all = [&*own.bytes, &*one.bytes, &*other.bytes];
        all.sort_unstable();
        certain(shared_key(value, &all, TAG))
    }
}

impl Share {
    /// The share in its bytes, two compressed points.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.bytes.clone()
    }

    /// Reads a share, and checks that both points are the same multiple.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Encoding`], [`Error::NotReduced`], [`Error::Curve`];
    /// [`Error::Key`] for neutral elements and for points that are different multiples.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        if bytes.len() != SHARE_BYTES {
            let (expected, got) = (SHARE_BYTES, bytes.len());
            return Err(Error::Length { what: "the share", expected, got });
        }
        let engine = engine();
        let (first, second) = bytes.split_at(FIRST_BYTES);
        let (first, second) = (engine.g1().decode(first)?, engine.g2().decode(second)?);
        if first.is_neutral() || second.is_neutral() {
            return Err(Error::Key { wrong: "the neutral element is nobody's share" });
        }
        // e(a P, Q) e(-P, a Q) = 1
        let opposite = engine.g1().negate(&engine.g1().generator())?;
        let generator = engine.g2().generator();
        if !engine.product_is_one_vartime(&[(&first, &generator), (&opposite, &second)])? {
            return Err(Error::Key { wrong: "the points of a share are the same multiple" });
        }
        Ok(Self { first, second, bytes: bytes.to_vec() })
    }
}
