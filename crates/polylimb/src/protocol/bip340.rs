//! BIP 340: Schnorr signatures on secp256k1.
//!
//! **Source.** `[Schnorr1989]`; `[BIP340]`. **Idea.** An abscissa stands for the point with the
//! even ordinate. Hashes are tagged with their purpose. `R = k G`, `e = H(R, P, m)`, `s = k + e d`;
//! it verifies as `s G - e P = R`. **Cost.** To sign, one multiple of the generator and no
//! inversion modulo the order; to verify, a double multiplication. **Constant time** to sign.

use super::keys::{PublicKey, SecretKey};
use super::scalars::Scalar;
use super::{Curve, is_odd};
use crate::error::{Error, Result};
use alloc::vec::Vec;
use core::fmt;
use rand_core::CryptoRng;
use sha2::{Digest, Sha256};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// Bytes of a signature.
const SIGNATURE_BYTES: usize = 64;

/// A secret key, negated if needed, so that the ordinate of its public key is even. Wiped when
/// dropped.
///
/// ```
/// use polylimb::protocol::bip340::{SigningKey, VerifyingKey};
/// use polylimb::protocol::{Curve, keys::SecretKey};
/// let curve = Curve::named("secp256k1")?;
/// let key = SigningKey::new(&SecretKey::from_bytes(&curve, &[7; 32])?)?;
/// // Better a fresh random number each time: `key.sign(message, &mut rng)`.
/// let signature = key.sign_with(b"message", &[0; 32])?;
/// VerifyingKey::from_bytes(&curve, &key.verifying_key().to_bytes())?.verify(b"message", &signature)?;
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Clone)]
pub struct SigningKey {
    scalar: Scalar,
    public: VerifyingKey,
}

impl SigningKey {
    /// The key for signatures of this kind.
    ///
    /// # Errors
    /// [`Error::Key`] for another curve than secp256k1.
    pub fn new(key: &SecretKey) -> Result<Self> {
        let public = key.public_key()?;
        let mut scalar = Zeroizing::new(key.scalar().to_vec());
        key.curve().scalars().negate_if(&mut scalar, is_odd(public.point().y()));
        Ok(Self { scalar, public: VerifyingKey::new(&public)? })
    }

    /// The public key.
    #[must_use]
    pub fn verifying_key(&self) -> &VerifyingKey {
        &self.public
    }

    /// The signature of `message` with 32 fresh random bytes.
    ///
    /// # Errors
    /// As [`SigningKey::sign_with`].
    pub fn sign<R: CryptoRng + ?Sized>(
        &self,
        message: &[u8],
        rng: &mut R,
    ) -> Result<[u8; SIGNATURE_BYTES]> {
        let mut random = Zeroizing::new([0; 32]);
        rng.fill_bytes(&mut random[..]);
        self.sign_with(message, &random)
    }

    /// The signature of `message` with this auxiliary randomness. Repeating it is allowed, but
    /// protects less against faults and side channels.
    ///
    /// # Errors
    /// [`Error::FaultDetected`] if the machine made an arithmetic error.
    pub fn sign_with(&self, message: &[u8], random: &[u8; 32]) -> Result<[u8; SIGNATURE_BYTES]> {
        let curve = self.public.0.curve();
        let scalars = curve.scalars();
        let public = self.public.to_bytes();
        let mut masked = Zeroizing::new(tagged("BIP0340/aux", &[random]));
        for (m, d) in masked.iter_mut().zip(scalars.to_bytes(&self.scalar).iter()) {
            *m ^= d;
        }
        let seed = Zeroizing::new(tagged("BIP0340/nonce", &[&masked[..], &public, message]));
        let mut nonce = scalars.of_digest(&seed[..]);
        // No point if the nonce is 0, which no one has ever seen.
        let point = curve.engine().multiply_generator(scalars.bits(&nonce));
        let point = point.ok_or(Error::FaultDetected)?;
        scalars.negate_if(&mut nonce, is_odd(point.y()));

        let challenge =
            scalars.of_digest(&tagged("BIP0340/challenge", &[point.x(), &public, message]));
        let product = scalars.residue(&challenge)?.mul(&scalars.residue(&self.scalar)?)?;
        let s = Zeroizing::new(product.add(&scalars.residue(&nonce)?)?.to_words());
        let mut signature = [0; SIGNATURE_BYTES];
        signature[..32].copy_from_slice(point.x());
        signature[32..].copy_from_slice(&scalars.to_bytes(&s));
        Ok(signature)
    }
}

impl ZeroizeOnDrop for SigningKey {}

impl fmt::Debug for SigningKey {
    /// Without the scalar.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey").field("public", &self.public).finish_non_exhaustive()
    }
}

/// A public key: a point with an even ordinate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifyingKey(PublicKey);

impl VerifyingKey {
    /// The key with the abscissa of `key`.
    ///
    /// # Errors
    /// [`Error::Key`] for another curve than secp256k1.
    pub fn new(key: &PublicKey) -> Result<Self> {
        Self::from_bytes(key.curve(), key.point().x())
    }

    /// Reads the 32 bytes of the abscissa. `curve` is secp256k1.
    ///
    /// # Errors
    /// [`Error::Key`] for another curve; [`Error::Length`], [`Error::NotReduced`]; [`Error::Curve`]
    /// if no point has this abscissa.
    pub fn from_bytes(curve: &Curve, bytes: &[u8]) -> Result<Self> {
        if curve.name() != Some("secp256k1") {
            return Err(Error::Key { wrong: "BIP 340 has keys on secp256k1 only" });
        }
        Ok(Self(PublicKey::of_valid(curve, curve.engine().decompress(bytes, false)?)))
    }

    /// The 32 bytes of the abscissa.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.point().x().to_vec()
    }

    /// Whether `signature` is one of `message` by the key's owner.
    ///
    /// # Errors
    /// [`Error::Signature`] if it is not valid; [`Error::Length`] if it does not have 64 bytes.
    pub fn verify(&self, message: &[u8], signature: &[u8]) -> Result<()> {
        if signature.len() != SIGNATURE_BYTES {
            let (expected, got) = (SIGNATURE_BYTES, signature.len());
            return Err(Error::Length { what: "the signature", expected, got });
        }
        let (r, s) = signature.split_at(32);
        let curve = self.0.curve();
        let scalars = curve.scalars();
        let s = scalars.read("half of the signature", s)?;
        // s = 0 is allowed here.
        let s = scalars.residue(&s).map_err(|_| Error::Signature)?.to_words();
        let challenge = tagged("BIP0340/challenge", &[r, &self.to_bytes(), message]);
        let negated = scalars.residue(&scalars.of_digest(&challenge))?.neg().to_words();
        let (s, negated) = (scalars.bits(&s), scalars.bits(&negated));
        let point = curve.engine().multiply_add_vartime(s, negated, self.0.point())?;
        match point {
            Some(point) if point.x() == r && point.y()[31] & 1 == 0 => Ok(()),
            _ => Err(Error::Signature),
        }
    }
}

/// SHA-256 for one use: begun with the digest of `tag` twice.
fn tagged(tag: &str, parts: &[&[u8]]) -> [u8; 32] {
    let tag = Sha256::digest(tag);
    let mut hash = Sha256::new_with_prefix(tag);
    hash.update(tag);
    for part in parts {
        hash.update(part);
    }
    let mut output = hash.finalize();
    let copy = output.into();
    output.zeroize();
    copy
}
