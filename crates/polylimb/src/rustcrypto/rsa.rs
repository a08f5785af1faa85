//! The names and traits of the crate `rsa` 0.10 over [`crate::rsa`].
//!
//! What its interface leaves to the caller stays so: `Signer` of PKCS #1 v1.5 and `Decryptor` take
//! no random numbers. Their blinding then comes from the key and the input by SHA-256.

pub use crate::rsa::PublicKey;
use crate::rsa::{Oaep, Scheme, SecretKey};
use crate::{Error, Result};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::marker::PhantomData;
use der::oid::AssociatedOid;
use digest::{Digest, Output, Update};
use ecdsa::signature::hazmat::{PrehashSigner, PrehashVerifier, RandomizedPrehashSigner};
use ecdsa::signature::{
    self, DigestSigner, DigestVerifier, Keypair, MultipartSigner, MultipartVerifier,
    RandomizedDigestSigner, RandomizedMultipartSigner, RandomizedSigner, SignatureEncoding, Signer,
    Verifier,
};
use elliptic_curve::rand_core::TryCryptoRng;
use rand_core::{CryptoRng, RngCore};
use sha2::Sha256;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

pub use crate::rsa::SecretKey as PrivateKey;

/// A signature, as many bytes as the modulus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature(pub(super) Box<[u8]>);

impl TryFrom<&[u8]> for Signature {
    type Error = signature::Error;

    fn try_from(bytes: &[u8]) -> core::result::Result<Self, signature::Error> {
        Ok(Self(bytes.into()))
    }
}

impl From<Signature> for Box<[u8]> {
    fn from(signature: Signature) -> Self {
        signature.0
    }
}

impl SignatureEncoding for Signature {
    type Repr = Box<[u8]>;
}

type Signed = core::result::Result<Signature, signature::Error>;
type Verified = core::result::Result<(), signature::Error>;

/// A padding of signatures.
pub trait Padding {
    /// The scheme with this hash function.
    fn scheme<D: Digest + AssociatedOid>() -> Scheme;
}

/// PKCS #1 v1.5.
#[derive(Debug, Clone, Copy)]
pub struct Pkcs1v15;

impl Padding for Pkcs1v15 {
    fn scheme<D: Digest + AssociatedOid>() -> Scheme {
        Scheme::pkcs1v15::<D>()
    }
}

/// PSS with a salt as long as the digest.
#[derive(Debug, Clone, Copy)]
pub struct Pss;

impl Padding for Pss {
    fn scheme<D: Digest + AssociatedOid>() -> Scheme {
        Scheme::pss::<D>()
    }
}

/// A secret key for one padding and hash function.
#[derive(Debug, Clone)]
pub struct SigningKey<D, P> {
    key: SecretKey,
    scheme: PhantomData<(D, P)>,
}

/// A public key for one padding and hash function.
#[derive(Debug, Clone)]
pub struct VerifyingKey<D, P> {
    key: PublicKey,
    scheme: PhantomData<(D, P)>,
}

impl<D, P> SigningKey<D, P> {
    /// The key for this padding and hash function.
    #[must_use]
    pub const fn new(key: SecretKey) -> Self {
        Self { key, scheme: PhantomData }
    }
}

impl<D, P> VerifyingKey<D, P> {
    /// The key for this padding and hash function.
    #[must_use]
    pub const fn new(key: PublicKey) -> Self {
        Self { key, scheme: PhantomData }
    }
}

impl<D, P> From<SecretKey> for SigningKey<D, P> {
    fn from(key: SecretKey) -> Self {
        Self::new(key)
    }
}

impl<D, P> From<PublicKey> for VerifyingKey<D, P> {
    fn from(key: PublicKey) -> Self {
        Self::new(key)
    }
}

impl<D, P> AsRef<SecretKey> for SigningKey<D, P> {
    fn as_ref(&self) -> &SecretKey {
        &self.key
    }
}

impl<D, P> AsRef<PublicKey> for VerifyingKey<D, P> {
    fn as_ref(&self) -> &PublicKey {
        &self.key
    }
}

impl<D, P> ZeroizeOnDrop for SigningKey<D, P> {}

impl<D: Digest + AssociatedOid, P: Padding> SigningKey<D, P> {
    fn sign_by<R: CryptoRng>(&self, digest: &[u8], rng: &mut R) -> Signed {
        let signature = self.key.sign_digest(&P::scheme::<D>(), digest, rng).map_err(signing)?;
        Ok(Signature(signature.into()))
    }
}

