//! A Weierstrass curve over eight lanes: eight points in, eight points out.

use super::digits::{Digits, comb_multiples, comb_shape};
use super::operations::{Comb, Enter, Leave, Sum, Windows};
use crate::cpu::Features;
use crate::curve::named::Parameters;
use crate::curve::weierstrass::{Complete, ProjectivePoint};
use crate::curve::{AffinePoint, Curve};
use crate::error::Result;
use crate::field::Field;
use crate::field::lanes::{Compiled, FixedLanes, LANES, LaneMask, LanePrime, primes};
use crate::limb::{Bits, Word, bit_length_vartime};
use crate::multiply::buckets::Tables;
use crate::multiply::eights::Eights;
use crate::multiply::plain_point::PlainPoint;
use crate::multiply::regular_window::OddScalar;
use crate::multiply::regular_window::width;
use crate::multiply::signed_comb::Shape;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use std::sync::OnceLock;
use zeroize::Zeroize;

/// Odd multiples in a table: windows of five bits.
pub(super) const MULTIPLES: usize = 16;

/// The curve.
pub(super) struct LaneCurve<V: Compiled, P: LanePrime<D>, const D: usize> {
    parameters: Parameters,
    pub(super) group: Complete<FixedLanes<V, P, D>>,
    /// The generator's comb, made when it is first needed.
    comb: OnceLock<Option<Vec<[[u64; D]; 2]>>>,
    /// The tables for one multiple of the generator, likewise.
    pub(super) tables: OnceLock<Option<Vec<[[V; D]; 2]>>>,
}

/// Eight results.
pub(super) type Eight<V, const D: usize> = ProjectivePoint<[V; D]>;

impl<V: Compiled, P: LanePrime<D>, const D: usize> LaneCurve<V, P, D> {
    /// `None` if the curve has another prime than `P`, if the subgroup is not the whole curve
    /// (points are only checked to lie on the curve), or if a CPU with these features does not have
    /// the vectors.
    fn new(parameters: &Parameters, features: Features) -> Option<Self> {
        let digits = |words: &[Word]| {
            let bytes = words.iter().flat_map(|word| word.to_le_bytes());
            FixedLanes::<V, P, D>::digits(bytes)
        };
        if parameters.bits() != P::BITS
            || digits(parameters.prime()) != P::DIGITS
            || parameters.cofactor() != [1]
        {
            return None;
        }
        let field = FixedLanes::<V, P, D>::new(features).ok()?;
        let [a, b] = parameters.coefficients().map(|c| field.of_digits(&[digits(c); LANES]));
        let group = Complete::new(Curve::new(field, a, b, parameters.shape()));
        let parameters = parameters.clone();
        Some(Self { parameters, group, comb: OnceLock::new(), tables: OnceLock::new() })
    }

    #[inline(always)]
    pub(super) fn field(&self) -> &FixedLanes<V, P, D> {
        &self.group.curve().field
    }

    pub(super) fn order(&self) -> &[Word] {
        self.parameters.order()
    }

    pub(super) fn prime(&self) -> &[Word] {
        self.parameters.prime()
    }

    /// The digits of a coordinate, if it has the right length and is below the prime.
    fn coordinate(bytes: &[u8]) -> Option<[u64; D]> {
        let digits = FixedLanes::<V, P, D>::digits(bytes.iter().rev().copied());
        (bytes.len() == FixedLanes::<V, P, D>::BYTES && FixedLanes::<V, P, D>::is_reduced(&digits))
            .then_some(digits)
    }

