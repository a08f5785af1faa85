//! A Weierstrass curve over eight lanes: eight points in, eight points out.

use super::digits::{Digits, comb_multiples, comb_shape};
use super::operations::{Comb, Enter, HalfWindows, Leave, Sum, Windows};
use super::public_sums;
use crate::cpu::Features;
use crate::curve::named::Parameters;
use crate::curve::weierstrass::{Complete, ProjectivePoint};
use crate::curve::{AffinePoint, Curve};
use crate::field::lanes::{Compiled, FixedLanes, LANES, LaneMask, LanePrime, primes};
use crate::field::{Field, Op};
use crate::limb::{Bits, Word, bit_length_vartime};
use crate::multiply::buckets::Tables;
use crate::multiply::eights::{Eights, Products};
use crate::multiply::glv::{self, Halves};
use crate::multiply::plain_point::PlainPoint;
use crate::multiply::regular_window::OddScalar;
use crate::multiply::regular_window::width;
use crate::multiply::signed_comb::Shape;
use crate::team::clear_wiping;
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
    /// The factor of abscissas in the endomorphism of secp256k1; `None` on other curves.
    pub(super) beta: Option<[V; D]>,
    /// The generator's comb, made when it is first needed.
    comb: OnceLock<Option<Vec<[[u64; D]; 2]>>>,
    /// The generator's odd multiples for public sums, likewise.
    pub(super) public_table: OnceLock<Option<Vec<public_sums::Entry>>>,
    /// The tables for one multiple of the generator, likewise.
    pub(super) tables: OnceLock<Option<Vec<[[V; D]; 2]>>>,
}

/// Eight results.
pub(super) type Eight<V, const D: usize> = ProjectivePoint<[V; D]>;

/// The element that is this number in every lane.
struct Element<V, P, const D: usize>(FixedLanes<V, P, D>, [u64; D]);

impl<V: Compiled, P: LanePrime<D>, const D: usize> Op for Element<V, P, D> {
    type Out = [V; D];