/// The trait's error tells nothing.
fn signing(_: Error) -> signature::Error {
    signature::Error::new()
}

impl<D: Clone, P: Clone> Keypair for SigningKey<D, P> {
    type VerifyingKey = VerifyingKey<D, P>;

    fn verifying_key(&self) -> VerifyingKey<D, P> {
        VerifyingKey::new(self.key.public_key().clone())
    }
}

impl<D: Digest + AssociatedOid> Signer<Signature> for SigningKey<D, Pkcs1v15> {
    fn try_sign(&self, message: &[u8]) -> Signed {
        self.sign_prehash(&D::digest(message))
    }
}

impl<D: Digest + AssociatedOid> PrehashSigner<Signature> for SigningKey<D, Pkcs1v15> {
    fn sign_prehash(&self, digest: &[u8]) -> Signed {
        self.sign_by(digest, &mut Derived::new(&self.key, digest))
    }
}

impl<D: Digest + AssociatedOid, P: Padding> RandomizedSigner<Signature> for SigningKey<D, P> {
    fn try_sign_with_rng<R: TryCryptoRng + ?Sized>(&self, rng: &mut R, message: &[u8]) -> Signed {
        self.sign_prehash_with_rng(rng, &D::digest(message))
    }
}

impl<D: Digest + AssociatedOid, P: Padding> RandomizedPrehashSigner<Signature>
    for SigningKey<D, P>
{
    fn sign_prehash_with_rng<R: TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
        digest: &[u8],
    ) -> Signed {
        Given::with(rng, |rng| self.sign_by(digest, rng)).ok_or_else(signature::Error::new)?
    }
}

impl<D: Digest + AssociatedOid> MultipartSigner<Signature> for SigningKey<D, Pkcs1v15> {
    fn try_multipart_sign(&self, message: &[&[u8]]) -> Signed {
        self.sign_prehash(&digest_of::<D>(message))
    }
}

impl<D: Digest + AssociatedOid + Update> DigestSigner<D, Signature> for SigningKey<D, Pkcs1v15> {
    fn try_sign_digest<F: Fn(&mut D) -> Verified>(&self, feed: F) -> Signed {
        self.sign_prehash(&fed(feed)?)
    }
}

impl<D: Digest + AssociatedOid, P: Padding> RandomizedMultipartSigner<Signature>
    for SigningKey<D, P>
{
    fn try_multipart_sign_with_rng<R: TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
        message: &[&[u8]],
    ) -> Signed {
        self.sign_prehash_with_rng(rng, &digest_of::<D>(message))
    }
}

impl<D: Digest + AssociatedOid + Update, P: Padding> RandomizedDigestSigner<D, Signature>
    for SigningKey<D, P>
{
    fn try_sign_digest_with_rng<R: TryCryptoRng + ?Sized, F: Fn(&mut D) -> Verified>(
        &self,
        rng: &mut R,
        feed: F,
    ) -> Signed {
        self.sign_prehash_with_rng(rng, &fed(feed)?)
    }
}

fn digest_of<D: Digest>(message: &[&[u8]]) -> Output<D> {
    message.iter().fold(D::new(), Digest::chain_update).finalize()
}

/// The digest of what `feed` writes.
fn fed<D: Digest>(
    feed: impl Fn(&mut D) -> Verified,
) -> core::result::Result<Output<D>, signature::Error> {
    let mut hash = D::new();
    feed(&mut hash)?;
    Ok(hash.finalize())
}

impl<D: Digest + AssociatedOid, P: Padding> MultipartVerifier<Signature> for VerifyingKey<D, P> {
    fn multipart_verify(&self, message: &[&[u8]], signature: &Signature) -> Verified {
        self.verify_prehash(&digest_of::<D>(message), signature)
    }
}

impl<D: Digest + AssociatedOid + Update, P: Padding> DigestVerifier<D, Signature>
    for VerifyingKey<D, P>
{
    fn verify_digest<F: Fn(&mut D) -> Verified>(&self, feed: F, signature: &Signature) -> Verified {
        self.verify_prehash(&fed(feed)?, signature)
    }
}

