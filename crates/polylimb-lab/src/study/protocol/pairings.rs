//! BLS signatures, encryption and agreement by identities, agreement of three, on BLS12-381.
//!
//! A signature is compared with the same multiple by another method and other formulas (Straus'
//! windows over Jacobian coordinates). A shared secret is compared with the one that another party
//! computes by another pairing. A ciphertext must decrypt to its message.

use super::turns::{Op, TURNS, Turns, turns};
use polylimb::Result;
use polylimb::authors::limb::{Bits, Natural};
use polylimb::bls12_381::{Bls, MinimalPubkeySize, PublicKey, Scheme, SecretKey, Signature};
use polylimb::cpu::Features;
use polylimb::pairing::{G2, PairingName};
use polylimb::protocol::hash_to_curve::hash_to_group;
use polylimb::protocol::{ibe, joux, sok};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use std::sync::Arc;

/// The number of signatures in an aggregate and in a batch.
const MANY: usize = 8;
/// The identities of both turns.
const IDENTITIES: [&[u8]; TURNS] = [b"alice", b"bob"];

/// The keys of all parties.
pub(super) struct Parties {
    seed: u64,
    bls: Bls<MinimalPubkeySize>,
    secret: Vec<SecretKey>,
    public: Vec<PublicKey<MinimalPubkeySize>>,
    signatures: Vec<Signature<MinimalPubkeySize>>,
    authority: ibe::PublicKey,
    decrypting: [ibe::PrivateKey; TURNS],
    agreeing: [sok::PrivateKey; TURNS],
    three: [joux::SecretKey; 3],
    shares: [joux::Share; 3],
}

/// The message of the signer of index `signer`.
fn message(signer: usize) -> [u8; 32] {
    [signer as u8; 32]
}

impl Parties {
    pub(super) fn draw(seed: u64) -> Result<Self> {
        let rng = &mut ChaCha20Rng::seed_from_u64(seed);
        let bls = Bls::new(Scheme::Basic);
        let (mut secret, mut public, mut signatures) = (Vec::new(), Vec::new(), Vec::new());
        for signer in 0..MANY {
            let key = SecretKey::generate(rng);
            public.push(bls.public_key(&key));
            signatures.push(bls.sign(&key, &message(signer)));
            secret.push(key);
        }
        let (authority, other) = (ibe::Authority::generate(rng)?, sok::Authority::generate(rng)?);
        let [alice, bob] = IDENTITIES;
        let mut three = || joux::SecretKey::generate(rng);
        let three = [three()?, three()?, three()?];
        Ok(Self {
            seed,
            bls,
            secret,
            public,
            signatures,
            authority: authority.public_key(),
            decrypting: [authority.extract(alice), authority.extract(bob)],
            agreeing: [other.extract(alice), other.extract(bob)],
            shares: [three[0].share(), three[1].share(), three[2].share()],
            three,
        })
    }

