//! EC-SDSA: Schnorr's signatures on any curve, in the forms of two standards.
//!
//! **Source.** `[Schnorr1989]`; `[ISO14888-3]` (EC-SDSA, and "optimised" without the ordinate);
//! `[BSI-TR-03111]`, 4.2.3 (EC-Schnorr). **Idea.** With a nonce `k` and `W = k G`: `r` is a hash of
//! `W` and the message, `s = k ± r d mod n`; the verifier has `Q = d G`, computes `W = s G ∓ r Q`
//! and compares the hash. **Cost.** To sign one multiple of the generator and no inversion; to
//! verify a double multiplication. **Constant time** to sign.
//!
//! | form | `r` | `s` |
//! |---|---|---|
//! | [`Form::Iso`] | `H(x(W), y(W), M)` | `k + r d` |
//! | [`Form::IsoOptimised`] | `H(x(W), M)` | `k + r d` |
//! | [`Form::Bsi`] | `H(M, x(W))` | `k - r d` |
//!
//! The signature has `r` in full, as long as the hash; multiplications reduce it modulo `n`.
//! **Nonces** come from the generator of `[RFC6979]`, 3.2, with SHA-512 for any hash that the
//! signature has; its seed is form, hash, key and the whole message. The standards want them
//! random. Two messages, forms or hashes with one nonce would reveal the key, and from a digest of
//! the message two messages of one digest would have it. The form stands before the key, where
//! ECDSA's seed has the key, so no signature of ECDSA has the nonce either.

use super::ecdsa::require_hash;
use super::keys::{PublicKey, SecretKey};
use super::nonce::Nonces;
use super::scalars::Scalar;
use super::{Curve, Hash};
use crate::error::{Error, Result};
use crate::limb::{Mask, Word, is_zero};
use crate::multiply::engine::PlainPoint;
use alloc::vec::Vec;
use sha2::Sha512;
use zeroize::Zeroizing;

/// Which standard's form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// ISO/IEC 14888-3, both coordinates hashed.
    Iso,
    /// ISO/IEC 14888-3, the abscissa hashed alone.
    IsoOptimised,
    /// BSI TR-03111: the message first, and the other sign.
    Bsi,
}

impl Form {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Iso, Self::IsoOptimised, Self::Bsi];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Iso => "iso",
            Self::IsoOptimised => "iso-optimised",
            Self::Bsi => "bsi",
        }
    }

    /// The start of a nonce's seed, which is not the start of another's.
    const fn label(self) -> &'static [u8] {
        match self {
            Self::Iso => b"EC-SDSA ISO/IEC 14888-3",
            Self::IsoOptimised => b"EC-SDSA-opt ISO/IEC 14888-3",
            Self::Bsi => b"EC-Schnorr BSI TR-03111",
        }
    }

    fn hash<D: Hash>(self, w: &PlainPoint, message: &[u8]) -> Vec<u8> {
        let mut hash = D::new();
        match self {
            Self::Iso => {
                hash.update(w.x());
                hash.update(w.y());
                hash.update(message);
            }
            Self::IsoOptimised => {
                hash.update(w.x());
                hash.update(message);
            }
            Self::Bsi => {
                hash.update(message);
                hash.update(w.x());
            }
        }
        hash.finalize().to_vec()
    }
}

