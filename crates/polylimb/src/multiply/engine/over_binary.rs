//! The engine of a binary curve over any field.
//!
//! Secret scalars use the ladder of `[LopezDahab1999]`, on Koblitz curves regular digits in the
//! radix `τ`. Where the CPU has four lanes, so do verification and the generator, which has a base
//! in each lane; elsewhere the generator has a comb over the uniform law, and verification uses
//! interleaved windows, wide ones for the generator.

use super::{Engine, PlainPoint, bytes_of, element, is_odd, normal, plain};
use crate::cpu::DataIndependentTiming;
use crate::curve::binary::{LopezDahab, LopezDahabPoint, Uniform, contains, right_side};
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
use crate::team::{Later, Split, later, map_parts};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::{Zeroize, Zeroizing};

/// Fewest bits of an order for which regular digits never meet a gap.
const REGULAR_BITS: usize = 64;
/// Width of the regular digits.
const TAU_WIDTH: usize = 5;
/// The same for the generator over lanes, whose table is made once.
const GENERATOR_TAU_WIDTH: usize = 7;
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
    machine: Machine<F>,
}

/// What multiplies.
enum Machine<F: VartimeField> {
    /// Four lanes for any points, and four for the generator.
    Lanes(Box<dyn FourLanes<F::El>>, Later<GeneratorLanes<F::El>>),
    /// The generator's tables, for secrets and for verification.
    Tables(Comb<Uniform<F>>, OddMultiples<AffinePoint<F>>),
}

/// Four lanes with the generator's bases, and its digits on a Koblitz curve.
type GeneratorLanes<E> = (Box<dyn FourLanes<E>>, Option<Representatives>);