    /// Signing; verifying one signature, an aggregate of eight and a batch of eight.
    pub(super) fn bls(&self) -> Result<Turns<'_>> {
        let expected = [self.multiple(0)?, self.multiple(1)?];
        let sum = self.bls.aggregate(&self.signatures)?;
        let first = self.bls.aggregate(&self.signatures[1..])?;
        let aggregate = |sum: &Signature<_>| {
            let messages: Vec<_> = (0..MANY).map(message).collect();
            let signed: Vec<_> = self.public.iter().zip(messages.iter().map(|m| &m[..])).collect();
            self.bls.aggregate_verify(&signed, sum).is_ok()
        };
        // Two exchanged signatures do not change the sum.
        let mut exchanged = self.signatures.clone();
        exchanged.swap(0, 1);
        let ops = vec![
            Op::new(
                "sign",
                |turn, out| {
                    let signature = self.bls.sign(&self.secret[turn], &message(turn));
                    out.extend(signature.as_bytes());
                },
                |turn| expected[turn].clone(),
            ),
            Op::check(
                "verify",
                |turn| self.verifies(turn, &self.signatures[turn]),
                || self.verifies(0, &self.signatures[1]),
            ),
            Op::check("verify sum of 8", move |_| aggregate(&sum), move || aggregate(&first)),
            Op::check(
                "verify batch of 8",
                |_| self.batch(&self.signatures),
                move || self.batch(&exchanged),
            ),
        ];
        Ok(Turns::new(ops, Some("sha256")))
    }

    fn verifies(&self, signer: usize, signature: &Signature<MinimalPubkeySize>) -> bool {
        self.bls.verify(&self.public[signer], &message(signer), signature).is_ok()
    }

    fn batch(&self, signatures: &[Signature<MinimalPubkeySize>]) -> bool {
        let messages: Vec<_> = (0..MANY).map(message).collect();
        let signed = self.public.iter().zip(messages.iter().map(|m| &m[..])).zip(signatures);
        let items: Vec<_> = signed.map(|((key, message), s)| (key, message, s)).collect();
        self.bls.verify_batch(&items, &mut ChaCha20Rng::seed_from_u64(self.seed)).is_ok()
    }

    /// The signature as a sum of one multiple.
    fn multiple(&self, signer: usize) -> Result<Vec<u8>> {
        let engine = PairingName::engine(PairingName::Bls12381, Features::detect());
        let tag = self.bls.name().as_bytes();
        let hash: G2 = hash_to_group(&*engine, &message(signer), tag)?;
        let k = Natural::from_be_bytes(&self.secret[signer].to_bytes()[..]);
        let point = engine.g2().sum_of_multiples_vartime(&[(Bits::new(k.words()), &hash)])?;
        engine.g2().compress(&point)
    }

    /// Encryption with the same random numbers each time, and decryption.
    pub(super) fn boneh_franklin(&self) -> Result<Turns<'_>> {
        let encrypted = |turn: usize| {
            let rng = &mut ChaCha20Rng::seed_from_u64(self.seed + turn as u64);
            self.authority.encrypt(IDENTITIES[turn], &message(turn), rng)
        };
        let files = Arc::new([encrypted(0)?, encrypted(1)?]);
        let expected = turns(|turn| {
            let read = self.decrypting[turn].decrypt(&files[turn]);
            let right = read.is_ok_and(|read| read[..] == message(turn));
            if right { files[turn].clone() } else { Vec::new() }
        });
        let decrypt = {
            let files = Arc::clone(&files);
            move |turn: usize, out: &mut Vec<u8>| {
                if let Ok(message) = self.decrypting[turn].decrypt(&files[turn]) {
                    out.extend(&message[..]);
                }
            }
        };
        let mut decryption = Op::new("decrypt", decrypt, |turn| message(turn).to_vec());
        decryption.refuses = Box::new(move || {
            let mut changed = files[0].clone();
            if let Some(byte) = changed.last_mut() {
                *byte ^= 1;
            }
            let refused = |file: &[u8]| self.decrypting[0].decrypt(file).is_err();
            refused(&changed) && refused(&files[1])
        });
        let ops = vec![
            Op::new(
                "encrypt",
                move |turn, out| out.extend(encrypted(turn).unwrap_or_default()),
                |turn| expected[turn].clone(),
            ),
            decryption,
        ];
        Ok(Turns::new(ops, Some("sha256")))
    }

    /// Agreement of two parties: one has its key in `G₁`, the other in `G₂`.
    pub(super) fn sakai_ohgishi_kasahara(&self) -> Turns<'_> {
        let agree = |turn: usize, out: &mut Vec<u8>| {
            if let Ok(secret) = self.agreeing[turn].agree(IDENTITIES[1 - turn]) {
                out.extend(&secret[..]);
            }
        };
        let expected = |turn: usize| {
            let secret = self.agreeing[1 - turn].agree(IDENTITIES[turn]);
            secret.map_or(Vec::new(), |secret| secret.to_vec())
        };
        Turns::new(vec![Op::new("agree", agree, expected)], None)
    }

    /// Agreement of three parties.
    pub(super) fn joux(&self) -> Turns<'_> {
        let agree = |own: usize| {
            let [one, other] = [(own + 1) % 3, (own + 2) % 3].map(|i| &self.shares[i]);
            self.three[own].agree(one, other).to_vec()
        };
        let run = move |turn: usize, out: &mut Vec<u8>| out.extend(agree(turn));
        Turns::new(vec![Op::new("agree", run, |turn| agree(turn + 1))], None)
    }
}
