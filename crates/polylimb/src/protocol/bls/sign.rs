//! Ciphersuites, signatures and proofs of possession.

use super::{PublicKey, SecretKey, Variant};
use crate::error::{Error, Result};
use crate::field::lanes::LANES;
use crate::multiply::eights::part;
use crate::pairing::engine::{PairingEngine, SourcePoint};
use crate::protocol::hash_to_curve::{hash_to_group, hash_to_group_batch};
use crate::protocol::pairing_setting;
use crate::team::{Split, map_parts};
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use zeroize::Zeroizing;

/// The defence of aggregates against rogue keys, which are made from the keys of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// `NUL`: the messages of an aggregate differ.
    Basic,
    /// `AUG`: each message is signed together with the public key.
    MessageAugmentation,
    /// `POP`: the owner of each key has proved to have its secret, and the caller has verified the
    /// proof (`[CFRG-BLS]`, 3.3).
    ProofOfPossession,
}

impl Scheme {
    const fn tag(self) -> &'static str {
        match self {
            Self::Basic => "NUL",
            Self::MessageAugmentation => "AUG",
            Self::ProofOfPossession => "POP",
        }
    }
}

/// A ciphersuite: the groups of keys and signatures, and the scheme.
pub struct Bls<V> {
    engine: Arc<dyn PairingEngine>,
    scheme: Scheme,
    /// The tag for hashing messages.
    tag: String,
    variant: PhantomData<V>,
}

impl<V: Variant> fmt::Debug for Bls<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bls({})", self.tag)
    }
}

/// A signature, an aggregate of signatures, or a proof of possession: a point of its group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature<V: Variant> {
    pub(super) point: V::Signature,
    pub(super) bytes: Vec<u8>,
}

impl<V: Variant> Signature<V> {
    /// The compressed point.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl<V: Variant> Bls<V> {
    /// The ciphersuite, on this machine's best kernels.
    #[must_use]
    pub fn new(scheme: Scheme) -> Self {
        let tag =
            format!("BLS_SIG_BLS12381{}_XMD:SHA-256_SSWU_RO_{}_", V::SIGNATURE_GROUP, scheme.tag());
        Self { engine: pairing_setting::engine(), scheme, tag, variant: PhantomData }
    }

