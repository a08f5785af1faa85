//! ECDH, ECDSA and BIP 340 on a curve `y² = x³ + a x + b`, and the same by num-bigint.

use super::turns::{Op, TURNS, Turns, turns};
use crate::judge::curve::{self as judge, number};
use num_bigint::BigUint;
use polylimb::Result;
use polylimb::cpu::Features;
use polylimb::curve::named::Parameters;
use polylimb::protocol::ecdsa::{RecoveryId, Signature, Signer, recover_digest, verify_digest};
use polylimb::protocol::keys::{PublicKey, SecretKey};
use polylimb::protocol::{Curve, bip340, ecdh};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use sha2::{Digest, Sha256};

/// Of the messages to sign.
const HASH: &str = "sha256";

/// Keys and messages, the same for all protocols of a curve.
pub(super) struct Keys {
    seed: u64,
    curve: Curve,
    secret: [SecretKey; TURNS],
    public: [PublicKey; TURNS],
    digests: [[u8; 32]; TURNS],
    judge: Judge,
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
                    if let Ok(secret) =
                        ecdh::shared_secret(&self.secret[turn], &self.public[1 - turn])
                    {
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
        // Deterministic: each signature is the one that the equation confirms.
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
        let ops = vec![
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
            ),
        ];
        Ok(Turns::new(ops, Some(HASH)))
    }

    /// Signing with fixed auxiliary randomness, verifying; on secp256k1 only.
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

/// The curve's other face.
struct Judge {
    curve: judge::Curve,
    generator: judge::Point,
    order: BigUint,
    /// Bytes of a coordinate.
    bytes: usize,
}

impl Judge {
    fn new(parameters: &Parameters) -> Self {
        Self {
            curve: judge::Curve::new(parameters),
            generator: Some(parameters.generator().map(number)),
            order: number(parameters.order()),
            bytes: parameters.bits().div_ceil(8),
        }
    }

    fn times(&self, k: &BigUint) -> judge::Point {
        self.curve.multiply(k, &self.generator)
    }

    fn public(&self, key: &SecretKey) -> judge::Point {
        self.times(&BigUint::from_bytes_be(&key.to_bytes()))
    }

    fn coordinate(&self, n: &BigUint) -> Vec<u8> {
        let digits = n.to_bytes_be();
        let mut bytes = vec![0; self.bytes.saturating_sub(digits.len())];
        bytes.extend(digits);
        bytes
    }

    /// SEC 1, 2.3.3, uncompressed.
    fn sec1(&self, point: &judge::Point) -> Vec<u8> {
        let Some([x, y]) = point else { return vec![0] };
        [vec![4], self.coordinate(x), self.coordinate(y)].concat()
    }

    /// Whether FIPS 186-5, 6.4.2 accepts: `r` is the abscissa of `z/s G + r/s Q`.
    fn ecdsa(&self, key: &SecretKey, digest: &[u8], signature: &[u8]) -> bool {
        let n = &self.order;
        let (r, s) = signature.split_at(signature.len() / 2);
        let [r, s, z] = [r, s, digest].map(BigUint::from_bytes_be);
        // The leftmost bits of the digest.
        let excess = (digest.len() as u64 * 8).saturating_sub(n.bits());
        let Some(inverse) = s.modinv(n) else { return false };
        let multiples = [
            self.times(&((z >> excess) * &inverse % n)),
            self.curve.multiply(&(&r * inverse % n), &self.public(key)),
        ];
        self.curve.add(&multiples[0], &multiples[1]).is_some_and(|[x, _]| x % n == r)
    }

    /// Whether BIP 340 accepts: `s G = R + e P` for the points `R` and `P` with even ordinates.
    fn bip340(&self, key: &SecretKey, message: &[u8], signature: &[u8]) -> bool {
        let Some([x, y]) = self.public(key) else { return false };
        let tag = Sha256::digest("BIP0340/challenge");
        let public = self.coordinate(&x);
        let parts = [&tag[..], &tag, &signature[..32], &public, message].concat();
        let e = BigUint::from_bytes_be(&Sha256::digest(parts)) % &self.order;
        let even = |y: &BigUint| if y.bit(0) { self.curve.prime() - y } else { y.clone() };
        let negative = self.curve.multiply(&(&self.order - e), &Some([x, even(&y)]));
        let point =
            self.curve.add(&self.times(&BigUint::from_bytes_be(&signature[32..])), &negative);
        point.is_some_and(|[x, y]| !y.bit(0) && x == BigUint::from_bytes_be(&signature[..32]))
    }
}
