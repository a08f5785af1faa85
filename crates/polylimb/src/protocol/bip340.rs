//! BIP 340: Schnorr signatures on secp256k1.
//!
//! **Source.** `[Schnorr1989]`; `[BIP340]`. **Idea.** An abscissa stands for the point with the
//! even ordinate. Hashes are tagged with their purpose. `R = k G`, `e = H(R, P, m)`, `s = k + e d`;
//! it verifies as `s G - e P = R`. **Cost.** To sign, one multiple of the generator and no
//! inversion modulo the order; to verify, a double multiplication. **Constant time** to sign.

use super::keys::{PublicKey, SecretKey};
use super::scalars::Scalar;
use super::{Curve, is_odd};
use crate::error::{Error, Result};
use crate::limb::Word;
use crate::multiply::eights::{bits_of_rows, require_rows};
use crate::multiply::engine::PlainPoint;
use crate::team::{Alone, Split};
use alloc::vec::Vec;
use core::fmt;
use rand_core::CryptoRng;
use sha2::{Digest, Sha256};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// Bytes of a public key.
const KEY_BYTES: usize = 32;
/// Bytes of a signature.
const SIGNATURE_BYTES: usize = 64;

/// A secret key, negated if needed, so that the ordinate of its public key is even. Wiped when
/// dropped.
///
/// ```
/// use polylimb::protocol::bip340::{SigningKey, VerifyingKey};
/// use polylimb::protocol::{Curve, keys::SecretKey};
/// let curve = Curve::named("secp256k1")?;
/// let key = SigningKey::new(&SecretKey::from_bytes(&curve, &[7; 32])?)?;
/// // Better a fresh random number each time: `key.sign(message, &mut rng)`.
/// let signature = key.sign_with(b"message", &[0; 32])?;
/// let public = VerifyingKey::from_bytes(&curve, &key.verifying_key().to_bytes())?;
/// public.verify(b"message", &signature)?;
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Clone)]
pub struct SigningKey {
    scalar: Scalar,
    public: VerifyingKey,
}

impl SigningKey {
    /// The key for signatures of this kind.
    ///
    /// # Errors
    /// [`Error::Key`] for another curve than secp256k1.
    pub fn new(key: &SecretKey) -> Result<Self> {
        let public = key.public_key()?;
        let mut scalar = Zeroizing::new(key.scalar().to_vec());
        key.curve().scalars().negate_if(&mut scalar, is_odd(public.point().y()));
        Ok(Self { scalar, public: VerifyingKey::new(&public)? })
    }

    /// The public key.
    #[must_use]
    pub fn verifying_key(&self) -> &VerifyingKey {
        &self.public
    }

    /// The signature of `message` with 32 fresh random bytes.
    ///
    /// # Errors
    /// As [`SigningKey::sign_with`].
    pub fn sign<R: CryptoRng + ?Sized>(
        &self,
        message: &[u8],
        rng: &mut R,
    ) -> Result<[u8; SIGNATURE_BYTES]> {
        let mut random = Zeroizing::new([0; 32]);
        rng.fill_bytes(&mut random[..]);
        self.sign_with(message, &random)
    }

