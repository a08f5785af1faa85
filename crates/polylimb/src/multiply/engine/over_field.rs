//! The engine of a Weierstrass curve over any prime field.
//!
//! Secret scalars use regular windows, and for the generator a signed comb, both in Jacobian
//! coordinates. On toy curves, where these could meet gaps, they use the complete law. Verification
//! uses interleaved windows, wide ones for the generator. On secp256k1 the windows of both work on
//! halves of the scalars. The generator's tables are made when they are first needed.

use super::{Engine, PlainPoint, bytes_of, element, is_odd, normal};
use crate::cpu::DataIndependentTiming;
use crate::curve::named::Parameters;
use crate::curve::weierstrass::{Complete, Jacobian, JacobianPoint, ProjectivePoint, double_times};
use crate::curve::{AffinePoint, Coefficient, Curve, Group, OutOfLine, Vartime};
use crate::error::{Error, Result};
use crate::field::{Encoding, SquareRoot, VartimeField};
use crate::limb::{Bits, Kernel, Word, bit_length_vartime};
use crate::multiply::buckets::{MANY, Prepared, sum_of_parts};
use crate::multiply::eights::{self, Eights, LEAST, in_eights, one_by_one};
use crate::multiply::interleaved::sum_by_doublings_vartime;
use crate::multiply::regular_window::regular_window_jacobian;
use crate::multiply::signed_comb::SignedComb;
use crate::multiply::{
    OddMultiples, fixed_window, glv, interleaved_vartime, pippenger_vartime, straus_vartime,
};
use crate::team::{Later, Split, later};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Fewest bits of an order for which regular windows never meet a gap.
const REGULAR_BITS: usize = 8;
/// Width of the generator's windows in verification.
const GENERATOR_WIDTH: usize = 7;
/// Width of the windows that check the subgroup.
const SUBGROUP_WIDTH: usize = 5;
/// Multiples in the table of a constant-time multiplication: windows of five bits.
const MULTIPLES: usize = 16;

type Multiples<F> = Later<OddMultiples<AffinePoint<F>>>;

/// With `REGULAR` the cofactor is 1 and the order is large; with `GLV` the curve is secp256k1.
/// Parameters of the type, so that the engines of named curves are compiled without the methods for
/// toy curves and subgroups, and all others without the multiplications by the endomorphism.
pub(super) struct OverField<F: VartimeField, const REGULAR: bool, const GLV: bool> {
    kernel: Kernel,
    parameters: Parameters,
    pub(super) complete: Complete<F>,
    vartime: Vartime<F, Jacobian>,
    generator: AffinePoint<F>,
    /// The generator's tables for secrets; `None` on a toy curve.
    comb: Option<Later<SignedComb<F>>>,
    /// The generator's table for verification.
    multiples: Multiples<F>,
    /// The factor of the abscissas and the multiples of the generator's image; `None` without
    /// `GLV`.
    endomorphism: Option<(F::El, Multiples<F>)>,
    /// Eight lanes for batches and single multiples of the generator, where the CPU has them.
    pub(super) eights: Option<Box<dyn Eights>>,
}

