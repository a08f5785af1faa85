//! ECIES and EC-ElGamal, decrypted by num-bigint and the cipher's crates.

use super::judge::Judge;
use super::turns::{Op, TURNS, Turns, turns};
use super::weierstrass::Keys;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use hkdf::Hkdf;
use num_bigint::BigUint;
use polylimb::Result;
use polylimb::protocol::elgamal::Dedicated;
use polylimb::protocol::keys::{PublicKey, SecretKey};
use polylimb::protocol::{ecies, elgamal};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use sha2::Sha256;
use zeroize::Zeroizing;

/// Bytes of the cipher's tag.
const TAG: usize = 16;

type Encrypt = fn(&PublicKey, &[u8], &mut ChaCha20Rng) -> Result<Vec<u8>>;
type Decrypt = fn(&SecretKey, &[u8]) -> Result<Zeroizing<Vec<u8>>>;
/// Decrypts with the recipient's key; `None` if the ciphertext is not right.
type Judging = fn(&Judge, &SecretKey, &[u8]) -> Option<Vec<u8>>;

impl Keys {
    /// Messages of 32 bytes, authenticated.
    pub(super) fn ecies(&self) -> Result<Turns<'_>> {
        let messages = turns(|turn| self.digests[turn].to_vec());
        self.encryption(ecies::encrypt, ecies::decrypt, &messages, Judge::ecies)
    }

    /// Messages that fill a block except its end.
    pub(super) fn elgamal(&self) -> Result<Turns<'_>> {
        let length = elgamal::block_bytes(self.public[0].curve())? - 1;
        let messages = turns(|turn| self.digests[turn].repeat(3)[..length].to_vec());
        let encrypt: Encrypt =
            |to, message, rng| Dedicated::new(to.clone()).encrypt_vartime(message, rng);
        let decrypt: Decrypt = |key, file| Dedicated::new(key.clone()).decrypt(file);
        self.encryption(encrypt, decrypt, &messages, Judge::elgamal)
    }

    /// Encryption with the same random numbers each time, whose result `judge` must be able to
    /// read; and decryption.
    fn encryption(
        &self,
        encrypt: Encrypt,
        decrypt: Decrypt,
        messages: &[Vec<u8>; TURNS],
        judge: Judging,
    ) -> Result<Turns<'_>> {
        let encrypted = {
            let messages = messages.clone();
            move |turn: usize| {
                let rng = &mut ChaCha20Rng::seed_from_u64(self.seed + turn as u64);
                encrypt(&self.public[turn], &messages[turn], rng)
            }
        };
        let files = [encrypted(0)?, encrypted(1)?];
        let expected = turns(|turn| {
            let read = judge(&self.judge, &self.secret[turn], &files[turn]);
            if read.as_ref() == Some(&messages[turn]) { files[turn].clone() } else { Vec::new() }
        });
        let ops = vec![
            Op::new(
                "encrypt",
                move |turn, out| out.extend(encrypted(turn).unwrap_or_default()),
                |turn| expected[turn].clone(),
            ),
            Op::new(
                "decrypt",
                move |turn, out| {
                    if let Ok(message) = decrypt(&self.secret[turn], &files[turn]) {
                        out.extend(&message[..]);
                    }
                },
                |turn| messages[turn].clone(),
            ),
        ];
        Ok(Turns::new(ops, None))
    }
}

impl Judge {
    /// `d` times `point`.
    fn shared(&self, key: &SecretKey, point: &PublicKey) -> crate::judge::curve::Point {
        let [x, y] = [point.point().x(), point.point().y()].map(BigUint::from_bytes_be);
        self.curve.multiply(&BigUint::from_bytes_be(&key.to_bytes()), &Some([x, y]))
    }

    fn ecies(&self, key: &SecretKey, file: &[u8]) -> Option<Vec<u8>> {
        let point = 7 + usize::from(*file.get(6)?);
        let sealed = point + self.sec1(&self.public(key)).len();
        let ephemeral = PublicKey::from_sec1(key.curve(), file.get(point..sealed)?).ok()?;
        let [x, _] = self.shared(key, &ephemeral)?;
        let mut secret = [0; 32];
        let info = [&file[..sealed], &self.sec1(&self.public(key))].concat();
        Hkdf::<Sha256>::new(None, &self.coordinate(&x)).expand(&info, &mut secret).ok()?;
        let payload = Payload { msg: &file[sealed..], aad: &file[..sealed] };
        let cipher = ChaCha20Poly1305::new(&Key::from(secret));
        (file.len() >= sealed + TAG).then_some(())?;
        cipher.decrypt(&Nonce::default(), payload).ok()
    }

    fn elgamal(&self, key: &SecretKey, file: &[u8]) -> Option<Vec<u8>> {
        let points = file.get(7 + usize::from(*file.get(6)?)..)?;
        let (first, second) = points.split_at(points.len() / 2);
        let [first, second] =
            [first, second].map(|bytes| PublicKey::from_sec1(key.curve(), bytes).ok());
        let mask = self.shared(key, &first?)?;
        let negated = self.curve.negate(&Some(mask));
        let second = second?;
        let hidden = [second.point().x(), second.point().y()].map(BigUint::from_bytes_be);
        let [x, _] = self.curve.add(&Some(hidden), &negated)?;
        // Without the counter byte and the end mark.
        let mut block = (x >> 16u32).to_bytes_be();
        let length = elgamal::block_bytes(key.curve()).ok()? - 1;
        while block.len() < length {
            block.insert(0, 0);
        }
        Some(block)
    }
}
