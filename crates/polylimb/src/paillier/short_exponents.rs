//! Encryption by powers of one base with exponents of half the length.

use super::{PublicKey, Secret};
use crate::error::{Error, Result};
use crate::limb::is_zero;
use crate::modmul::face::words_of_be_bytes;
use crate::powm::{FixedBase, FixedBaseOptions};
use crate::team::{Split, each_chunk};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

/// The most residues of a table.
const ENTRIES: usize = 1024;

/// A public key with a table that replaces `r^N` by `(h^N)^a`, where `h = -x²` for a random `x` and
/// `a` has half the bits of the modulus.
///
/// **Source.** `[Damgard2010]`, section 4.2. The ciphertexts are ordinary ones, decrypted and added
/// as all others. That nobody can tell them apart rests on one more assumption: a random power with
/// such an exponent looks like any power of `h`. It is for moduli of primes as
/// [`SecretKey::generate`](super::SecretKey::generate) finds them, so another implementation's key
/// needs `p` and `q` that are 3 modulo 4 and have no odd common factor when reduced by 1.
///
/// ```
/// # use rand_chacha::rand_core::SeedableRng;
/// # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
/// use polylimb::paillier::{SecretKey, ShortExponents};
/// let key = SecretKey::generate(2048, &mut rng)?;
/// let fast = ShortExponents::new(key.public_key(), &mut rng)?;
/// assert_eq!(fast.exponent_bits(), 1024);
/// let sealed = fast.encrypt(&[7], &mut rng)?;
/// assert_eq!(key.decrypt(&sealed)?.last(), Some(&7));
/// # Ok::<(), polylimb::Error>(())
/// ```
pub struct ShortExponents {
    key: PublicKey,
    base: FixedBase,
    bits: usize,
}

impl ShortExponents {
    /// A new base for this key, with its table. Takes the time of a few encryptions.
    ///
    /// # Errors
    /// [`Error::Randomness`] if `rng` gives 0.
    pub fn new<R: CryptoRng + ?Sized>(key: &PublicKey, rng: &mut R) -> Result<Self> {
        let root = key.n.residue_from_be_bytes(&key.random(rng)?)?;
        let base = Zeroizing::new(root.sqr().neg().to_words());
        if is_zero(&base).to_bool_vartime() {
            return Err(Error::Randomness);
        }
        let base = key.square.residue(&base)?.pow(key.n.as_words())?;
        let bits = key.bits().div_ceil(2);
        let options = FixedBaseOptions { max_entries: ENTRIES, ..FixedBaseOptions::default() };
        Ok(Self { key: key.clone(), base: FixedBase::new(&base, bits, &options)?, bits })
    }

    /// The public key.
    #[must_use]
    pub fn public_key(&self) -> &PublicKey {
        &self.key
    }

    /// Bits of an exponent.
    #[must_use]
    pub fn exponent_bits(&self) -> usize {
        self.bits
    }

    /// The message encrypted to the key's owner.
    ///
    /// # Errors
    /// As [`PublicKey::encrypt`].
    pub fn encrypt<R: CryptoRng + ?Sized>(&self, message: &[u8], rng: &mut R) -> Result<Vec<u8>> {
        self.hidden(message, &self.exponent(rng))
    }

    /// [`ShortExponents::encrypt`] of each message; parts of the batch run over `split`.
    ///
    /// # Errors
    /// For each message as [`PublicKey::encrypt`].
    pub fn encrypt_all<R: CryptoRng + ?Sized>(
        &self,
        messages: &[&[u8]],
        split: &dyn Split,
        rng: &mut R,
    ) -> Vec<Result<Vec<u8>>> {
        let exponents: Vec<_> = messages.iter().map(|_| self.exponent(rng)).collect();
        let mut results = vec![Err(Error::PartPanicked); messages.len()];
        each_chunk(split, &mut results, 1, |i, result| {
            result[0] = self.hidden(messages[i], &exponents[i]);
        });
        results
    }

    fn exponent<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> Secret {
        let mut bytes = Zeroizing::new(vec![0; self.bits.div_ceil(8)]);
        rng.fill_bytes(&mut bytes);
        bytes[0] &= 0xff >> (8 * bytes.len() - self.bits);
        words_of_be_bytes(&bytes)
    }

    fn hidden(&self, message: &[u8], exponent: &Secret) -> Result<Vec<u8>> {
        let power = Zeroizing::new(self.base.pow(exponent)?.to_words());
        self.key.finished(&self.key.plain(message)?, &power)
    }
}

impl fmt::Debug for ShortExponents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ShortExponents({} bits, {:?})", self.bits, self.key)
    }
}
