//! Key agreement by identities alone, without a message.
//!
//! **Source.** `[Sakai2000]`; for a pairing of two groups as in `[Dupont2006]`. **Idea.** An
//! authority with the secret `s` gives the owner of an identity the multiples `s H₁(id)` in `G₁`
//! and `s H₂(id)` in `G₂`. Two owners share `e(H₁(id), H₂(id'))^s`, where `id` is the smaller of
//! both identities as byte strings. **Domain.** BLS12-381, points by RFC 9380. The authority can
//! compute all keys. **Constant time** in the secrets.
//!
//! ```
//! use polylimb::protocol::sok::Authority;
//! let authority = Authority::from_bytes(&[7; 32])?;
//! let (alice, bob) = (authority.extract(b"alice"), authority.extract(b"bob"));
//! assert_eq!(alice.agree(b"bob")?, bob.agree(b"alice")?);
//! assert_ne!(alice.agree(b"bob")?, alice.agree(b"carol")?);
//! # Ok::<(), polylimb::Error>(())
//! ```

use super::hash_to_curve::hash_to_group;
use super::pairing_setting::{
    SHARED_BYTES, bits, certain, engine, secret_point, secret_scalar, shared_key,
};
use crate::error::{Error, Result};
use crate::pairing::engine::{G1, G2};
use alloc::vec::Vec;
use core::fmt;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// The tags for hashing identities and deriving keys.
const TAG_1: &[u8] = b"POLYLIMB-SOK-V01-with-BLS12381G1_XMD:SHA-256_SSWU_RO_";
const TAG_2: &[u8] = b"POLYLIMB-SOK-V01-with-BLS12381G2_XMD:SHA-256_SSWU_RO_";
const TAG_KEY: &[u8] = b"POLYLIMB-SOK-V01-with-BLS12381_XMD:SHA-256_";

/// Bytes of the first point of an identity's key, uncompressed, and of both.
const FIRST_BYTES: usize = 96;
const KEY_BYTES: usize = 288;

secret_scalar! {
    /// The authority's secret. Wiped when dropped.
    Authority, "authority's secret"
}

impl Authority {
    /// The secret key of the owner of `identity`.
    #[must_use]
    pub fn extract(&self, identity: &[u8]) -> PrivateKey {
        let (engine, k) = (engine(), bits(&self.0));
        let first: G1 = certain(hash_to_group(&*engine, identity, TAG_1));
        let second: G2 = certain(hash_to_group(&*engine, identity, TAG_2));
        PrivateKey {
            identity: identity.to_vec(),
            first: certain(engine.g1().multiply(k, &first)),
            second: certain(engine.g2().multiply(k, &second)),
        }
    }
}

/// The secret key of an identity. Wiped when dropped.
#[derive(Clone)]
pub struct PrivateKey {
    identity: Vec<u8>,
    first: G1,
    second: G2,
}

impl PrivateKey {
    /// Whose key it is.
    #[must_use]
    pub fn identity(&self) -> &[u8] {
        &self.identity
    }

    /// The key without its identity in 288 bytes: both points, uncompressed.
    #[must_use]
    pub fn to_bytes(&self) -> Zeroizing<Vec<u8>> {
        let engine = engine();
        let first = Zeroizing::new(certain(engine.g1().encode(&self.first)));
        let second = Zeroizing::new(certain(engine.g2().encode(&self.second)));
        Zeroizing::new([&first[..], &second[..]].concat())
    }

    /// Decodes the key of the owner of `identity`. Whether the bytes are points of the groups is
    /// public.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Encoding`], [`Error::NotReduced`], [`Error::Curve`];
    /// [`Error::Key`] for neutral elements.
    pub fn from_bytes(identity: &[u8], bytes: &[u8]) -> Result<Self> {
        if bytes.len() != KEY_BYTES {
            let (expected, got) = (KEY_BYTES, bytes.len());
            return Err(Error::Length { what: "the key of an identity", expected, got });
        }
        let (first, second) = bytes.split_at(FIRST_BYTES);
        let (first, second) = (secret_point(first)?, secret_point(second)?);
        Ok(Self { identity: identity.to_vec(), first, second })
    }

    /// The key shared with the owner of the identity `other`.
    ///
    /// # Errors
    /// [`Error::Key`] for the own identity.
    pub fn agree(&self, other: &[u8]) -> Result<Zeroizing<[u8; SHARED_BYTES]>> {
        let engine = engine();
        let own = &*self.identity;
        if own == other {
            return Err(Error::Key {
                wrong: "a key is shared with another identity than one's own",
            });
        }
        if own < other {
            let point: G2 = hash_to_group(&*engine, other, TAG_2)?;
            return shared_key(engine.pairing(&self.first, &point)?, &[own, other], TAG_KEY);
        }
        let point: G1 = hash_to_group(&*engine, other, TAG_1)?;
        shared_key(engine.pairing(&point, &self.second)?, &[other, own], TAG_KEY)
    }
}

impl Drop for PrivateKey {
    fn drop(&mut self) {
        self.first.zeroize();
        self.second.zeroize();
    }
}

impl ZeroizeOnDrop for PrivateKey {}

impl fmt::Debug for PrivateKey {
    /// Without the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PrivateKey").field("identity", &self.identity).finish_non_exhaustive()
    }
}