impl<D: Digest + AssociatedOid, P: Padding> Verifier<Signature> for VerifyingKey<D, P> {
    fn verify(&self, message: &[u8], signature: &Signature) -> Verified {
        self.key.verify(&P::scheme::<D>(), message, &signature.0).map_err(signing)
    }
}

impl<D: Digest + AssociatedOid, P: Padding> PrehashVerifier<Signature> for VerifyingKey<D, P> {
    fn verify_prehash(&self, digest: &[u8], signature: &Signature) -> Verified {
        self.key.verify_digest(&P::scheme::<D>(), digest, &signature.0).map_err(signing)
    }
}

/// Signatures by PKCS #1 v1.5.
///
/// ```
/// # use rand_chacha::rand_core::SeedableRng;
/// # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
/// use polylimb::rustcrypto::ecdsa::signature::{Keypair, Signer, Verifier};
/// use polylimb::rustcrypto::rsa::{PrivateKey, pkcs1v15};
/// // `rng` is any `rand_core::CryptoRng`.
/// let key = pkcs1v15::SigningKey::<sha2::Sha256>::new(PrivateKey::generate(2048, 2, &mut rng)?);
/// let signature = key.sign(b"a message");
/// assert!(key.verifying_key().verify(b"a message", &signature).is_ok());
/// # Ok::<(), polylimb::Error>(())
/// ```
pub mod pkcs1v15 {
    pub use super::Signature;
    /// A secret key for PKCS #1 v1.5.
    pub type SigningKey<D> = super::SigningKey<D, super::Pkcs1v15>;
    /// A public key for PKCS #1 v1.5.
    pub type VerifyingKey<D> = super::VerifyingKey<D, super::Pkcs1v15>;
}

/// Signatures by PSS.
pub mod pss {
    pub use super::Signature;
    /// A secret key for PSS.
    pub type SigningKey<D> = super::SigningKey<D, super::Pss>;
    /// A public key for PSS.
    pub type VerifyingKey<D> = super::VerifyingKey<D, super::Pss>;
}

/// The traits of encryption, as the crate `rsa` has them.
pub mod traits {
    use super::{Result, TryCryptoRng, Vec};

    /// Encrypts.
    pub trait RandomizedEncryptor {
        /// The message encrypted.
        ///
        /// # Errors
        /// As [`PublicKey::encrypt`](crate::rsa::PublicKey::encrypt).
        fn encrypt_with_rng<R: TryCryptoRng + ?Sized>(
            &self,
            rng: &mut R,
            message: &[u8],
        ) -> Result<Vec<u8>>;
    }

    /// Decrypts with blinding from the key and the ciphertext.
    pub trait Decryptor {
        /// The message.
        ///
        /// # Errors
        /// As [`SecretKey::decrypt`](crate::rsa::SecretKey::decrypt).
        fn decrypt(&self, ciphertext: &[u8]) -> Result<Vec<u8>>;
    }

    /// Decrypts with random blinding.
    pub trait RandomizedDecryptor {
        /// The message.
        ///
        /// # Errors
        /// As [`SecretKey::decrypt`](crate::rsa::SecretKey::decrypt).
        fn decrypt_with_rng<R: TryCryptoRng + ?Sized>(
            &self,
            rng: &mut R,
            ciphertext: &[u8],
        ) -> Result<Vec<u8>>;
    }
}

/// Encryption by OAEP.
pub mod oaep {
    use super::traits::{Decryptor, RandomizedDecryptor, RandomizedEncryptor};
    use super::{
        AssociatedOid, Box, Derived, Digest, Error, Given, Oaep, PhantomData, PublicKey, Result,
        SecretKey, TryCryptoRng, Vec,
    };

    /// A public key for OAEP with `D` for the label and `M` in the mask.
    #[derive(Debug, Clone)]
    pub struct EncryptingKey<D, M = D> {
        key: PublicKey,
        label: Box<[u8]>,
        hashes: PhantomData<(D, M)>,
    }

    /// A secret key for OAEP with `D` for the label and `M` in the mask.
    #[derive(Debug, Clone)]
    pub struct DecryptingKey<D, M = D> {
        key: SecretKey,
        label: Box<[u8]>,
        hashes: PhantomData<(D, M)>,
    }

    impl<D, M> EncryptingKey<D, M> {
        /// Without a label.
        #[must_use]
        pub fn new(key: PublicKey) -> Self {
            Self::new_with_label(key, [])
        }

