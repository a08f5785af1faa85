//! Public keys.

use super::{Oaep, Scheme};
use crate::error::{Error, Result};
use crate::limb::{Natural, bit_length_vartime};
use crate::modmul::face::{be_bytes_of_words, words_of_be_bytes};
use crate::modmul::{OddModulus, Options, Residue};
use crate::powm::{Exponent, sliding_window};
use crate::team::{Split, each_chunk};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

/// The fewest and the most bits of a modulus, and the most of a public exponent.
pub(super) const LEAST_BITS: usize = 1024;
pub(super) const MOST_BITS: usize = 16_384;
const MOST_EXPONENT_BITS: usize = 256;

/// A modulus `n` and a public exponent `e`.
///
/// ```
/// use polylimb::rsa::{PublicKey, Scheme};
/// // In practice `PublicKey::from_pem`.
/// let key = PublicKey::new(&[0xff; 256], &[1, 0, 1])?;
/// assert_eq!((key.bits(), key.bytes()), (2048, 256));
/// assert!(key.verify(&Scheme::pss::<sha2::Sha256>(), b"a message", &[7; 256]).is_err());
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Clone)]
pub struct PublicKey {
    pub(super) modulus: OddModulus,
    pub(super) exponent: Natural,
}

impl PublicKey {
    /// From `n` and `e`, big-endian.
    ///
    /// # Errors
    /// [`Error::Key`] for an `n` that is even or not of 1024 to 16384 bits, and for an `e` that is
    /// even, below 3, above 256 bits or not below `n`.
    pub fn new(n: &[u8], e: &[u8]) -> Result<Self> {
        let (n, exponent) = (words_of_be_bytes(n), Natural::from_be_bytes(e));
        let bits = bit_length_vartime(&n);
        if !(LEAST_BITS..=MOST_BITS).contains(&bits) || n[0] & 1 == 0 {
            return Err(Error::Key {
                wrong: "the modulus must be odd and have 1024 to 16384 bits",
            });
        }
        let bits = exponent.bits_vartime();
        if !(2..=MOST_EXPONENT_BITS).contains(&bits) || exponent.words()[0] & 1 == 0 {
            return Err(Error::Key {
                wrong: "the public exponent must be odd, at least 3, and have at most 256 bits",
            });
        }
        Ok(Self { modulus: OddModulus::new(&n, &Options::default())?, exponent })
    }

    /// `n`, in [`PublicKey::bytes`] bytes, big-endian.
    #[must_use]
    pub fn modulus(&self) -> Vec<u8> {
        be_bytes_of_words(self.modulus.as_words(), self.bytes())
    }

    /// `e`, big-endian without leading zeros.
    #[must_use]
    pub fn exponent(&self) -> Vec<u8> {
        self.exponent.to_be_bytes()
    }

    /// Bits of the modulus.
    #[must_use]
    pub fn bits(&self) -> usize {
        self.modulus.bits()
    }

    /// Bytes of the modulus, of a signature and of a ciphertext.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.modulus.byte_length()
    }

    /// Whether the signature is one of the message.
    ///
    /// # Errors
    /// [`Error::Signature`] if not; [`Error::Key`] if the key is too short for the scheme.
    pub fn verify(&self, scheme: &Scheme, message: &[u8], signature: &[u8]) -> Result<()> {
        self.verify_digest(scheme, &scheme.digest(message), signature)
    }

    /// [`PublicKey::verify`] for a message with this digest.
    ///
    /// # Errors
    /// As [`PublicKey::verify`]; [`Error::Length`] for a digest of another hash function.
    pub fn verify_digest(&self, scheme: &Scheme, digest: &[u8], signature: &[u8]) -> Result<()> {
        if signature.len() != self.bytes() {
            return Err(Error::Signature);
        }
        let encoded = self.power(signature).map_err(|_| Error::Signature)?;
        scheme.verify(digest, &encoded, self.bits())
    }

    /// [`PublicKey::verify_digest`] for each key, digest and signature; parts of the batch run over
    /// `split`.
    ///
    /// # Errors
    /// For each job as [`PublicKey::verify_digest`].
    pub fn verify_digests(
        jobs: &[(&Self, &[u8], &[u8])],
        scheme: &Scheme,
        split: &dyn Split,
    ) -> Vec<Result<()>> {
        let mut results = vec![Err(Error::PartPanicked); jobs.len()];
        each_chunk(split, &mut results, 1, |i, result| {
            let (key, digest, signature) = jobs[i];
            result[0] = key.verify_digest(scheme, digest, signature);
        });
        results
    }

    /// The message encrypted to the owner of this key, in [`PublicKey::bytes`] bytes. Constant time
    /// but for the message's length.
    ///
    /// # Errors
    /// [`Error::Length`] for a message longer than the key's bytes less two digests and 2;
    /// [`Error::Key`] for a key that is shorter than these.
    pub fn encrypt<R: CryptoRng + ?Sized>(
        &self,
        oaep: &Oaep<'_>,
        message: &[u8],
        rng: &mut R,
    ) -> Result<Vec<u8>> {
        self.power(&oaep.encode(message, self.bytes(), rng)?)
    }

    /// `x^e mod n`.
    fn power(&self, x: &[u8]) -> Result<Vec<u8>> {
        let x: Residue = self.modulus.residue(&words_of_be_bytes(x))?;
        let exponent = Exponent::new_vartime(self.exponent.words());
        let power = x.raised(exponent, &sliding_window::ENTRY, Some(1))?;
        Ok(be_bytes_of_words(&Zeroizing::new(power.to_words()), self.bytes()))
    }
}

impl PartialEq for PublicKey {
    fn eq(&self, other: &Self) -> bool {
        self.modulus.as_words() == other.modulus.as_words() && self.exponent == other.exponent
    }
}

impl Eq for PublicKey {}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey(RSA, {} bits)", self.bits())
    }
}