    /// The ciphersuite's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.tag
    }

    /// The scheme.
    #[must_use]
    pub const fn scheme(&self) -> Scheme {
        self.scheme
    }

    pub(super) fn engine(&self) -> &dyn PairingEngine {
        &*self.engine
    }

    /// The input of the hash when the owner of `key` signs `message`.
    pub(super) fn hashed(&self, key: &PublicKey<V>, message: &[u8]) -> Result<V::Signature> {
        match self.scheme {
            Scheme::MessageAugmentation => hash_to_group(
                self.engine(),
                &[key.as_bytes(), message].concat(),
                self.tag.as_bytes(),
            ),
            _ => hash_to_group(self.engine(), message, self.tag.as_bytes()),
        }
    }

    /// [`Bls::hashed`] for each: the key's bytes with augmented messages, otherwise none, and the
    /// message.
    pub(super) fn hashed_batch(&self, inputs: &[(&[u8], &[u8])]) -> Result<Vec<V::Signature>> {
        let inputs: Vec<_> = inputs.iter().map(|(key, message)| [*key, message].concat()).collect();
        let inputs: Vec<_> = inputs.iter().map(|input| &input[..]).collect();
        hash_to_group_batch(self.engine(), &inputs, self.tag.as_bytes())
    }

    /// The point that the secret key multiplies in a proof of possession.
    pub(super) fn hashed_key(&self, key: &PublicKey<V>) -> Result<V::Signature> {
        if self.scheme != Scheme::ProofOfPossession {
            return Err(Error::Key {
                wrong: "only the scheme of proofs of possession has proofs; take that one",
            });
        }
        let tag = self.tag.replace("BLS_SIG", "BLS_POP");
        hash_to_group(self.engine(), key.as_bytes(), tag.as_bytes())
    }

    pub(super) fn signature(&self, point: V::Signature) -> Result<Signature<V>> {
        let bytes = V::Signature::group(self.engine()).compress(&point)?;
        Ok(Signature { point, bytes })
    }

    /// The signature of these bytes, a point compressed or not.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Encoding`], [`Error::NotReduced`], [`Error::Curve`].
    pub fn read_signature(&self, bytes: &[u8]) -> Result<Signature<V>> {
        self.signature(V::Signature::group(self.engine()).decode(bytes)?)
    }

    /// The signature of `message`. Constant time in the key.
    #[must_use]
    pub fn sign(&self, key: &SecretKey, message: &[u8]) -> Signature<V> {
        let signed = || {
            let hash = match self.scheme {
                Scheme::MessageAugmentation => self.hashed(&self.public_key(key), message)?,
                _ => hash_to_group(self.engine(), message, self.tag.as_bytes())?,
            };
            self.signature(V::Signature::group(self.engine()).multiply(key.bits(), &hash)?)
        };
        pairing_setting::certain(signed())
    }

    /// The signature of each message by its key, compressed, one after another; with AVX-512 IFMA
    /// eight at a time. Parts of the batch run over `split`. Constant time in the keys.
    ///
    /// ```
    /// use polylimb::Alone;
    /// use polylimb::bls12_381::{Bls, MinimalPubkeySize, Scheme, SecretKey};
    /// let bls = Bls::<MinimalPubkeySize>::new(Scheme::ProofOfPossession);
    /// let key = SecretKey::from_seed(&[1; 32], b"")?;
    /// let rows = bls.sign_rows(&[(&key, b"one"), (&key, b"two")], &Alone);
    /// assert_eq!(&rows[96..], bls.sign(&key, b"two").as_bytes());
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    #[must_use]
    pub fn sign_rows(&self, jobs: &[(&SecretKey, &[u8])], split: &dyn Split) -> Vec<u8> {
        let group = V::Signature::group(self.engine());
        let rows = |jobs: &[(&SecretKey, &[u8])]| -> Result<Vec<Vec<u8>>> {
            let keys: Vec<_> = match self.scheme {
                Scheme::MessageAugmentation => {
                    jobs.iter().map(|(key, _)| self.public_key(key).as_bytes().to_vec()).collect()
                }
                _ => vec![Vec::new(); jobs.len()],
            };
            let inputs: Vec<_> =
                keys.iter().zip(jobs).map(|(key, (_, message))| (&key[..], *message)).collect();
            // Padding in the lists keeps what the stack held.
            let hashes = Zeroizing::new(self.hashed_batch(&inputs)?);
            let jobs: Vec<_> =
                jobs.iter().zip(&*hashes).map(|((key, _), hash)| (key.bits(), hash)).collect();
            let signed = Zeroizing::new(group.multiply_batch(&jobs)?);
            signed.iter().map(|point| group.compress(point)).collect()
        };
        let part = part(split, jobs.len(), LANES, usize::MAX);
        let rows = map_parts(split, jobs, part, &|jobs| pairing_setting::certain(rows(jobs)));
        rows.concat()
    }

    /// The proof that the caller has this secret key. Constant time in the key.
    ///
    /// # Errors
    /// [`Error::Key`] for other schemes than [`Scheme::ProofOfPossession`].
    pub fn prove_possession(&self, key: &SecretKey) -> Result<Signature<V>> {
        let hash = self.hashed_key(&self.public_key(key))?;
        self.signature(V::Signature::group(self.engine()).multiply(key.bits(), &hash)?)
    }

    /// One signature of all that `signatures` sign.
    ///
    /// # Errors
    /// [`Error::Parameter`] for an empty list.
    pub fn aggregate(&self, signatures: &[Signature<V>]) -> Result<Signature<V>> {
        if signatures.is_empty() {
            return Err(Error::Parameter { expected: "signatures: at least one" });
        }
        let points: Vec<_> = signatures.iter().map(|s| &s.point).collect();
        self.signature(V::Signature::group(self.engine()).sum_vartime(&points)?)
    }
}
