//! Points as bytes.
//!
//! **Source.** BLS12-381: draft-irtf-cfrg-pairing-friendly-curves-11, appendix C: the three highest
//! bits of the first byte are flags, `C` for compressed, `I` for the neutral element, `S` for the
//! larger ordinate. BN curves: EIP-197: `x`, `y`, and zeros for the neutral element. Elements of
//! `F_p²` have the coefficient of `u` first in both.

use super::source_group::{SourceField, SourceGroup};
use super::{GroupPoint, PairingName};
use crate::curve::AffinePoint;
use crate::error::{Error, Result};
use crate::field::Encoding;
use crate::limb::{Mask, less_than};
use crate::modmul::words_of_be_bytes;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroizing;

const COMPRESSED: u8 = 0x80;
const INFINITY: u8 = 0x40;
const LARGER: u8 = 0x20;
const FLAGS: u8 = COMPRESSED | INFINITY | LARGER;

/// The element's bytes, most significant first.
pub(super) fn bytes_of<F: Encoding>(f: &F, a: &F::El) -> Zeroizing<Vec<u8>> {
    let mut bytes = Zeroizing::new(vec![0; f.encoded_bytes()]);
    encode(f, &mut bytes, a);
    bytes
}

/// The element in these bytes, as many as it has.
pub(super) fn encode<F: Encoding>(f: &F, bytes: &mut [u8], a: &F::El) {
    f.encode_be(bytes, a).expect("the length of an element");
}

/// Whether `y` is larger than `-y`, both compared as bytes.
fn is_larger<F: Encoding>(f: &F, y: &F::El) -> Mask {
    let [y, negative] = [*y, f.neg(y)].map(|y| words_of_be_bytes(&bytes_of(f, &y)));
    less_than(&negative, &y)
}

impl<F> SourceGroup<F>
where
    F: SourceField,
{
    /// The point that `bytes` encode, which lies on the curve, but perhaps not in the group.
    pub(super) fn parse(&self, bytes: &[u8]) -> Result<AffinePoint<F>> {
        let length = self.field().encoded_bytes();
        match self.name() {
            PairingName::Bls12381 => self.parse_flagged(bytes, length),
            PairingName::Bn254 | PairingName::Bn254Snark => {
                if bytes.len() != 2 * length {
                    let (expected, got) = (2 * length, bytes.len());
                    return Err(Error::Length { what: "the encoded point", expected, got });
                }
                if bytes.iter().all(|&byte| byte == 0) {
                    return Ok(AffinePoint::neutral(self.field()));
                }
                let (x, y) = bytes.split_at(length);
                self.on_curve(x, y)
            }
        }
    }

    fn parse_flagged(&self, bytes: &[u8], length: usize) -> Result<AffinePoint<F>> {
        let flags = bytes.first().map_or(0, |byte| byte & FLAGS);
        let compressed = flags & COMPRESSED != 0;
        let expected = if compressed { length } else { 2 * length };
        if bytes.len() != expected {
            let got = bytes.len();
            return Err(Error::Length { what: "the encoded point", expected, got });
        }
        // It may be a secret point.
        let mut bytes = Zeroizing::new(bytes.to_vec());
        bytes[0] &= !FLAGS;
        if flags & INFINITY != 0 {
            if flags & LARGER == 0 && bytes.iter().all(|&byte| byte == 0) {
                return Ok(AffinePoint::neutral(self.field()));
            }
            return Err(Error::Encoding {
                expected: "the neutral element as zeros after its flag, without the flag of the larger ordinate",
            });
        }
        if !compressed {
            if flags & LARGER != 0 {
                return Err(Error::Encoding {
                    expected: "an uncompressed point without the flag of the larger ordinate",
                });
            }
            let (x, y) = bytes.split_at(length);
            return self.on_curve(x, y);
        }
        let f = self.field();
        let x = f.decode_be(&bytes)?;
        let (y, exists) = f.sqrt(&self.right_side(&x));
        // Whether an input is valid is public.
        if !exists.to_bool_vartime() {
            return Err(Error::Curve { wrong: "no point of the curve has this abscissa" });
        }
        if f.is_zero_vartime(&y) {
            // A point of order 2, which these curves do not have.
            return Err(Error::Curve { wrong: "the point is not in the group of prime order" });
        }
        let wanted = Mask::from_bit(((flags / LARGER) & 1).into());
        let y = f.select(is_larger(f, &y) ^ wanted, &f.neg(&y), &y);
        Ok(AffinePoint::new(x, y))
    }

    /// The abscissa of a compressed point, below the prime, and whether its ordinate is the larger
    /// one; `None` for other bytes.
    pub(super) fn abscissa(&self, bytes: &[u8]) -> Option<(Vec<u8>, bool)> {
        let (length, flags) = (self.field().encoded_bytes(), bytes.first()? & FLAGS);
        if bytes.len() != length || flags & COMPRESSED == 0 || flags & INFINITY != 0 {
            return None;
        }
        let mut x = bytes.to_vec();
        x[0] &= !FLAGS;
        self.field().decode_be(&x).ok()?;
        Some((x, flags & LARGER != 0))
    }

    /// The uncompressed encoding.
    pub(super) fn uncompressed<const D: usize>(&self, p: &GroupPoint<D>) -> Vec<u8> {
        let mut bytes = p.coordinates.clone();
        if self.name() == PairingName::Bls12381 && p.neutral {
            bytes[0] = INFINITY;
        }
        bytes
    }

    /// The compressed encoding.
    pub(super) fn compressed<const D: usize>(&self, p: &GroupPoint<D>) -> Result<Vec<u8>> {
        if self.name() != PairingName::Bls12381 {
            return Err(Error::Encoding {
                expected: "a point of BLS12-381, or its uncompressed form: no standard compresses points of this curve",
            });
        }
        let f = self.field();
        let (x, y) = p.coordinates.split_at(f.encoded_bytes());
        let mut bytes = x.to_vec();
        if p.neutral {
            bytes[0] = COMPRESSED | INFINITY;
            return Ok(bytes);
        }
        let larger = is_larger(f, &f.decode_be(y)?).bit() as u8;
        bytes[0] |= COMPRESSED | (larger * LARGER);
        Ok(bytes)
    }
}