    #[inline(always)]
    fn call(self) -> [V; D] {
        self.0.of_digits(&[self.1; LANES])
    }
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> LaneCurve<V, P, D> {
    /// `None` if the curve has another prime than `P`, if the subgroup is not the whole curve
    /// (points are only checked to lie on the curve), or if a CPU with these features does not have
    /// the vectors.
    // Not inlined: it is outside of a root, and long.
    #[inline(never)]
    fn new(parameters: &Parameters, features: Features) -> Option<Self> {
        let digits = FixedLanes::<V, P, D>::digits_of_words;
        if parameters.bits() != P::BITS
            || digits(parameters.prime()) != P::DIGITS
            || parameters.cofactor() != [1]
        {
            return None;
        }
        let field = FixedLanes::<V, P, D>::new(features).ok()?;
        let [a, b] = parameters.coefficients().map(|c| field.run(Element(field, digits(c))));
        let group = Complete::new(Curve::new(field, a, b, parameters.shape()));
        let has_halves = P::ENDOMORPHISM
            && Parameters::named(glv::CURVE).is_ok_and(|named| named == *parameters);
        let digits = || FixedLanes::<V, P, D>::digits(Halves::beta().into_iter());
        let beta = has_halves.then(|| field.run(Element(field, digits())));
        let parameters = parameters.clone();
        let (comb, public_table, tables) = Default::default();
        Some(Self { parameters, group, beta, comb, public_table, tables })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
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
    pub(super) fn coordinate(bytes: &[u8]) -> Option<[u64; D]> {
        let digits = FixedLanes::<V, P, D>::digits(bytes.iter().rev().copied());
        (bytes.len() == FixedLanes::<V, P, D>::BYTES && FixedLanes::<V, P, D>::is_reduced(&digits))
            .then_some(digits)
    }

    /// Up to eight points, with the generator in place of missing and invalid ones; and which are
    /// valid.
    pub(super) fn points(
        &self,
        points: &[&PlainPoint],
    ) -> (AffinePoint<FixedLanes<V, P, D>>, LaneMask) {
        let (mut lanes, mut present) = ([[[0; D]; LANES]; 2], 0);
        for (lane, point) in points.iter().enumerate() {
            // Whether a point is valid is public.
            if let (Some(x), Some(y)) = (Self::coordinate(point.x()), Self::coordinate(point.y())) {
                (lanes[0][lane], lanes[1][lane]) = (x, y);
                present |= 1 << lane;
            }
        }
        let generator = self.parameters.generator().map(FixedLanes::<V, P, D>::digits_of_words);
        let present = LaneMask::from_bits(present);
        let entered = self.field().run(Enter { curve: self, lanes: &lanes, generator, present });
        lanes.zeroize();
        entered
    }

    fn windows(&self, scalars: &[Bits<'_>], p: AffinePoint<FixedLanes<V, P, D>>) -> Eight<V, D> {
        let bits = bit_length_vartime(self.order());
        let mut odd = odd(scalars, self.order());
        // By the constant first: the other primes have no code for halves.
        let Some(beta) = (if P::ENDOMORPHISM { self.beta.as_ref() } else { None }) else {
            let digits = Digits::regular(&odd, bits, width::<MULTIPLES>());
            clear_wiping(&mut odd);
            return self.field().run(Windows { curve: self, digits: &digits, p });
        };
        let mut halves: Vec<_> = odd.iter().map(|k| Halves::of_number(k.words())).collect();
        let (digits, negative) =
            (Digits::halves(&halves, width::<MULTIPLES>()), Digits::signs(&odd));
        clear_wiping(&mut halves);
        clear_wiping(&mut odd);
        self.field().run(HalfWindows { curve: self, beta, halves: &digits, negative, p })
    }

    /// Multiples of the generator by regular windows: for tables, and where there is no comb.
    pub(super) fn of_generator_by_windows(&self, scalars: &[Bits<'_>]) -> Eight<V, D> {
        let (generator, _) = self.points(&[]);
        self.windows(scalars, generator)
    }

    /// Multiples of the generator.
    fn of_generator(&self, scalars: &[Bits<'_>]) -> Eight<V, D> {
        let Some(shape) = comb_shape(self.order()) else {
            return self.of_generator_by_windows(scalars);
        };
        let Some(entries) = self.comb(shape) else { return self.of_generator_by_windows(scalars) };
        let mut odd = odd(scalars, self.order());
        let digits = Digits::comb(&odd, shape);
        clear_wiping(&mut odd);
        self.field().run(Comb { curve: self, digits: &digits, entries, shape })
    }

    /// The points of the comb's blocks; `None` if one of them is neutral, which happens only with a
    /// short order.
    fn comb(&self, shape: Shape) -> Option<&[[[u64; D]; 2]]> {
        let make = || {
            let multiples = comb_multiples(shape);
            let mut eights = Vec::new();
            for scalars in bits_of(&multiples).chunks(LANES) {
                eights.push(self.of_generator_by_windows(scalars));
            }
            let points = self.finish(eights, multiples.len());
            points.into_iter().map(|p| self.element_pair(&p?)).collect()
        };
        self.comb.get_or_init(make).as_deref()
    }

    /// The point for tables.
    pub(super) fn element_pair(&self, p: &PlainPoint) -> Option<[[u64; D]; 2]> {
        let element = |bytes: &[u8]| {
            let digits = Self::coordinate(bytes)?;
            let lanes = self.field().run(Element(*self.field(), digits));
            Some(FixedLanes::<V, P, D>::first_lane(&lanes))
        };
        Some([element(p.x())?, element(p.y())?])
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
}

/// Eight scalars, 1 in place of missing ones.
pub(super) fn odd(scalars: &[Bits<'_>], order: &[Word]) -> Vec<OddScalar> {
    let padded = scalars.iter().copied().chain(core::iter::repeat(Bits::with_len(&[1], 1)));
    padded.take(LANES).map(|k| OddScalar::new(k, order)).collect()
}

/// Numbers as scalars.
pub(super) fn bits_of<N: AsRef<[Word]>>(numbers: &[N]) -> Vec<Bits<'_>> {
    numbers.iter().map(|k| Bits::new(k.as_ref())).collect()
}

impl<V: Compiled, P: LanePrime<D>, const D: usize> Eights for LaneCurve<V, P, D> {
    fn multiply(&self, scalars: &[Bits<'_>], points: &[&PlainPoint]) -> Products {
        // With room for all: a vector that grows leaves the points in the smaller block.
        let count = points.len().div_ceil(LANES);
        let (mut eights, mut valid) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for (scalars, points) in scalars.chunks(LANES).zip(points.chunks(LANES)) {
            let (p, is_valid) = self.points(points);
            eights.push(self.windows(scalars, p));
            valid.push(is_valid);
        }
        (self.finish(eights, points.len()), valid)
    }

    fn decompress_vartime(&self, abscissas: &[(&[u8], bool)]) -> Option<Vec<Option<PlainPoint>>> {
        // Only BIP 340 reads abscissas.
        if const { !P::ENDOMORPHISM } {
            return None;
        }
        Some(self.points_of_vartime(abscissas))
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

    fn multiply_once(
        &self,
        k: Bits<'_>,
        p: &PlainPoint,
        alone: &dyn Fn() -> Option<PlainPoint>,
    ) -> Option<PlainPoint> {
        #[cfg(target_arch = "x86_64")]
        return self.multiply_across(k, p, alone);
        #[cfg(not(target_arch = "x86_64"))]
        {
            let _ = (k, p);
            alone()
        }
    }

    fn multiply_generator(&self, scalars: &[Bits<'_>]) -> Vec<Option<PlainPoint>> {
        let mut eights = Vec::with_capacity(scalars.len().div_ceil(LANES));
        for eight in scalars.chunks(LANES) {
            eights.push(self.of_generator(eight));
        }
        self.finish(eights, scalars.len())
    }

    fn multiply_add_vartime(
        &self,
        of_generator: &[Bits<'_>],
        scalars: &[Bits<'_>],
        points: &[&PlainPoint],
    ) -> Products {
        // With room for all: a vector that grows leaves the points in the smaller block.
        let count = points.len().div_ceil(LANES);
        let (mut eights, mut valid) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for (i, points) in points.chunks(LANES).enumerate() {
            let part = LANES * i..LANES * i + points.len();
            let (p, is_valid) = self.points(points);
            let (a, b) = (&of_generator[part.clone()], &scalars[part]);
            let sum = if const { D == 5 } { self.public_sums_vartime(a, b, p) } else { None };
            eights.push(sum.unwrap_or_else(|| {
                let (p, q) = (self.windows(b, p), self.of_generator(a));
                self.field().run(Sum { curve: self, p, q })
            }));
            valid.push(is_valid);
        }
        (self.finish(eights, points.len()), valid)
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
