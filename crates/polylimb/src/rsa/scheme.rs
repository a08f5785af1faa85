//! Signature schemes: how a digest becomes a number below the modulus.
//!
//! **Source.** `[RFC8017]`, 8 and 9. **Idea.** PSS hashes the digest with a random salt and masks
//! all other bits, so forging is as hard as RSA (`[Bellare1996]`); PKCS #1 v1.5 writes
//! the digest behind constant bytes. Verifiers of PKCS #1 v1.5 that parse those bytes have been
//! forged (`[Finney2006]`): here the whole encoding is made again and compared.

use super::hash::HashFunction;
use crate::error::{Error, Result};
use alloc::vec;
use alloc::vec::Vec;
use der::asn1::{AnyRef, OctetStringRef};
use der::oid::AssociatedOid;
use der::{Encode, Sequence};
use digest::Digest;
use rand_core::CryptoRng;
use spki::AlgorithmIdentifierRef;

/// A signature scheme with its hash function.
///
/// ```
/// use polylimb::rsa::Scheme;
/// use sha2::{Sha256, Sha512};
/// let schemes = [Scheme::pss::<Sha256>(), Scheme::pkcs1v15::<Sha512>()];
/// // The mask's hash function and the length of the salt as another program has them.
/// let scheme = Scheme::pss_with::<Sha512, Sha256>(32);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Scheme {
    hash: HashFunction,
    padding: Padding,
}

#[derive(Debug, Clone, Copy)]
enum Padding {
    Pkcs1v15,
    Pss { mask: HashFunction, salt_bytes: usize },
}

/// `DigestInfo` of `[RFC8017]`, 9.2.
#[derive(Sequence)]
struct DigestInfo<'a> {
    algorithm: AlgorithmIdentifierRef<'a>,
    digest: &'a OctetStringRef,
}

/// Fewest bytes of a digest to sign, as in ECDSA; shorter ones are only verified.
const LEAST_DIGEST: usize = 28;
/// The last byte of each encoding by PSS.
const TRAILER: u8 = 0xbc;
const KEY_TOO_SHORT: Error = Error::Key {
    wrong: "the key is too short for this hash function and salt; use a longer key or a shorter hash",
};

impl Scheme {
    /// PSS with a salt as long as the digest, the digest's hash function in the mask too.
    #[must_use]
    pub fn pss<D: Digest + AssociatedOid>() -> Self {
        Self::pss_with::<D, D>(<D as Digest>::output_size())
    }

    /// PSS with a salt of `salt_bytes` and the hash function `M` in the mask. A verification
    /// expects a salt of just this length.
    #[must_use]
    pub fn pss_with<D: Digest + AssociatedOid, M: Digest + AssociatedOid>(
        salt_bytes: usize,
    ) -> Self {
        let (hash, mask) = (HashFunction::of::<D>(), HashFunction::of::<M>());
        Self { hash, padding: Padding::Pss { mask, salt_bytes } }
    }

    /// PKCS #1 v1.5: deterministic, for programs that know nothing else.
    #[must_use]
    pub fn pkcs1v15<D: Digest + AssociatedOid>() -> Self {
        Self { hash: HashFunction::of::<D>(), padding: Padding::Pkcs1v15 }
    }

    pub(super) fn digest(&self, message: &[u8]) -> Vec<u8> {
        self.hash.digest(&[message]).to_vec()
    }

    /// The encoded digest, as many bytes as a modulus of `bits` bits.
    pub(super) fn encode<R: CryptoRng + ?Sized>(
        &self,
        digest: &[u8],
        bits: usize,
        rng: &mut R,
    ) -> Result<Vec<u8>> {
        self.check_length(digest)?;
        if digest.len() < LEAST_DIGEST {
            return Err(Error::Parameter {
                expected: "a hash of at least 224 bits to sign with; SHA-1 is broken",
            });
        }
        match self.padding {
            Padding::Pkcs1v15 => self.encode_pkcs1v15(digest, bits),
            Padding::Pss { mask, salt_bytes } => {
                let mut salt = vec![0; salt_bytes];
                rng.fill_bytes(&mut salt);
                self.encode_pss(mask, digest, &salt, bits)
            }
        }
    }

