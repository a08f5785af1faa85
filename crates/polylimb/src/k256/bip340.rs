//! Schnorr signatures of BIP 340, as Bitcoin's Taproot has them.
//!
//! ```
//! use polylimb::k256::{SecretKey, bip340::{SigningKey, VerifyingKey}};
//! # use rand_chacha::rand_core::SeedableRng;
//! # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
//! let key = SigningKey::new(&SecretKey::generate(&mut rng)?)?;
//! let signature: [u8; 64] = key.sign(b"a message", &mut rng)?;
//! let sent: [u8; 32] = key.verifying_key().to_bytes();
//! VerifyingKey::from_bytes(&sent)?.verify(b"a message", &signature)?;
//! # Ok::<(), polylimb::Error>(())
//! ```

use super::{K256, PublicKey, SecretKey};
use crate::ec::Curve;
use crate::error::Result;
use crate::protocol::bip340;
use crate::team::Split;
use alloc::vec::Vec;
use rand_core::CryptoRng;

/// A secret key for these signatures. Wiped when dropped.
#[derive(Debug, Clone)]
pub struct SigningKey(bip340::SigningKey);

impl SigningKey {
    /// The key that signs for the abscissa of the public key of `key`.
    ///
    /// # Errors
    /// [`Error::FaultDetected`](crate::Error::FaultDetected) if the machine computed wrongly.
    pub fn new(key: &SecretKey) -> Result<Self> {
        bip340::SigningKey::new(key.as_ref()).map(Self)
    }

    /// The public key.
    #[must_use]
    pub fn verifying_key(&self) -> VerifyingKey {
        VerifyingKey(self.0.verifying_key().clone())
    }

    /// The signature of `message` with 32 fresh random bytes. Constant time.
    ///
    /// # Errors
    /// [`Error::FaultDetected`](crate::Error::FaultDetected) if the machine computed wrongly.
    pub fn sign<R: CryptoRng + ?Sized>(&self, message: &[u8], rng: &mut R) -> Result<[u8; 64]> {
        self.0.sign(message, rng)
    }

    /// The signature of `message` with this auxiliary randomness, which may be repeated, but then
    /// protects less against faults and side channels. Constant time.
    ///
    /// # Errors
    /// As [`SigningKey::sign`].
    pub fn sign_with(&self, message: &[u8], random: &[u8; 32]) -> Result<[u8; 64]> {
        self.0.sign_with(message, random)
    }
}

/// A public key: the abscissa of a point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifyingKey(bip340::VerifyingKey);

impl VerifyingKey {
    /// The key with the abscissa of `key`.
    ///
    /// ```
    /// use polylimb::k256::{SecretKey, bip340::{SigningKey, VerifyingKey}};
    /// let key = SecretKey::from_bytes(&[7; 32])?;
    /// let public = VerifyingKey::new(&key.public_key()?);
    /// assert_eq!(public, SigningKey::new(&key)?.verifying_key());
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    #[must_use]
    pub fn new(key: &PublicKey) -> Self {
        let key = bip340::VerifyingKey::new(key.as_ref());
        Self(key.expect("the abscissa of a point of this curve"))
    }

    /// Reads the abscissa.
    ///
    /// # Errors
    /// [`Error::NotReduced`](crate::Error::NotReduced); [`Error::Curve`](crate::Error::Curve) if no
    /// point has it.
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<Self> {
        bip340::VerifyingKey::from_bytes(K256::curve(), bytes).map(Self)
    }

    /// The abscissa.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; 32] {
        crate::ec::array(&self.0.to_bytes())
    }

    /// Whether `signature` is one of `message` by the key's owner.
    ///
    /// # Errors
    /// [`Error::Signature`](crate::Error::Signature) if not.
    pub fn verify(&self, message: &[u8], signature: &[u8; 64]) -> Result<()> {
        self.0.verify(message, signature)
    }
}

/// Whether each row is valid: bit `i % 8` of byte `i / 8` of the result is set if row `i` of
/// `signatures`, 64 bytes, is a signature of `messages[i]` by the owner of row `i` of `keys`, 32
/// bytes. An invalid key or signature clears its own bit only.
///
/// Eight rows at a time where the CPU has lanes; parts of the batch run over `split`. Variable
/// time: keys, messages and signatures are public.
///
/// ```
/// use polylimb::k256::{SecretKey, bip340::{SigningKey, verify_rows}};
/// use polylimb::Alone;
/// let key = SigningKey::new(&SecretKey::from_bytes(&[7; 32])?)?;
/// let keys = key.verifying_key().to_bytes().repeat(2);
/// let signatures = key.sign_with(b"signed", &[0; 32])?.repeat(2);
/// assert_eq!(verify_rows(&keys, &[b"signed", b"other"], &signatures, &Alone)?, [0b01]);
/// # Ok::<(), polylimb::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`](crate::Error::Length) unless keys and signatures are as many as messages.
pub fn verify_rows(
    keys: &[u8],
    messages: &[&[u8]],
    signatures: &[u8],
    split: &dyn Split,
) -> Result<Vec<u8>> {
    bip340::verify_rows(K256::curve(), keys, messages, signatures, split)
}
