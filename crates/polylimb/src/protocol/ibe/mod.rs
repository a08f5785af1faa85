//! Encryption to an identity.
//!
//! **Source.** `[Boneh2001]`, section 4.2: `FullIdent`, secure against chosen ciphertexts by the
//! transformation of `[Fujisaki1999]`. **Idea.** An authority has the secret `s` and publishes
//! `s P`; the owner of an identity gets `d = s H₁(id)`. A ciphertext is `U = r P`,
//! `V = σ ⊕ H₂(e(s P, H₁(id))^r)`, `W = M ⊕ H₄(σ)` with a random `σ` and `r = H₃(σ, M)`; Decryption
//! uses that `e(U, d)` is the same value, computes `r` again and compares `U`. **Domain.**
//! BLS12-381, `P` in `G₁`, identities in `G₂` by RFC 9380, `H₂` to `H₄` by `expand_message_xmd`;
//! messages of up to 8160 bytes; [`PublicKey::seal`] takes longer ones. The authority can decrypt
//! everything. **Constant time** in the secrets; whether a ciphertext is valid is public.
//!
//! ```
//! use polylimb::protocol::ibe::Authority;
//! # use rand_chacha::rand_core::SeedableRng;
//! # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
//! let authority = Authority::generate(&mut rng)?;
//! let ciphertext = authority.public_key().encrypt(b"alice", b"a message", &mut rng)?;
//! let key = authority.extract(b"alice");
//! assert_eq!(*key.decrypt(&ciphertext)?, b"a message");
//! assert!(authority.extract(b"bob").decrypt(&ciphertext).is_err());
//! # Ok::<(), polylimb::Error>(())
//! ```

mod seal;

use crate::error::{Error, Result};
use crate::limb::equal;
use crate::modmul::words_of_be_bytes;
use crate::pairing::engine::{G1, G2};
use crate::protocol::hash_to_curve::{expand_message_xmd, hash_to_group};
use crate::protocol::pairing_setting::{
    SHARED_BYTES, bits, certain, engine, scalars, secret_point, secret_scalar, shared_key,
};
use crate::protocol::scalars::Scalar;
use alloc::vec::Vec;
use core::fmt;
use rand_core::CryptoRng;
use sha2::Sha256;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// The tag for hashing identities.
const TAG_1: &[u8] = b"POLYLIMB-BF-V01-H1-with-BLS12381G2_XMD:SHA-256_SSWU_RO_";
/// Tags for the hashes of the pairing's value, of the random numbers and of the message.
const TAG_2: &[u8] = b"POLYLIMB-BF-V01-H2-with-XMD:SHA-256_";
const TAG_3: &[u8] = b"POLYLIMB-BF-V01-H3-with-XMD:SHA-256_";
const TAG_4: &[u8] = b"POLYLIMB-BF-V01-H4-with-XMD:SHA-256_";
/// Bytes of `U`.
const POINT_BYTES: usize = 48;
/// Bytes that are reduced modulo the order: 16 more than the order has.
const EXPANDED_BYTES: usize = 48;
/// Bytes that a ciphertext has more than its message.
const OVERHEAD_BYTES: usize = POINT_BYTES + SHARED_BYTES;
/// The longest message.
const MOST_BYTES: usize = 255 * 32;

secret_scalar! {
    /// The authority's secret. Wiped when dropped.
    Authority, "authority's secret"
}

impl Authority {
    /// The public key of the authority.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        let point = engine().g1().multiply_generator(bits(&self.0));
        PublicKey { bytes: certain(engine().g1().compress(&point)), point }
    }

    /// The secret key of the owner of `identity`.
    #[must_use]
    pub fn extract(&self, identity: &[u8]) -> PrivateKey {
        let engine = engine();
        let point: G2 = certain(hash_to_group(&*engine, identity, TAG_1));
        PrivateKey(certain(engine.g2().multiply(bits(&self.0), &point)))
    }
}

/// The authority's public key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey {
    point: G1,
    bytes: Vec<u8>,
}

impl PublicKey {
    /// The longest message.
    pub const MOST_BYTES: usize = MOST_BYTES;
    /// Bytes that a ciphertext has more than its message.
    pub const OVERHEAD_BYTES: usize = OVERHEAD_BYTES;