    /// Whether `encoded`, as many bytes as a modulus of `bits` bits, is an encoding of the digest.
    pub(super) fn verify(&self, digest: &[u8], encoded: &[u8], bits: usize) -> Result<()> {
        self.check_length(digest)?;
        let expected = match self.padding {
            Padding::Pkcs1v15 => self.encode_pkcs1v15(digest, bits)?,
            // With the salt that it holds; this compares all other bytes.
            Padding::Pss { mask, salt_bytes } => {
                let salt = self.salt(mask, salt_bytes, encoded, bits)?;
                self.encode_pss(mask, digest, &salt, bits)?
            }
        };
        if expected == encoded { Ok(()) } else { Err(Error::Signature) }
    }

    fn check_length(&self, digest: &[u8]) -> Result<()> {
        let (expected, got) = (self.hash.bytes, digest.len());
        if expected == got {
            Ok(())
        } else {
            Err(Error::Length { what: "the digest", expected, got })
        }
    }

    /// `00 01 ff … ff 00 DigestInfo`.
    fn encode_pkcs1v15(&self, digest: &[u8], bits: usize) -> Result<Vec<u8>> {
        let algorithm =
            AlgorithmIdentifierRef { oid: self.hash.identifier, parameters: Some(AnyRef::NULL) };
        let info = OctetStringRef::new(digest)
            .and_then(|digest| DigestInfo { algorithm, digest }.to_der())
            .map_err(|_| KEY_TOO_SHORT)?;
        let bytes = bits.div_ceil(8);
        // At least eight bytes of ff.
        let zero =
            bytes.checked_sub(info.len() + 1).filter(|&zero| zero >= 10).ok_or(KEY_TOO_SHORT)?;
        let mut encoded = vec![0xff; bytes];
        (encoded[0], encoded[1], encoded[zero]) = (0, 1, 0);
        encoded[zero + 1..].copy_from_slice(&info);
        Ok(encoded)
    }

    /// `masked(0 … 0 1 salt) hash(digest, salt) bc`, of one bit less than the modulus.
    fn encode_pss(
        &self,
        mask: HashFunction,
        digest: &[u8],
        salt: &[u8],
        bits: usize,
    ) -> Result<Vec<u8>> {
        let mut encoded = vec![0; bits.div_ceil(8)];
        let part = Parts::new(self.hash, salt.len(), bits)?;
        let inner = self.hash.digest(&[&[0; 8], digest, salt]);
        let (block, rest) = encoded[part.start..].split_at_mut(part.block);
        block[part.block - salt.len() - 1] = 1;
        block[part.block - salt.len()..].copy_from_slice(salt);
        mask.mask(block, &inner);
        block[0] &= part.top;
        rest[..inner.len()].copy_from_slice(&inner);
        rest[inner.len()] = TRAILER;
        Ok(encoded)
    }

    /// The salt in an encoding, if it is one.
    fn salt(
        &self,
        mask: HashFunction,
        salt_bytes: usize,
        encoded: &[u8],
        bits: usize,
    ) -> Result<Vec<u8>> {
        let part = Parts::new(self.hash, salt_bytes, bits)?;
        let (block, rest) = encoded[part.start..].split_at(part.block);
        let mut block = block.to_vec();
        mask.mask(&mut block, &rest[..self.hash.bytes]);
        Ok(block.split_off(part.block - salt_bytes))
    }
}

/// The layout of an encoding by PSS.
struct Parts {
    /// Bytes before the encoding: one if the modulus has one bit more than whole bytes.
    start: usize,
    /// Bytes of the masked block.
    block: usize,
    /// The bits of the block's first byte that are in use.
    top: u8,
}

impl Parts {
    fn new(hash: HashFunction, salt_bytes: usize, bits: usize) -> Result<Self> {
        let used = bits - 1;
        let bytes = used.div_ceil(8);
        let block = bytes.checked_sub(hash.bytes + 1).ok_or(KEY_TOO_SHORT)?;
        if block <= salt_bytes {
            return Err(KEY_TOO_SHORT);
        }
        Ok(Self { start: bits.div_ceil(8) - bytes, block, top: 0xff >> (8 * bytes - used) })
    }
}
