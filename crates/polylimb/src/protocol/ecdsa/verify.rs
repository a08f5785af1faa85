//! Verification. All its numbers are public.

use super::{Signature, require_digest};
use crate::error::{Error, Result};
use crate::multiply::eights::{bits_of_rows, require_rows};
use crate::multiply::engine::PlainPoint;
use crate::protocol::curve::by_curve;
use crate::protocol::keys::PublicKey;
use crate::protocol::scalars::Scalars;
use crate::protocol::{Curve, Hash};
use crate::team::{Alone, Split};
use alloc::vec::Vec;

/// Whether `signature` is a signature of `message`, hashed with `D`, by the owner of `key`.
///
/// # Errors
/// [`Error::Signature`] if it is not valid; [`Error::Key`] for a signature of another curve.
pub fn verify<D: Hash>(key: &PublicKey, message: &[u8], signature: &Signature) -> Result<()> {
    verify_digest(key, &D::digest(message), signature)
}

/// Whether `signature` is valid for a message with this digest, of any length.
///
/// # Errors
/// As [`verify`]; [`Error::Length`] for an empty digest.
pub fn verify_digest(key: &PublicKey, digest: &[u8], signature: &Signature) -> Result<()> {
    require_digest(digest)?;
    key.curve().same_as(signature.curve())?;
    let scalars = key.curve().scalars();
    let inverse = scalars.residue(&scalars.inverse_vartime(signature.s()))?;
    let z = scalars.residue(&scalars.of_digest(digest))?.mul(&inverse)?.to_words();
    let r = scalars.residue(signature.r())?.mul(&inverse)?.to_words();
    let engine = key.curve().engine();
    let (z, r, bytes) = (scalars.bits(&z), scalars.bits(&r), engine.coordinate_bytes());
    match scalars.coordinates_of(signature.r(), bytes, engine.parameters().bits()) {
        Some(abscissas) => {
            let right = engine.sum_has_abscissa_vartime(z, r, key.point(), &abscissas)?;
            if right { Ok(()) } else { Err(Error::Signature) }
        }
        None => judge(scalars, engine.multiply_add_vartime(z, r, key.point())?, signature),
    }
}

/// Whether the sum of the two multiples has the right abscissa.
fn judge(scalars: &Scalars, sum: Option<PlainPoint>, signature: &Signature) -> Result<()> {
    let (x, _) = scalars.of_coordinate(sum.ok_or(Error::Signature)?.x())?;
    if x[..] == *signature.r() { Ok(()) } else { Err(Error::Signature) }
}

/// A key, a digest and a candidate signature.
pub type DigestJob<'a> = (&'a PublicKey, &'a [u8], &'a Signature);

