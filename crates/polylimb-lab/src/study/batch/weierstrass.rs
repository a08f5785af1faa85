//! Batches of ECDH, ECDSA and BIP 340 on a curve `y² = x³ + a x + b`, checked by num-bigint.

use super::Way;
use super::jobs::{Compared, DIFFERENT, Rows, Work, one_by_one, order};
use crate::study::protocol::Judge;
use num_bigint::BigUint;
use polylimb::authors::curve::Parameters;
use polylimb::cpu::Features;
use polylimb::protocol::ecdsa::{
    DigestJob, RecoveryId, Signature, Signer, recover_digest, recover_digests, verify_digest,
    verify_digests,
};
use polylimb::protocol::keys::{PublicKey, SecretKey};
use polylimb::protocol::{Curve, bip340};
use polylimb::{Error, Result, Split};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use sha2::{Digest, Sha256};
use std::sync::OnceLock;

/// Keys and messages; each job agrees on a secret with the next job's key.
pub(super) struct Keys {
    secret: Vec<SecretKey>,
    public: Vec<PublicKey>,
    digests: Vec<[u8; 32]>,
    judge: Judge,
    known: OnceLock<Known>,
}

/// The correct results of the jobs, computed once for all rows.
struct Known {
    public: Vec<Vec<u8>>,
    shared: Vec<Vec<u8>>,
    /// Empty if the equation does not confirm it.
    signed: Vec<Vec<u8>>,
}

impl Keys {
    pub(super) fn draw(seed: u64, parameters: &Parameters, features: Features) -> Result<Self> {
        let curve = Curve::new(parameters, features)?;
        let rng = &mut ChaCha20Rng::seed_from_u64(seed);
        let secret =
            (0..DIFFERENT).map(|_| SecretKey::generate(&curve, rng)).collect::<Result<Vec<_>>>()?;
        Ok(Self {
            public: secret.iter().map(SecretKey::public_key).collect::<Result<_>>()?,
            secret,
            digests: (0..DIFFERENT).map(|job| Sha256::digest([job as u8]).into()).collect(),
            judge: Judge::new(parameters),
            known: OnceLock::new(),
        })
    }

    /// The job whose key takes part in the agreement, and whose signature serves as a wrong one.
    const fn other(job: usize) -> usize {
        (job + 1) % DIFFERENT
    }

    /// Whether the signature to verify is another job's.
    const fn is_wrong(job: usize) -> bool {
        job % 5 == 3
    }

    fn known(&self) -> &Known {
        self.known.get_or_init(|| {
            let points: Vec<_> = self.secret.iter().map(|key| self.judge.public(key)).collect();
            let shared = |job: usize| {
                let own = BigUint::from_bytes_be(&self.secret[job].to_bytes());
                let point = self.judge.curve.multiply(&own, &points[Self::other(job)]);
                self.judge.coordinate(point.as_ref().map_or(&BigUint::ZERO, |[x, _]| x))
            };
            // Signing is deterministic: each signature is the one that the equation confirms.
            let confirmed = |job: usize| {
                let (key, digest) = (&self.secret[job], &self.digests[job]);
                let signed = sign(&(key, &digest[..]));
                let bytes = signed.map_or(Vec::new(), |(signature, _)| signature.to_bytes());
                let right = !bytes.is_empty() && self.judge.ecdsa(key, digest, &bytes);
                if right { bytes } else { Vec::new() }
            };
            Known {
                public: points.iter().map(|point| self.judge.sec1(point)).collect(),
                shared: (0..DIFFERENT).map(shared).collect(),
                signed: (0..DIFFERENT).map(confirmed).collect(),
            }
        })
    }

