//! The engine of one curve: its groups, and its pairings in words or over lanes.

use super::across::LaneGroup;
use super::each::ManyPoints;
use super::source_group::{Endomorphism, SourceField, SourceGroup};
use super::{G1, G2, GroupPoint, Gt, MillerValue, PairingEngine, PairingGroup, PairingName};
use crate::cpu::DataIndependentTiming;
use crate::curve::weierstrass::{Twelve, TwelveXi};
use crate::error::{Error, Result};
use crate::field::extension::{Fp2, Quadratic, Xi};
use crate::field::lanes::LANES;
use crate::field::{Encoding, Field, VartimeField};
use crate::limb::{Bits, Word, bit_length_vartime};
use crate::multiply::buckets::Tables;
use crate::multiply::eights::in_eights;
use crate::pairing::line::Homogeneous;
use crate::pairing::miller::MillerLoop;
use crate::pairing::{Family, Pair, PairingCurve, Value};
use crate::team::{Alone, Split};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::{Zeroize, Zeroizing};

/// With fewer pairs, one after another over all lanes is faster than one in each lane.
const LEAST: usize = 6;

/// Two points of the engine's curve; where pairings are computed, neither is neutral.
pub(super) type Points<'a> = (&'a G1, &'a G2);

/// The elements of a curve's pairings in one form: words, or lanes.
pub(super) trait System: MillerLoop + Send + Sync + Sized {
    /// A pair in this form.
    type Pair: Zeroize;

