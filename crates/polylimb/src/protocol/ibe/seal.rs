//! Files of any length for an identity: a random key encrypted to it, and the message under that
//! key.
//!
//! **The file**: the header (magic `PLEC`, version 1, content 3, the curve's name `BLS12-381`), the
//! 112 bytes `U`, `V`, `W` of [`PublicKey::encrypt`] for a random key of 32 bytes, the message
//! under ChaCha20-Poly1305 `[RFC8439]` with that key, and its tag of 16 bytes. Everything before
//! the message is authenticated data. The nonce is 0, because each key encrypts one message.
//! **Source.** `[Cramer2003]`, section 7: both parts withstand chosen ciphertexts, so the whole
//! does.

use super::{OVERHEAD_BYTES, PrivateKey, PublicKey};
use crate::error::{Error, Result};
use crate::protocol::envelope::{Content, header, open};
use alloc::vec::Vec;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use rand_core::CryptoRng;
use zeroize::Zeroizing;

/// Bytes of the cipher's key.
const KEY_BYTES: usize = 32;
/// The curve's name in the header.
const CURVE: Option<&str> = Some("BLS12-381");

impl PublicKey {
    /// Encrypts `message`, of any length, to the owner of `identity`, as a file.
    ///
    /// ```
    /// use polylimb::protocol::ibe::Authority;
    /// # use rand_chacha::rand_core::SeedableRng;
    /// # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
    /// let authority = Authority::generate(&mut rng)?;
    /// let file = authority.public_key().seal(b"alice", &[7; 10_000], &mut rng)?;
    /// assert_eq!(authority.extract(b"alice").open(&file)?[..], [7; 10_000]);
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Parameter`] for a message beyond the cipher's 256 GiB.
    pub fn seal<R: CryptoRng + ?Sized>(
        &self,
        identity: &[u8],
        message: &[u8],
        rng: &mut R,
    ) -> Result<Vec<u8>> {
        let mut key = Zeroizing::new([0; KEY_BYTES]);
        rng.fill_bytes(&mut *key);
        let mut file = header(Content::Identity, CURVE);
        file.extend(self.encrypt(identity, &*key, rng)?);
        let sealed = cipher(&key)
            .encrypt(&Nonce::default(), Payload { msg: message, aad: &file })
            .map_err(|_| Error::Parameter { expected: "a message of less than 2^38 bytes" })?;
        file.extend(sealed);
        Ok(file)
    }
}

impl PrivateKey {
    /// The message in a file of [`PublicKey::seal`].
    ///
    /// # Errors
    /// [`Error::Encoding`], [`Error::Key`] if it is no such file; [`Error::Ciphertext`] if it was
    /// changed or is for another identity.
    pub fn open(&self, file: &[u8]) -> Result<Zeroizing<Vec<u8>>> {
        let rest = open(Content::Identity, CURVE, file)?;
        let Some((encrypted, sealed)) = rest.split_at_checked(OVERHEAD_BYTES + KEY_BYTES) else {
            return Err(Error::Ciphertext);
        };
        let decrypted = self.decrypt(encrypted)?;
        let mut key = Zeroizing::new([0; KEY_BYTES]);
        key.copy_from_slice(&decrypted);
        let aad = &file[..file.len() - sealed.len()];
        cipher(&key)
            .decrypt(&Nonce::default(), Payload { msg: sealed, aad })
            .map(Zeroizing::new)
            .map_err(|_| Error::Ciphertext)
    }
}

fn cipher(key: &[u8; KEY_BYTES]) -> ChaCha20Poly1305 {
    let key: &Key = key.into();
    ChaCha20Poly1305::new(key)
}
