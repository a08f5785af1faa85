//! The engine of a binary curve over any field.
//!
//! Secret scalars use the ladder of `[LopezDahab1999]`, on Koblitz curves regular digits in the
//! radix `τ`, and for the generator a comb over the uniform law. Verification uses interleaved
//! windows, wide ones for the generator.

use super::{Engine, PlainPoint, bytes_of, element, is_odd, normal, plain};
use crate::curve::binary::{LopezDahab, Uniform, contains, right_side};
use crate::curve::named::Parameters;
use crate::curve::{AffinePoint, Curve, Group, Vartime};
use crate::error::{Error, Result};
use crate::field::binary::Quadratic;
use crate::field::{Encoding, SquareRoot, VartimeField};
use crate::limb::{Bits, Kernel, Word, bit_length_vartime};
use crate::multiply::eights::{one_by_one, part};
use crate::multiply::lopez_dahab_ladder::{lopez_dahab_ladder, recovered};
use crate::multiply::quads::{self, FourLanes, four_regular_tau};
use crate::multiply::regular_tau::regular_tau;
use crate::multiply::subgroup::in_subgroup;
use crate::multiply::{Comb, OddMultiples, interleaved_vartime};
use crate::recoding::{Koblitz, Representatives, reduced};
use crate::team::{Split, map_parts};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::{Zeroize, Zeroizing};

/// Fewest bits of an order for which regular digits never meet a gap.
const REGULAR_BITS: usize = 64;
/// Width of the regular digits.
const TAU_WIDTH: usize = 5;
/// Rows of the generator's comb.
const TEETH: usize = 6;
/// Lanes of a batch.
const FOUR: usize = 4;
/// Most jobs that share an inversion.
const MOST: usize = 128;
/// Width of the generator's windows in verification.
const GENERATOR_WIDTH: usize = 7;

pub(super) struct OverBinary<F: VartimeField> {
    kernel: Kernel,
    parameters: Parameters,
    uniform: Uniform<F>,
    vartime: Vartime<F, LopezDahab>,
    root_of_b: F::El,
    /// On a Koblitz curve, its ring and digits.
    koblitz: Option<(Koblitz, Representatives)>,
    generator: AffinePoint<F>,
    /// The generator's table for secrets.
    comb: Comb<Uniform<F>>,
    /// Four lanes, where the CPU has them.
    lanes: Option<Box<dyn FourLanes<F::El>>>,
    /// The generator's table for verification.
    multiples: OddMultiples<AffinePoint<F>>,
}