/// The signature of `message`: the bytes of the hash and of a scalar. With `extra` empty it is a
/// function of key and message. Fresh random bytes in `extra` protect against faults and side
/// channels.
///
/// ```
/// use polylimb::protocol::ec_sdsa::{Form, sign, verify};
/// use polylimb::protocol::{Curve, keys::SecretKey};
/// use sha2::Sha256;
/// let key = SecretKey::from_bytes(&Curve::named("P-256")?, &[9; 32])?;
/// let signature = sign::<Sha256>(&key, Form::Iso, b"message", &[])?;
/// assert_eq!(signature.len(), 64);
/// verify::<Sha256>(&key.public_key()?, Form::Iso, b"message", &signature)?;
/// assert!(verify::<Sha256>(&key.public_key()?, Form::Bsi, b"message", &signature).is_err());
/// # Ok::<(), polylimb::Error>(())
/// ```
///
/// # Errors
/// [`Error::Parameter`] for a hash of less than 224 bits, as SHA-1 is; [`Error::FaultDetected`] if
/// the machine made an arithmetic error.
pub fn sign<D: Hash>(key: &SecretKey, form: Form, message: &[u8], extra: &[u8]) -> Result<Vec<u8>> {
    // Its digest of nothing tells which hash it is.
    let hash = D::digest([]);
    require_hash(hash.len())?;
    let (secret, length) = (key.to_bytes(), (extra.len() as u64).to_be_bytes());
    let seed = [form.label(), &hash, &secret, &length, extra, message];
    let mut nonces = Nonces::<Sha512>::new(key.curve().scalars(), &seed);
    loop {
        let nonce = nonces.next();
        if let Some(signature) = with_nonce::<D>(key, form, message, &nonce)? {
            return Ok(signature);
        }
    }
}

/// The signature with this nonce; `None` if `r` or `s` is 0 modulo the order.
fn with_nonce<D: Hash>(
    key: &SecretKey,
    form: Form,
    message: &[u8],
    nonce: &[Word],
) -> Result<Option<Vec<u8>>> {
    let scalars = key.curve().scalars();
    let w = key.curve().engine().multiply_generator(scalars.bits(nonce));
    let r = form.hash::<D>(&w.ok_or(Error::FaultDetected)?, message);
    let (challenge, _) = scalars.of_coordinate(&r)?;
    let product = scalars.residue(&challenge)?.mul(&scalars.residue(key.scalar())?)?;
    let nonce = scalars.residue(nonce)?;
    let s = match form {
        Form::Bsi => nonce.sub(&product)?,
        Form::Iso | Form::IsoOptimised => nonce.add(&product)?,
    };
    let s = Zeroizing::new(s.to_words());
    // Signatures are public, and so is whether there is one.
    if (is_zero(&challenge) | is_zero(&s)).to_bool_vartime() {
        return Ok(None);
    }
    Ok(Some([&r[..], &scalars.to_bytes(&s)].concat()))
}

/// Whether `signature` is a signature of `message` in that form by the owner of the key. Its
/// numbers are public.
///
/// # Errors
/// [`Error::Signature`] if it is not valid; [`Error::Length`] if it is not as long as the hash and
/// a scalar.
pub fn verify<D: Hash>(
    key: &PublicKey,
    form: Form,
    message: &[u8],
    signature: &[u8],
) -> Result<()> {
    let curve: &Curve = key.curve();
    let (scalars, bytes) = (curve.scalars(), <D as digest::Digest>::output_size());
    let (expected, got) = (bytes + scalars.bytes(), signature.len());
    if got != expected {
        return Err(Error::Length { what: "the signature", expected, got });
    }
    let (r, s) = signature.split_at(bytes);
    let s = scalars.read("half of the signature", s)?;
    let (mut challenge, _): (Scalar, Mask) = scalars.of_coordinate(r)?;
    let valid = scalars.in_range(&s) & !is_zero(&challenge);
    if !valid.to_bool_vartime() {
        return Err(Error::Signature);
    }
    // W = s G - r Q, of the BSI's form s G + r Q.
    scalars.negate_if(&mut challenge, Mask::from_bit(Word::from(form != Form::Bsi)));
    let (s, challenge) = (scalars.bits(&s), scalars.bits(&challenge));
    match curve.engine().multiply_add_vartime(s, challenge, key.point())? {
        Some(w) if form.hash::<D>(&w, message) == r => Ok(()),
        _ => Err(Error::Signature),
    }
}