/// [`verify_digest`] for each job, each with its own verdict, eight at a time where the CPU has
/// lanes; parts of the batch run over `split`.
///
/// ```
/// use polylimb::protocol::{Curve, ecdsa, keys::SecretKey};
/// use polylimb::Alone;
/// use sha2::{Digest, Sha256};
/// let key = SecretKey::from_bytes(&Curve::named("P-256")?, &[7; 32])?;
/// let (public, signature) = (key.public_key()?, ecdsa::sign::<Sha256>(&key, b"signed")?);
/// let digests = [Sha256::digest(b"signed"), Sha256::digest(b"another")];
/// let jobs = [(&public, &digests[0][..], &signature), (&public, &digests[1][..], &signature)];
/// let verdicts = ecdsa::verify_digests(&jobs, &Alone);
/// assert!(verdicts[0].is_ok() && verdicts[1].is_err());
/// # Ok::<(), polylimb::Error>(())
/// ```
///
/// # Errors
/// For each job as [`verify_digest`].
pub fn verify_digests(jobs: &[DigestJob<'_>], split: &dyn Split) -> Vec<Result<()>> {
    by_curve(
        jobs,
        split,
        |(key, ..)| key.curve(),
        |curve, jobs| {
            of_one_curve(curve, jobs)
                .unwrap_or_else(|error| jobs.iter().map(|_| Err(error)).collect())
        },
    )
}

fn of_one_curve(curve: &Curve, jobs: &[&DigestJob<'_>]) -> Result<Vec<Result<()>>> {
    let scalars = curve.scalars();
    let fits = |(_, digest, signature): &&&DigestJob<'_>| {
        require_digest(digest).and_then(|()| curve.same_as(signature.curve()))
    };
    let verdicts: Vec<_> = jobs.iter().map(|job| fits(&job)).collect();
    let fitting = || jobs.iter().zip(&verdicts).filter(|(_, v)| v.is_ok()).map(|(job, _)| job);
    let inverses = scalars.inverses(fitting().map(|(.., signature)| signature.s()))?;
    let mut multipliers = Vec::with_capacity(inverses.len());
    for ((_, digest, signature), inverse) in fitting().zip(&inverses) {
        let z = scalars.residue(&scalars.of_digest(digest))?.mul(inverse)?.to_words();
        let r = scalars.residue(signature.r())?.mul(inverse)?.to_words();
        multipliers.push([z, r]);
    }
    let sums: Vec<_> = fitting()
        .zip(&multipliers)
        .map(|((key, ..), [z, r])| (scalars.bits(z), scalars.bits(r), key.point()))
        .collect();
    let mut sums = curve.engine().multiply_add_batch_vartime(&sums, &Alone).into_iter();
    let mut verdict = |(job, fits): (&&DigestJob<'_>, Result<()>)| {
        fits?;
        judge(scalars, sums.next().ok_or(Error::FaultDetected)??, job.2)
    };
    Ok(jobs.iter().zip(verdicts.clone()).map(&mut verdict).collect())
}

/// Whether each row is valid: bit `i % 8` of byte `i / 8` of the result is set if row `i` of
/// `signatures`, `r` and `s` of [`Curve::scalar_bytes`] each, is one of the digest in row `i` of
/// `digests` by the owner of row `i` of `keys`, compressed as in SEC 1. All digests have the same
/// length, of at least one byte. The verdicts agree with [`PublicKey::from_sec1`],
/// [`Signature::from_bytes`] and [`verify_digest`]: an invalid key or signature clears its own bit
/// only.
///
/// Eight rows at a time where the CPU has lanes; parts of the batch run over `split`. Variable
/// time: all input is public.
///
/// ```
/// use polylimb::protocol::{Curve, ecdsa, keys::SecretKey};
/// use polylimb::Alone;
/// use sha2::{Digest, Sha256};
/// let curve = Curve::named("P-256")?;
/// let key = SecretKey::from_bytes(&curve, &[7; 32])?;
/// let keys = key.public_key()?.to_sec1_compressed().repeat(2);
/// let digests = [Sha256::digest(b"signed"), Sha256::digest(b"another")].concat();
/// let signatures = ecdsa::sign::<Sha256>(&key, b"signed")?.to_bytes().repeat(2);
/// assert_eq!(ecdsa::verify_rows(&curve, &keys, &digests, &signatures, &Alone)?, [0b01]);
/// # Ok::<(), polylimb::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`] if the keys are not whole rows, or the digests or signatures are not as many.
pub fn verify_rows(
    curve: &Curve,
    keys: &[u8],
    digests: &[u8],
    signatures: &[u8],
    split: &dyn Split,
) -> Result<Vec<u8>> {
    let key_bytes = 1 + curve.coordinate_bytes();
    let count = keys.len() / key_bytes;
    require_rows("the keys", keys, key_bytes, count)?;
    let digest_bytes = (digests.len() / count.max(1)).max(1);
    require_rows("the digests", digests, digest_bytes, count)?;
    let half = curve.scalar_bytes();
    require_rows("the signatures", signatures, 2 * half, count)?;
    Ok(bits_of_rows(split, count, |rows| {
        let read = |i: usize| -> Result<_> {
            let signature = Signature::from_bytes(curve, &signatures[2 * i * half..][..2 * half])?;
            let key = PublicKey::from_sec1(curve, &keys[i * key_bytes..][..key_bytes])?;
            Ok((key, &digests[i * digest_bytes..][..digest_bytes], signature))
        };
        let read: Vec<_> = rows.map(read).collect();
        let jobs: Vec<DigestJob<'_>> = read
            .iter()
            .flatten()
            .map(|(key, digest, signature)| (key, *digest, signature))
            .collect();
        let jobs: Vec<_> = jobs.iter().collect();
        // Computing fails only on a faulty machine, and then nothing is valid.
        let mut verdicts = of_one_curve(curve, &jobs).unwrap_or_default().into_iter();
        let valid = |read: &Result<_>| read.is_ok() && verdicts.next().is_some_and(|v| v.is_ok());
        read.iter().map(valid).collect()
    }))
}
