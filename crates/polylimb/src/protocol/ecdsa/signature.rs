//! Signatures and their two encodings.

use crate::error::{Error, Result};
use crate::limb::{Mask, Word};
use crate::protocol::Curve;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use der::asn1::UintRef;
use der::{Decode, Encode, Reader, SliceReader};

/// Two scalars `r` and `s` from 1 to `n - 1`.
#[derive(Clone)]
pub struct Signature {
    curve: Curve,
    r: Vec<Word>,
    s: Vec<Word>,
}

impl Signature {
    pub(super) fn of_valid(curve: &Curve, r: Vec<Word>, s: Vec<Word>) -> Self {
        Self { curve: curve.clone(), r, s }
    }

    fn new(curve: &Curve, r: &[u8], s: &[u8]) -> Result<Self> {
        let scalar = |bytes: &[u8]| {
            let scalar = curve.scalars().read("half of the signature", bytes)?.to_vec();
            let valid = curve.scalars().in_range(&scalar).to_bool_vartime();
            if valid { Ok(scalar) } else { Err(RANGE) }
        };
        Ok(Self { curve: curve.clone(), r: scalar(r)?, s: scalar(s)? })
    }

    /// Reads `r`, then `s`, each of [`Curve::scalar_bytes`] bytes `[IEEE-P1363]`.
    ///
    /// # Errors
    /// [`Error::Length`]; [`Error::Encoding`] for numbers out of range.
    pub fn from_bytes(curve: &Curve, bytes: &[u8]) -> Result<Self> {
        let (expected, got) = (2 * curve.scalar_bytes(), bytes.len());
        if got != expected {
            return Err(Error::Length { what: "the signature", expected, got });
        }
        let (r, s) = bytes.split_at(curve.scalar_bytes());
        Self::new(curve, r, s)
    }

    /// Reads a SEQUENCE of two INTEGERs in DER; nothing may follow.
    ///
    /// # Errors
    /// [`Error::Encoding`].
    pub fn from_der(curve: &Curve, bytes: &[u8]) -> Result<Self> {
        let numbers = |bytes| -> der::Result<[UintRef<'_>; 2]> {
            let mut outer = SliceReader::new(bytes)?;
            let numbers = outer.sequence(|inner| -> der::Result<_> {
                Ok([UintRef::decode(inner)?, UintRef::decode(inner)?])
            })?;
            outer.finish()?;
            Ok(numbers)
        };
        let [r, s] = numbers(bytes).map_err(|_| DER)?;
        let length = curve.scalar_bytes();
        let padded = |number: UintRef<'_>| {
            let number = number.as_bytes();
            let zeros = length.checked_sub(number.len()).ok_or(RANGE)?;
            Ok([&vec![0; zeros][..], number].concat())
        };
        Self::new(curve, &padded(r)?, &padded(s)?)
    }

    /// `r` and `s`, one after the other.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let scalars = self.curve.scalars();
        [&scalars.to_bytes(&self.r)[..], &scalars.to_bytes(&self.s)].concat()
    }

    /// A SEQUENCE of two INTEGERs in DER.
    ///
    /// # Panics
    /// Never: DER has room for two scalars of any curve.
    #[must_use]
    pub fn to_der(&self) -> Vec<u8> {
        let scalars = self.curve.scalars();
        let (r, s) = (scalars.to_bytes(&self.r), scalars.to_bytes(&self.s));
        let encoded = || -> der::Result<Vec<u8>> {
            let (r, s) = (UintRef::new(&r)?.to_der()?, UintRef::new(&s)?.to_der()?);
            der::Any::new(der::Tag::Sequence, [r, s].concat())?.to_der()
        };
        encoded().expect("numbers shorter than 2^28 bytes")
    }

    /// Whether `s` is at most `n / 2`. An application that accepts only such signatures prevents
    /// others from making a second one from a signature.
    #[must_use]
    pub fn is_low_s(&self) -> bool {
        !self.curve.scalars().is_high(&self.s).to_bool_vartime()
    }

    /// The same with the lower of `s` and `n - s`; it is equally valid.
    #[must_use]
    pub fn to_low_s(&self) -> Self {
        let mut low = self.clone();
        low.curve.scalars().negate_if(&mut low.s, Mask::from_bit(Word::from(!self.is_low_s())));
        low
    }

    /// Its curve.
    #[must_use]
    pub fn curve(&self) -> &Curve {
        &self.curve
    }

    pub(super) fn r(&self) -> &[Word] {
        &self.r
    }

    pub(super) fn s(&self) -> &[Word] {
        &self.s
    }
}

impl PartialEq for Signature {
    fn eq(&self, other: &Self) -> bool {
        self.r == other.r && self.s == other.s && self.curve.same_as(&other.curve).is_ok()
    }
}

impl Eq for Signature {}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signature({:?}, {:02x?})", self.curve, self.to_bytes())
    }
}

const RANGE: Error = Error::Encoding { expected: "r and s between 1 and the curve's order less 1" };
const DER: Error = Error::Encoding { expected: "a DER SEQUENCE of two positive INTEGERs" };