    /// The signature of `message` with this auxiliary randomness. Repeating it is allowed, but
    /// protects less against faults and side channels.
    ///
    /// # Errors
    /// [`Error::FaultDetected`] if the machine made an arithmetic error.
    pub fn sign_with(&self, message: &[u8], random: &[u8; 32]) -> Result<[u8; SIGNATURE_BYTES]> {
        let curve = self.public.0.curve();
        let scalars = curve.scalars();
        let public = self.public.to_bytes();
        let mut masked = Zeroizing::new(tagged("BIP0340/aux", &[random]));
        for (m, d) in masked.iter_mut().zip(scalars.to_bytes(&self.scalar).iter()) {
            *m ^= d;
        }
        let seed = Zeroizing::new(tagged("BIP0340/nonce", &[&masked[..], &public, message]));
        let mut nonce = scalars.of_digest(&seed[..]);
        // No point if the nonce is 0, which no one has ever seen.
        let point = curve.engine().multiply_generator(scalars.bits(&nonce));
        let point = point.ok_or(Error::FaultDetected)?;
        scalars.negate_if(&mut nonce, is_odd(point.y()));

        let challenge =
            scalars.of_digest(&tagged("BIP0340/challenge", &[point.x(), &public, message]));
        let product = scalars.residue(&challenge)?.mul(&scalars.residue(&self.scalar)?)?;
        let s = Zeroizing::new(product.add(&scalars.residue(&nonce)?)?.to_words());
        let mut signature = [0; SIGNATURE_BYTES];
        signature[..32].copy_from_slice(point.x());
        signature[32..].copy_from_slice(&scalars.to_bytes(&s));
        Ok(signature)
    }
}

impl ZeroizeOnDrop for SigningKey {}

impl fmt::Debug for SigningKey {
    /// Without the scalar.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey").field("public", &self.public).finish_non_exhaustive()
    }
}

/// A public key: a point with an even ordinate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifyingKey(PublicKey);

impl VerifyingKey {
    /// The key with the abscissa of `key`.
    ///
    /// # Errors
    /// [`Error::Key`] for another curve than secp256k1.
    pub fn new(key: &PublicKey) -> Result<Self> {
        Self::from_bytes(key.curve(), key.point().x())
    }

    /// Reads the 32 bytes of the abscissa. `curve` is secp256k1.
    ///
    /// # Errors
    /// [`Error::Key`] for another curve; [`Error::Length`], [`Error::NotReduced`]; [`Error::Curve`]
    /// if no point has this abscissa.
    pub fn from_bytes(curve: &Curve, bytes: &[u8]) -> Result<Self> {
        require_secp256k1(curve)?;
        Ok(Self(PublicKey::of_valid(curve, curve.engine().decompress(bytes, false)?)))
    }

    /// The 32 bytes of the abscissa.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.point().x().to_vec()
    }

    /// Whether `signature` is one of `message` by the key's owner.
    ///
    /// # Errors
    /// [`Error::Signature`] if it is not valid; [`Error::Length`] if it does not have 64 bytes.
    pub fn verify(&self, message: &[u8], signature: &[u8]) -> Result<()> {
        if signature.len() != SIGNATURE_BYTES {
            let (expected, got) = (SIGNATURE_BYTES, signature.len());
            return Err(Error::Length { what: "the signature", expected, got });
        }
        let (curve, key) = (self.0.curve(), self.0.point());
        let scalars = curve.scalars();
        let [s, e] = multipliers(curve, key.x(), message, signature)?;
        let point = curve.engine().multiply_add_vartime(scalars.bits(&s), scalars.bits(&e), key)?;
        if is_nonce(point.as_ref(), signature) { Ok(()) } else { Err(Error::Signature) }
    }
}

