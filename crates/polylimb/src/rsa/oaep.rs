//! Encryption by OAEP.
//!
//! **Source.** `[RFC8017]`, 7.1; `[Bellare1994]`. **Idea.** A random seed masks the padded message,
//! and the result masks the seed, so every ciphertext that was changed decrypts to nothing.
//! **Secrets.** Decryption scans the padding in constant time and has one error for all that can be
//! wrong (`[Manger2001]`).

use super::hash::HashFunction;
use crate::error::{Error, Result};
use crate::limb::{Mask, Word};
use alloc::vec;
use alloc::vec::Vec;
use der::oid::AssociatedOid;
use digest::Digest;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

/// OAEP with its hash functions and a label.
///
/// ```
/// use polylimb::rsa::Oaep;
/// use sha2::{Sha256, Sha512};
/// let plain = Oaep::new::<Sha256>();
/// // Both sides name the purpose of the message, and the hash function of the mask.
/// let labelled = Oaep::with_mask::<Sha512, Sha256>().labelled(b"session key");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Oaep<'a> {
    hash: HashFunction,
    mask: HashFunction,
    label: &'a [u8],
}

impl Oaep<'_> {
    /// With `D` everywhere and without a label.
    #[must_use]
    pub fn new<D: Digest + AssociatedOid>() -> Self {
        Self::with_mask::<D, D>()
    }

    /// With `D` for the label and `M` in the mask.
    #[must_use]
    pub fn with_mask<D: Digest + AssociatedOid, M: Digest + AssociatedOid>() -> Self {
        Self { hash: HashFunction::of::<D>(), mask: HashFunction::of::<M>(), label: &[] }
    }

    /// With a label: bytes that encryption and decryption must have in common.
    #[must_use]
    pub const fn labelled(self, label: &[u8]) -> Oaep<'_> {
        Oaep { hash: self.hash, mask: self.mask, label }
    }

    /// The longest message for a modulus of `bytes` bytes.
    fn most(&self, bytes: usize) -> Result<usize> {
        bytes.checked_sub(2 * self.hash.bytes + 2).ok_or(Error::Key {
            wrong: "the key is too short for this hash function; use a longer key or a shorter hash",
        })
    }

    /// `00 masked(seed) masked(hash(label) 00 … 00 01 message)`.
    pub(super) fn encode<R: CryptoRng + ?Sized>(
        &self,
        message: &[u8],
        bytes: usize,
        rng: &mut R,
    ) -> Result<Zeroizing<Vec<u8>>> {
        let expected = self.most(bytes)?;
        if message.len() > expected {
            let got = message.len();
            return Err(Error::Length {
                what: "the message, longest for this key,",
                expected,
                got,
            });
        }
        let mut encoded = Zeroizing::new(vec![0; bytes]);
        let (seed, block) = encoded[1..].split_at_mut(self.hash.bytes);
        rng.fill_bytes(seed);
        block[..self.hash.bytes].copy_from_slice(&self.hash.digest(&[self.label]));
        let start = block.len() - message.len();
        block[start - 1] = 1;
        block[start..].copy_from_slice(message);
        self.mask.mask(block, seed);
        self.mask.mask(seed, block);
        Ok(encoded)
    }

    /// The message in an encoding. Time depends on whether it is one, and on the message's length.
    pub(super) fn decode(&self, mut encoded: Zeroizing<Vec<u8>>) -> Result<Zeroizing<Vec<u8>>> {
        self.most(encoded.len())?;
        let (first, rest) = encoded.split_at_mut(1);
        let (seed, block) = rest.split_at_mut(self.hash.bytes);
        self.mask.mask(seed, block);
        self.mask.mask(block, seed);
        let (label, padded) = block.split_at(self.hash.bytes);
        let expected = self.hash.digest(&[self.label]);
        let mut wrong = Word::from(first[0]);
        label.iter().zip(expected.iter()).for_each(|(a, b)| wrong |= Word::from(a ^ b));
        // The zeros, the one 01, and the message's place.
        let (mut before, mut start) = (Mask::TRUE, 0usize);
        for &byte in padded {
            let one = Mask::equal(Word::from(byte), 1);
            let bad = before & !one & Mask::is_nonzero(Word::from(byte));
            wrong |= bad.bit();
            before = before & !one;
            start += before.bit() as usize;
        }
        let valid = Mask::is_zero(wrong) & !before;
        if !valid.to_bool_vartime() {
            return Err(Error::Ciphertext);
        }
        Ok(Zeroizing::new(padded[start + 1..].to_vec()))
    }
}