impl<const N: usize, F> OverBinary<F>
where
    F: VartimeField<El = [Word; N]> + Encoding + SquareRoot + Quadratic + Clone,
{
    pub(super) fn new(kernel: Kernel, field: &F, parameters: &Parameters) -> Result<Self> {
        let element = |words| element(field, words);
        let [a, b] = parameters.coefficients();
        let (a, b) = (element(a)?, element(b)?);
        let [x, y] = parameters.generator();
        let generator = AffinePoint::new(element(x)?, element(y)?);
        let curve = || Curve::new(field.clone(), a, b, parameters.shape());
        let (uniform, vartime) = (Uniform::new(curve()), Vartime::new(curve()));
        let order = parameters.order();
        let bits = bit_length_vartime(order);
        let koblitz = if parameters.is_koblitz() {
            let ring =
                Koblitz::new(parameters.bits(), field.equal_vartime(&a, &field.one()), order)?;
            let representatives = Representatives::new(ring.mu_is_minus(), TAU_WIDTH);
            Some((ring, representatives))
        } else {
            None
        };
        let comb = Comb::new(&uniform, &generator, TEETH, bits);
        let multiples = OddMultiples::new(&vartime, &generator, GENERATOR_WIDTH);
        let (root_of_b, _) = field.sqrt(&b);
        let parameters = parameters.clone();
        Ok(Self {
            kernel,
            parameters,
            uniform,
            vartime,
            root_of_b,
            koblitz,
            generator,
            comb,
            lanes: None,
            multiples,
        })
    }

    /// Adds the four lanes, if there are any.
    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    pub(super) fn with_lanes(mut self, lanes: Option<Box<dyn FourLanes<F::El>>>) -> Self {
        self.lanes = lanes;
        self
    }

    #[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
    pub(super) fn curve(&self) -> &Curve<F> {
        self.uniform.curve()
    }

    /// `k p` for a point in the subgroup.
    fn product(&self, k: Bits<'_>, [x, y]: [&F::El; 2]) -> Option<PlainPoint> {
        let (f, group) = (self.field(), &self.uniform);
        match (&self.koblitz, &self.lanes) {
            (Some((ring, digits)), Some(lanes)) if self.has_regular_digits() => {
                let product = quads::regular_tau(&**lanes, group, ring, digits, k, [x, y]);
                normal(f, group, product)
            }
            (Some((ring, digits)), None) if self.has_regular_digits() => {
                normal(f, group, regular_tau(self.kernel, group, ring, digits, k, [x, y]))
            }
            (_, Some(lanes)) => {
                let mut both = lanes.ladder(k, x);
                let product = recovered(f, [x, y], &both[0], &both[1]);
                both.zeroize();
                plain(f, &product)
            }
            (_, None) => plain(f, &lopez_dahab_ladder(f, &self.root_of_b, k, [x, y])),
        }
    }

    fn field(&self) -> &F {
        &self.uniform.curve().field
    }

    /// Whether the order is so large that regular digits meet no gap.
    fn has_regular_digits(&self) -> bool {
        bit_length_vartime(self.parameters.order()) >= REGULAR_BITS
    }

    /// The point, checked to be on the curve and in the subgroup.
    #[inline(never)]
    fn entry(&self, p: &PlainPoint) -> Result<AffinePoint<F>> {
        let (x, y) = (self.field().decode_be(p.x())?, self.field().decode_be(p.y())?);
        // Whether an input is valid is public.
        if !contains(self.uniform.curve(), &x, &y).to_bool_vartime() {
            return Err(Error::Curve { wrong: "the point does not lie on the curve" });
        }
        let (cofactor, order) = (self.parameters.cofactor(), self.parameters.order());
        if !in_subgroup(&self.vartime, cofactor, order, [&x, &y]).to_bool_vartime() {
            return Err(Error::Curve { wrong: "the point is not in the generator's subgroup" });
        }
        Ok(AffinePoint::new(x, y))
    }

    /// The products of all jobs. Lanes without a job or with an invalid point multiply the
    /// generator.
    fn multiply_in_fours(
        &self,
        lanes: &dyn FourLanes<F::El>,
        (ring, representatives): (&Koblitz, &Representatives),
        jobs: &[(Bits<'_>, &PlainPoint)],
    ) -> Vec<Result<Option<PlainPoint>>> {
        let group = &self.uniform;
        let points: Vec<_> = jobs.iter().map(|job| self.entry(job.1)).collect();
        let mut products = Vec::with_capacity(jobs.len().next_multiple_of(FOUR));
        for (jobs, points) in jobs.chunks(FOUR).zip(points.chunks(FOUR)) {
            let scalars = core::array::from_fn(|i| jobs.get(i).unwrap_or(&jobs[0]).0);
            let points = core::array::from_fn(|i| match points.get(i) {
                Some(Ok(p)) => [p.x, p.y],
                _ => [self.generator.x, self.generator.y],
            });
            products.extend(four_regular_tau(lanes, ring, representatives, scalars, &points));
        }
        let mut entries = vec![AffinePoint::neutral(self.field()); products.len()];
        group.normalise(&products, &mut entries);
        let results = points
            .into_iter()
            .zip(&entries)
            .map(|(p, product)| p.map(|_| plain(self.field(), product)));
        let results = results.collect();
        products.zeroize();
        entries.zeroize();
        results
    }
}

impl<const N: usize, F> Engine for OverBinary<F>
where
    F: VartimeField<El = [Word; N]> + Encoding + SquareRoot + Quadratic + Clone + Send + Sync,
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
        let AffinePoint { x, y, .. } = self.entry(p)?;
        Ok(self.product(k, [&x, &y]))
    }

    fn multiply_batch(
        &self,
        jobs: &[(Bits<'_>, &PlainPoint)],
        split: &dyn Split,
    ) -> Vec<Result<Option<PlainPoint>>> {
        match (&self.koblitz, &self.lanes) {
            (Some((ring, digits)), Some(lanes)) if self.has_regular_digits() => {
                map_parts(split, jobs, part(split, jobs.len(), FOUR, MOST), |jobs| {
                    self.multiply_in_fours(&**lanes, (ring, digits), jobs)
                })
            }
            _ => one_by_one(split, jobs, &|&(k, p)| self.multiply(k, p)),
        }
    }

    fn add(&self, p: &PlainPoint, q: &PlainPoint) -> Result<Option<PlainPoint>> {
        let (p, q, group) = (self.entry(p)?, self.entry(q)?, &self.uniform);
        let sum = group.add_entry(&group.lift(&p), &q);
        Ok(normal(self.field(), group, sum))
    }

    fn multiply_generator(&self, k: Bits<'_>) -> Option<PlainPoint> {
        let order = self.parameters.order();
        let k = Zeroizing::new(reduced(k, order));
        let product =
            self.comb.multiply(&self.uniform, Bits::with_len(&k, bit_length_vartime(order)));
        normal(self.field(), &self.uniform, product)
    }

    fn multiply_add_vartime(
        &self,
        a: Bits<'_>,
        b: Bits<'_>,
        q: &PlainPoint,
    ) -> Result<Option<PlainPoint>> {
        let q = self.entry(q)?;
        let q = self.vartime.lift(&q);
        let sum = interleaved_vartime(&self.vartime, a, &self.multiples, b, &q);
        Ok(normal(self.field(), &self.vartime, sum))
    }

    /// `[SEC1]`, 2.3.4: `odd` is the lowest bit of `y/x`, and `(y/x)² + y/x = x + a + b/x²`.
    fn decompress(&self, x: &[u8], odd: bool) -> Result<PlainPoint> {
        let (c, f) = (self.uniform.curve(), self.field());
        let element = f.decode_be(x)?;
        let inverse = f.inv0(&f.sqr(&element));
        let (root, exists) = f.solve_quadratic(&f.mul(&right_side(c, &element), &inverse));
        if !exists.to_bool_vartime() || f.is_zero_vartime(&element) {
            return Err(Error::Curve { wrong: "no point of the subgroup has this abscissa" });
        }
        let found = is_odd(&bytes_of(f, &root));
        let root = if found == odd { root } else { f.add(&root, &f.one()) };
        let point = PlainPoint::new(x, bytes_of(f, &f.mul(&root, &element)));
        self.check(&point)?;
        Ok(point)
    }

    fn compression_bit(&self, p: &PlainPoint) -> Result<bool> {
        let f = self.field();
        let (x, y) = (f.decode_be(p.x())?, f.decode_be(p.y())?);
        Ok(is_odd(&bytes_of(f, &f.mul(&y, &f.inv0(&x)))))
    }
}
