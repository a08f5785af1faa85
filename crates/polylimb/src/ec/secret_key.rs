//! Secret keys: signing, agreement, formats.

use super::{Curve, PublicKey, Signature, array};
use crate::error::{Error, Result};
use crate::protocol::ecdsa::Signer;
use crate::protocol::{self, Hash, ecdsa, keys};
use crate::team::Split;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use digest::Digest;
use rand_core::CryptoRng;
use zeroize::{ZeroizeOnDrop, Zeroizing};

/// A scalar from 1 to the order less 1. Wiped when dropped.
///
/// ```
/// use polylimb::p256::SecretKey;
/// # use rand_chacha::rand_core::SeedableRng;
/// # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
/// // `rng` is any `rand_core::CryptoRng`.
/// let key = SecretKey::generate(&mut rng)?;
/// let signature = key.sign(b"a message")?;
/// key.public_key()?.verify(b"a message", &signature)?;
/// assert!(key.public_key()?.verify(b"another", &signature).is_err());
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Clone)]
pub struct SecretKey<C: Curve> {
    key: keys::SecretKey,
    curve: PhantomData<C>,
}

typed!(SecretKey, key: keys::SecretKey);

impl<C: Curve> SecretKey<C> {
    /// A new key: numbers of the order's length are drawn until one lies in the range.
    ///
    /// # Errors
    /// [`Error::Randomness`] if `rng` gives nothing usable.
    pub fn generate<R: CryptoRng + ?Sized>(rng: &mut R) -> Result<Self> {
        keys::SecretKey::generate(C::curve(), rng).map(Self::of)
    }

