//! EC-ElGamal: blocks of a message as points, each hidden by a multiple of the recipient's key.
//!
//! **Source.** `[ElGamal1985]`; blocks as points: `[Koblitz1987]`, `[Arruda2014]` steps 5 and 9.
//! **Idea.** A block is the upper part of an abscissa. Of the 256 abscissas with different last
//! bytes at least one almost certainly belongs to a point `M`. With a random `k` the ciphertext is
//! `(k G, M + k Q)`. The owner of `d` subtracts `d k G`. **Cost.** Two scalar multiplications a
//! block, a square root for each byte tried.
//!
//! **For study, not for real secrets.** Without the key a ciphertext can be changed into one of a
//! related message, undetected; use [`ecies`](super::ecies). **Time** reveals how many abscissas
//! were tried for a block, and so a little of the message.
//!
//! **A key of its own** ([`Dedicated`]). An attacker who learns the answers to forged ciphertexts
//! learns `d P` for points `P` of their choice. With the same key that opens messages of ECIES and
//! shows secrets of ECDH and ECMQV.
//!
//! **The file**: the header (magic `PLEC`, version 1, content 2, the curve's name), then two
//! compressed points for each block. The message is followed by the byte `0x80` and zeros up to the
//! block's end. **Domain.** Curves where a large part of the points lie in the generator's
//! subgroup.

use super::Curve;
use super::envelope::{Content, header, open};
use super::keys::{PublicKey, SecretKey};
use crate::error::{Error, Result};
use crate::limb::Mask;
use crate::multiply::engine::PlainPoint;
use alloc::vec;
use alloc::vec::Vec;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

/// Follows the message.
const END: u8 = 0x80;

/// A key for this scheme alone.
///
/// ```
/// use polylimb::protocol::{Curve, elgamal::Dedicated, keys::{AnySecretKey, SecretKey}};
/// let key = SecretKey::from_bytes(&Curve::named("P-256")?, &[7; 32])?;
/// let pem = AnySecretKey::ElGamal(Dedicated::new(key)).to_pem()?;
/// // The file says what it is for.
/// assert!(matches!(AnySecretKey::decode(pem.as_bytes())?, AnySecretKey::ElGamal(_)));
/// assert!(SecretKey::from_pem(&pem).is_err());
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dedicated<K>(pub(super) K);

impl<K> Dedicated<K> {
    /// Dedicates a key to this scheme: no other protocol uses it, before or after.
    #[must_use]
    pub const fn new(key: K) -> Self {
        Self(key)
    }

    /// The key within.
    #[must_use]
    pub const fn key(&self) -> &K {
        &self.0
    }
}

/// Bytes of a message in a point. One byte more still fits below the bound of abscissas.
///
/// # Errors
/// [`Error::Curve`] for a curve so small that there are none.
pub fn block_bytes(curve: &Curve) -> Result<usize> {
    let bytes = (curve.parameters().bits() - 1) / 8;
    match bytes.checked_sub(1) {
        None | Some(0) => {
            Err(Error::Curve { wrong: "the curve is too small for a message in a point" })
        }
        Some(bytes) => Ok(bytes),
    }
}

/// The point for that block.
///
/// # Errors
/// [`Error::Length`] unless it has [`block_bytes`]; [`Error::Curve`] if none of the 256 abscissas
/// belongs to a point of the subgroup.
pub fn embed_vartime(curve: &Curve, block: &[u8]) -> Result<PublicKey> {
    let (expected, got) = (block_bytes(curve)?, block.len());
    if got != expected {
        return Err(Error::Length { what: "the block", expected, got });
    }
    let mut x = Zeroizing::new(vec![0; curve.coordinate_bytes()]);
    let at = x.len() - 1 - block.len();
    let last = x.len() - 1;
    x[at..last].copy_from_slice(block);
    for tried in 0..=u8::MAX {
        x[last] = tried;
        if let Ok(point) = curve.engine().decompress(&x, false) {
            return Ok(PublicKey::of_valid(curve, point));
        }
    }
    Err(Error::Curve { wrong: "no point of the curve's subgroup can carry that block" })
}

/// The block that a point carries.
fn extract(curve: &Curve, point: &PlainPoint) -> Result<Zeroizing<Vec<u8>>> {
    let (length, x) = (block_bytes(curve)?, point.x());
    let at = x.len() - 1 - length;
    if x[..at].iter().any(|&byte| byte != 0) {
        return Err(Error::Ciphertext);
    }
    Ok(Zeroizing::new(x[at..x.len() - 1].to_vec()))
}