impl<const N: usize, F, const REGULAR: bool, const GLV: bool> OverField<F, REGULAR, GLV>
where
    F: VartimeField<El = [Word; N]> + Encoding + SquareRoot + Clone + Send + 'static,
{
    pub(super) fn new(kernel: Kernel, field: &F, parameters: &Parameters) -> Result<Self> {
        let element = |words| element(field, words);
        let [a, b] = parameters.coefficients();
        let (a, b) = (element(a)?, element(b)?);
        let [x, y] = parameters.generator();
        let generator = AffinePoint::new(element(x)?, element(y)?);
        let curve = || Curve::new(field.clone(), a, b, parameters.shape());
        let complete = Complete::new(curve());
        let vartime = Vartime::new(curve());
        let bits = bit_length_vartime(parameters.order());
        let shape = SignedComb::<F>::shape(bits).filter(|_| bits >= REGULAR_BITS);
        if REGULAR && (shape.is_none() || parameters.cofactor() != [1]) {
            return Err(Error::Curve { wrong: "the curve has a cofactor, or a short order" });
        }
        let comb = shape.map(|shape| {
            let group = Vartime::<_, Jacobian>::new(curve());
            later(move || SignedComb::new(kernel, &group, &generator, shape))
        });
        let multiples_of = |p: AffinePoint<F>| {
            let group = Vartime::<_, Jacobian>::new(curve());
            later(move || OddMultiples::new(&group, &p, GENERATOR_WIDTH))
        };
        let multiples = multiples_of(generator);
        let mut endomorphism = None;
        if GLV {
            let beta = field.decode(&glv::Halves::beta())?;
            let image = AffinePoint { x: field.mul(&generator.x, &beta), ..generator };
            endomorphism = Some((beta, multiples_of(image)));
        }
        let parameters = parameters.clone();
        Ok(Self {
            kernel,
            parameters,
            complete,
            vartime,
            generator,
            comb,
            multiples,
            endomorphism,
            eights: None,
        })
    }

    /// Adds the eight lanes, if there are any.
    pub(super) fn with_eights(mut self, eights: Option<Box<dyn Eights>>) -> Self {
        self.eights = eights;
        self
    }

    pub(super) fn field(&self) -> &F {
        &self.complete.curve().field
    }

    /// The point, checked to be on the curve and in the subgroup.
    #[inline(never)]
    fn entry(&self, p: &PlainPoint) -> Result<AffinePoint<F>> {
        let (x, y) = (self.field().decode_be(p.x())?, self.field().decode_be(p.y())?);
        // Whether an input is valid is public.
        if !self.complete.curve().contains(&x, &y).to_bool_vartime() {
            return Err(Error::Curve { wrong: "the point does not lie on the curve" });
        }
        let entry = AffinePoint::new(x, y);
        if !REGULAR && self.parameters.cofactor() != [1] {
            // The complete law can be wrong outside the subgroup; the variable-time law is not.
            let order = Bits::new_vartime(self.parameters.order());
            let multiple = straus_vartime(&self.vartime, &[(order, &entry)], SUBGROUP_WIDTH);
            if !self.vartime.is_neutral(&multiple).to_bool_vartime() {
                return Err(Error::Curve { wrong: "the point is not in the generator's subgroup" });
            }
        }
        Ok(entry)
    }

    /// `k` times the generator, without lanes.
    pub(super) fn combed(&self, k: Bits<'_>) -> ProjectivePoint<F::El> {
        match &self.comb {
            Some(comb) => comb.multiply(&self.complete, self.parameters.order(), k),
            None if REGULAR => unreachable!("checked when the engine was made"),
            None => fixed_window::<MULTIPLES, _>(&OutOfLine(&self.complete), k, &self.generator),
        }
    }

    /// The same as coordinates.
    fn multiply_generator_alone(&self, k: Bits<'_>) -> Option<PlainPoint> {
        normal(self.field(), &self.complete, self.combed(k))
    }

    /// `k p` for the complete law of `p`'s curve, this one or one isomorphic to it.
    #[inline(never)]
    pub(super) fn product_on(
        &self,
        group: &Complete<F>,
        k: Bits<'_>,
        p: &AffinePoint<F>,
    ) -> ProjectivePoint<F::El> {
        let (kernel, order) = (self.kernel, self.parameters.order());
        if GLV && let Some((beta, _)) = &self.endomorphism {
            return glv::glv_window_jacobian::<MULTIPLES, _, _>(kernel, group, beta, k, p);
        }
        if REGULAR || self.comb.is_some() {
            regular_window_jacobian::<MULTIPLES, _, _>(kernel, group, order, k, p)
        } else {
            fixed_window::<MULTIPLES, _>(&OutOfLine(group), k, p)
        }
    }

    /// `a G + b q`: for verification.
    #[inline(never)]
    pub(super) fn sum_vartime(
        &self,
        a: Bits<'_>,
        b: Bits<'_>,
        q: &AffinePoint<F>,
    ) -> JacobianPoint<F::El> {
        let (group, multiples) = (&self.vartime, &*self.multiples);
        if GLV && let Some((beta, images)) = &self.endomorphism {
            return glv::sum_vartime(group, beta, a, [multiples, images], b, q);
        }
        if !REGULAR && self.comb.is_none() {
            return interleaved_vartime(group, a, multiples, b, &group.lift(q));
        }
        let of_q = OddMultiples::of_point_vartime(group.curve(), q);
        let doubled = |p: &_, times| doubled(group.curve(), p, times);
        sum_by_doublings_vartime(group, &[multiples.row(a), of_q.row(b)], &[], doubled)
    }
}

