//! Signing.

use super::{RecoveryId, Signature};
use crate::cpu::DataIndependentTiming;
use crate::error::{Error, Result};
use crate::limb::{Mask, Word, is_zero};
use crate::modmul::Residue;
use crate::multiply::engine::PlainPoint;
use crate::protocol::curve::by_curve;
use crate::protocol::keys::SecretKey;
use crate::protocol::nonce::Nonces;
use crate::protocol::{Curve, Hash, is_odd};
use crate::team::{Alone, Split};
use alloc::vec::Vec;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

/// The signature of `message`, hashed with `D`; the nonce of `[RFC6979]` is a function of key and
/// message.
///
/// ```
/// use polylimb::protocol::{Curve, ecdsa, keys::SecretKey};
/// use sha2::Sha256;
/// let key = SecretKey::from_bytes(&Curve::named("P-256")?, &[9; 32])?;
/// let signature = ecdsa::sign::<Sha256>(&key, b"message")?;
/// assert_eq!(signature, ecdsa::sign::<Sha256>(&key, b"message")?);
/// # Ok::<(), polylimb::Error>(())
/// ```
///
/// # Errors
/// [`Error::Parameter`] for a hash of less than 224 bits, as SHA-1 is; [`Error::FaultDetected`] if
/// the machine made an arithmetic error.
pub fn sign<D: Hash>(key: &SecretKey, message: &[u8]) -> Result<Signature> {
    Ok(Signer::default().sign_digest::<D>(key, &D::digest(message))?.0)
}

/// The signature of `message`, hashed with `D`; the nonce also depends on fresh randomness, which
/// protects against faults and side channels. With a broken generator it is as good as [`sign`].
///
/// # Errors
/// As [`sign`].
pub fn sign_hedged<D: Hash, R: CryptoRng + ?Sized>(
    key: &SecretKey,
    message: &[u8],
    rng: &mut R,
) -> Result<Signature> {
    let mut extra = Zeroizing::new([0; 32]);
    rng.fill_bytes(&mut extra[..]);
    let signer = Signer { extra: &extra[..], ..Signer::default() };
    Ok(signer.sign_digest::<D>(key, &D::digest(message))?.0)
}

/// Fewest bytes of a digest to sign, and of the hash for nonces: SHA-224 is the shortest that
/// `[SP800-131A]` accepts. SHA-1 has 20, and known collisions.
const LEAST_DIGEST: usize = 28;

/// A digest that may be signed with nonces by `D`.
fn require_digest<D: Hash>(digest: &[u8]) -> Result<()> {
    require_hash(digest.len().min(<D as digest::Digest>::output_size()))
}

/// Whether a hash of that many bytes may sign.
pub(in crate::protocol) fn require_hash(bytes: usize) -> Result<()> {
    if bytes < LEAST_DIGEST {
        return Err(Error::Parameter {
            expected: "a hash of at least 224 bits to sign with; SHA-1 is broken",
        });
    }
    Ok(())
}

/// Options for signing. The default is deterministic and does not change `s`.
#[derive(Clone, Copy, Default)]
#[non_exhaustive]
pub struct Signer<'a> {
    /// Additional data for the nonce (`[RFC6979]`, 3.6). Fresh randomness makes the signature
    /// hedged.
    pub extra: &'a [u8],
    /// Returns `n - s` for `s` above `n / 2`. Both verify; Bitcoin accepts only the lower one.
    pub low_s: bool,
}

