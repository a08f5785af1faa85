//! Batches of X25519, checked by num-bigint, and verification of Ed25519.

use super::Way;
use super::jobs::{Compared, DIFFERENT, Rows, Work, one_by_one, order};
use crate::study::protocol::abscissa;
use num_bigint::BigUint;
use polylimb::x25519::{PublicKey, SecretKey};
use polylimb::{Split, ed25519};
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};
use std::sync::OnceLock;

/// The bytes of secret keys; each job agrees on a secret with the next job's key.
pub(super) struct Secrets {
    bytes: [[u8; 32]; DIFFERENT],
    keys: Vec<(SecretKey, PublicKey)>,
    shared: OnceLock<Vec<Vec<u8>>>,
}

impl Secrets {
    pub(super) fn draw(seed: u64) -> Self {
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let mut bytes = [[0; 32]; DIFFERENT];
        for bytes in &mut bytes {
            rng.fill_bytes(bytes);
        }
        let key = |bytes: &[u8; 32]| {
            let key = SecretKey::from_bytes(*bytes);
            let public = key.public_key();
            (key, public)
        };
        Self { bytes, keys: bytes.iter().map(key).collect(), shared: OnceLock::new() }
    }

    const fn other(job: usize) -> usize {
        (job + 1) % DIFFERENT
    }

    /// Key agreement.
    pub(super) fn x25519(&self, way: Way) -> Vec<Box<dyn Work + '_>> {
        let expected = self.shared.get_or_init(|| {
            let base = BigUint::from(9u8);
            let both = |job: usize| [self.bytes[Self::other(job)], self.bytes[job]];
            (0..DIFFERENT).map(|job| abscissa(&both(job), &base)).collect()
        });
        let jobs: Vec<_> =
            order().map(|job| (&self.keys[job].0, &self.keys[Self::other(job)].1)).collect();
        let agree = move |split: &dyn Split| match way {
            Way::Together => SecretKey::agree_all(&jobs, split),
            Way::OneByOne => one_by_one(split, &jobs, |(a, b)| a.agree(b)),
        };
        vec![Compared::boxed(
            "agree",
            agree,
            |secret| secret.as_ref().map_or(Vec::new(), |s| s.as_bytes().to_vec()),
            expected.clone(),
        )]
    }

    /// Verification of Ed25519.
    pub(super) fn ed25519(&self, way: Way) -> Vec<Box<dyn Work + '_>> {
        let job = |bytes: &[u8; 32]| {
            let key = ed25519::SecretKey::from_bytes(bytes);
            (key.public_bytes().to_vec(), *bytes, key.sign(bytes).to_bytes())
        };
        let jobs: Vec<_> = self.bytes.iter().map(job).collect();
        vec![Rows::new(&jobs).work(way, ed25519::verify_rows, |key, message, signature| {
            let key = ed25519::PublicKey::from_bytes(key)?;
            key.verify(message, &ed25519::Signature::from_bytes(signature)?)
        })]
    }
}