/// `2^times p`. Separate calls of [`Group::double`] take a third longer, because each passes its
/// points through memory.
#[inline(never)]
fn doubled<F: VartimeField>(
    c: &Curve<F>,
    p: &JacobianPoint<F::El>,
    times: usize,
) -> JacobianPoint<F::El> {
    if times == 0 {
        return *p;
    }
    let a = (c.shape != Coefficient::Zero).then_some(&c.a);
    double_times(&c.field, a, p, times)
}

impl<const N: usize, F, const REGULAR: bool, const GLV: bool> Engine for OverField<F, REGULAR, GLV>
where
    F: VartimeField<El = [Word; N]> + Encoding + SquareRoot + Clone + Send + Sync + 'static,
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
        let _timing = DataIndependentTiming::begin();
        let (entry, group) = (self.entry(p)?, &self.complete);
        let alone = || normal(self.field(), group, self.product_on(group, k, &entry));
        Ok(match &self.eights {
            Some(eights) => eights.multiply_once(k, p, &alone),
            None => alone(),
        })
    }

    fn add(&self, p: &PlainPoint, q: &PlainPoint) -> Result<Option<PlainPoint>> {
        let (p, q, group) = (self.entry(p)?, self.entry(q)?, &self.complete);
        let sum = OutOfLine(group).add_entry(&group.lift(&p), &q);
        Ok(normal(self.field(), group, sum))
    }

    fn multiply_generator(&self, k: Bits<'_>) -> Option<PlainPoint> {
        let _timing = DataIndependentTiming::begin();
        match &self.eights {
            Some(eights) => eights.multiply_generator_once(k),
            None => self.multiply_generator_alone(k),
        }
    }

    fn multiply_batch(
        &self,
        jobs: &[(Bits<'_>, &PlainPoint)],
        split: &dyn Split,
    ) -> Vec<Result<Option<PlainPoint>>> {
        let _timing = DataIndependentTiming::begin();
        let one = |&(k, p): &(Bits<'_>, &PlainPoint)| self.multiply(k, p);
        let Some(eights) = &self.eights else { return one_by_one(split, jobs, &one) };
        in_eights(split, jobs, LEAST, &one, &|jobs| {
            eights::multiply(&**eights, jobs, &|p| self.check(p))
        })
    }

    fn multiply_generator_batch(
        &self,
        scalars: &[Bits<'_>],
        split: &dyn Split,
    ) -> Vec<Option<PlainPoint>> {
        let _timing = DataIndependentTiming::begin();
        let one = |&k: &Bits<'_>| self.multiply_generator_alone(k);
        let Some(eights) = &self.eights else { return one_by_one(split, scalars, &one) };
        in_eights(split, scalars, LEAST, &one, &|scalars| eights.multiply_generator(scalars))
    }

    fn multiply_add_batch_vartime(
        &self,
        jobs: &[(Bits<'_>, Bits<'_>, &PlainPoint)],
        split: &dyn Split,
    ) -> Vec<Result<Option<PlainPoint>>> {
        let one =
            |&(a, b, q): &(Bits<'_>, Bits<'_>, &PlainPoint)| self.multiply_add_vartime(a, b, q);
        let Some(eights) = &self.eights else { return one_by_one(split, jobs, &one) };
        in_eights(split, jobs, LEAST, &one, &|jobs| {
            eights::multiply_add_vartime(&**eights, jobs, &|q| self.check(q), &one)
        })
    }

    fn multiply_add_vartime(
        &self,
        a: Bits<'_>,
        b: Bits<'_>,
        q: &PlainPoint,
    ) -> Result<Option<PlainPoint>> {
        let sum = self.sum_vartime(a, b, &self.entry(q)?);
        Ok(normal(self.field(), &self.vartime, sum))
    }

    fn sum_of_multiples_vartime(
        &self,
        terms: &[(Bits<'_>, &PlainPoint)],
        split: &dyn Split,
    ) -> Result<Option<PlainPoint>> {
        let (f, group) = (self.field(), &self.vartime);
        let mut entries = Vec::with_capacity(terms.len());
        for (_, p) in terms {
            entries.push(self.entry(p)?);
        }
        let tables = self.eights.as_ref().and_then(|eights| eights.tables());
        let sum = if let Some(tables) = tables.filter(|_| terms.len() >= MANY) {
            let mut scalars = Vec::with_capacity(terms.len());
            let mut coordinates = Vec::with_capacity(terms.len());
            for (k, p) in terms {
                scalars.push(*k);
                coordinates.push(Some([p.x(), p.y()]));
            }
            let prepared = Prepared::new(&*tables, f.encoded_bytes(), &coordinates);
            sum_of_parts(group, &prepared.sums_vartime(split, &scalars, terms.len()))?
        } else {
            let mut pairs = Vec::with_capacity(terms.len());
            for (i, p) in entries.iter().enumerate() {
                pairs.push((terms[i].0, p));
            }
            pippenger_vartime(group, &pairs)
        };
        Ok(normal(f, group, sum))
    }

    fn sum_has_abscissa_vartime(
        &self,
        a: Bits<'_>,
        b: Bits<'_>,
        q: &PlainPoint,
        abscissas: &[Vec<u8>],
    ) -> Result<bool> {
        let sum = self.sum_vartime(a, b, &self.entry(q)?);
        let f = self.field();
        let denominator = f.sqr(&sum.z);
        if f.is_zero_vartime(&denominator) {
            return Ok(false);
        }
        let same = |x: &F::El| f.equal_vartime(&f.mul(x, &denominator), &sum.x);
        Ok(abscissas.iter().any(|x| f.decode_be(x).is_ok_and(|x| same(&x))))
    }

    fn decompress(&self, x: &[u8], odd: bool) -> Result<PlainPoint> {
        let f = self.field();
        let element = f.decode_be(x)?;
        let (root, exists) = f.sqrt(&self.complete.curve().right_side(&element));
        if !exists.to_bool_vartime() {
            return Err(Error::Curve { wrong: "no point of the curve has this abscissa" });
        }
        let mut y = bytes_of(f, &root);
        if is_odd(&y) != odd {
            f.encode_be(&mut y, &f.neg(&root))?;
        }
        if is_odd(&y) != odd {
            return Err(Error::Curve { wrong: "the ordinate is 0, which is even" });
        }
        let point = PlainPoint::new(x, y);
        self.check(&point)?;
        Ok(point)
    }

    fn decompress_batch_vartime(&self, points: &[(&[u8], bool)]) -> Vec<Option<PlainPoint>> {
        let eights = self.eights.as_ref().filter(|_| points.len() >= LEAST);
        eights.and_then(|e| e.decompress_vartime(points)).unwrap_or_else(|| {
            points.iter().map(|(x, odd)| self.decompress(x, *odd).ok()).collect()
        })
    }

    fn compression_bit(&self, p: &PlainPoint) -> Result<bool> {
        self.field().decode_be(p.y())?;
        Ok(is_odd(p.y()))
    }
}
