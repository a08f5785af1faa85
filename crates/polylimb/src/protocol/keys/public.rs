//! Public keys, and points as SEC 1 writes them.

use crate::error::{Error, Result};
use crate::multiply::engine::PlainPoint;
use crate::protocol::Curve;
use alloc::vec::Vec;

/// A point of the curve, in the generator's subgroup, not the neutral element.
///
/// ```
/// use polylimb::protocol::{Curve, keys::{PublicKey, SecretKey}};
/// let curve = Curve::named("P-256")?;
/// let key = SecretKey::from_bytes(&curve, &[5; 32])?.public_key()?;
/// let (short, long) = (key.to_sec1_compressed(), key.to_sec1());
/// assert_eq!((short.len(), long.len()), (33, 65));
/// assert_eq!(PublicKey::from_sec1(&curve, &short)?, PublicKey::from_sec1(&curve, &long)?);
/// # Ok::<(), polylimb::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct PublicKey {
    curve: Curve,
    point: PlainPoint,
}

impl PublicKey {
    /// The key that is this point.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::NotReduced`] for a coordinate; [`Error::Curve`] for a point that
    /// is not on the curve or not in the subgroup.
    pub fn new(curve: &Curve, point: PlainPoint) -> Result<Self> {
        curve.engine().check(&point)?;
        Ok(Self::of_valid(curve, point))
    }

    /// The key that is this multiple of the generator.
    pub(in crate::protocol) fn of_valid(curve: &Curve, point: PlainPoint) -> Self {
        Self { curve: curve.clone(), point }
    }

    /// Reads `[SEC1]`, 2.3.4: 2 or 3 and the abscissa, or 4 and both coordinates.
    ///
    /// # Errors
    /// [`Error::Encoding`] for another first byte: 0 is the neutral element, which is no key; 6 and
    /// 7 are hybrids that SEC 1 version 2 removed; [`Error::Length`] for another length; otherwise
    /// as [`PublicKey::new`].
    pub fn from_sec1(curve: &Curve, bytes: &[u8]) -> Result<Self> {
        let n = curve.coordinate_bytes();
        let (&form, rest) = bytes.split_first().ok_or(FORM)?;
        let expected = match form {
            2 | 3 => n,
            4 => 2 * n,
            _ => return Err(FORM),
        };
        if rest.len() != expected {
            let (expected, got) = (expected + 1, bytes.len());
            return Err(Error::Length { what: "the public key", expected, got });
        }
        if form == 4 {
            let (x, y) = rest.split_at(n);
            return Self::new(curve, PlainPoint::new(x, y));
        }
        Ok(Self::of_valid(curve, curve.engine().decompress(rest, form == 3)?))
    }

    /// The byte 4 and both coordinates.
    #[must_use]
    pub fn to_sec1(&self) -> Vec<u8> {
        [&[4], self.point.x(), self.point.y()].concat()
    }

    /// The byte 2, or 3 for an odd ordinate (on a binary curve: for an odd `y/x`), and the
    /// abscissa.
    #[must_use]
    pub fn to_sec1_compressed(&self) -> Vec<u8> {
        // A key's coordinates are of their field.
        let odd = self.curve.engine().compression_bit(&self.point).unwrap_or(false);
        [&[2 + u8::from(odd)], self.point.x()].concat()
    }

    /// The point.
    #[must_use]
    pub fn point(&self) -> &PlainPoint {
        &self.point
    }

    /// Its curve.
    #[must_use]
    pub fn curve(&self) -> &Curve {
        &self.curve
    }
}

impl PartialEq for PublicKey {
    fn eq(&self, other: &Self) -> bool {
        self.point == other.point && self.curve.same_as(&other.curve).is_ok()
    }
}

impl Eq for PublicKey {}

const FORM: Error =
    Error::Encoding { expected: "a point: the byte 2, 3 (compressed) or 4, then its coordinates" };
