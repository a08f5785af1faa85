//! ECIES: authenticated encryption of any message to a public key; the form to use.
//!
//! **Source.** `[ElGamal1985]` with the key hashed: `[Abdalla2001]` (DHIES); HKDF with SHA-256
//! `[RFC5869]`; ChaCha20-Poly1305 `[RFC8439]`. **Idea.** Only sender and recipient know the point
//! `k Q` of EC-ElGamal. It makes the key of a cipher that detects each change. **Cost.** Two scalar
//! multiplications to encrypt, one to decrypt, and the cipher. **Constant time**; lengths are
//! public.
//!
//! **The file**: the header (magic `PLEC`, version 1, content 1, the curve's name), the sender's
//! ephemeral point `k G` uncompressed as in SEC 1, the ciphertext and its tag of 16 bytes. Key:
//! HKDF without salt of the abscissa of `k Q`, with header, `k G` and `Q` as information. Header
//! and `k G` are also authenticated data. The nonce is 0, because each key encrypts one message.
//!
//! The recipient learns nothing about who wrote the message: sign it first where that matters.

use super::envelope::{Content, header, open};
use super::keys::{PublicKey, SecretKey};
use crate::error::{Error, Result};
use alloc::vec::Vec;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use hkdf::Hkdf;
use rand_core::CryptoRng;
use sha2::Sha256;
use zeroize::Zeroizing;

/// The message encrypted to the owner of that key, as a file.
///
/// ```
/// use polylimb::protocol::{Curve, ecies, keys::SecretKey};
/// # use rand_chacha::rand_core::SeedableRng;
/// # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
/// // `rng` is any `rand_core::CryptoRng`.
/// let key = SecretKey::generate(&Curve::named("P-256")?, &mut rng)?;
/// let file = ecies::encrypt(&key.public_key()?, b"a message", &mut rng)?;
/// assert_eq!(ecies::decrypt(&key, &file)?[..], *b"a message");
/// # Ok::<(), polylimb::Error>(())
/// ```
///
/// # Errors
/// [`Error::Randomness`] if `rng` returns nothing usable; [`Error::Parameter`] for a message beyond
/// the cipher's 256 GiB.
pub fn encrypt<R: CryptoRng + ?Sized>(
    to: &PublicKey,
    message: &[u8],
    rng: &mut R,
) -> Result<Vec<u8>> {
    let ephemeral = SecretKey::generate(to.curve(), rng)?;
    let mut file = header(Content::Hybrid, to.curve().name());
    file.extend(ephemeral.public_key()?.to_sec1());
    let sealed = cipher(&file, &ephemeral, to, to)?
        .encrypt(&Nonce::default(), Payload { msg: message, aad: &file })
        .map_err(|_| Error::Parameter { expected: "a message of less than 2^38 bytes" })?;
    file.extend(sealed);
    Ok(file)
}

/// The message in a file for the owner of that key.
///
/// # Errors
/// [`Error::Encoding`], [`Error::Key`], [`Error::Curve`] if it is no such file for a key of this
/// curve; [`Error::Ciphertext`] if it was changed or is for another key.
pub fn decrypt(key: &SecretKey, file: &[u8]) -> Result<Zeroizing<Vec<u8>>> {
    let rest = open(Content::Hybrid, key.curve().name(), file)?;
    let point = 1 + 2 * key.curve().coordinate_bytes();
    let Some((ephemeral, sealed)) = rest.split_at_checked(point) else {
        return Err(Error::Ciphertext);
    };
    let ephemeral = PublicKey::from_sec1(key.curve(), ephemeral)?;
    let aad = &file[..file.len() - sealed.len()];
    cipher(aad, key, &ephemeral, &key.public_key()?)?
        .decrypt(&Nonce::default(), Payload { msg: sealed, aad })
        .map(Zeroizing::new)
        .map_err(|_| Error::Ciphertext)
}

/// The cipher under the key that `own` and `other` share; `start` is the file up to and including
/// the ephemeral point.
fn cipher(
    start: &[u8],
    own: &SecretKey,
    other: &PublicKey,
    recipient: &PublicKey,
) -> Result<ChaCha20Poly1305> {
    let secret = own.agree(other)?;
    let mut key = Zeroizing::new([0; 32]);
    Hkdf::<Sha256>::new(None, secret.as_bytes())
        .expand_multi_info(&[start, &recipient.to_sec1()], &mut key[..])
        .map_err(|_| Error::Parameter { expected: "a key of at most 255 hashes" })?;
    let key: &Key = (&*key).into();
    Ok(ChaCha20Poly1305::new(key))
}