impl<const N: usize, F> OverBinary<F>
where
    F: VartimeField<El = [Word; N]> + Encoding + SquareRoot + Quadratic + Clone + Send + 'static,
{
    /// With the lanes that `lanes` gives for the curve.
    pub(super) fn new(
        kernel: Kernel,
        field: &F,
        parameters: &Parameters,
        lanes: impl Fn(&Curve<F>) -> Option<Box<dyn FourLanes<F::El>>>,
    ) -> Result<Self> {
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
        let machine = match lanes(uniform.curve()) {
            Some(of_points) => {
                let of_generator = lanes(uniform.curve()).expect("as before");
                let ring = koblitz.as_ref().map(|(ring, _)| ring.clone());
                let ring = ring.filter(|_| bits >= REGULAR_BITS);
                let (group, order) = (Vartime::new(curve()), order.to_vec());
                let make = move || {
                    generator_lanes(of_generator, &group, &order, ring.as_ref(), &generator)
                };
                Machine::Lanes(of_points, later(make))
            }
            None => Machine::Tables(
                Comb::new(&uniform, &generator, TEETH, bits),
                OddMultiples::new(&vartime, &generator, GENERATOR_WIDTH),
            ),
        };
        let (root_of_b, _) = field.sqrt(&b);
        let parameters = parameters.clone();
        Ok(Self { kernel, parameters, uniform, vartime, root_of_b, koblitz, generator, machine })
    }

    fn sum(&self, p: &AffinePoint<F>, q: &AffinePoint<F>) -> Option<PlainPoint> {
        let group = &self.uniform;
        normal(self.field(), group, group.add_entry(&group.lift(p), q))
    }

    /// `k p` for a point in the subgroup.
    fn product(&self, k: Bits<'_>, [x, y]: [&F::El; 2]) -> AffinePoint<F> {
        let (f, group) = (self.field(), &self.uniform);
        let product = match (&self.koblitz, &self.machine) {
            (Some((ring, digits)), Machine::Lanes(lanes, _)) if self.has_regular_digits() => {
                quads::regular_tau(&**lanes, group, ring, digits, k, [x, y])
            }
            (Some((ring, digits)), Machine::Tables(..)) if self.has_regular_digits() => {
                regular_tau(self.kernel, group, ring, digits, k, [x, y])
            }
            (_, Machine::Lanes(lanes, _)) => {
                let mut both = lanes.ladder(k, x);
                let product = recovered(f, [x, y], &both[0], &both[1]);
                both.zeroize();
                return product;
            }
            (_, Machine::Tables(..)) => return lopez_dahab_ladder(f, &self.root_of_b, k, [x, y]),
        };
        let mut entry = [AffinePoint::neutral(f)];
        group.normalise(&[product], &mut entry);
        let [entry] = entry;
        entry
    }

    /// `k` times the generator.
    fn generator_product(&self, k: Bits<'_>) -> LopezDahabPoint<F::El> {
        let (group, order) = (&self.uniform, self.parameters.order());
        match &self.machine {
            Machine::Lanes(_, generator) => match (&self.koblitz, &**generator) {
                (Some((ring, _)), (lanes, Some(digits))) => {
                    quads::tau_generator(&**lanes, group, ring, digits, k)
                }
                (_, (lanes, _)) => quads::ladder_generator(&**lanes, group, k, order),
            },
            Machine::Tables(comb, _) => {
                let k = Zeroizing::new(reduced(k, order));
                comb.multiply(group, Bits::with_len(&k, bit_length_vartime(order)))
            }
        }
    }

    /// The points, which are wiped, with one inversion.
    fn all_plain(&self, mut points: Vec<LopezDahabPoint<F::El>>) -> Vec<Option<PlainPoint>> {
        let mut entries = vec![AffinePoint::neutral(self.field()); points.len()];
        self.uniform.normalise(&points, &mut entries);
        let mut results = Vec::with_capacity(entries.len());
        for p in &entries {
            results.push(plain(self.field(), p));
        }
        points.zeroize();
        entries.zeroize();
        results
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

    /// The products of all jobs, four at a time.
    fn multiply_in_fours(
        &self,
        lanes: &dyn FourLanes<F::El>,
        jobs: &[(Bits<'_>, &PlainPoint)],
    ) -> Vec<Result<Option<PlainPoint>>> {
        let generator = &self.generator;
        let mut points = Vec::with_capacity(jobs.len());
        for (_, p) in jobs {
            points.push(self.entry(p).map(|p| [p.x, p.y]));
        }
        // Of the two, one stays empty: regular digits give fractions, ladders coordinates.
        let mut products = Vec::with_capacity(jobs.len().next_multiple_of(FOUR));
        let mut results = Vec::with_capacity(products.capacity());
        for (jobs, points) in jobs.chunks(FOUR).zip(points.chunks(FOUR)) {
            let scalars = core::array::from_fn(|i| jobs.get(i).unwrap_or(&jobs[0]).0);
            let points = core::array::from_fn(|i| match points.get(i) {
                Some(Ok(p)) => *p,
                _ => [generator.x, generator.y],
            });
            match &self.koblitz {
                Some((ring, digits)) if self.has_regular_digits() => {
                    products.extend(four_regular_tau(lanes, ring, digits, scalars, &points));
                }
                _ => {
                    let mut four = quads::ladders(lanes, scalars, Some(&points));
                    results.extend(four.iter().map(|p| plain(self.field(), p)));
                    four.zeroize();
                }
            }
        }
        results.append(&mut self.all_plain(products));
        // Not in one step: a result is longer than a point, and the rest of it keeps what lay on
        // the stack.
        let mut all = Vec::with_capacity(points.len());
        for (i, p) in points.into_iter().enumerate() {
            all.push(p.map(|_| results[i].take()));
        }
        all
    }
}

/// The lanes with the bases of the generator.
fn generator_lanes<F: VartimeField>(
    mut lanes: Box<dyn FourLanes<F::El>>,
    group: &Vartime<F, LopezDahab>,
    order: &[Word],
    ring: Option<&Koblitz>,
    generator: &AffinePoint<F>,
) -> GeneratorLanes<F::El> {
    let digits = ring.map(|ring| Representatives::new(ring.mu_is_minus(), GENERATOR_TAU_WIDTH));
    let bases = match (ring, &digits) {
        (Some(ring), Some(digits)) => {
            quads::moved_bases(&group.curve().field, ring, digits, [generator.x, generator.y])
        }
        _ => quads::doubled_bases(group, order, generator),
    };
    lanes.set_bases(bases, digits.as_ref());
    (lanes, digits)
}

impl<const N: usize, F> Engine for OverBinary<F>
where
    F: VartimeField<El = [Word; N]>
        + Encoding
        + SquareRoot
        + Quadratic
        + Clone
        + Send
        + Sync
        + 'static,
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
        let AffinePoint { x, y, .. } = self.entry(p)?;
        Ok(plain(self.field(), &self.product(k, [&x, &y])))
    }

    fn multiply_batch(
        &self,
        jobs: &[(Bits<'_>, &PlainPoint)],
        split: &dyn Split,
    ) -> Vec<Result<Option<PlainPoint>>> {
        let _timing = DataIndependentTiming::begin();
        match &self.machine {
            Machine::Lanes(lanes, _) => {
                map_parts(split, jobs, part(split, jobs.len(), FOUR, MOST), &|jobs| {
                    self.multiply_in_fours(&**lanes, jobs)
                })
            }
            Machine::Tables(..) => one_by_one(split, jobs, &|&(k, p)| self.multiply(k, p)),
        }
    }

    fn multiply_generator_batch(
        &self,
        scalars: &[Bits<'_>],
        split: &dyn Split,
    ) -> Vec<Option<PlainPoint>> {
        let _timing = DataIndependentTiming::begin();
        map_parts(split, scalars, part(split, scalars.len(), 1, MOST), &|scalars| {
            let mut products = Vec::with_capacity(scalars.len());
            for &k in scalars {
                products.push(self.generator_product(k));
            }
            self.all_plain(products)
        })
    }

    fn add(&self, p: &PlainPoint, q: &PlainPoint) -> Result<Option<PlainPoint>> {
        let (p, q) = (self.entry(p)?, self.entry(q)?);
        Ok(self.sum(&p, &q))
    }

    fn multiply_generator(&self, k: Bits<'_>) -> Option<PlainPoint> {
        let _timing = DataIndependentTiming::begin();
        normal(self.field(), &self.uniform, self.generator_product(k))
    }

    fn multiply_add_vartime(
        &self,
        a: Bits<'_>,
        b: Bits<'_>,
        q: &PlainPoint,
    ) -> Result<Option<PlainPoint>> {
        let q = self.entry(q)?;
        let Machine::Tables(_, multiples) = &self.machine else {
            let group = &self.uniform;
            let q = self.product(b, [&q.x, &q.y]);
            let sum = group.add_entry(&self.generator_product(a), &q);
            return Ok(normal(self.field(), group, sum));
        };
        let q = self.vartime.lift(&q);
        let sum = interleaved_vartime(&self.vartime, a, multiples, b, &q);
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
