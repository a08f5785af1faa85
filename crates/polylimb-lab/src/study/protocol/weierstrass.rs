//! ECDH, ECDSA and BIP 340 on a curve `y² = x³ + a x + b`, checked by num-bigint.

use super::judge::Judge;
use super::turns::{Op, TURNS, Turns, turns};
use num_bigint::BigUint;
use polylimb::Result;
use polylimb::authors::curve::Parameters;
use polylimb::cpu::Features;
use polylimb::protocol::ecdsa::{RecoveryId, Signature, Signer, recover_digest, verify_digest};
use polylimb::protocol::keys::{PublicKey, SecretKey};
use polylimb::protocol::{Curve, bip340};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use sha2::{Digest, Sha256};

/// The hash of the messages to sign.
pub(super) const HASH: &str = "sha256";

/// Keys and messages, the same for all protocols of a curve.
pub(super) struct Keys {
    pub(super) seed: u64,
    curve: Curve,
    pub(super) secret: [SecretKey; TURNS],
    pub(super) public: [PublicKey; TURNS],
    pub(super) digests: [[u8; 32]; TURNS],
    pub(super) judge: Judge,
}

impl Keys {
    pub(super) fn draw(seed: u64, parameters: &Parameters, features: Features) -> Result<Self> {
        let curve = Curve::new(parameters, features)?;
        let rng = &mut ChaCha20Rng::seed_from_u64(seed);
        let [a, b] = [SecretKey::generate(&curve, rng)?, SecretKey::generate(&curve, rng)?];
        Ok(Self {
            seed,
            public: [a.public_key()?, b.public_key()?],
            secret: [a, b],
            digests: turns(|turn| Sha256::digest([turn as u8]).into()),
            judge: Judge::new(parameters),
            curve,
        })
    }

    /// Key generation and agreement.
    pub(super) fn ecdh(&self) -> Turns<'_> {
        // The same random numbers each time, so that the keys are known.
        let generated = |turn: usize| {
            let rng = &mut ChaCha20Rng::seed_from_u64(self.seed + turn as u64);
            SecretKey::generate(&self.curve, rng)
        };
        let shared = |turn: usize| {
            let [own, other] = [&self.secret[turn], &self.secret[1 - turn]];
            let both = [own, other].map(|key| BigUint::from_bytes_be(&key.to_bytes()));
            let point = self.judge.curve.multiply(&both[0], &self.judge.times(&both[1]));
            self.judge.coordinate(point.as_ref().map_or(&BigUint::ZERO, |[x, _]| x))
        };
        let ops = vec![
            Op::new(
                "generate",
                move |turn, out| {
                    let public = generated(turn).and_then(|key| key.public_key());
                    out.extend(public.map_or(Vec::new(), |key| key.to_sec1()));
                },
                |turn| {
                    generated(turn)
                        .map_or(Vec::new(), |key| self.judge.sec1(&self.judge.public(&key)))
                },
            ),
            Op::new(
                "agree",
                |turn, out| {
                    if let Ok(secret) = polylimb::protocol::keys::SecretKey::agree(
                        &self.secret[turn],
                        &self.public[1 - turn],
                    ) {
                        out.extend(secret.as_bytes());
                    }
                },
                shared,
            ),
        ];
        Turns::new(ops, None)
    }

    /// Signing (deterministic), verifying, recovering the public key.
    pub(super) fn ecdsa(&self) -> Result<Turns<'_>> {
        let sign = |turn: usize| {
            Signer::default().sign_digest::<Sha256>(&self.secret[turn], &self.digests[turn])
        };
        let signed: [(Signature, RecoveryId); TURNS] = [sign(0)?, sign(1)?];
        // Signing is deterministic: each signature is the one that the equation confirms.
        let confirmed = |turn: usize| {
            let bytes = signed[turn].0.to_bytes();
            if self.judge.ecdsa(&self.secret[turn], &self.digests[turn], &bytes) {
                bytes
            } else {
                Vec::new()
            }
        };
        let [verified, recovered] = [signed.clone(), signed.clone()];
        let wrong = signed[1].0.clone();
        let mut ops = vec![
            Op::new(
                "sign",
                move |turn, out| out.extend(sign(turn).map_or(Vec::new(), |s| s.0.to_bytes())),
                confirmed,
            ),
            Op::check(
                "verify",
                move |turn| {
                    verify_digest(&self.public[turn], &self.digests[turn], &verified[turn].0)
                        .is_ok()
                },
                move || verify_digest(&self.public[0], &self.digests[0], &wrong).is_ok(),
            ),
            Op::new(
                "recover",
                move |turn, out| {
                    let (signature, id) = &recovered[turn];
                    let key = recover_digest(&self.digests[turn], signature, *id);
                    out.extend(key.map_or(Vec::new(), |key| key.to_sec1()));
                },
                |turn| self.judge.sec1(&self.judge.public(&self.secret[turn])),
            )
            .vartime(),
        ];
        if self.public[0].curve().parameters().cofactor() != [1] {
            // Keys are recovered only on curves of cofactor 1.
            ops.pop();
        }
        Ok(Turns::new(ops, Some(HASH)))
    }

    /// Signing with fixed auxiliary randomness, and verifying; on secp256k1 only.
    pub(super) fn bip340(&self) -> Result<Turns<'_>> {
        let keys =
            [bip340::SigningKey::new(&self.secret[0])?, bip340::SigningKey::new(&self.secret[1])?];
        let sign = |turn: usize| keys[turn].sign_with(&self.digests[turn], &[7; 32]);
        let signed = [sign(0)?, sign(1)?];
        let confirmed = |turn: usize| {
            let right = self.judge.bip340(&self.secret[turn], &self.digests[turn], &signed[turn]);
            if right { signed[turn].to_vec() } else { Vec::new() }
        };
        let expected = turns(confirmed);
        let public = [keys[0].verifying_key().clone(), keys[1].verifying_key().clone()];
        let other = public[0].clone();
        let ops = vec![
            Op::new(
                "sign",
                move |turn, out| {
                    if let Ok(signature) = keys[turn].sign_with(&self.digests[turn], &[7; 32]) {
                        out.extend(signature);
                    }
                },
                |turn| expected[turn].clone(),
            ),
            Op::check(
                "verify",
                move |turn| public[turn].verify(&self.digests[turn], &signed[turn]).is_ok(),
                move || other.verify(&self.digests[0], &signed[1]).is_ok(),
            ),
        ];
        Ok(Turns::new(ops, Some(HASH)))
    }
}
