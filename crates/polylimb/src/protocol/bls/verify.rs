//! Verification of one signature, and of aggregates: each a product of pairings with one final
//! exponentiation.

use super::{Bls, ProvedKey, PublicKey, Scheme, Signature, Variant};
use crate::error::{Error, Result};
use crate::pairing::engine::SourcePoint;
use alloc::vec::Vec;

impl<V: Variant> Bls<V> {
    /// Whether the product of the pairings of `keys` with `hashes` equals the pairing of the
    /// generator with `signature`.
    pub(super) fn check(
        &self,
        keys: &[&V::Key],
        hashes: &[V::Signature],
        signature: &V::Signature,
    ) -> Result<()> {
        let group = V::Key::group(self.engine());
        let opposite = group.negate(&group.generator())?;
        let mut pairs: Vec<_> = keys.iter().zip(hashes).map(|(k, h)| V::pair(k, h)).collect();
        pairs.push(V::pair(&opposite, signature));
        if self.engine().product_is_one_vartime(&pairs)? {
            return Ok(());
        }
        Err(Error::Signature)
    }

    /// Whether `signature` is a signature of `message` by the owner of `key`.
    ///
    /// # Errors
    /// [`Error::Signature`] if not.
    pub fn verify(
        &self,
        key: &PublicKey<V>,
        message: &[u8],
        signature: &Signature<V>,
    ) -> Result<()> {
        self.check(&[&key.point], &[self.hashed(key, message)?], &signature.point)
    }

    /// The key, if the proof shows that its owner has its secret.
    ///
    /// # Errors
    /// [`Error::Signature`] if it is not valid; [`Error::Key`] for other schemes than
    /// [`Scheme::ProofOfPossession`].
    pub fn verify_possession(
        &self,
        key: &PublicKey<V>,
        proof: &Signature<V>,
    ) -> Result<ProvedKey<V>> {
        self.check(&[&key.point], &[self.hashed_key(key)?], &proof.point)?;
        Ok(ProvedKey(key.clone()))
    }

    /// Whether `signature` aggregates one signature of each message by the owner of its key, in the
    /// schemes without proofs of possession.
    ///
    /// # Errors
    /// [`Error::Signature`] if it does not; [`Error::Parameter`] for no message, and in the basic
    /// scheme for a repeated message; [`Error::Key`] for [`Scheme::ProofOfPossession`], where keys
    /// come with their proofs: [`Bls::proved_aggregate_verify`].
    pub fn aggregate_verify(
        &self,
        signed: &[(&PublicKey<V>, &[u8])],
        signature: &Signature<V>,
    ) -> Result<()> {
        if self.scheme() == Scheme::ProofOfPossession {
            return Err(Error::Key {
                wrong: "in this scheme keys add up only if their owners proved to possess them; verify the proofs",
            });
        }
        if self.scheme() == Scheme::Basic {
            let mut messages: Vec<_> = signed.iter().map(|(_, message)| message).collect();
            messages.sort_unstable();
            if messages.windows(2).any(|two| two[0] == two[1]) {
                return Err(Error::Parameter {
                    expected: "messages: all different in the basic scheme",
                });
            }
        }
        self.each_message(signed, signature)
    }

    /// The same with proofs of possession; messages may repeat.
    ///
    /// # Errors
    /// [`Error::Signature`] if it does not; [`Error::Parameter`] for no message; [`Error::Key`] for
    /// other schemes than [`Scheme::ProofOfPossession`].
    pub fn proved_aggregate_verify(
        &self,
        signed: &[(&ProvedKey<V>, &[u8])],
        signature: &Signature<V>,
    ) -> Result<()> {
        self.require_proofs()?;
        let signed: Vec<_> = signed.iter().map(|(key, message)| (key.key(), *message)).collect();
        self.each_message(&signed, signature)
    }

    fn require_proofs(&self) -> Result<()> {
        if self.scheme() == Scheme::ProofOfPossession {
            return Ok(());
        }
        Err(Error::Key {
            wrong: "keys add up only if their owners proved to possess them; take that scheme",
        })
    }

    fn each_message(
        &self,
        signed: &[(&PublicKey<V>, &[u8])],
        signature: &Signature<V>,
    ) -> Result<()> {
        if signed.is_empty() {
            return Err(Error::Parameter { expected: "messages: at least one" });
        }
        let hash = |(key, message): &(&_, &[u8])| self.hashed(key, message);
        let hashes: Vec<_> = signed.iter().map(hash).collect::<Result<_>>()?;
        let keys: Vec<_> = signed.iter().map(|(key, _)| &key.point).collect();
        self.check(&keys, &hashes, &signature.point)
    }

    /// Whether `signature` aggregates signatures of one `message` by the owners of all `keys`, who
    /// have proved to possess their secrets.
    ///
    /// # Errors
    /// [`Error::Signature`] if it does not; [`Error::Parameter`] for no key; [`Error::Key`] for
    /// other schemes than [`Scheme::ProofOfPossession`].
    pub fn fast_aggregate_verify(
        &self,
        keys: &[ProvedKey<V>],
        message: &[u8],
        signature: &Signature<V>,
    ) -> Result<()> {
        self.require_proofs()?;
        let Some(first) = keys.first() else {
            return Err(Error::Parameter { expected: "keys: at least one" });
        };
        let points: Vec<_> = keys.iter().map(|key| &key.key().point).collect();
        let sum = V::Key::group(self.engine()).sum_vartime(&points)?;
        if sum == V::Key::group(self.engine()).neutral() {
            return Err(Error::Signature);
        }
        // In this scheme the hash does not depend on the key.
        self.check(&[&sum], &[self.hashed(first.key(), message)?], &signature.point)
    }
}
