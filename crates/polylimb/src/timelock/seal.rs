//! Files that open with the puzzle's result.
//!
//! **The file**: the puzzle (`puzzle.rs`), the contents under ChaCha20-Poly1305 `[RFC8439]`, and
//! its tag of 16 bytes. Key: HKDF with SHA-256 `[RFC5869]` without salt of the result, with the
//! puzzle's bytes as information. They are also authenticated data. The nonce is 0, because each
//! key encrypts one message.

use super::puzzle::Puzzle;
use super::trapdoor::Trapdoor;
use crate::error::{Error, Result};
use alloc::vec::Vec;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use hkdf::Hkdf;
use sha2::Sha256;
use zeroize::Zeroizing;

impl Trapdoor {
    /// The message in a file that opens with the puzzle's result. Takes the trapdoor, because a
    /// second message under the same key would open both; it is wiped.
    ///
    /// # Errors
    /// [`Error::Key`] for another trapdoor's puzzle; [`Error::Parameter`] for a message beyond the
    /// cipher's 256 GiB.
    pub fn seal(self, puzzle: &Puzzle, message: &[u8]) -> Result<Vec<u8>> {
        let mut file = puzzle.encode();
        let sealed = puzzle
            .cipher(&self.solve(puzzle)?)?
            .encrypt(&Nonce::default(), Payload { msg: message, aad: &file })
            .map_err(|_| Error::Parameter { expected: "a message of less than 2^38 bytes" })?;
        file.extend(sealed);
        Ok(file)
    }
}

impl Puzzle {
    /// The message in a file of this puzzle.
    ///
    /// # Errors
    /// As [`Puzzle::of_file`]; [`Error::Key`] for a file of another puzzle; [`Error::Length`] for a
    /// result of another length; [`Error::Ciphertext`] if the file was changed or the result is
    /// another.
    pub fn open(&self, result: &[u8], file: &[u8]) -> Result<Zeroizing<Vec<u8>>> {
        let header = self.encode();
        let Some(sealed) = file.strip_prefix(&header[..]) else {
            Self::of_file(file)?;
            return Err(Error::Key { wrong: "the file is of another puzzle" });
        };
        self.cipher(result)?
            .decrypt(&Nonce::default(), Payload { msg: sealed, aad: &header })
            .map(Zeroizing::new)
            .map_err(|_| Error::Ciphertext)
    }

    fn cipher(&self, result: &[u8]) -> Result<ChaCha20Poly1305> {
        let (expected, got) = (self.bytes(), result.len());
        if expected != got {
            return Err(Error::Length { what: "the result", expected, got });
        }
        let mut key = Zeroizing::new([0; 32]);
        Hkdf::<Sha256>::new(None, result)
            .expand(&self.encode(), &mut key[..])
            .map_err(|_| Error::Parameter { expected: "a key of at most 255 hashes" })?;
        let key: &Key = (&*key).into();
        Ok(ChaCha20Poly1305::new(key))
    }
}