    /// The key in these bytes.
    ///
    /// ```
    /// use polylimb::p384::SecretKey;
    /// let key = SecretKey::from_bytes(&[7; 48])?;
    /// assert_eq!(*key.to_bytes(), [7; 48]);
    /// assert!(SecretKey::from_bytes(&[0; 48]).is_err());
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Key`] for 0 and from the order up.
    pub fn from_bytes(bytes: &C::Scalar) -> Result<Self> {
        keys::SecretKey::from_bytes(C::curve(), bytes.as_ref()).map(Self::of)
    }

    /// The key's bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Zeroizing<C::Scalar> {
        Zeroizing::new(array(&self.key.to_bytes()))
    }

    /// Reads PKCS #8 in DER.
    ///
    /// # Errors
    /// [`Error::Encoding`]; [`Error::Key`] for a key of another curve, and if the public key in it
    /// is another's; otherwise as [`SecretKey::from_bytes`].
    pub fn from_pkcs8_der(bytes: &[u8]) -> Result<Self> {
        keys::SecretKey::of_pkcs8(bytes, Some(C::curve())).map(Self::of)
    }

    /// Reads SEC 1 in DER, with the curve in it.
    ///
    /// # Errors
    /// As [`SecretKey::from_pkcs8_der`].
    pub fn from_sec1_der(bytes: &[u8]) -> Result<Self> {
        keys::SecretKey::of_sec1_der(bytes, Some(C::curve())).map(Self::of)
    }

    /// Reads PKCS #8 or SEC 1 in PEM.
    ///
    /// ```
    /// use polylimb::{p256, p384};
    /// let key = p256::SecretKey::from_bytes(&[7; 32])?;
    /// for pem in [key.to_pkcs8_pem()?, key.to_sec1_pem()?] {
    ///     assert_eq!(p256::SecretKey::from_pem(&pem)?.to_bytes(), key.to_bytes());
    ///     assert!(p384::SecretKey::from_pem(&pem).is_err());
    /// }
    /// for der in [p256::SecretKey::from_pkcs8_der(&key.to_pkcs8_der()?)?,
    ///     p256::SecretKey::from_sec1_der(&key.to_sec1_der()?)?]
    /// {
    ///     assert_eq!(der.to_bytes(), key.to_bytes());
    /// }
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`SecretKey::from_pkcs8_der`].
    pub fn from_pem(text: &str) -> Result<Self> {
        keys::SecretKey::of_pem(text, Some(C::curve())).map(Self::of)
    }

    /// The key in PKCS #8, DER, with its public key.
    ///
    /// # Errors
    /// [`Error::FaultDetected`] if the machine computed wrongly; so in the other formats.
    pub fn to_pkcs8_der(&self) -> Result<Zeroizing<Vec<u8>>> {
        self.key.to_pkcs8_der()
    }

    /// The key in PKCS #8, PEM: `BEGIN PRIVATE KEY`.
    ///
    /// # Errors
    /// As [`SecretKey::to_pkcs8_der`].
    pub fn to_pkcs8_pem(&self) -> Result<Zeroizing<String>> {
        self.key.to_pkcs8_pem()
    }

    /// The key in SEC 1, DER.
    ///
    /// # Errors
    /// As [`SecretKey::to_pkcs8_der`].
    pub fn to_sec1_der(&self) -> Result<Zeroizing<Vec<u8>>> {
        self.key.to_sec1_der()
    }

    /// The key in SEC 1, PEM: `BEGIN EC PRIVATE KEY`.
    ///
    /// # Errors
    /// As [`SecretKey::to_pkcs8_der`].
    pub fn to_sec1_pem(&self) -> Result<Zeroizing<String>> {
        self.key.to_sec1_pem()
    }

    /// The key's multiple of the generator. Constant time.
    ///
    /// # Errors
    /// [`Error::FaultDetected`] if the machine computed wrongly.
    pub fn public_key(&self) -> Result<PublicKey<C>> {
        self.key.public_key().map(PublicKey::of)
    }

    /// The signature of `message`, hashed with [`Curve::Hash`]; the nonce follows RFC 6979.
    /// Constant time but for the message's length.
    ///
    /// # Errors
    /// [`Error::FaultDetected`] if the machine computed wrongly.
    pub fn sign(&self, message: &[u8]) -> Result<Signature<C>> {
        self.sign_with::<C::Hash>(message)
    }

    /// [`SecretKey::sign`] with the hash function `D`.
    ///
    /// ```
    /// use polylimb::p256::SecretKey;
    /// use sha3::{Digest, Sha3_256};
    /// let key = SecretKey::from_bytes(&[7; 32])?;
    /// let signature = key.sign_with::<Sha3_256>(b"a message")?;
    /// key.public_key()?.verify_with::<Sha3_256>(b"a message", &signature)?;
    /// // The same with the digest already made.
    /// let digest = Sha3_256::digest(b"a message");
    /// assert_eq!(key.sign_digest::<Sha3_256>(&digest)?, signature);
    /// key.public_key()?.verify_digest(&digest, &signature)?;
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`SecretKey::sign`].
    pub fn sign_with<D: Hash>(&self, message: &[u8]) -> Result<Signature<C>> {
        ecdsa::sign::<D>(&self.key, message).map(Signature::of)
    }

    /// The signature of a message with this digest, of any length; `D` is the hash function for
    /// the nonce, usually the one that made the digest.
    ///
    /// # Errors
    /// [`Error::Length`] for an empty digest; otherwise as [`SecretKey::sign`].
    pub fn sign_digest<D: Hash>(&self, digest: &[u8]) -> Result<Signature<C>> {
        Signer::default()
            .sign_digest::<D>(&self.key, digest)
            .map(|(signature, _)| Signature::of(signature))
    }

    /// [`SecretKey::sign`] with a nonce that depends on fresh randomness too, which protects
    /// against faults and side channels.
    ///
    /// # Errors
    /// As [`SecretKey::sign`].
    pub fn sign_hedged<R: CryptoRng + ?Sized>(
        &self,
        message: &[u8],
        rng: &mut R,
    ) -> Result<Signature<C>> {
        ecdsa::sign_hedged::<C::Hash, R>(&self.key, message, rng).map(Signature::of)
    }

    /// The secret shared with the owner of `other`: ECDH. Constant time.
    ///
    /// ```
    /// use polylimb::p256::SecretKey;
    /// let (a, b) = (SecretKey::from_bytes(&[3; 32])?, SecretKey::from_bytes(&[5; 32])?);
    /// let shared = a.agree(&b.public_key()?)?;
    /// assert_eq!(shared.as_bytes(), b.agree(&a.public_key()?)?.as_bytes());
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Key`] if the result is the neutral element, which no valid key gives.
    pub fn agree(&self, other: &PublicKey<C>) -> Result<SharedSecret<C>> {
        self.key.agree(other.as_ref()).map(|shared| SharedSecret::of(&shared))
    }

    /// [`SecretKey::public_key`] of each key, eight at a time where the CPU can, parts of the batch
    /// over `split`; [`Alone`](crate::team::Alone) is the calling thread.
    ///
    /// ```
    /// use polylimb::p256::SecretKey;
    /// use polylimb::Alone;
    /// let keys = [SecretKey::from_bytes(&[3; 32])?, SecretKey::from_bytes(&[5; 32])?];
    /// let public = SecretKey::public_keys_all(&[&keys[0], &keys[1]], &Alone);
    /// assert_eq!(public[1], keys[1].public_key());
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// For each key as [`SecretKey::public_key`].
    #[must_use]
    pub fn public_keys_all(keys: &[&Self], split: &dyn Split) -> Vec<Result<PublicKey<C>>> {
        let keys: Vec<_> = keys.iter().map(|key| &key.key).collect();
        let public = keys::SecretKey::public_keys(&keys, split);
        public.into_iter().map(|key| key.map(PublicKey::of)).collect()
    }

    /// [`SecretKey::sign`] of each key and message, as [`SecretKey::public_keys_all`].
    ///
    /// ```
    /// use polylimb::k256::SecretKey;
    /// use polylimb::Team;
    /// let key = SecretKey::from_bytes(&[3; 32])?;
    /// let signed = SecretKey::sign_all(&[(&key, b"one"), (&key, b"two")], &Team::new(2)?);
    /// assert_eq!(signed[1], key.sign(b"two"));
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// For each job as [`SecretKey::sign`].
    #[must_use]
    pub fn sign_all(jobs: &[(&Self, &[u8])], split: &dyn Split) -> Vec<Result<Signature<C>>> {
        let digests: Vec<_> = jobs.iter().map(|(_, message)| C::Hash::digest(message)).collect();
        let jobs: Vec<_> = jobs.iter().zip(&digests).map(|((key, _), z)| (*key, &z[..])).collect();
        Self::sign_digests_all::<C::Hash>(&jobs, split)
    }

    /// [`SecretKey::sign_digest`] of each key and digest, as [`SecretKey::public_keys_all`].
    ///
    /// ```
    /// use polylimb::p256::SecretKey;
    /// use polylimb::Alone;
    /// use sha2::{Digest, Sha256};
    /// let (key, digest) = (SecretKey::from_bytes(&[3; 32])?, Sha256::digest(b"one"));
    /// let signed = SecretKey::sign_digests_all::<Sha256>(&[(&key, &digest)], &Alone);
    /// assert_eq!(signed[0], key.sign(b"one"));
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// For each job as [`SecretKey::sign_digest`].
    #[must_use]
    pub fn sign_digests_all<D: Hash>(
        jobs: &[(&Self, &[u8])],
        split: &dyn Split,
    ) -> Vec<Result<Signature<C>>> {
        let jobs: Vec<_> = jobs.iter().map(|(key, digest)| (&key.key, *digest)).collect();
        let signed = Signer::default().sign_digests::<D>(&jobs, split);
        signed.into_iter().map(|s| s.map(|(signature, _)| Signature::of(signature))).collect()
    }

    /// [`SecretKey::agree`] of each pair of keys, as [`SecretKey::public_keys_all`].
    ///
    /// ```
    /// use polylimb::p256::SecretKey;
    /// use polylimb::Alone;
    /// let (a, b) = (SecretKey::from_bytes(&[3; 32])?, SecretKey::from_bytes(&[5; 32])?);
    /// let (of_a, of_b) = (a.public_key()?, b.public_key()?);
    /// let shared = SecretKey::agree_all(&[(&a, &of_b), (&b, &of_a)], &Alone);
    /// let [Ok(first), Ok(second)] = &shared[..] else { panic!("valid keys") };
    /// assert_eq!(first.as_bytes(), second.as_bytes());
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// For each pair as [`SecretKey::agree`].
    #[must_use]
    pub fn agree_all(
        jobs: &[(&Self, &PublicKey<C>)],
        split: &dyn Split,
    ) -> Vec<Result<SharedSecret<C>>> {
        let jobs: Vec<_> = jobs.iter().map(|(own, other)| (&own.key, other.as_ref())).collect();
        let shared = keys::SecretKey::agree_all(&jobs, split);
        shared.into_iter().map(|s| s.map(|shared| SharedSecret::of(&shared))).collect()
    }
}

impl<C: Curve> ZeroizeOnDrop for SecretKey<C> {}

impl<C: Curve> fmt::Debug for SecretKey<C> {
    /// Without the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretKey({}, ..)", C::NAME)
    }
}

/// The abscissa that two keys share: not uniform, for a key derivation function to make keys of.
/// Wiped when dropped.
#[derive(Clone)]
pub struct SharedSecret<C: Curve>(Zeroizing<C::Coordinate>);

impl<C: Curve> SharedSecret<C> {
    fn of(shared: &protocol::SharedSecret) -> Self {
        Self(Zeroizing::new(array(shared.as_bytes())))
    }

    /// The secret's bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &C::Coordinate {
        &self.0
    }
}

impl<C: Curve> ZeroizeOnDrop for SharedSecret<C> {}

impl<C: Curve> fmt::Debug for SharedSecret<C> {
    /// Without the secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedSecret").finish_non_exhaustive()
    }
}