    /// The key of a compressed point.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Encoding`], [`Error::NotReduced`], [`Error::Curve`];
    /// [`Error::Key`] for the neutral element.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        if bytes.len() != POINT_BYTES {
            let (expected, got) = (POINT_BYTES, bytes.len());
            return Err(Error::Length { what: "the authority's public key", expected, got });
        }
        let point = engine().g1().decode(bytes)?;
        if point.is_neutral() {
            return Err(Error::Key { wrong: "the neutral element is no authority's public key" });
        }
        Ok(Self { bytes: engine().g1().compress(&point)?, point })
    }

    /// The compressed point.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// `message` for the owner of `identity`.
    ///
    /// # Errors
    /// [`Error::Parameter`] for more than [`PublicKey::MOST_BYTES`] bytes.
    pub fn encrypt<R: CryptoRng + ?Sized>(
        &self,
        identity: &[u8],
        message: &[u8],
        rng: &mut R,
    ) -> Result<Vec<u8>> {
        let mut sigma = Zeroizing::new([0; SHARED_BYTES]);
        rng.fill_bytes(&mut *sigma);
        let masked = mask(&*sigma, message)?;
        let r = exponent(&sigma, message)?;
        let engine = engine();
        let identity: G2 = hash_to_group(&*engine, identity, TAG_1)?;
        // e(s P, H)^r = e(r (s P), H)
        let mut point = engine.g1().multiply(bits(&r), &self.point)?;
        let value = engine.pairing(&point, &identity);
        point.zeroize();
        let pad = shared_key(value?, &[], TAG_2)?;
        let mut ciphertext = engine.g1().compress(&engine.g1().multiply_generator(bits(&r)))?;
        ciphertext.extend(sigma.iter().zip(pad.iter()).map(|(s, p)| s ^ p));
        ciphertext.extend_from_slice(&masked);
        Ok(ciphertext)
    }
}

/// The secret key of an identity. Wiped when dropped.
#[derive(Clone)]
pub struct PrivateKey(G2);

impl PrivateKey {
    /// The key in 192 bytes: its point, uncompressed.
    #[must_use]
    pub fn to_bytes(&self) -> Zeroizing<Vec<u8>> {
        Zeroizing::new(certain(engine().g2().encode(&self.0)))
    }

    /// Decodes a key. Whether the bytes are a point of the group is public.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Encoding`], [`Error::NotReduced`], [`Error::Curve`];
    /// [`Error::Key`] for the neutral element.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        Ok(Self(secret_point(bytes)?))
    }

    /// The message.
    ///
    /// # Errors
    /// [`Error::Length`] for a ciphertext that is too short, [`Error::Parameter`] for one too long;
    /// [`Error::Ciphertext`] if it was not made for this identity or was changed.
    pub fn decrypt(&self, ciphertext: &[u8]) -> Result<Zeroizing<Vec<u8>>> {
        if ciphertext.len() < OVERHEAD_BYTES {
            let (expected, got) = (OVERHEAD_BYTES, ciphertext.len());
            return Err(Error::Length { what: "the ciphertext without a message", expected, got });
        }
        let (encoded, rest) = ciphertext.split_at(POINT_BYTES);
        let (masked_sigma, masked) = rest.split_at(SHARED_BYTES);
        let engine = engine();
        let point = engine.g1().decode(encoded).map_err(|_| Error::Ciphertext)?;
        let pad = shared_key(engine.pairing(&point, &self.0)?, &[], TAG_2)?;
        let mut sigma = Zeroizing::new([0; SHARED_BYTES]);
        for ((sigma, v), p) in sigma.iter_mut().zip(masked_sigma).zip(pad.iter()) {
            *sigma = v ^ p;
        }
        let message = mask(&*sigma, masked)?;
        let r = exponent(&sigma, &message)?;
        let again = engine.g1().compress(&engine.g1().multiply_generator(bits(&r)))?;
        let same = equal(&words_of_be_bytes(&again), &words_of_be_bytes(encoded));
        if same.to_bool_vartime() { Ok(message) } else { Err(Error::Ciphertext) }
    }
}

impl Drop for PrivateKey {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl ZeroizeOnDrop for PrivateKey {}

impl fmt::Debug for PrivateKey {
    /// Without the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PrivateKey")
    }
}

/// `text ⊕ H₄(sigma)`.
fn mask(sigma: &[u8], text: &[u8]) -> Result<Zeroizing<Vec<u8>>> {
    if text.len() > MOST_BYTES {
        return Err(Error::Parameter { expected: "message: at most 8160 bytes" });
    }
    let mut pad = Zeroizing::new(expand_message_xmd::<Sha256>(sigma, TAG_4, text.len())?);
    pad.iter_mut().zip(text).for_each(|(p, t)| *p ^= t);
    Ok(pad)
}

/// `H₃(sigma, message)`: a scalar. 0 is refused; its probability is negligible.
fn exponent(sigma: &[u8; SHARED_BYTES], message: &[u8]) -> Result<Scalar> {
    let input = Zeroizing::new([&sigma[..], message].concat());
    let bytes = Zeroizing::new(expand_message_xmd::<Sha256>(&input, TAG_3, EXPANDED_BYTES)?);
    let scalars = scalars()?;
    let r = scalars.reduced(&bytes)?;
    if scalars.in_range(&r).to_bool_vartime() { Ok(r) } else { Err(Error::Ciphertext) }
}
