//! Public keys: encryption, and arithmetic with ciphertexts.

use super::{Power, Secret, batched};
use crate::error::{Error, Result};
use crate::limb::{Word, bit_length_vartime, is_zero};
use crate::modmul::face::{be_bytes_of_words, words_of_be_bytes};
use crate::modmul::{OddModulus, Options, Residue};
use crate::powm::crt::modulus::product_of;
use crate::powm::{Exponent, fixed_window};
use crate::team::Split;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

/// The fewest and the most bits of a modulus; its square fits a batch.
pub(super) const LEAST_BITS: usize = 1024;
pub(super) const MOST_BITS: usize = 8192;
/// Bits drawn in addition to the modulus' bits, so that a number is uniform up to 2^-64.
const EXTRA_BITS: usize = 64;

/// A modulus `N`.
///
/// ```
/// use polylimb::paillier::PublicKey;
/// let key = PublicKey::new(&[0xff; 256])?;
/// assert_eq!((key.bits(), key.bytes(), key.ciphertext_bytes()), (2048, 256, 512));
/// // 1 + m N, for the randomness 1.
/// let sealed = key.encrypt_with(&[5], &[1])?;
/// assert_eq!(key.multiply(&sealed, &[2])?, key.encrypt_with(&[10], &[1])?);
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Clone)]
pub struct PublicKey {
    pub(super) n: OddModulus,
    pub(super) square: OddModulus,
}

impl PublicKey {
    /// From `N`, big-endian.
    ///
    /// # Errors
    /// [`Error::Key`] for an `N` that is even or not of 1024 to 8192 bits.
    pub fn new(n: &[u8]) -> Result<Self> {
        let n = words_of_be_bytes(n);
        let bits = bit_length_vartime(&n);
        if !(LEAST_BITS..=MOST_BITS).contains(&bits) || n[0] & 1 == 0 {
            return Err(Error::Key { wrong: "the modulus must be odd and have 1024 to 8192 bits" });
        }
        let n = OddModulus::new(&n, &Options::default())?;
        let square = product_of(n.modmul().kernel(), n.as_words(), n.as_words());
        Ok(Self { square: OddModulus::new(&square, &Options::default())?, n })
    }

    /// `N`.
    #[must_use]
    pub fn modulus(&self) -> Vec<u8> {
        be_bytes_of_words(self.n.as_words(), self.bytes())
    }

    /// Bits of the modulus.
    #[must_use]
    pub fn bits(&self) -> usize {
        self.n.bits()
    }

