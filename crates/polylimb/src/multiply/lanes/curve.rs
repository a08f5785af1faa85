//! A Weierstrass curve over eight lanes: eight points in, eight points out.

use super::comb;
use super::digits::Digits;
use super::operations::{Comb, Enter, Leave, Sum, Windows};
use crate::cpu::Features;
use crate::curve::weierstrass::{AffinePoint, Complete, Curve, ProjectivePoint};
use crate::error::Result;
use crate::field::lanes::{FixedLanes, LANES, LaneMask, LanePrime, Vector};
use crate::field::{Field, Truth};
use crate::limb::{Bits, Word, bit_length_vartime};
use crate::multiply::engine::{Engine, PlainPoint};
use crate::multiply::odd_scalar::OddScalar;
use crate::multiply::regular_window::width;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use std::sync::OnceLock;
use zeroize::Zeroize;

/// Odd multiples in a table: windows of five bits.
pub(super) const MULTIPLES: usize = 16;

/// The curve.
pub(super) struct LaneCurve<V: Vector, P: LanePrime<D>, const D: usize> {
    pub(super) engine: Arc<dyn Engine>,
    pub(super) group: Complete<FixedLanes<V, P, D>>,
    /// The generator's comb, made when it is first needed.
    comb: OnceLock<Option<Vec<[[u64; D]; 2]>>>,
    /// The tables for one multiple of the generator, likewise.
    pub(super) tables: OnceLock<Option<Vec<[[V; D]; 2]>>>,
}

/// Eight results.
pub(super) type Eight<V, const D: usize> = ProjectivePoint<[V; D]>;

