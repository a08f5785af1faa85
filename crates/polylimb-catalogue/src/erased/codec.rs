//! Affine points as bytes, for every group law of a Weierstrass curve.

use polylimb::authors::curve::{
    AffinePoint, Complete, Coordinates, Curve, Group, LopezDahab, Uniform, Vartime,
};
use polylimb::authors::field::{Encoding, Field, VartimeField};
use polylimb::authors::limb::Mask;
use polylimb::{Error, Result};

/// A group whose entries are pairs of field elements that have a form in bytes.
pub trait AffineCodec: Group {
    /// Bytes of a coordinate.
    fn coordinate_bytes(&self) -> usize;

    /// The entry with these coordinates, canonical, least significant byte first.
    ///
    /// # Errors
    /// [`Error::Length`](polylimb::Error::Length),
    /// [`Error::NotReduced`](polylimb::Error::NotReduced), and
    /// [`Error::Curve`](polylimb::Error::Curve) if the point is not on the curve.
    fn decode(&self, x: &[u8], y: &[u8]) -> Result<Self::Entry>;

    /// Writes the coordinates of an entry; `None` for the neutral element, which has none.
    ///
    /// # Errors
    /// [`Error::Length`](polylimb::Error::Length).
    fn encode_vartime(&self, e: &Self::Entry, x: &mut [u8], y: &mut [u8]) -> Result<Option<()>>;

    /// `(c x, y)` for a constant in the encoding of coordinates: the image of `e` under an
    /// endomorphism, if the caller knows that this map is one.
    ///
    /// # Errors
    /// [`Error::Length`](polylimb::Error::Length),
    /// [`Error::NotReduced`](polylimb::Error::NotReduced).
    fn scale_abscissa(&self, e: &Self::Entry, c: &[u8]) -> Result<Self::Entry>;
}

/// The coordinates, on a curve that `contains` them.
fn decode<F: Encoding + Field<Mask = Mask>>(
    f: &F,
    x: &[u8],
    y: &[u8],
    contains: impl FnOnce(&F::El, &F::El) -> Mask,
) -> Result<[F::El; 2]> {
    let (x, y) = (f.decode(x)?, f.decode(y)?);
    // Whether an input is valid is public.
    if contains(&x, &y).to_bool_vartime() {
        return Ok([x, y]);
    }
    Err(Error::Curve { wrong: "the point does not lie on the curve" })
}

impl<F: Encoding + VartimeField, C: Coordinates<F>> AffineCodec for Vartime<F, C> {
    fn coordinate_bytes(&self) -> usize {
        self.curve().field.encoded_bytes()
    }

    fn decode(&self, x: &[u8], y: &[u8]) -> Result<AffinePoint<F>> {
        let c = self.curve();
        let [x, y] = decode(&c.field, x, y, |x, y| C::contains(c, x, y))?;
        Ok(C::enter(c, &x, &y))
    }

    fn encode_vartime(&self, e: &AffinePoint<F>, x: &mut [u8], y: &mut [u8]) -> Result<Option<()>> {
        let c = self.curve();
        let (ex, ey) = C::leave(c, e);
        c.field.encode(x, &ex)?;
        c.field.encode(y, &ey)?;
        Ok((!e.neutral.to_bool_vartime()).then_some(()))
    }

    fn scale_abscissa(&self, e: &AffinePoint<F>, c: &[u8]) -> Result<AffinePoint<F>> {
        let curve = self.curve();
        let (x, y) = C::leave(curve, e);
        let x = curve.field.mul_constant(&curve.field.decode(c)?, &x);
        Ok(AffinePoint { neutral: e.neutral, ..C::enter(curve, &x, &y) })
    }
}

/// Implements the trait for the groups of pairs `(x, y)` without branches.
macro_rules! of_pairs {
    ($group:ident, $contains:expr) => {
        impl<F: Encoding + Field<Mask = Mask>> AffineCodec for $group<F> {
            fn coordinate_bytes(&self) -> usize {
                self.curve().field.encoded_bytes()
            }

            fn decode(&self, x: &[u8], y: &[u8]) -> Result<AffinePoint<F>> {
                let c = self.curve();
                let [x, y] = decode(&c.field, x, y, |x, y| $contains(c, x, y))?;
                Ok(AffinePoint::new(x, y))
            }

            fn encode_vartime(
                &self,
                e: &AffinePoint<F>,
                x: &mut [u8],
                y: &mut [u8],
            ) -> Result<Option<()>> {
                self.curve().field.encode(x, &e.x)?;
                self.curve().field.encode(y, &e.y)?;
                Ok((!e.neutral.to_bool_vartime()).then_some(()))
            }

            fn scale_abscissa(&self, e: &AffinePoint<F>, c: &[u8]) -> Result<AffinePoint<F>> {
                let f = &self.curve().field;
                Ok(AffinePoint { x: f.mul_constant(&f.decode(c)?, &e.x), ..*e })
            }
        }
    };
}
of_pairs!(Complete, Curve::contains);
of_pairs!(Uniform, LopezDahab::contains);
