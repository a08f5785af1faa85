//! The engine of a Weierstrass curve over any prime field.
//!
//! Secrets go through the complete law with fixed windows, multiples of the generator through a comb; verification through Jacobian coordinates with
//! interleaved windows.

use super::{Engine, PlainPoint};
use crate::curve::Group;
use crate::curve::named::Parameters;
use crate::curve::weierstrass::{AffinePoint, Complete, Curve, JacobianBernsteinLange, Vartime};
use crate::error::{Error, Result};
use crate::field::{Encoding, SquareRoot, VartimeField};
use crate::limb::{Bits, WORD_BYTES, Word};
use crate::multiply::{Comb, fixed_window, straus_vartime};
use alloc::vec;
use alloc::vec::Vec;

/// Rows of the generator's comb.
const TEETH: usize = 6;
/// Width of the windows of digits in verification.
const VERIFY_WIDTH: usize = 5;
/// Multiples in the table of a constant-time multiplication: windows of five bits.
const MULTIPLES: usize = 16;

pub(super) struct OverField<F: VartimeField> {
    parameters: Parameters,
    complete: Complete<F>,
    vartime: Vartime<F, JacobianBernsteinLange>,
    generator: AffinePoint<F>,
    comb: Comb<Complete<F>>,
}

impl<F: VartimeField + Encoding + SquareRoot + Clone> OverField<F> {
    pub(super) fn new(field: &F, parameters: &Parameters) -> Result<Self> {
        let element = |words: &[Word]| {
            let mut bytes = vec![0; field.encoded_bytes()];
            for (i, byte) in bytes.iter_mut().enumerate() {
                *byte = (words[i / WORD_BYTES] >> (8 * (i % WORD_BYTES))) as u8;
            }
            field.decode(&bytes)
        };
        let [a, b] = parameters.coefficients();
        let (a, b) = (element(a)?, element(b)?);
        let [x, y] = parameters.generator();
        let generator = AffinePoint::new(element(x)?, element(y)?);
        let curve = || Curve::new(field.clone(), a, b, parameters.shape());
        let complete = Complete::new(curve());
        let bits = crate::limb::bit_length_vartime(parameters.order());
        let comb = Comb::new(&complete, &generator, TEETH, bits);
        let vartime = Vartime::new(curve());
        Ok(Self { parameters: parameters.clone(), complete, vartime, generator, comb })
    }

    fn field(&self) -> &F {
        &self.complete.curve().field
    }

    /// The point, on the curve and in the subgroup.
    fn entry(&self, p: &PlainPoint) -> Result<AffinePoint<F>> {
        let (x, y) = (self.field().decode_be(p.x())?, self.field().decode_be(p.y())?);
        // Whether an input is valid is public.
        if !self.complete.curve().contains(&x, &y).to_bool_vartime() {
            return Err(Error::Curve { wrong: "the point does not lie on the curve" });
        }
        let entry = AffinePoint::new(x, y);
        if self.parameters.cofactor() != [1] {
            // The complete law is not right for points outside the subgroup; the other one is.
            let order = Bits::new_vartime(self.parameters.order());
            let multiple = straus_vartime(&self.vartime, &[(order, &entry)], VERIFY_WIDTH);
            if !self.vartime.is_neutral(&multiple).to_bool_vartime() {
                return Err(Error::Curve { wrong: "the point is not in the generator's subgroup" });
            }
        }
        Ok(entry)
    }

    fn plain<G: Group<Entry = AffinePoint<F>>>(
        &self,
        group: &G,
        p: G::Point,
    ) -> Option<PlainPoint> {
        let mut entry = [AffinePoint::neutral(self.field())];
        group.normalise(&[p], &mut entry);
        let [AffinePoint { x, y, neutral }] = entry;
        let bytes = |v: &F::El| -> Vec<u8> {
            let mut bytes = vec![0; self.field().encoded_bytes()];
            // The length is right.
            let _ = self.field().encode_be(&mut bytes, v);
            bytes
        };
        (!neutral.to_bool_vartime()).then(|| PlainPoint::new(bytes(&x), bytes(&y)))
    }
}

impl<F> Engine for OverField<F>
where
    F: VartimeField + Encoding + SquareRoot + Clone + Send + Sync,
    F::El: Send + Sync,
{
    fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    fn coordinate_bytes(&self) -> usize {
        self.field().encoded_bytes()
    }

    fn check(&self, p: &PlainPoint) -> Result<()> {
        self.entry(p).map(|_| ())
    }

    fn multiply(&self, k: Bits<'_>, p: &PlainPoint) -> Result<Option<PlainPoint>> {
        let entry = self.entry(p)?;
        let product = fixed_window::<MULTIPLES, _>(&self.complete, k, &entry);
        Ok(self.plain(&self.complete, product))
    }

    fn multiply_generator(&self, k: Bits<'_>) -> Option<PlainPoint> {
        self.plain(&self.complete, self.comb.multiply(&self.complete, k))
    }

    fn multiply_add_vartime(
        &self,
        a: Bits<'_>,
        b: Bits<'_>,
        q: &PlainPoint,
    ) -> Result<Option<PlainPoint>> {
        let q = self.entry(q)?;
        let terms = [(a, &self.generator), (b, &q)];
        let sum = straus_vartime(&self.vartime, &terms, VERIFY_WIDTH);
        Ok(self.plain(&self.vartime, sum))
    }

    fn decompress(&self, x: &[u8], odd: bool) -> Result<PlainPoint> {
        let f = self.field();
        let element = f.decode_be(x)?;
        let (root, exists) = f.sqrt(&self.complete.curve().right_side(&element));
        if !exists.to_bool_vartime() {
            return Err(Error::Curve { wrong: "no point of the curve has this abscissa" });
        }
        let mut y = vec![0; self.coordinate_bytes()];
        f.encode_be(&mut y, &root)?;
        if (y.last().is_some_and(|byte| byte & 1 == 1)) != odd {
            f.encode_be(&mut y, &f.neg(&root))?;
        }
        if (y.last().is_some_and(|byte| byte & 1 == 1)) != odd {
            return Err(Error::Curve { wrong: "the ordinate is 0, which is even" });
        }
        let point = PlainPoint::new(x, y);
        self.check(&point)?;
        Ok(point)
    }
}