    fn pair(&self, points: &Points<'_>) -> Result<Self::Pair>;

    fn enter(&self, value: &Gt) -> Result<Self::El>;

    /// The coefficients as in [`Gt`].
    fn leave(&self, value: &Self::El) -> Vec<u8>;

    fn miller_loop(&self, split: &dyn Split, pairs: &[Self::Pair]) -> Self::El;

    /// The product of the loops' values for all pairs.
    fn loops(&self, split: &dyn Split, pairs: &[Points<'_>]) -> Result<Self::El> {
        Ok(self.miller_loop(split, &entered(self, pairs)?))
    }

    fn final_exponentiation(&self, split: &dyn Split, f: &Self::El) -> Self::El;

    fn final_exponentiation_to_a_power(&self, f: &Self::El) -> Self::El;
}

/// Pairings in a form that the engine does not know; values as in [`Gt`].
pub(super) trait Pairings: Send + Sync {
    fn product(&self, split: &dyn Split, pairs: &[Points<'_>]) -> Result<Vec<u8>>;

    fn miller_loop(&self, split: &dyn Split, pairs: &[Points<'_>]) -> Result<Vec<u8>>;

    fn final_exponentiation(&self, split: &dyn Split, f: &Gt) -> Result<Vec<u8>>;

    /// A power of the product that is 1 if and only if the product is.
    fn power_of_product(&self, pairs: &[Points<'_>]) -> Result<Vec<u8>>;
}

/// The pairs in this form, wiped when dropped, because a point may be secret.
pub(super) fn entered<S: System>(
    system: &S,
    pairs: &[Points<'_>],
) -> Result<Zeroizing<Vec<S::Pair>>> {
    // Room for all: a vector that grows leaves the points in the smaller block.
    let mut all = Zeroizing::new(Vec::with_capacity(pairs.len()));
    for points in pairs {
        all.push(system.pair(points)?);
    }
    Ok(all)
}

impl<S: System> Pairings for S {
    fn product(&self, split: &dyn Split, pairs: &[Points<'_>]) -> Result<Vec<u8>> {
        let mut value = Ok(self.one());
        split.hold(&mut || {
            let f = self.loops(split, pairs);
            value = f.map(|f| System::final_exponentiation(self, split, &f));
        });
        Ok(self.leave(&value?))
    }

    fn miller_loop(&self, split: &dyn Split, pairs: &[Points<'_>]) -> Result<Vec<u8>> {
        // One way of computing it, because the values of another differ by factors that only the
        // final exponentiation takes away.
        Ok(self.leave(&System::miller_loop(self, split, &entered(self, pairs)?)))
    }

    fn final_exponentiation(&self, split: &dyn Split, f: &Gt) -> Result<Vec<u8>> {
        let mut value = self.enter(f)?;
        split.hold(&mut || value = System::final_exponentiation(self, split, &value));
        Ok(self.leave(&value))
    }

    fn power_of_product(&self, pairs: &[Points<'_>]) -> Result<Vec<u8>> {
        let f = self.loops(&Alone, pairs)?;
        Ok(self.leave(&self.final_exponentiation_to_a_power(&f)))
    }
}

/// A group across lanes, and over them.
pub(super) type Groups = (Box<dyn LaneGroup>, Box<dyn ManyPoints>);

/// Pairings over lanes: one at a time across all of them, or one in each.
pub(super) trait Eights: Pairings {
    /// The values of up to eight pairs; a pair may have a neutral point. Lanes without a value to
    /// compute pair the `generators`.
    fn eight(&self, pairs: &[Points<'_>], generators: Points<'_>) -> Vec<Vec<u8>>;

    /// Points of both groups in lanes.
    fn tables(&self) -> [Option<Box<dyn Tables>>; 2];

    /// The group over the field of this degree, whose endomorphism has these factors: one point
    /// across lanes, and eight points.
    fn groups(&self, degree: usize, factors: [&[u8]; 2]) -> Option<Groups>;
}

impl<F, X: Xi> System for PairingCurve<Fp2<F, X>>
where
    F: Encoding<El: Send + Sync, Wide: Zeroize> + Copy + Send + Sync,
{
    type Pair = Pair<Fp2<F, X>>;

    fn pair(&self, (p, q): &Points<'_>) -> Result<Self::Pair> {
        fn read<F: Encoding, const D: usize>(f: &F, p: &GroupPoint<D>) -> Result<[F::El; 2]> {
            let (x, y) = p.coordinates.split_at(f.encoded_bytes());
            Ok([f.decode_be(x)?, f.decode_be(y)?])
        }
        let fp2 = self.tower().fp2();
        Ok(Pair { p: read(fp2.base(), p)?, q: read(fp2, q)? })
    }

    fn enter(&self, value: &Gt) -> Result<Value<Fp2<F, X>>> {
        let f = self.tower().fp2().base();
        let mut element = self.tower().one();
        let coefficients = element.as_flattened_mut().as_flattened_mut();
        for (c, bytes) in coefficients.iter_mut().zip(value.coefficients()) {
            *c = f.decode_be(bytes)?;
        }
        Ok(element)
    }

    fn leave(&self, value: &Value<Fp2<F, X>>) -> Vec<u8> {
        let f = self.tower().fp2().base();
        let mut bytes = vec![0; 12 * f.encoded_bytes()];
        let coefficients = value.as_flattened().as_flattened();
        for (bytes, c) in bytes.chunks_exact_mut(f.encoded_bytes()).zip(coefficients) {
            // The length is right.
            let _ = f.encode_be(bytes, c);
        }
        bytes
    }

    fn miller_loop(&self, split: &dyn Split, pairs: &[Self::Pair]) -> Self::El {
        self.miller_loop_on::<Homogeneous>(split, pairs)
    }

    fn final_exponentiation(&self, split: &dyn Split, f: &Self::El) -> Self::El {
        self.final_exponentiation_on(split, f)
    }

    fn final_exponentiation_to_a_power(&self, f: &Self::El) -> Self::El {
        PairingCurve::final_exponentiation_to_a_power(self, f)
    }
}

pub(super) struct OverCurve<F: VartimeField, X: Xi> {
    name: PairingName,
    order: &'static [Word],
    curve: PairingCurve<Fp2<F, X>>,
    g1: SourceGroup<F>,
    g2: SourceGroup<Fp2<F, X>>,
    /// Pairings over eight lanes, where the CPU has them.
    lanes: Option<Box<dyn Eights>>,
    /// Pairings in a form for this CPU that serves nothing else.
    own: Option<Box<dyn Pairings>>,
}

/// The points are another curve's.
pub(super) const OTHER_CURVE: Error =
    Error::Curve { wrong: "the points or values belong to another curve; take those of one curve" };

impl<F, X> OverCurve<F, X>
where
    F: SourceField,
    X: Xi,
{
    pub(super) fn new(
        name: PairingName,
        curve: PairingCurve<Fp2<F, X>>,
        order: &'static [Word],
        lanes: Option<Box<dyn Eights>>,
    ) -> Self {
        let fp2 = *curve.tower().fp2();
        let f = *fp2.base();
        // The generators of a curve over its own field.
        let generators = curve.generators().expect("the curve has its field");
        let ([x, y], [x2, y2]) = (generators.p, generators.q);
        let b = f.sub(&f.sqr(&y), &f.mul(&f.sqr(&x), &x));
        let (u, bits) = ((curve.u, curve.u_is_negative), bit_length_vartime(order));
        let g1 = SourceGroup::new((name, 1), f, b, [x, y], u, bits);
        // The Frobenius map of (1, 1) is its constants.
        let [x_factor, y_factor] = curve.twist_frobenius(&[fp2.one(); 2], 1);
        let psi = Endomorphism { x_factor, y_factor, image: Fp2::conjugate };
        let g2 = SourceGroup::new((name, 2), fp2, curve.twist_b, [x2, y2], u, bits);
        let (g1, g2) = match curve.family {
            // The whole curve over F_p has the order r.
            Family::Bn => (g1, g2.with_endomorphism(psi)),
            Family::Bls12 => (g1.with_cube_root_of_unity(), g2.with_endomorphism(psi)),
        };
        let [of_g1, of_g2] = lanes.as_ref().map_or([None, None], |lanes| lanes.tables());
        let (g1, g2) = (g1.with_lanes(of_g1), g2.with_lanes(of_g2));
        Self { name, order, curve, g1, g2, lanes, own: None }
    }

    /// With what only BLS12-381 has.
    pub(super) fn of_bls12_381(self) -> Self {
        let lanes = self.lanes.as_deref();
        let (g1, g2) =
            (self.g1.of_bls12_381::<Twelve>(lanes), self.g2.of_bls12_381::<TwelveXi>(lanes));
        Self { g1, g2, ..self }
    }

    /// With pairings of this curve in another form.
    pub(super) fn with_pairings(self, own: Option<Box<dyn Pairings>>) -> Self {
        Self { own, ..self }
    }

    fn pairings(&self) -> &dyn Pairings {
        match (&self.lanes, &self.own) {
            (Some(lanes), _) => &**lanes,
            (None, Some(own)) => &**own,
            (None, None) => &self.curve,
        }
    }

    fn check(&self, pairs: &[Points<'_>]) -> Result<()> {
        for (p, q) in pairs {
            same_curve(self.name, p)?;
            same_curve(self.name, q)?;
        }
        Ok(())
    }

    /// The pairs without a neutral element; with one the pairing is 1.
    fn pairs<'a>(&self, pairs: &[Points<'a>]) -> Result<Vec<Points<'a>>> {
        self.check(pairs)?;
        // Whether a point is neutral is public.
        let regular = |(p, q): &&Points<'_>| !p.is_neutral() && !q.is_neutral();
        Ok(pairs.iter().filter(regular).copied().collect())
    }

    fn value(&self, bytes: Vec<u8>) -> Gt {
        Gt { curve: self.name, bytes }
    }

    fn own<'a>(&self, value: &'a Gt) -> Result<&'a Gt> {
        if value.curve == self.name { Ok(value) } else { Err(OTHER_CURVE) }
    }
}

impl<F, X> PairingEngine for OverCurve<F, X>
where
    F: SourceField,
    X: Xi,
{
    fn name(&self) -> PairingName {
        self.name
    }

    fn order(&self) -> &'static [Word] {
        self.order
    }

    fn order_bits(&self) -> usize {
        bit_length_vartime(self.order)
    }

    fn g1(&self) -> &dyn PairingGroup<G1> {
        &self.g1
    }

    fn g2(&self) -> &dyn PairingGroup<G2> {
        &self.g2
    }

    fn pair_batch(&self, pairs: &[Points<'_>]) -> Result<Vec<Gt>> {
        let _timing = DataIndependentTiming::begin();
        self.check(pairs)?;
        let one = |pair: &Points<'_>| self.product(&[*pair]);
        let Some(lanes) = &self.lanes else { return pairs.iter().map(one).collect() };
        let generators = (self.g1().generator(), self.g2().generator());
        let eights = |pairs: &[Points<'_>]| {
            let mut values = Vec::with_capacity(pairs.len());
            for eight in pairs.chunks(LANES) {
                for bytes in lanes.eight(eight, (&generators.0, &generators.1)) {
                    values.push(Ok(self.value(bytes)));
                }
            }
            values
        };
        in_eights(&Alone, pairs, LEAST, &one, &eights).into_iter().collect()
    }

    fn product_on(&self, split: &dyn Split, pairs: &[Points<'_>]) -> Result<Gt> {
        let _timing = DataIndependentTiming::begin();
        Ok(self.value(self.pairings().product(split, &self.pairs(pairs)?)?))
    }

    fn miller_loop_on(&self, split: &dyn Split, pairs: &[Points<'_>]) -> Result<MillerValue> {
        let f = self.pairings().miller_loop(split, &self.pairs(pairs)?)?;
        Ok(MillerValue(self.value(f)))
    }

    fn miller_value(&self, bytes: &[u8]) -> Result<MillerValue> {
        let (expected, got) = (12 * self.g1.field().encoded_bytes(), bytes.len());
        if got != expected {
            return Err(Error::Length { what: "the value's coefficients", expected, got });
        }
        let value = self.value(bytes.to_vec());
        // Fails for a coefficient that is not below the prime.
        self.curve.enter(&value)?;
        Ok(MillerValue(value))
    }

    fn final_exponentiation_on(&self, split: &dyn Split, f: &MillerValue) -> Result<Gt> {
        Ok(self.value(self.pairings().final_exponentiation(split, self.own(&f.0)?)?))
    }

    fn product_is_one_vartime(&self, pairs: &[Points<'_>]) -> Result<bool> {
        let power = self.pairings().power_of_product(&self.pairs(pairs)?)?;
        Ok(power == self.curve.leave(&self.curve.tower().one()))
    }

    fn power_vartime(&self, value: &Gt, k: Bits<'_>) -> Result<Gt> {
        let tower = self.curve.tower();
        let value = self.curve.enter(self.own(value)?)?;
        let mut r = tower.one();
        for i in (0..k.len()).rev() {
            r = tower.cyclotomic_sqr(&r);
            if k.bit(i) == 1 {
                tower.mul_assign(&mut r, &value);
            }
        }
        Ok(self.value(self.curve.leave(&r)))
    }
}

/// The point, if it is one of this curve.
pub(super) fn same_curve<const D: usize>(name: PairingName, p: &GroupPoint<D>) -> Result<()> {
    if p.curve == name { Ok(()) } else { Err(OTHER_CURVE) }
}