    /// Up to eight points, with the generator in place of missing and invalid ones; and which are
    /// valid.
    pub(super) fn points<'a>(
        &self,
        points: impl Iterator<Item = &'a PlainPoint>,
    ) -> (AffinePoint<FixedLanes<V, P, D>>, LaneMask) {
        let (mut lanes, mut present) = ([[[0; D]; LANES]; 2], 0);
        for (lane, point) in points.enumerate() {
            // Whether a point is valid is public.
            if let (Some(x), Some(y)) = (Self::coordinate(point.x()), Self::coordinate(point.y())) {
                (lanes[0][lane], lanes[1][lane]) = (x, y);
                present |= 1 << lane;
            }
        }
        let generator = self.parameters.generator().map(|words| {
            FixedLanes::<V, P, D>::digits(words.iter().flat_map(|word| word.to_le_bytes()))
        });
        let present = LaneMask::from_bits(present);
        let entered = self.field().run(Enter { curve: self, lanes: &lanes, generator, present });
        lanes.zeroize();
        entered
    }

    /// Eight scalars, 1 in place of missing ones.
    fn scalars<'a>(&self, scalars: impl Iterator<Item = Bits<'a>>) -> Vec<OddScalar> {
        let padded = scalars.chain(core::iter::repeat(Bits::with_len(&[1], 1)));
        padded.take(LANES).map(|k| OddScalar::new(k, self.order())).collect()
    }

    fn windows<'a>(
        &self,
        scalars: impl Iterator<Item = Bits<'a>>,
        p: AffinePoint<FixedLanes<V, P, D>>,
    ) -> Eight<V, D> {
        let bits = bit_length_vartime(self.order());
        let digits = Digits::regular(&self.scalars(scalars), bits, width::<MULTIPLES>());
        self.field().run(Windows { curve: self, digits: &digits, p })
    }

    /// Multiples of the generator by regular windows: for tables, and where there is no comb.
    pub(super) fn of_generator_by_windows<'a>(
        &self,
        scalars: impl Iterator<Item = Bits<'a>>,
    ) -> Eight<V, D> {
        let (generator, _) = self.points(core::iter::empty());
        self.windows(scalars, generator)
    }

    /// Multiples of the generator.
    fn of_generator<'a>(&self, scalars: impl Iterator<Item = Bits<'a>>) -> Eight<V, D> {
        let Some(shape) = comb_shape(self.order()) else {
            return self.of_generator_by_windows(scalars);
        };
        let Some(entries) = self.comb(shape) else { return self.of_generator_by_windows(scalars) };
        let digits = Digits::comb(&self.scalars(scalars), shape);
        self.field().run(Comb { curve: self, digits: &digits, entries, shape })
    }

    /// The points of the comb's blocks; `None` if one of them is neutral, which happens only with a
    /// short order.
    fn comb(&self, shape: Shape) -> Option<&[[[u64; D]; 2]]> {
        let make = || {
            let multiples = comb_multiples(shape);
            let eight = |eight: &[Vec<Word>]| {
                self.of_generator_by_windows(eight.iter().map(|k| Bits::new(k)))
            };
            let points = self.finish(multiples.chunks(LANES).map(eight).collect(), multiples.len());
            let element = |bytes: &[u8]| {
                let digits = Self::coordinate(bytes)?;
                let lanes = self.field().of_digits(&[digits; LANES]);
                Some(FixedLanes::<V, P, D>::first_lane(&lanes))
            };
            let entry = |p: Option<PlainPoint>| {
                let p = p?;
                Some([element(p.x())?, element(p.y())?])
            };
            points.into_iter().map(entry).collect()
        };
        self.comb.get_or_init(make).as_deref()
    }

    /// The coordinates of the results; lane `i` of eight `j` gives result `8 j + i`.
    pub(super) fn finish(
        &self,
        mut eights: Vec<Eight<V, D>>,
        count: usize,
    ) -> Vec<Option<PlainPoint>> {
        let neutral = AffinePoint::neutral(self.field());
        let mut entries = vec![neutral; eights.len()];
        let mut digits = vec![[[[0; D]; LANES]; 2]; eights.len()];
        self.field().run(Leave {
            curve: self,
            points: &eights,
            entries: &mut entries,
            digits: &mut digits,
        });
        let bytes = |digits: &[u64; D]| {
            let mut bytes = vec![0; FixedLanes::<V, P, D>::BYTES];
            FixedLanes::<V, P, D>::write_bytes(digits, bytes.iter_mut().rev());
            bytes
        };
        let result = |i: usize| {
            let ([x, y], lane) = (&digits[i / LANES], i % LANES);
            // Whether a result is neutral shows.
            (entries[i / LANES].neutral.bits() >> lane & 1 == 0)
                .then(|| PlainPoint::new(bytes(&x[lane]), bytes(&y[lane])))
        };
        let results = (0..count).map(result).collect();
        // Whole vectors: a tuple's padding would keep what lay on the stack.
        digits.zeroize();
        entries.zeroize();
        eights.zeroize();
        results
    }

    /// The results of all jobs; for an invalid point, the error that `check` returns.
    fn checked<'a>(
        &self,
        (eights, valid): (Vec<Eight<V, D>>, Vec<LaneMask>),
        points: impl ExactSizeIterator<Item = &'a PlainPoint>,
        check: &dyn Fn(&PlainPoint) -> Result<()>,
    ) -> Vec<Result<Option<PlainPoint>>> {
        let products = self.finish(eights, points.len());
        let results = products.into_iter().zip(points).enumerate();
        results
            .map(|(i, (product, point))| {
                if valid[i / LANES].bits() >> (i % LANES) & 1 == 0 {
                    check(point)?;
                }
                Ok(product)
            })
            .collect()
    }
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> Eights for LaneCurve<V, P, D> {
    fn multiply(
        &self,
        jobs: &[(Bits<'_>, &PlainPoint)],
        check: &dyn Fn(&PlainPoint) -> Result<()>,
    ) -> Vec<Result<Option<PlainPoint>>> {
        let eight = |jobs: &[(Bits<'_>, &PlainPoint)]| {
            let (p, valid) = self.points(jobs.iter().map(|job| job.1));
            (self.windows(jobs.iter().map(|job| job.0), p), valid)
        };
        let eights = jobs.chunks(LANES).map(eight).unzip();
        self.checked(eights, jobs.iter().map(|job| job.1), check)
    }

    fn tables(&self) -> Option<Box<dyn Tables>> {
        if const { D > LANES } {
            return None;
        }
        Some(Box::new(*self.group.curve()))
    }

    fn multiply_generator_once(&self, k: Bits<'_>) -> Option<PlainPoint> {
        self.of_generator_once(k)
    }

    fn multiply_generator(&self, scalars: &[Bits<'_>]) -> Vec<Option<PlainPoint>> {
        let eights = scalars.chunks(LANES).map(|eight| self.of_generator(eight.iter().copied()));
        self.finish(eights.collect(), scalars.len())
    }

    fn multiply_add(
        &self,
        jobs: &[(Bits<'_>, Bits<'_>, &PlainPoint)],
        check: &dyn Fn(&PlainPoint) -> Result<()>,
    ) -> Vec<Result<Option<PlainPoint>>> {
        let eight = |jobs: &[(Bits<'_>, Bits<'_>, &PlainPoint)]| {
            let (q, valid) = self.points(jobs.iter().map(|job| job.2));
            let product = self.windows(jobs.iter().map(|job| job.1), q);
            let own = self.of_generator(jobs.iter().map(|job| job.0));
            (self.field().run(Sum { curve: self, p: product, q: own }), valid)
        };
        let eights = jobs.chunks(LANES).map(eight).unzip();
        self.checked(eights, jobs.iter().map(|job| job.2), check)
    }
}

/// The curve over the vectors `V`; `None` if its prime has no lanes or the CPU does not have the
/// vectors.
pub(in crate::multiply) fn eights<V: Compiled>(
    parameters: &Parameters,
    features: Features,
) -> Option<Box<dyn Eights>> {
    macro_rules! over {
        ($($feature:literal: $prime:ident, $d:literal);+) => {
            $(
                #[cfg(feature = $feature)]
                if let Some(curve) = LaneCurve::<V, primes::$prime, $d>::new(parameters, features) {
                    return Some(Box::new(curve));
                }
            )+
        };
    }
    // Unused if the build has none of these primes.
    let _ = (parameters, features);
    over!("p256": P256, 5; "k256": Secp256k1, 5; "p384": P384, 8; "p521": P521, 11);
    None
}