impl Signer<'_> {
    /// The signature of a message with this digest, of at least 224 bits, and the identifier for
    /// recovery of the public key. `D` is the hash for the nonce, usually the hash of the digest.
    ///
    /// ```
    /// use polylimb::protocol::ecdsa::{Signer, recover_digest};
    /// use polylimb::protocol::{Curve, keys::SecretKey};
    /// use sha2::{Digest, Sha256};
    /// let curve = Curve::named("secp256k1")?;
    /// let key = SecretKey::from_bytes(&curve, &[9; 32])?;
    /// let digest = Sha256::digest(b"message");
    /// let mut signer = Signer::default();
    /// signer.low_s = true;
    /// let (signature, id) = signer.sign_digest::<Sha256>(&key, &digest)?;
    /// assert_eq!(recover_digest(&digest, &signature, id)?, key.public_key()?);
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Parameter`] for a digest or a hash of less than 224 bits, as SHA-1 has;
    /// [`Error::FaultDetected`] if the machine made an arithmetic error.
    pub fn sign_digest<D: Hash>(
        &self,
        key: &SecretKey,
        digest: &[u8],
    ) -> Result<(Signature, RecoveryId)> {
        let _timing = DataIndependentTiming::begin();
        require_digest::<D>(digest)?;
        let scalars = key.curve().scalars();
        let z = scalars.of_digest(digest);
        let (secret, z_bytes) = (key.to_bytes(), scalars.to_bytes(&z));
        let mut nonces = Nonces::<D>::new(scalars, &[&secret, &z_bytes, self.extra]);
        loop {
            let nonce = nonces.next();
            if let Some(signed) = self.with_nonce(key, &z, &nonce)? {
                return Ok(signed);
            }
        }
    }

    /// The signature with this nonce; `None` if `r` or `s` is 0, which has a probability of
    /// 2^-(bits - 1).
    fn with_nonce(
        &self,
        key: &SecretKey,
        z: &[Word],
        nonce: &[Word],
    ) -> Result<Option<(Signature, RecoveryId)>> {
        let scalars = key.curve().scalars();
        let point = key.curve().engine().multiply_generator(scalars.bits(nonce));
        let inverse = scalars.residue(&scalars.inverse(nonce))?;
        self.finish(key, z, &inverse, point)
    }

    /// The signature from the inverse of the nonce and the nonce's multiple of the generator.
    fn finish(
        &self,
        key: &SecretKey,
        z: &[Word],
        inverse: &Residue,
        point: Option<PlainPoint>,
    ) -> Result<Option<(Signature, RecoveryId)>> {
        let scalars = key.curve().scalars();
        let point = point.ok_or(Error::FaultDetected)?;
        let (r, reduced) = scalars.of_coordinate(point.x())?;
        let odd = is_odd(point.y());

        let sum = scalars.residue(&r)?.mul(&scalars.residue(key.scalar())?)?;
        let sum = sum.add(&scalars.residue(z)?)?;
        let mut s = sum.mul(inverse)?.to_words();

        let flipped = scalars.is_high(&s) & Mask::from_bit(Word::from(self.low_s));
        scalars.negate_if(&mut s, flipped);
        // Signatures are public, and so is whether there is one.
        if (is_zero(&r) | is_zero(&s)).to_bool_vartime() {
            return Ok(None);
        }
        let signature = Signature::of_valid(key.curve(), r.to_vec(), s);
        Ok(Some((signature, RecoveryId::new(odd ^ flipped, reduced))))
    }

    /// [`Signer::sign_digest`] for each key and digest, eight at a time where the CPU has lanes;
    /// parts of the batch run over `split`. Constant time.
    ///
    /// ```
    /// use polylimb::protocol::ecdsa::{Signer, verify_digest};
    /// use polylimb::protocol::{Curve, keys::SecretKey};
    /// use polylimb::Alone;
    /// use sha2::{Digest, Sha256};
    /// let key = SecretKey::from_bytes(&Curve::named("P-256")?, &[9; 32])?;
    /// let digests = [Sha256::digest(b"one"), Sha256::digest(b"two")];
    /// let jobs = [(&key, &digests[0][..]), (&key, &digests[1][..])];
    /// let signatures = Signer::default().sign_digests::<Sha256>(&jobs, &Alone);
    /// for ((_, digest), signed) in jobs.iter().zip(signatures) {
    ///     verify_digest(&key.public_key()?, digest, &signed?.0)?;
    /// }
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// For each job as [`Signer::sign_digest`].
    pub fn sign_digests<D: Hash>(
        &self,
        jobs: &[(&SecretKey, &[u8])],
        split: &dyn Split,
    ) -> Vec<Result<(Signature, RecoveryId)>> {
        by_curve(
            jobs,
            split,
            |(key, _)| key.curve(),
            |curve, jobs| {
                self.of_one_curve::<D>(curve, jobs)
                    .unwrap_or_else(|error| jobs.iter().map(|_| Err(error)).collect())
            },
        )
    }

    fn of_one_curve<D: Hash>(
        &self,
        curve: &Curve,
        jobs: &[&(&SecretKey, &[u8])],
    ) -> Result<Vec<Result<(Signature, RecoveryId)>>> {
        let scalars = curve.scalars();
        // The first nonce of each job; for a digest that is refused it is drawn and not used.
        let nonces: Vec<_> = jobs
            .iter()
            .map(|(key, digest)| {
                let z = scalars.of_digest(digest);
                let (secret, z_bytes) = (key.to_bytes(), scalars.to_bytes(&z));
                (Nonces::<D>::new(scalars, &[&secret, &z_bytes, self.extra]).next(), z)
            })
            .collect();
        let bits: Vec<_> = nonces.iter().map(|(nonce, _)| scalars.bits(nonce)).collect();
        let points = curve.engine().multiply_generator_batch(&bits, &Alone);
        let inverses = scalars.inverses(nonces.iter().map(|(nonce, _)| &nonce[..]))?;
        let mut points = points.into_iter();
        let mut signed = Vec::with_capacity(jobs.len());
        for (((key, digest), (_, z)), inverse) in jobs.iter().zip(&nonces).zip(&inverses) {
            let point = points.next().flatten();
            let first =
                require_digest::<D>(digest).and_then(|()| self.finish(key, z, inverse, point));
            signed.push(match first {
                Ok(Some(signed)) => Ok(signed),
                // Its first nonce will not do here either, but the next may.
                Ok(None) => self.sign_digest::<D>(key, digest),
                Err(error) => Err(error),
            });
        }
        Ok(signed)
    }
}
