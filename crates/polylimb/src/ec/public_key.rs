//! Public keys: verification, formats.

use super::{Curve, Signature, array};
use crate::error::{Error, Result};
use crate::protocol::{Hash, ecdsa, keys};
use crate::team::Split;
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;
use digest::Digest;

/// A point of the curve other than the neutral element.
///
/// ```
/// use polylimb::p256::{PublicKey, SecretKey};
/// let key = SecretKey::from_bytes(&[7; 32])?.public_key()?;
/// let (short, long): ([u8; 33], [u8; 65]) = (key.to_sec1_compressed(), key.to_sec1());
/// assert_eq!(PublicKey::from_sec1(&short)?, PublicKey::from_sec1(&long)?);
/// assert_eq!(PublicKey::from_pem(&key.to_spki_pem())?, key);
/// assert_eq!(PublicKey::from_spki_der(&key.to_spki_der())?, key);
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey<C: Curve> {
    key: keys::PublicKey,
    curve: PhantomData<C>,
}

/// A key, a message or its digest, and what may be its signature.
type Job<'a, C> = (&'a PublicKey<C>, &'a [u8], &'a Signature<C>);

typed!(PublicKey, key: keys::PublicKey);

impl<C: Curve> PublicKey<C> {
    /// Reads SEC 1: the byte 2 or 3 and the abscissa, or 4 and both coordinates.
    ///
    /// # Errors
    /// [`Error::Encoding`] for another first byte, [`Error::Length`], [`Error::NotReduced`];
    /// [`Error::Curve`] for a point that is not on the curve or not in the generator's subgroup.
    pub fn from_sec1(bytes: &[u8]) -> Result<Self> {
        keys::PublicKey::from_sec1(C::curve(), bytes).map(Self::of)
    }

    /// The byte 4 and both coordinates.
    #[must_use]
    pub fn to_sec1(&self) -> C::Uncompressed {
        array(&self.key.to_sec1())
    }

    /// The byte 2, or 3 for an odd ordinate (on a binary curve: an odd `y/x`), and the abscissa.
    #[must_use]
    pub fn to_sec1_compressed(&self) -> C::Compressed {
        array(&self.key.to_sec1_compressed())
    }

    /// Reads `SubjectPublicKeyInfo` in DER.
    ///
    /// # Errors
    /// [`Error::Encoding`]; [`Error::Key`] for a key of another curve; otherwise as
    /// [`PublicKey::from_sec1`].
    pub fn from_spki_der(bytes: &[u8]) -> Result<Self> {
        keys::PublicKey::of_spki(bytes, Some(C::curve())).map(Self::of)
    }

    /// Reads `SubjectPublicKeyInfo` in PEM.
    ///
    /// # Errors
    /// As [`PublicKey::from_spki_der`].
    pub fn from_pem(text: &str) -> Result<Self> {
        keys::PublicKey::of_pem(text, Some(C::curve())).map(Self::of)
    }

    /// The key as `SubjectPublicKeyInfo` in DER, the point uncompressed.
    #[must_use]
    pub fn to_spki_der(&self) -> Vec<u8> {
        has_identifier(self.key.to_spki_der())
    }

    /// The key as `SubjectPublicKeyInfo` in PEM: `BEGIN PUBLIC KEY`.
    #[must_use]
    pub fn to_spki_pem(&self) -> String {
        has_identifier(self.key.to_spki_pem())
    }

    /// Whether `signature` is one of `message`, hashed with [`Curve::Hash`], by the key's owner.
    ///
    /// # Errors
    /// [`Error::Signature`] if not.
    pub fn verify(&self, message: &[u8], signature: &Signature<C>) -> Result<()> {
        self.verify_with::<C::Hash>(message, signature)
    }

    /// [`PublicKey::verify`] with the hash function `D`.
    ///
    /// # Errors
    /// As [`PublicKey::verify`].
    pub fn verify_with<D: Hash>(&self, message: &[u8], signature: &Signature<C>) -> Result<()> {
        ecdsa::verify::<D>(&self.key, message, signature.as_ref())
    }

    /// Whether `signature` is one of a message with this digest, of any length.
    ///
    /// # Errors
    /// As [`PublicKey::verify`]; [`Error::Length`] for an empty digest.
    pub fn verify_digest(&self, digest: &[u8], signature: &Signature<C>) -> Result<()> {
        ecdsa::verify_digest(&self.key, digest, signature.as_ref())
    }

    /// [`PublicKey::verify`] of each key, message and signature, eight at a time where the CPU can,
    /// parts of the batch over `split`; [`Alone`](crate::team::Alone) is the calling thread.
    ///
    /// ```
    /// use polylimb::p256::{PublicKey, SecretKey};
    /// use polylimb::Alone;
    /// let key = SecretKey::from_bytes(&[7; 32])?;
    /// let (public, signature) = (key.public_key()?, key.sign(b"signed")?);
    /// let jobs = [(&public, &b"signed"[..], &signature), (&public, b"another", &signature)];
    /// let verdicts = PublicKey::verify_all(&jobs, &Alone);
    /// assert!(verdicts[0].is_ok() && verdicts[1].is_err());
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// For each job as [`PublicKey::verify`].
    #[must_use]
    pub fn verify_all(jobs: &[Job<'_, C>], split: &dyn Split) -> Vec<Result<()>> {
        let digests: Vec<_> = jobs.iter().map(|(_, message, _)| C::Hash::digest(message)).collect();
        let jobs: Vec<_> =
            jobs.iter().zip(&digests).map(|((key, _, s), z)| (*key, &z[..], *s)).collect();
        Self::verify_digests_all(&jobs, split)
    }

    /// [`PublicKey::verify_digest`] of each key, digest and signature, as
    /// [`PublicKey::verify_all`].
    ///
    /// ```
    /// use polylimb::p256::{PublicKey, SecretKey};
    /// use polylimb::Alone;
    /// use sha2::{Digest, Sha256};
    /// let key = SecretKey::from_bytes(&[7; 32])?;
    /// let jobs = [(&key.public_key()?, &Sha256::digest(b"signed")[..], &key.sign(b"signed")?)];
    /// assert_eq!(PublicKey::verify_digests_all(&jobs, &Alone), [Ok(())]);
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// For each job as [`PublicKey::verify_digest`].
    #[must_use]
    pub fn verify_digests_all(jobs: &[Job<'_, C>], split: &dyn Split) -> Vec<Result<()>> {
        let jobs: Vec<_> =
            jobs.iter().map(|(key, digest, s)| (&key.key, *digest, (*s).as_ref())).collect();
        ecdsa::verify_digests(&jobs, split)
    }
}

/// Key formats name every curve that has a type.
fn has_identifier<T>(encoded: Result<T>) -> T {
    encoded.expect("the curve has an object identifier")
}
