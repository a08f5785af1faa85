//! RSA with two primes and SHA-256, checked by num-bigint.

use super::turns::{Op, TURNS, Turns, turns};
use crate::judge::rsa as judge;
use polylimb::Result;
use polylimb::rsa::{Oaep, PublicKey, Scheme, SecretKey};
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};
use sha2::Sha256;

/// A key for each turn.
pub(super) struct RsaKeys {
    seed: u64,
    keys: [SecretKey; TURNS],
}

impl RsaKeys {
    pub(super) fn draw(seed: u64, bits: usize) -> Result<Self> {
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let mut key = || SecretKey::generate(bits, 2, &mut rng);
        Ok(Self { seed, keys: [key()?, key()?] })
    }

    /// The same random numbers each time: the salt or seed comes first, then the blinding.
    fn rng(&self, turn: usize) -> ChaCha20Rng {
        ChaCha20Rng::seed_from_u64(self.seed + turn as u64)
    }

    fn first_bytes(&self, turn: usize) -> [u8; 32] {
        let mut bytes = [0; 32];
        self.rng(turn).fill_bytes(&mut bytes);
        bytes
    }

    fn public(&self, turn: usize) -> &PublicKey {
        self.keys[turn].public_key()
    }

    /// Signing and verifying.
    pub(super) fn signatures(&self, scheme: Scheme, pss: bool) -> Result<Turns<'_>> {
        let message = |turn: usize| [turn as u8; 32];
        let sign =
            move |turn: usize| self.keys[turn].sign(&scheme, &message(turn), &mut self.rng(turn));
        let signed = [sign(0)?, sign(1)?];
        // The only number whose public power is the encoding.
        let expected = turns(|turn| {
            let key = self.public(turn);
            let encoded = if pss {
                judge::pss(&message(turn), &self.first_bytes(turn), key.bytes())
            } else {
                judge::pkcs1v15(&message(turn), key.bytes())
            };
            let power = judge::public(&key.modulus(), &key.exponent(), &signed[turn]);
            if power == encoded { signed[turn].clone() } else { Vec::new() }
        });
        let wrong = signed[1].clone();
        let ops = vec![
            Op::new(
                "sign",
                move |turn, out| out.extend(sign(turn).unwrap_or_default()),
                |turn| expected[turn].clone(),
            ),
            Op::check(
                "verify",
                move |turn| {
                    self.public(turn).verify(&scheme, &message(turn), &signed[turn]).is_ok()
                },
                move || self.public(0).verify(&scheme, &message(0), &wrong).is_ok(),
            ),
        ];
        Ok(Turns::new(ops, Some("sha256")))
    }

    /// Encryption and decryption of 32 bytes.
    pub(super) fn oaep(&self) -> Result<Turns<'_>> {
        let oaep = Oaep::new::<Sha256>();
        let message = |turn: usize| [turn as u8; 32];
        let encrypt = move |turn: usize| {
            self.public(turn).encrypt(&oaep, &message(turn), &mut self.rng(turn))
        };
        let files = [encrypt(0)?, encrypt(1)?];
        let ops = vec![
            Op::new(
                "encrypt",
                move |turn, out| out.extend(encrypt(turn).unwrap_or_default()),
                |turn| {
                    let key = self.public(turn);
                    let encoded = judge::oaep(&message(turn), &self.first_bytes(turn), key.bytes());
                    judge::public(&key.modulus(), &key.exponent(), &encoded)
                },
            ),
            Op::new(
                "decrypt",
                move |turn, out| {
                    let rng = &mut self.rng(turn);
                    if let Ok(message) = self.keys[turn].decrypt(&oaep, &files[turn], rng) {
                        out.extend(&message[..]);
                    }
                },
                |turn| message(turn).to_vec(),
            ),
        ];
        Ok(Turns::new(ops, Some("sha256")))
    }
}