    /// Bytes of the modulus and of a decrypted message.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.n.byte_length()
    }

    /// Bytes of a ciphertext.
    #[must_use]
    pub fn ciphertext_bytes(&self) -> usize {
        self.square.byte_length()
    }

    /// The message encrypted to the owner of this key.
    ///
    /// # Errors
    /// [`Error::NotReduced`] for a message that is not below the modulus; [`Error::Length`] for an
    /// empty one.
    pub fn encrypt<R: CryptoRng + ?Sized>(&self, message: &[u8], rng: &mut R) -> Result<Vec<u8>> {
        self.encrypt_with(message, &self.random(rng)?)
    }

    /// [`PublicKey::encrypt`] with this randomness, which must be secret, random and used once.
    /// Other implementations compute the same ciphertext with it.
    ///
    /// # Errors
    /// As [`PublicKey::encrypt`]; [`Error::NotReduced`] and [`Error::Parameter`] for randomness
    /// that is not below the modulus or 0.
    pub fn encrypt_with(&self, message: &[u8], randomness: &[u8]) -> Result<Vec<u8>> {
        let plain = self.plain(message)?;
        let hidden = self.square.residue(&self.randomness(randomness)?)?;
        let n = Exponent::new(self.n.as_words());
        let power = hidden.raised(n, &fixed_window::ENTRY, None)?;
        self.finished(&plain, &Zeroizing::new(power.to_words()))
    }

    /// [`PublicKey::encrypt`] of each message. Where the CPU has lanes, eight powers run at a time;
    /// parts of the batch run over `split`.
    ///
    /// # Errors
    /// For each message as [`PublicKey::encrypt`].
    pub fn encrypt_all<R: CryptoRng + ?Sized>(
        &self,
        messages: &[&[u8]],
        split: &dyn Split,
        rng: &mut R,
    ) -> Vec<Result<Vec<u8>>> {
        let drawn: Vec<_> = messages.iter().map(|_| self.random(rng)).collect();
        let nothing = Zeroizing::new(Vec::new());
        let rows: Vec<(&[u8], &[u8])> = messages
            .iter()
            .zip(&drawn)
            .map(|(&message, drawn)| (message, &drawn.as_ref().unwrap_or(&nothing)[..]))
            .collect();
        self.encrypt_all_with(&rows, split)
    }

    /// [`PublicKey::encrypt_with`] for each message and its randomness, as
    /// [`PublicKey::encrypt_all`].
    ///
    /// # Errors
    /// For each row as [`PublicKey::encrypt_with`].
    pub fn encrypt_all_with(
        &self,
        rows: &[(&[u8], &[u8])],
        split: &dyn Split,
    ) -> Vec<Result<Vec<u8>>> {
        batched(
            rows,
            |(message, randomness)| {
                let power = Power {
                    modulus: self.square.as_words(),
                    base: self.randomness(randomness)?,
                    exponent: Zeroizing::new(self.n.as_words().to_vec()),
                    bits: self.bits(),
                };
                Ok((self.plain(message)?, [power]))
            },
            split,
            |plain, [power]| self.finished(plain, power),
        )
    }

    /// A ciphertext of the sum of both messages, modulo `N`.
    ///
    /// # Errors
    /// [`Error::Ciphertext`] for what is no ciphertext of this key.
    pub fn add(&self, a: &[u8], b: &[u8]) -> Result<Vec<u8>> {
        self.sum(&[a, b])
    }

    /// A ciphertext of the sum of all messages, modulo `N`; of 0 for none.
    ///
    /// # Errors
    /// As [`PublicKey::add`].
    pub fn sum(&self, ciphertexts: &[&[u8]]) -> Result<Vec<u8>> {
        let mut sum = self.square.residue(&[1])?;
        for ciphertext in ciphertexts {
            sum = sum.mul(&self.ciphertext(ciphertext)?)?;
        }
        Ok(sum.to_be_bytes())
    }

    /// A ciphertext of the sum of its message and this one, modulo `N`.
    ///
    /// # Errors
    /// As [`PublicKey::add`], and for the message as [`PublicKey::encrypt`].
    pub fn add_message(&self, ciphertext: &[u8], message: &[u8]) -> Result<Vec<u8>> {
        Ok(self.plain(message)?.mul(&self.ciphertext(ciphertext)?)?.to_be_bytes())
    }

    /// A ciphertext of the product of its message and the factor, modulo `N`. The time depends on
    /// the factor's number of bytes.
    ///
    /// # Errors
    /// As [`PublicKey::add`]; [`Error::NotReduced`] for a factor that is not below the modulus,
    /// [`Error::Length`] for an empty one.
    pub fn multiply(&self, ciphertext: &[u8], factor: &[u8]) -> Result<Vec<u8>> {
        let (ciphertext, words) = (self.ciphertext(ciphertext)?, self.factor(factor)?);
        let factor = Exponent::with_len(&words, 8 * factor.len());
        Ok(ciphertext.raised(factor, &fixed_window::ENTRY, None)?.to_be_bytes())
    }

    /// [`PublicKey::multiply`] of each ciphertext with its factor, as [`PublicKey::encrypt_all`].
    ///
    /// # Errors
    /// For each row as [`PublicKey::multiply`].
    pub fn multiply_all(&self, rows: &[(&[u8], &[u8])], split: &dyn Split) -> Vec<Result<Vec<u8>>> {
        batched(
            rows,
            |(ciphertext, factor)| {
                let power = Power {
                    modulus: self.square.as_words(),
                    base: Zeroizing::new(self.ciphertext(ciphertext)?.to_words()),
                    exponent: self.factor(factor)?,
                    bits: 8 * factor.len(),
                };
                Ok(((), [power]))
            },
            split,
            |(), [power]| Ok(be_bytes_of_words(power, self.ciphertext_bytes())),
        )
    }

    /// Another ciphertext of the same message, which nobody can tell from any other.
    ///
    /// # Errors
    /// As [`PublicKey::add`]; [`Error::Randomness`].
    pub fn refresh<R: CryptoRng + ?Sized>(
        &self,
        ciphertext: &[u8],
        rng: &mut R,
    ) -> Result<Vec<u8>> {
        self.add(ciphertext, &self.encrypt(&[0], rng)?)
    }

    /// `1 + m N` modulo `N²`.
    pub(super) fn plain(&self, message: &[u8]) -> Result<Residue> {
        let message = self.n.operand("the message", &words_of_be_bytes(message))?;
        let kernel = self.n.modmul().kernel();
        let mut plain = product_of(kernel, &message, self.n.as_words());
        // m N + 1 < N².
        let _ = kernel.add_assign(&mut plain, &[1]);
        self.square.residue(&plain)
    }

    /// The ciphertext of `plain`, hidden by this power modulo `N²`.
    pub(super) fn finished(&self, plain: &Residue, power: &[Word]) -> Result<Vec<u8>> {
        Ok(plain.mul(&self.square.residue(power)?)?.to_be_bytes())
    }

    /// The number below `N²`, not 0.
    pub(super) fn ciphertext(&self, bytes: &[u8]) -> Result<Residue> {
        let words = words_of_be_bytes(bytes);
        if bit_length_vartime(&words) == 0 {
            return Err(Error::Ciphertext);
        }
        self.square.residue(&words).map_err(|_| Error::Ciphertext)
    }

    fn factor(&self, factor: &[u8]) -> Result<Secret> {
        self.n.operand("the factor", &words_of_be_bytes(factor))
    }

    fn randomness(&self, bytes: &[u8]) -> Result<Secret> {
        let words = self.n.operand("the randomness", &words_of_be_bytes(bytes))?;
        if is_zero(&words).to_bool_vartime() {
            return Err(Error::Parameter { expected: "the randomness: 1 to the modulus less 1" });
        }
        Ok(words)
    }

    /// A random number below `N`, in its bytes.
    pub(super) fn random<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> Result<Zeroizing<Vec<u8>>> {
        let mut wide = Zeroizing::new(vec![0; (self.bits() + EXTRA_BITS).div_ceil(8)]);
        rng.fill_bytes(&mut wide);
        Ok(Zeroizing::new(self.n.reduce_be_bytes(&wide)?))
    }
}

impl PartialEq for PublicKey {
    fn eq(&self, other: &Self) -> bool {
        self.n.as_words() == other.n.as_words()
    }
}

impl Eq for PublicKey {}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey(Paillier, {} bits)", self.bits())
    }
}
