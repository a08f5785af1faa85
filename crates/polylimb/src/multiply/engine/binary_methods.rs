//! The methods of [`BINARY_METHODS`](crate::multiply::BINARY_METHODS) over an engine's field.

use super::over_binary::OverBinary;
use super::{Engine, PlainPoint};
use crate::curve::binary::Halving;
use crate::error::{Error, Result};
use crate::field::binary::Quadratic;
use crate::field::{Encoding, SquareRoot, VartimeField};
use crate::limb::Word;
use crate::multiply::binary_methods::{Algorithm, BinaryMultiply, BinaryWork};
use crate::multiply::halve_and_add::halve_and_add_vartime;
use crate::multiply::lopez_dahab_ladder::lopez_dahab_ladder;
use crate::multiply::regular_tau::{LEAST_WIDTH, regular_tau};
use crate::multiply::tau_naf::{TauDigits, tau_naf_vartime};
use crate::multiply::tau_split::tau_split_vartime;
use crate::recoding::{Koblitz, Representatives};
use alloc::borrow::Cow;

impl<F: VartimeField> OverBinary<F> {
    /// The ring, and what digits of that width stand for.
    fn ring(&self, w: usize) -> Result<(&Koblitz, Cow<'_, Representatives>)> {
        let Some((ring, usual)) = &self.koblitz else {
            return Err(Error::Curve { wrong: "this multiplication is for Koblitz curves" });
        };
        Ok((
            ring,
            if usual.width() == w {
                Cow::Borrowed(usual)
            } else {
                Cow::Owned(Representatives::new(ring.mu_is_minus(), w))
            },
        ))
    }
}

impl<const N: usize, F> BinaryMultiply for OverBinary<F>
where
    F: VartimeField<El = [Word; N]> + Encoding + SquareRoot + Quadratic + Clone + Send + Sync,
{
    fn multiply_by(
        &self,
        algorithm: Algorithm,
        work: &BinaryWork<'_>,
        width: usize,
    ) -> Result<Option<PlainPoint>> {
        let (k, p) = (work.k, self.entry(work.base)?);
        let (group, parameters) = (&self.vartime, self.parameters());
        let point = match algorithm {
            Algorithm::Ladder => {
                let product = lopez_dahab_ladder(self.field(), &self.root_of_b, k, [&p.x, &p.y]);
                return Ok(self.plain(&product));
            }
            Algorithm::RegularTau => {
                let (ring, digits) = self.ring(width)?;
                if !self.has_regular_digits() {
                    return Err(Error::Curve { wrong: "regular digits need an order above 2^64" });
                }
                if width < LEAST_WIDTH {
                    return Err(Error::Parameter { expected: "width: 4 to 7 bits" });
                }
                regular_tau(self.kernel, &self.uniform, ring, &digits, k, [&p.x, &p.y])
            }
            Algorithm::TauNaf => {
                let (ring, representatives) = self.ring(width.max(2))?;
                let digits = TauDigits::new_vartime(group, ring, &representatives, k, &p);
                if work.split.threads() > 1 {
                    tau_split_vartime(group, ring.degree(), &digits, work.split)
                } else {
                    tau_naf_vartime(group, &digits.digits, &digits.table)
                }
            }
            Algorithm::Halve => {
                let halving = Halving::new(group.curve().clone(), parameters.cofactor())?;
                let order = parameters.order();
                halve_and_add_vartime(group, &halving, order, k, &p, width, work.split)
            }
        };
        Ok(self.normal(group, point))
    }
}