/// What [`LaneCurve`] does, whatever its prime and vectors.
pub(super) trait Eights: Send + Sync {
    /// `k p` of each job.
    fn multiply(&self, jobs: &[(Bits<'_>, &PlainPoint)]) -> Vec<Result<Option<PlainPoint>>>;
    /// `k` times the generator, over all lanes.
    fn multiply_generator_once(&self, k: Bits<'_>) -> Option<PlainPoint>;
    /// `k` times the generator.
    fn multiply_generator(&self, scalars: &[Bits<'_>]) -> Vec<Option<PlainPoint>>;
    /// `a` times the generator plus `b q` of each job.
    fn multiply_add(
        &self,
        jobs: &[(Bits<'_>, Bits<'_>, &PlainPoint)],
    ) -> Vec<Result<Option<PlainPoint>>>;
}

impl<V: Vector, P: LanePrime<D>, const D: usize> LaneCurve<V, P, D> {
    /// The curve of `engine`; none if its prime is another, or its subgroup not the whole curve, for points are only
    /// checked to lie on it.
    pub(super) fn new(engine: &Arc<dyn Engine>, features: Features) -> Option<Result<Self>> {
        let parameters = engine.parameters();
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
        let make = || {
            let field = FixedLanes::<V, P, D>::new(features)?;
            let [a, b] = parameters.coefficients().map(|c| field.of_digits(&[digits(c); LANES]));
            let group = Complete::new(Curve::new(field, a, b, parameters.shape()));
            Ok(Self {
                engine: Arc::clone(engine),
                group,
                comb: OnceLock::new(),
                tables: OnceLock::new(),
            })
        };
        Some(make())
    }

    #[inline(always)]
    pub(super) fn field(&self) -> &FixedLanes<V, P, D> {
        &self.group.curve().field
    }

    pub(super) fn order(&self) -> &[Word] {
        self.engine.parameters().order()
    }

    /// The digits of a coordinate, if it has the length and is below the prime.
    fn coordinate(bytes: &[u8]) -> Option<[u64; D]> {
        let digits = FixedLanes::<V, P, D>::digits(bytes.iter().rev().copied());
        (bytes.len() == FixedLanes::<V, P, D>::BYTES && FixedLanes::<V, P, D>::is_reduced(&digits))
            .then_some(digits)
    }

    /// Up to eight points, the generator in place of those that are missing or invalid; and which are valid.
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
        let generator = self.engine.parameters().generator().map(|words| {
            FixedLanes::<V, P, D>::digits(words.iter().flat_map(|word| word.to_le_bytes()))
        });
        let present = LaneMask::from_bits(present);
        let entered = self.field().run(Enter { curve: self, lanes: &lanes, generator, present });
        lanes.zeroize();
        entered
    }

    /// The scalars, 1 for those that are missing.
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

    /// Multiples of the generator; none if there is no comb.
    fn of_generator<'a>(&self, scalars: impl Iterator<Item = Bits<'a>>) -> Option<Eight<V, D>> {
        let shape = comb::shape(self.order())?;
        let entries = self.comb.get_or_init(|| {
            let points = comb::points(&*self.engine, shape)?;
            let element = |bytes: &[u8]| {
                let digits = Self::coordinate(bytes)?;
                let lanes = self.field().of_digits(&[digits; LANES]);
                Some(FixedLanes::<V, P, D>::first_lane(&lanes))
            };
            points.iter().map(|p| Some([element(p.x())?, element(p.y())?])).collect()
        });
        let entries = entries.as_ref()?;
        let digits = Digits::comb(&self.scalars(scalars), shape);
        Some(self.field().run(Comb { curve: self, digits: &digits, entries, shape }))
    }

    /// The coordinates of the results, those of lane i of eight j in place `8 j + i`.
    fn finish(&self, mut eights: Vec<Eight<V, D>>, count: usize) -> Vec<Option<PlainPoint>> {
        let neutral = AffinePoint::neutral(self.field());
        let mut entries = vec![neutral; eights.len()];
        let mut digits = vec![([[[0; D]; LANES]; 2], LaneMask::FALSE); eights.len()];
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
            let ([x, y], neutral) = &digits[i / LANES];
            let lane = i % LANES;
            // Whether a result is neutral shows.
            (neutral.bits() >> lane & 1 == 0)
                .then(|| PlainPoint::new(bytes(&x[lane]), bytes(&y[lane])))
        };
        let results = (0..count).map(result).collect();
        for (digits, _) in &mut digits {
            digits.zeroize();
        }
        entries.zeroize();
        eights.zeroize();
        results
    }

    /// The results of jobs whose points were valid; for the others what is wrong with them.
    fn checked<'a>(
        &self,
        eights: Vec<Eight<V, D>>,
        valid: &[LaneMask],
        points: impl ExactSizeIterator<Item = &'a PlainPoint>,
    ) -> Vec<Result<Option<PlainPoint>>> {
        let products = self.finish(eights, points.len());
        let results = products.into_iter().zip(points).enumerate();
        results
            .map(|(i, (product, point))| {
                if valid[i / LANES].bits() >> (i % LANES) & 1 == 0 {
                    self.engine.check(point)?;
                }
                Ok(product)
            })
            .collect()
    }
}

impl<V: Vector, P: LanePrime<D>, const D: usize> Eights for LaneCurve<V, P, D> {
    fn multiply(&self, jobs: &[(Bits<'_>, &PlainPoint)]) -> Vec<Result<Option<PlainPoint>>> {
        let eight = |jobs: &[(Bits<'_>, &PlainPoint)]| {
            let (p, valid) = self.points(jobs.iter().map(|job| job.1));
            (self.windows(jobs.iter().map(|job| job.0), p), valid)
        };
        let (eights, valid): (Vec<_>, Vec<_>) = jobs.chunks(LANES).map(eight).unzip();
        self.checked(eights, &valid, jobs.iter().map(|job| job.1))
    }

    fn multiply_generator_once(&self, k: Bits<'_>) -> Option<PlainPoint> {
        self.of_generator_once(k)
    }

    fn multiply_generator(&self, scalars: &[Bits<'_>]) -> Vec<Option<PlainPoint>> {
        let eights = scalars.chunks(LANES).map(|eight| self.of_generator(eight.iter().copied()));
        match eights.collect() {
            Some(eights) => self.finish(eights, scalars.len()),
            None => scalars.iter().map(|&k| self.engine.multiply_generator(k)).collect(),
        }
    }

    fn multiply_add(
        &self,
        jobs: &[(Bits<'_>, Bits<'_>, &PlainPoint)],
    ) -> Vec<Result<Option<PlainPoint>>> {
        let eight = |jobs: &[(Bits<'_>, Bits<'_>, &PlainPoint)]| {
            let (q, valid) = self.points(jobs.iter().map(|job| job.2));
            let product = self.windows(jobs.iter().map(|job| job.1), q);
            let own = self.of_generator(jobs.iter().map(|job| job.0))?;
            Some((self.field().run(Sum { curve: self, p: product, q: own }), valid))
        };
        let eights: Option<(Vec<_>, Vec<_>)> = jobs.chunks(LANES).map(eight).collect();
        if let Some((eights, valid)) = eights {
            return self.checked(eights, &valid, jobs.iter().map(|job| job.2));
        }
        jobs.iter().map(|job| self.engine.multiply_add_vartime(job.0, job.1, job.2)).collect()
    }
}
