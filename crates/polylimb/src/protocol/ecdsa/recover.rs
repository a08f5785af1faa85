//! The public key from a signature. All its numbers are public.
//!
//! **Source.** `[SEC1]`, 4.1.6. **Idea.** `R = k G` has the abscissa `r`, or `r + n` if that is
//! below `p`, and one of two ordinates; two bits say which. Then `Q = (s R - z G) / r`. **Cost.** A
//! square root, an inversion, a double multiplication. **Domain.** Curves of cofactor 1.

use super::{Signature, require_digest};
use crate::error::{Error, Result};
use crate::limb::{Kernel, Mask, Natural};
use crate::protocol::keys::PublicKey;
use alloc::vec::Vec;

/// Selects the point with the abscissa `r` that the signature was made with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecoveryId(u8);

impl RecoveryId {
    pub(super) fn new(odd: Mask, reduced: Mask) -> Self {
        Self((odd.bit() | reduced.bit() << 1) as u8)
    }

    /// Reads 0 to 3: bit 0 is set for an odd ordinate, bit 1 for an abscissa that was not below the
    /// order.
    ///
    /// # Errors
    /// [`Error::Encoding`].
    pub fn from_byte(byte: u8) -> Result<Self> {
        if byte < 4 {
            return Ok(Self(byte));
        }
        Err(Error::Encoding { expected: "a recovery identifier from 0 to 3" })
    }

    /// 0 to 3.
    #[must_use]
    pub fn to_byte(self) -> u8 {
        self.0
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
    require_digest(digest)?;
    let curve = signature.curve();
    let (scalars, engine) = (curve.scalars(), curve.engine());
    if curve.parameters().cofactor() != [1] {
        return Err(Error::Curve { wrong: "keys are recovered on curves of cofactor 1 only" });
    }
    let x = abscissa(signature, id).ok_or(Error::Signature)?;
    let point = engine.decompress(&x, id.0 & 1 == 1).map_err(|_| Error::Signature)?;
    let inverse = scalars.residue(&scalars.inverse(signature.r()))?;
    let s = scalars.residue(signature.s())?.mul(&inverse)?.to_words();
    let z = scalars.residue(&scalars.of_digest(digest))?.mul(&inverse)?.neg().to_words();
    let key = engine.multiply_add_vartime(scalars.bits(&z), scalars.bits(&s), &point)?;
    Ok(PublicKey::of_valid(curve, key.ok_or(Error::Signature)?))
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