/// Whether each row is valid: bit `i % 8` of byte `i / 8` of the result is set if row `i` of
/// `signatures`, 64 bytes, is a signature of `messages[i]` by the owner of row `i` of `keys`, 32
/// bytes. `curve` is secp256k1. The verdicts agree with [`VerifyingKey::from_bytes`] and
/// [`VerifyingKey::verify`]: an invalid key or signature clears its own bit only.
///
/// Eight rows at a time where the CPU has lanes; parts of the batch run over `split`. Variable
/// time: keys, messages and signatures are public.
///
/// ```
/// use polylimb::protocol::bip340::{SigningKey, verify_rows};
/// use polylimb::protocol::{Curve, keys::SecretKey};
/// use polylimb::Alone;
/// let curve = Curve::named("secp256k1")?;
/// let key = SigningKey::new(&SecretKey::from_bytes(&curve, &[7; 32])?)?;
/// let keys = key.verifying_key().to_bytes().repeat(2);
/// let signatures = key.sign_with(b"signed", &[0; 32])?.repeat(2);
/// assert_eq!(verify_rows(&curve, &keys, &[b"signed", b"other"], &signatures, &Alone)?, [0b01]);
/// # Ok::<(), polylimb::Error>(())
/// ```
///
/// # Errors
/// [`Error::Key`] for another curve; [`Error::Length`] unless there are as many keys and signatures
/// as messages.
pub fn verify_rows(
    curve: &Curve,
    keys: &[u8],
    messages: &[&[u8]],
    signatures: &[u8],
    split: &dyn Split,
) -> Result<Vec<u8>> {
    require_secp256k1(curve)?;
    require_rows("the keys", keys, KEY_BYTES, messages.len())?;
    require_rows("the signatures", signatures, SIGNATURE_BYTES, messages.len())?;
    let (scalars, engine) = (curve.scalars(), curve.engine());
    let signature = |i: usize| &signatures[i * SIGNATURE_BYTES..][..SIGNATURE_BYTES];
    Ok(bits_of_rows(split, messages.len(), |rows| {
        let key = |i: usize| &keys[i * KEY_BYTES..][..KEY_BYTES];
        let abscissas: Vec<_> = rows.clone().map(|i| (key(i), false)).collect();
        let points = engine.decompress_batch_vartime(&abscissas);
        let read = |(i, point): (usize, Option<PlainPoint>)| {
            Some((point?, multipliers(curve, key(i), messages[i], signature(i)).ok()?))
        };
        let read: Vec<_> = rows.clone().zip(points).map(read).collect();
        let jobs = read.iter().flatten();
        let jobs: Vec<_> =
            jobs.map(|(key, [s, e])| (scalars.bits(s), scalars.bits(e), key)).collect();
        let mut sums = engine.multiply_add_batch_vartime(&jobs, &Alone).into_iter();
        let mut valid = |(i, read): (usize, &Option<_>)| {
            // Only a row that could be read has a sum.
            let sum = read.as_ref().and_then(|_| sums.next()?.ok()?);
            is_nonce(sum.as_ref(), signature(i))
        };
        rows.zip(&read).map(&mut valid).collect()
    }))
}

fn require_secp256k1(curve: &Curve) -> Result<()> {
    if curve.name() == Some("secp256k1") {
        return Ok(());
    }
    Err(Error::Key { wrong: "BIP 340 has keys on secp256k1 only" })
}

/// `s` and `-e`, the multipliers of generator and key in the nonce's point.
fn multipliers(
    curve: &Curve,
    key: &[u8],
    message: &[u8],
    signature: &[u8],
) -> Result<[Vec<Word>; 2]> {
    let (r, s) = signature.split_at(32);
    let scalars = curve.scalars();
    let s = scalars.read("half of the signature", s)?;
    // s = 0 is allowed here.
    let s = scalars.residue(&s).map_err(|_| Error::Signature)?.to_words();
    let challenge = scalars.of_digest(&tagged("BIP0340/challenge", &[r, key, message]));
    Ok([s, scalars.residue(&challenge)?.neg().to_words()])
}

/// Whether the signature is one with this nonce's point.
fn is_nonce(point: Option<&PlainPoint>, signature: &[u8]) -> bool {
    point.is_some_and(|point| point.x() == &signature[..32] && point.y()[31] & 1 == 0)
}

/// SHA-256 for one use: begun with the digest of `tag` twice.
fn tagged(tag: &str, parts: &[&[u8]]) -> [u8; 32] {
    let tag = Sha256::digest(tag);
    let mut hash = Sha256::new_with_prefix(tag);
    hash.update(tag);
    for part in parts {
        hash.update(part);
    }
    let mut output = hash.finalize();
    let copy = output.into();
    output.zeroize();
    copy
}
