//! Verification. All its numbers are public.

use super::{Signature, require_digest};
use crate::error::{Error, Result};
use crate::protocol::Hash;
use crate::protocol::keys::PublicKey;

/// Whether `signature` is one of `message`, hashed with `D`, by the owner of `key`.
///
/// # Errors
/// [`Error::Signature`] if not; [`Error::Key`] for a signature of another curve.
pub fn verify<D: Hash>(key: &PublicKey, message: &[u8], signature: &Signature) -> Result<()> {
    verify_digest(key, &D::digest(message), signature)
}

/// Whether `signature` is one of a message with this digest, of any length.
///
/// # Errors
/// As [`verify`]; [`Error::Length`] for an empty digest.
pub fn verify_digest(key: &PublicKey, digest: &[u8], signature: &Signature) -> Result<()> {
    require_digest(digest)?;
    key.curve().same_as(signature.curve())?;
    let scalars = key.curve().scalars();
    let inverse = scalars.residue(&scalars.inverse(signature.s()))?;
    let z = scalars.residue(&scalars.of_digest(digest))?.mul(&inverse)?.to_words();
    let r = scalars.residue(signature.r())?.mul(&inverse)?.to_words();
    let engine = key.curve().engine();
    let point = engine.multiply_add_vartime(scalars.bits(&z), scalars.bits(&r), key.point())?;
    let (x, _) = scalars.of_coordinate(point.ok_or(Error::Signature)?.x())?;
    if x[..] == *signature.r() { Ok(()) } else { Err(Error::Signature) }
}
