//! The public key from a signature. All its numbers are public.
//!
//! **Source.** `[SEC1]`, 4.1.6. **Idea.** `R = k G` has the abscissa `r`, or `r + n` if that is
//! below `p`, and one of two ordinates; two bits say which. Then `Q = (s R - z G) / r`. **Cost.** A
//! square root, an inversion, a double multiplication. **Domain.** Curves of cofactor 1.

use super::{Signature, require_digest};
use crate::error::{Error, Result};
use crate::limb::{Kernel, Mask, Natural, Word};
use crate::modmul::Residue;
use crate::multiply::engine::PlainPoint;
use crate::protocol::Curve;
use crate::protocol::curve::by_curve;
use crate::protocol::keys::PublicKey;
use crate::team::{Alone, Split};
use alloc::vec::Vec;

/// Selects the point with the abscissa `r` that the signature was made with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecoveryId(
    /// As long as a pointer: padding beside a signature would keep what lay on the stack.
    usize,
);

impl RecoveryId {
    pub(super) fn new(odd: Mask, reduced: Mask) -> Self {
        Self((odd.bit() | reduced.bit() << 1) as usize)
    }

    /// Reads 0 to 3: bit 0 is set for an odd ordinate, bit 1 for an abscissa that was not below the
    /// order.
    ///
    /// # Errors
    /// [`Error::Encoding`].
    pub fn from_byte(byte: u8) -> Result<Self> {
        if byte < 4 {
            return Ok(Self(usize::from(byte)));
        }
        Err(Error::Encoding { expected: "a recovery identifier from 0 to 3" })
    }

    /// 0 to 3.
    #[must_use]
    pub fn to_byte(self) -> u8 {
        self.0 as u8
    }
}

/// The key under which `signature` is valid for this digest, selected by the `id` that came with
/// the signature.
///
/// Nearly each `id` and digest gives some key: compare the result with a key that you trust.
///
/// # Errors
/// [`Error::Signature`] if there is no such key; [`Error::Length`] for an empty digest;
/// [`Error::Curve`] for a curve whose cofactor is not 1.
pub fn recover_digest(digest: &[u8], signature: &Signature, id: RecoveryId) -> Result<PublicKey> {
    let point = nonce_point(digest, signature, id)?;
    let (curve, scalars) = (signature.curve(), signature.curve().scalars());
    let inverse = scalars.residue(&scalars.inverse(signature.r()))?;
    let [z, s] = multipliers(digest, signature, &inverse)?;
    let key = curve.engine().multiply_add_vartime(scalars.bits(&z), scalars.bits(&s), &point)?;
    Ok(PublicKey::of_valid(curve, key.ok_or(Error::Signature)?))
}

/// A digest, its signature and the identifier that came with it.
pub type RecoveryJob<'a> = (&'a [u8], &'a Signature, RecoveryId);

/// [`recover_digest`] for each job, eight at a time where the CPU has lanes; parts of the batch run
/// over `split`. Variable time: all input is public.
///
/// ```
/// use polylimb::protocol::ecdsa::{Signer, recover_digests};
/// use polylimb::protocol::{Curve, keys::SecretKey};
/// use polylimb::Alone;
/// use sha2::{Digest, Sha256};
/// let key = SecretKey::from_bytes(&Curve::named("secp256k1")?, &[9; 32])?;
/// let digest = Sha256::digest(b"message");
/// let (signature, id) = Signer::default().sign_digest::<Sha256>(&key, &digest)?;
/// let keys = recover_digests(&[(&digest[..], &signature, id); 8], &Alone);
/// assert!(keys.iter().all(|recovered| *recovered == key.public_key()));
/// # Ok::<(), polylimb::Error>(())
/// ```
///
/// # Errors
/// For each job as [`recover_digest`].
pub fn recover_digests(jobs: &[RecoveryJob<'_>], split: &dyn Split) -> Vec<Result<PublicKey>> {
    by_curve(
        jobs,
        split,
        |(_, signature, _)| signature.curve(),
        |curve, jobs| {
            of_one_curve(curve, jobs)
                .unwrap_or_else(|error| jobs.iter().map(|_| Err(error)).collect())
        },
    )
}

fn of_one_curve(curve: &Curve, jobs: &[&RecoveryJob<'_>]) -> Result<Vec<Result<PublicKey>>> {
    let scalars = curve.scalars();
    let points: Vec<_> =
        jobs.iter().map(|(digest, signature, id)| nonce_point(digest, signature, *id)).collect();
    let found = || jobs.iter().zip(&points).filter_map(|(job, p)| Some((job, p.as_ref().ok()?)));
    let inverses = scalars.inverses(found().map(|((_, signature, _), _)| signature.r()))?;
    let numbers = found().zip(&inverses);
    let numbers = numbers
        .map(|(((digest, signature, _), _), inverse)| multipliers(digest, signature, inverse))
        .collect::<Result<Vec<_>>>()?;
    let sums: Vec<_> = found()
        .zip(&numbers)
        .map(|((_, point), [z, s])| (scalars.bits(z), scalars.bits(s), point))
        .collect();
    let mut sums = curve.engine().multiply_add_batch_vartime(&sums, &Alone).into_iter();
    let key = |point: &Result<PlainPoint>| {
        point.as_ref().map_err(|&error| error)?;
        let key = sums.next().ok_or(Error::FaultDetected)??.ok_or(Error::Signature)?;
        Ok(PublicKey::of_valid(curve, key))
    };
    Ok(points.iter().map(key).collect())
}

/// The point `R`.
fn nonce_point(digest: &[u8], signature: &Signature, id: RecoveryId) -> Result<PlainPoint> {
    require_digest(digest)?;
    let curve = signature.curve();
    if curve.parameters().cofactor() != [1] {
        return Err(Error::Curve { wrong: "keys are recovered on curves of cofactor 1 only" });
    }
    let x = abscissa(signature, id).ok_or(Error::Signature)?;
    curve.engine().decompress(&x, id.0 & 1 == 1).map_err(|_| Error::Signature)
}

/// `-z/r` and `s/r`, the multipliers of generator and `R`.
fn multipliers(digest: &[u8], signature: &Signature, inverse: &Residue) -> Result<[Vec<Word>; 2]> {
    let scalars = signature.curve().scalars();
    let z = scalars.residue(&scalars.of_digest(digest))?.mul(inverse)?.neg().to_words();
    Ok([z, scalars.residue(signature.s())?.mul(inverse)?.to_words()])
}

/// `r` or `r + n` in the bytes of a coordinate; `None` if that is too long.
fn abscissa(signature: &Signature, id: RecoveryId) -> Option<Vec<u8>> {
    let curve = signature.curve();
    // One word more than both: no carry.
    let mut number = [signature.r(), &[0]].concat();
    if id.0 & 2 != 0 {
        Kernel::PORTABLE.add_assign(&mut number, curve.parameters().order());
    }
    Natural::from_words(number).to_be_bytes_padded(curve.coordinate_bytes()).ok()
}