    /// Public keys and key agreement.
    pub(super) fn ecdh(&self, way: Way) -> Vec<Box<dyn Work + '_>> {
        let keys: Vec<_> = order().map(|job| &self.secret[job]).collect();
        let public = move |split: &dyn Split| match way {
            Way::Together => SecretKey::public_keys(&keys, split),
            Way::OneByOne => one_by_one(split, &keys, |key| key.public_key()),
        };
        let jobs: Vec<_> =
            order().map(|job| (&self.secret[job], &self.public[Self::other(job)])).collect();
        let agree = move |split: &dyn Split| match way {
            Way::Together => polylimb::protocol::keys::SecretKey::agree_all(&jobs, split),
            Way::OneByOne => {
                one_by_one(split, &jobs, |(a, b)| polylimb::protocol::keys::SecretKey::agree(a, b))
            }
        };
        vec![
            Compared::boxed(
                "public-key",
                public,
                |key| key.as_ref().map_or(Vec::new(), PublicKey::to_sec1),
                self.known().public.clone(),
            ),
            Compared::boxed(
                "agree",
                agree,
                |secret| secret.as_ref().map_or(Vec::new(), |s| s.as_bytes().to_vec()),
                self.known().shared.clone(),
            ),
        ]
    }

    /// Signing (deterministic), verifying, and recovery of keys where there is one.
    pub(super) fn ecdsa(&self, way: Way) -> Vec<Box<dyn Work + '_>> {
        let jobs: Vec<_> = order().map(|job| (&self.secret[job], &self.digests[job][..])).collect();
        let signed: Vec<Result<Signed>> = jobs.iter().take(DIFFERENT).map(sign).collect();
        let recover = self.recover(way, &signed);
        let run = move |split: &dyn Split| match way {
            Way::Together => Signer::default().sign_digests::<Sha256>(&jobs, split),
            Way::OneByOne => one_by_one(split, &jobs, sign),
        };
        let verdicts = move |split: &dyn Split| {
            let chosen = |job| if Self::is_wrong(job) { Self::other(job) } else { job };
            let jobs: Vec<DigestJob<'_>> = order()
                .filter_map(|job| {
                    let (signature, _) = signed[chosen(job)].as_ref().ok()?;
                    Some((&self.public[job], &self.digests[job][..], signature))
                })
                .collect();
            match way {
                Way::Together => verify_digests(&jobs, split),
                Way::OneByOne => one_by_one(split, &jobs, |(key, digest, signature)| {
                    verify_digest(key, digest, signature)
                }),
            }
        };
        let expected = (0..DIFFERENT).map(|job| vec![u8::from(!Self::is_wrong(job))]).collect();
        let mut works = vec![
            Compared::boxed(
                "sign",
                run,
                |signed| signed.as_ref().map_or(vec![0], |(signature, _)| signature.to_bytes()),
                self.known().signed.clone(),
            ),
            Compared::boxed(
                "verify",
                verdicts,
                |verdict| match verdict {
                    Ok(()) => vec![1],
                    Err(Error::Signature) => vec![0],
                    Err(_) => Vec::new(),
                },
                expected,
            ),
        ];
        works.extend(recover);
        works
    }

    /// Recovery of keys, on curves of cofactor 1.
    fn recover(&self, way: Way, signed: &[Result<Signed>]) -> Option<Box<dyn Work + '_>> {
        if self.public[0].curve().parameters().cofactor() != [1] {
            return None;
        }
        let signed = signed.to_vec();
        let run = move |split: &dyn Split| {
            let jobs: Vec<_> = order()
                .filter_map(|job| {
                    let (signature, id) = signed[job].as_ref().ok()?;
                    Some((&self.digests[job][..], signature, *id))
                })
                .collect();
            match way {
                Way::Together => recover_digests(&jobs, split),
                Way::OneByOne => one_by_one(split, &jobs, |(digest, signature, id)| {
                    recover_digest(digest, signature, *id)
                }),
            }
        };
        Some(Compared::boxed(
            "recover",
            run,
            |key| key.as_ref().map_or(Vec::new(), PublicKey::to_sec1),
            self.known().public.clone(),
        ))
    }

    /// Verification of BIP 340; on secp256k1 only.
    pub(super) fn bip340(&self, way: Way) -> Result<Vec<Box<dyn Work + '_>>> {
        let job = |(secret, digest): (&SecretKey, &[u8; 32])| -> Result<_> {
            let key = bip340::SigningKey::new(secret)?;
            Ok((key.verifying_key().to_bytes(), *digest, key.sign_with(digest, &[7; 32])?))
        };
        let jobs = self.secret.iter().zip(&self.digests).map(job).collect::<Result<Vec<_>>>()?;
        let curve = self.public[0].curve();
        Ok(vec![Rows::new(&jobs).work(
            way,
            |keys, messages, signatures, split| {
                bip340::verify_rows(curve, keys, messages, signatures, split)
            },
            |key, message, signature| {
                bip340::VerifyingKey::from_bytes(curve, key)?.verify(message, signature)
            },
        )])
    }
}

/// A signature and what recovery needs besides.
type Signed = (Signature, RecoveryId);

fn sign(job: &(&SecretKey, &[u8])) -> Result<Signed> {
    Signer::default().sign_digest::<Sha256>(job.0, job.1)
}