        /// With a label.
        #[must_use]
        pub fn new_with_label(key: PublicKey, label: impl Into<Box<[u8]>>) -> Self {
            Self { key, label: label.into(), hashes: PhantomData }
        }
    }

    impl<D, M> DecryptingKey<D, M> {
        /// Without a label.
        #[must_use]
        pub fn new(key: SecretKey) -> Self {
            Self::new_with_label(key, [])
        }

        /// With a label.
        #[must_use]
        pub fn new_with_label(key: SecretKey, label: impl Into<Box<[u8]>>) -> Self {
            Self { key, label: label.into(), hashes: PhantomData }
        }
    }

    impl<D: Digest + AssociatedOid, M: Digest + AssociatedOid> RandomizedEncryptor
        for EncryptingKey<D, M>
    {
        fn encrypt_with_rng<R: TryCryptoRng + ?Sized>(
            &self,
            rng: &mut R,
            message: &[u8],
        ) -> Result<Vec<u8>> {
            let oaep = Oaep::with_mask::<D, M>().labelled(&self.label);
            Given::with(rng, |rng| self.key.encrypt(&oaep, message, rng))
                .ok_or(Error::Randomness)?
        }
    }

    impl<D: Digest + AssociatedOid, M: Digest + AssociatedOid> RandomizedDecryptor
        for DecryptingKey<D, M>
    {
        fn decrypt_with_rng<R: TryCryptoRng + ?Sized>(
            &self,
            rng: &mut R,
            ciphertext: &[u8],
        ) -> Result<Vec<u8>> {
            let oaep = Oaep::with_mask::<D, M>().labelled(&self.label);
            Given::with(rng, |rng| Ok(self.key.decrypt(&oaep, ciphertext, rng)?.to_vec()))
                .ok_or(Error::Randomness)?
        }
    }

    impl<D: Digest + AssociatedOid, M: Digest + AssociatedOid> Decryptor for DecryptingKey<D, M> {
        fn decrypt(&self, ciphertext: &[u8]) -> Result<Vec<u8>> {
            let oaep = Oaep::with_mask::<D, M>().labelled(&self.label);
            let rng = &mut Derived::new(&self.key, ciphertext);
            Ok(self.key.decrypt(&oaep, ciphertext, rng)?.to_vec())
        }
    }
}

/// The caller's generator for this library, which has another version of its traits.
struct Given<'a, R: TryCryptoRng + ?Sized> {
    rng: &'a mut R,
    failed: bool,
}

impl<'a, R: TryCryptoRng + ?Sized> Given<'a, R> {
    /// The result of `f`; `None` if the generator failed.
    fn with<T>(rng: &'a mut R, f: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let mut given = Self { rng, failed: false };
        let made = f(&mut given);
        (!given.failed).then_some(made)
    }
}

impl<R: TryCryptoRng + ?Sized> RngCore for Given<'_, R> {
    fn next_u32(&mut self) -> u32 {
        rand_core::impls::next_u32_via_fill(self)
    }

    fn next_u64(&mut self) -> u64 {
        rand_core::impls::next_u64_via_fill(self)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        if self.rng.try_fill_bytes(bytes).is_err() {
            bytes.fill(0);
            self.failed = true;
        }
    }
}

impl<R: TryCryptoRng + ?Sized> CryptoRng for Given<'_, R> {}

/// SHA-256 of a counter, the key and the input.
struct Derived {
    seed: Zeroizing<Vec<u8>>,
    counter: u64,
}

impl Derived {
    fn new(key: &SecretKey, input: &[u8]) -> Self {
        let seed = key.secret_digest::<Sha256>(input);
        Self { seed, counter: 0 }
    }
}

impl RngCore for Derived {
    fn next_u32(&mut self) -> u32 {
        rand_core::impls::next_u32_via_fill(self)
    }

    fn next_u64(&mut self) -> u64 {
        rand_core::impls::next_u64_via_fill(self)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(32) {
            self.counter += 1;
            let mut hash = Sha256::new_with_prefix(self.counter.to_be_bytes());
            Digest::update(&mut hash, &self.seed);
            let mut digest = hash.finalize();
            chunk.copy_from_slice(&digest[..chunk.len()]);
            digest.as_mut_slice().zeroize();
        }
    }
}

impl CryptoRng for Derived {}
