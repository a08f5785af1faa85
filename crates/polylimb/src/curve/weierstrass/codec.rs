//! Affine points as bytes, for every group law of a Weierstrass curve.

use super::{AffinePoint, Complete, Coordinates, Curve, Vartime};
use crate::curve::AffineCodec;
use crate::error::{Error, Result};
use crate::field::{Encoding, Field, VartimeField};
use crate::limb::Mask;

fn decode<F: Encoding + Field<Mask = Mask>>(
    c: &Curve<F>,
    x: &[u8],
    y: &[u8],
) -> Result<AffinePoint<F>> {
    let (x, y) = (c.field.decode(x)?, c.field.decode(y)?);
    // Whether an input is valid is public.
    if c.contains(&x, &y).to_bool_vartime() {
        return Ok(AffinePoint::new(x, y));
    }
    Err(Error::Curve { wrong: "the point does not lie on the curve" })
}

fn encode_vartime<F: Encoding + Field<Mask = Mask>>(
    c: &Curve<F>,
    e: &AffinePoint<F>,
    x: &mut [u8],
    y: &mut [u8],
) -> Result<Option<()>> {
    c.field.encode(x, &e.x)?;
    c.field.encode(y, &e.y)?;
    Ok((!e.neutral.to_bool_vartime()).then_some(()))
}

fn scale_abscissa<F: Encoding>(
    c: &Curve<F>,
    e: &AffinePoint<F>,
    factor: &[u8],
) -> Result<AffinePoint<F>> {
    let factor = c.field.decode(factor)?;
    Ok(AffinePoint { x: c.field.mul_constant(&factor, &e.x), ..*e })
}

impl<F: Encoding + VartimeField, C: Coordinates<F>> AffineCodec for Vartime<F, C> {
    fn coordinate_bytes(&self) -> usize {
        self.curve().field.encoded_bytes()
    }

    fn decode(&self, x: &[u8], y: &[u8]) -> Result<AffinePoint<F>> {
        decode(self.curve(), x, y)
    }

    fn encode_vartime(&self, e: &AffinePoint<F>, x: &mut [u8], y: &mut [u8]) -> Result<Option<()>> {
        encode_vartime(self.curve(), e, x, y)
    }

    fn scale_abscissa(&self, e: &AffinePoint<F>, c: &[u8]) -> Result<AffinePoint<F>> {
        scale_abscissa(self.curve(), e, c)
    }
}

impl<F: Encoding + Field<Mask = Mask>> AffineCodec for Complete<F> {
    fn coordinate_bytes(&self) -> usize {
        self.curve().field.encoded_bytes()
    }

    fn decode(&self, x: &[u8], y: &[u8]) -> Result<AffinePoint<F>> {
        decode(self.curve(), x, y)
    }

    fn encode_vartime(&self, e: &AffinePoint<F>, x: &mut [u8], y: &mut [u8]) -> Result<Option<()>> {
        encode_vartime(self.curve(), e, x, y)
    }

    fn scale_abscissa(&self, e: &AffinePoint<F>, c: &[u8]) -> Result<AffinePoint<F>> {
        scale_abscissa(self.curve(), e, c)
    }
}
