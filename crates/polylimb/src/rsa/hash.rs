//! A hash function as a value, and the mask generation function made of it.

use alloc::vec::Vec;
use core::fmt;
use der::oid::{AssociatedOid, ObjectIdentifier};
use digest::Digest;
use zeroize::{Zeroize, Zeroizing};

/// A hash function. As a value, not a type parameter, so that each padding is compiled once.
#[derive(Clone, Copy)]
pub(super) struct HashFunction {
    /// Bytes of a digest.
    pub(super) bytes: usize,
    pub(super) identifier: ObjectIdentifier,
    digest: fn(&[&[u8]]) -> Zeroizing<Vec<u8>>,
}

impl HashFunction {
    pub(super) fn of<D: Digest + AssociatedOid>() -> Self {
        let digest = |parts: &[&[u8]]| {
            let mut hash = D::new();
            for part in parts {
                hash.update(part);
            }
            let mut digest = hash.finalize();
            let copy = Zeroizing::new(digest.to_vec());
            digest.as_mut_slice().zeroize();
            copy
        };
        Self { bytes: <D as Digest>::output_size(), identifier: D::OID, digest }
    }

    /// The digest of the parts one after another.
    pub(super) fn digest(&self, parts: &[&[u8]]) -> Zeroizing<Vec<u8>> {
        (self.digest)(parts)
    }

    /// Adds (exclusive or) MGF1 of the seed to `target` (`[RFC8017]`, B.2.1).
    pub(super) fn mask(&self, target: &mut [u8], seed: &[u8]) {
        for (counter, chunk) in (0u32..).zip(target.chunks_mut(self.bytes)) {
            let digest = self.digest(&[seed, &counter.to_be_bytes()]);
            chunk.iter_mut().zip(digest.iter()).for_each(|(byte, mask)| *byte ^= mask);
        }
    }
}

impl fmt::Debug for HashFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.identifier)
    }
}