impl Dedicated<PublicKey> {
    /// `(k G, M + k Q)` for the point of a block.
    ///
    /// # Errors
    /// [`Error::Key`] for different curves; [`Error::Randomness`] if `rng` gives nothing usable.
    pub fn encrypt_point<R: CryptoRng + ?Sized>(
        &self,
        message: &PublicKey,
        rng: &mut R,
    ) -> Result<[PublicKey; 2]> {
        let (curve, to) = (self.0.curve(), self.0.point());
        let engine = curve.engine();
        curve.same_as(message.curve())?;
        loop {
            let k = SecretKey::generate(curve, rng)?;
            let mask = engine.multiply(curve.scalars().bits(k.scalar()), to)?;
            let hidden = engine.add(message.point(), &mask.ok_or(Error::FaultDetected)?)?;
            // Neutral for one nonce only.
            if let Some(hidden) = hidden {
                return Ok([k.public_key()?, PublicKey::of_valid(curve, hidden)]);
            }
        }
    }

    /// Encrypts the message to the key's owner, as a file. The time reveals a little of the
    /// message.
    ///
    /// ```
    /// use polylimb::protocol::{Curve, elgamal, keys::SecretKey};
    /// # use rand_chacha::rand_core::SeedableRng;
    /// # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
    /// let key = SecretKey::generate(&Curve::named("P-256")?, &mut rng)?;
    /// let key = elgamal::Dedicated::new(key);
    /// let file = key.public_key()?.encrypt_vartime(b"a message", &mut rng)?;
    /// assert_eq!(key.decrypt(&file)?[..], *b"a message");
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`embed_vartime`] and [`Self::encrypt_point`].
    pub fn encrypt_vartime<R: CryptoRng + ?Sized>(
        &self,
        message: &[u8],
        rng: &mut R,
    ) -> Result<Vec<u8>> {
        let curve = self.0.curve();
        let length = block_bytes(curve)?;
        let mut file = header(Content::Blocks, curve.name());
        // The end marker adds a block if the message fills its blocks.
        for start in (0..=message.len()).step_by(length) {
            let part = &message[start..message.len().min(start + length)];
            let mut block = Zeroizing::new(vec![0; length]);
            block[..part.len()].copy_from_slice(part);
            if let Some(end) = block.get_mut(part.len()) {
                *end = END;
            }
            let point = embed_vartime(curve, &block)?;
            for point in self.encrypt_point(&point, rng)? {
                file.extend(point.to_sec1_compressed());
            }
        }
        Ok(file)
    }
}

impl Dedicated<SecretKey> {
    /// As [`SecretKey::public_key`].
    ///
    /// # Errors
    /// [`Error::FaultDetected`] if the machine made an arithmetic error.
    pub fn public_key(&self) -> Result<Dedicated<PublicKey>> {
        self.0.public_key().map(Dedicated)
    }

    /// `M` of `(k G, M + k Q)`. Constant time.
    ///
    /// # Errors
    /// [`Error::Key`] for different curves; [`Error::Ciphertext`] if `M` is the neutral element,
    /// which carries no block.
    pub fn decrypt_point(&self, ciphertext: [&PublicKey; 2]) -> Result<PublicKey> {
        let (curve, engine) = (self.0.curve(), self.0.curve().engine());
        for point in ciphertext {
            curve.same_as(point.curve())?;
        }
        let mut negated = Zeroizing::new(self.0.scalar().to_vec());
        curve.scalars().negate_if(&mut negated, Mask::TRUE);
        let mask = engine.multiply(curve.scalars().bits(&negated), ciphertext[0].point())?;
        let message = engine.add(ciphertext[1].point(), &mask.ok_or(Error::FaultDetected)?)?;
        Ok(PublicKey::of_valid(curve, message.ok_or(Error::Ciphertext)?))
    }

    /// Decrypts a file. Changes of the ciphertext are not detected.
    ///
    /// # Errors
    /// [`Error::Encoding`], [`Error::Key`], [`Error::Curve`] if it is no such file for a key of
    /// this curve; [`Error::Ciphertext`] if the result is no message.
    pub fn decrypt(&self, file: &[u8]) -> Result<Zeroizing<Vec<u8>>> {
        let curve = self.0.curve();
        let blocks = open(Content::Blocks, curve.name(), file)?;
        let point = 1 + curve.coordinate_bytes();
        if blocks.is_empty() || !blocks.len().is_multiple_of(2 * point) {
            return Err(Error::Encoding { expected: "two compressed points for each block" });
        }
        let room = blocks.len() / (2 * point) * block_bytes(curve)?;
        let mut message = Zeroizing::new(Vec::with_capacity(room));
        for block in blocks.chunks_exact(2 * point) {
            let (first, second) = block.split_at(point);
            let pair = [PublicKey::from_sec1(curve, first)?, PublicKey::from_sec1(curve, second)?];
            let embedded = self.decrypt_point(pair.each_ref())?;
            message.extend_from_slice(&extract(curve, embedded.point())?);
        }
        // A message and the end's byte leave no whole block of zeros.
        let end = message.iter().rposition(|&byte| byte != 0).ok_or(Error::Ciphertext)?;
        if message[end] != END || message.len() - end > block_bytes(curve)? {
            return Err(Error::Ciphertext);
        }
        message.truncate(end);
        Ok(message)
    }
}
