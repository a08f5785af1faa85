//! An engine whose pairings use eight lanes: a batch has one pairing in each lane, by the formulas
//! of one pairing over another field; a single pairing or a product of pairings uses all lanes
//! ([`packed`](crate::pairing::packed)).
//!
//! **Neutral elements** have no affine coordinates: a lane with one computes the pairing of the
//! generators, and selects 1 at the end. Lanes without a pair do the same; their values are
//! dropped. Values equal the other engine's bit for bit.

use super::{G1, G2, GroupPoint, Gt, MillerValue, PairingEngine, PairingGroup, PairingName};
use crate::cpu::Features;
use crate::error::Result;
use crate::field::Field;
use crate::field::extension::{Fp2, OnePlusU, Quadratic};
use crate::field::lanes::{Compiled, Complex, LANES, LaneMask, LooseLanes, LoosePrime};
use crate::field::prime::fixed::primes::{Bls12381, Bn254Nogami};
use crate::limb::{Bits, Word};
use crate::pairing::line::Homogeneous;
use crate::pairing::packed::Packed;
use crate::pairing::{Pair, Value, bls12_381, bn254_nogami};
use crate::team::Split;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroize;

/// With fewer pairs, one after another over all lanes is faster than one in each lane.
const LEAST: usize = 6;

/// For each coefficient of a value, in the order of its bytes: the lane, which is its power of `w`,
/// and whether it is the coefficient of `u`.
const PLACES: [[usize; 2]; 12] = {
    let mut places = [[0; 2]; 12];
    let mut at = 0;
    while at < 12 {
        let (i, j, k) = (at / 6, at / 2 % 3, at % 2);
        places[at] = [2 * j + i, k];
        at += 1;
    }
    places
};

type Tower<V, P, const D: usize> = Fp2<LooseLanes<V, P, D>, OnePlusU>;

/// Groups and threads by one engine, pairings over lanes.
struct OverLanes<V: Compiled, P: LoosePrime<D>, const D: usize> {
    engine: Arc<dyn PairingEngine>,
    packed: Packed<LooseLanes<V, P, D>>,
}

/// `engine` with its pairings over the vectors `V`; unchanged if they do not serve its prime or
/// this CPU.
pub(super) fn over_lanes<V: Compiled>(
    engine: Arc<dyn PairingEngine>,
    features: Features,
) -> Arc<dyn PairingEngine> {
    match engine.name() {
        PairingName::Bn254 => match LooseLanes::<V, Bn254Nogami, 5>::new(features) {
            Ok(f) => Arc::new(OverLanes { engine, packed: Packed::new(bn254_nogami(Fp2::new(f))) }),
            Err(_) => engine,
        },
        PairingName::Bls12381 => match LooseLanes::<V, Bls12381, 8>::new(features) {
            Ok(f) => Arc::new(OverLanes { engine, packed: Packed::new(bls12_381(Fp2::new(f))) }),
            Err(_) => engine,
        },
        // With `ξ = 9 + u` sums exceed the five digits of this prime.
        PairingName::Bn254Snark => engine,
    }
}

/// The coordinates of eight pairs in digits: `x`, `y` of the first point, then `x₀`, `x₁`, `y₀`,
/// `y₁` of the second.
type Digits<const D: usize> = [[[u64; D]; LANES]; 6];

impl<V: Compiled, P: LoosePrime<D>, const D: usize> OverLanes<V, P, D> {
    const BYTES: usize = LooseLanes::<V, P, D>::BYTES;

    /// The values of up to eight pairs of this curve.
    fn eight(&self, pairs: &[(&G1, &G2)]) -> Vec<Gt> {
        let (g, h) = (self.engine.g1().generator(), self.engine.g2().generator());
        let (mut digits, mut neutral): (Digits<D>, u8) = ([[[0; D]; LANES]; 6], 0);
        for lane in 0..LANES {
            let (mut p, mut q) = pairs.get(lane).copied().unwrap_or((&g, &h));
            // Whether a point is neutral is public.
            if p.is_neutral() || q.is_neutral() {
                neutral |= 1 << lane;
                (p, q) = (&g, &h);
            }
            let [x, y] = Self::coefficients(p);
            let [x1, x0, y1, y0] = Self::coefficients(q);
            for (digits, number) in digits.iter_mut().zip([x, y, x0, x1, y0, y1]) {
                digits[lane] = number;
            }
        }
        let pair = self.enter(&mut digits);
        let (curve, tower) = (self.packed.curve(), self.packed.curve().tower());
        let f = curve.miller_loop::<Homogeneous>(&pair);
        let value = curve.final_exponentiation(&f);
        let value = tower.select(LaneMask::from_bits(neutral), &tower.one(), &value);
        self.leave(&value, pairs.len())
    }

    /// The pairs without a neutral element; with one the pairing is 1; each in all lanes.
    fn pairs(&self, pairs: &[(&G1, &G2)]) -> Result<Vec<Pair<Tower<V, P, D>>>> {
        let mut all = Vec::with_capacity(pairs.len());
        for (p, q) in pairs {
            super::over_curve::same_curve(self.name(), p)?;
            super::over_curve::same_curve(self.name(), q)?;
            // Whether a point is neutral is public.
            if !p.is_neutral() && !q.is_neutral() {
                let [x, y] = Self::coefficients(p);
                let [x1, x0, y1, y0] = Self::coefficients(q);
                all.push(self.enter(&mut [x, y, x0, x1, y0, y1].map(|number| [number; LANES])));
            }
        }
        Ok(all)
    }

    /// Wipes the digits.
    fn enter(&self, digits: &mut Digits<D>) -> Pair<Tower<V, P, D>> {
        let f = self.packed.curve().tower().fp2().base();
        let [x, y, x0, x1, y0, y1] = digits.each_ref().map(|lanes| f.enter_digits(lanes));
        digits.zeroize();
        Pair { p: [x, y], q: [[x0, x1], [y0, y1]] }
    }

    fn leave_packed(&self, value: &Complex<LooseLanes<V, P, D>>) -> Gt {
        let f = self.packed.curve().tower().fp2().base();
        let mut lanes = value.each_ref().map(|c| f.leave_digits(c));
        let mut value = self.zero();
        for (bytes, [k, c]) in value.bytes.chunks_exact_mut(Self::BYTES).zip(PLACES) {
            LooseLanes::<V, P, D>::write_bytes(&lanes[c][k], bytes.iter_mut().rev());
        }
        lanes.zeroize();
        value
    }

    fn enter_packed(&self, value: &Gt) -> Result<Complex<LooseLanes<V, P, D>>> {
        if value.curve != self.name() {
            return Err(super::over_curve::OTHER_CURVE);
        }
        let f = self.packed.curve().tower().fp2().base();
        let mut lanes = [[[0; D]; LANES]; 2];
        for (bytes, [k, c]) in value.coefficients().zip(PLACES) {
            lanes[c][k] = LooseLanes::<V, P, D>::digits_of_bytes(bytes.iter().rev().copied());
        }
        let value = lanes.each_ref().map(|lanes| f.enter_digits(lanes));
        lanes.zeroize();
        Ok(self.packed.enter_lanes(&value))
    }

    /// A placeholder of zeros, not an element of order `r`.
    fn zero(&self) -> Gt {
        Gt { curve: self.name(), bytes: vec![0; 12 * Self::BYTES] }
    }

    /// The coefficients of a point's coordinates, in the order of its bytes.
    fn coefficients<const E: usize, const N: usize>(p: &GroupPoint<E>) -> [[u64; D]; N] {
        let number = |i: usize| {
            let bytes = &p.coordinates[i * Self::BYTES..][..Self::BYTES];
            LooseLanes::<V, P, D>::digits_of_bytes(bytes.iter().rev().copied())
        };
        core::array::from_fn(number)
    }

    fn leave(&self, value: &Value<Tower<V, P, D>>, count: usize) -> Vec<Gt> {
        let f = self.packed.curve().tower().fp2().base();
        let mut values = vec![self.zero(); count];
        for (i, c) in value.as_flattened().as_flattened().iter().enumerate() {
            let mut lanes = f.leave_digits(c);
            for (value, digits) in values.iter_mut().zip(&lanes) {
                let bytes = &mut value.bytes[i * Self::BYTES..][..Self::BYTES];
                LooseLanes::<V, P, D>::write_bytes(digits, bytes.iter_mut().rev());
            }
            lanes.zeroize();
        }
        values
    }
}

impl<V: Compiled, P: LoosePrime<D>, const D: usize> PairingEngine for OverLanes<V, P, D> {
    fn name(&self) -> PairingName {
        self.engine.name()
    }

    fn order(&self) -> &'static [Word] {
        self.engine.order()
    }

    fn order_bits(&self) -> usize {
        self.engine.order_bits()
    }

    fn g1(&self) -> &dyn PairingGroup<G1> {
        self.engine.g1()
    }

    fn g2(&self) -> &dyn PairingGroup<G2> {
        self.engine.g2()
    }

    fn pair_batch(&self, pairs: &[(&G1, &G2)]) -> Result<Vec<Gt>> {
        for (p, q) in pairs {
            super::over_curve::same_curve(self.name(), p)?;
            super::over_curve::same_curve(self.name(), q)?;
        }
        let mut values = Vec::with_capacity(pairs.len());
        for pairs in pairs.chunks(LANES) {
            if pairs.len() >= LEAST {
                values.extend(self.eight(pairs));
            } else {
                for pair in pairs {
                    values.push(self.product(&[*pair])?);
                }
            }
        }
        Ok(values)
    }

    fn product(&self, pairs: &[(&G1, &G2)]) -> Result<Gt> {
        let f = self.packed.miller_loop_product(&self.pairs(pairs)?);
        Ok(self.leave_packed(&self.packed.final_exponentiation(&f)))
    }

    fn product_on(&self, split: &dyn Split, pairs: &[(&G1, &G2)]) -> Result<Gt> {
        let pairs = self.pairs(pairs)?;
        let mut value = self.packed.one();
        split.hold(&mut || {
            let f = self.packed.miller_loop_on(split, &pairs);
            value = self.packed.final_exponentiation_on(split, &f);
        });
        Ok(self.leave_packed(&value))
    }

    fn miller_loop_on(&self, split: &dyn Split, pairs: &[(&G1, &G2)]) -> Result<MillerValue> {
        let f = self.packed.miller_loop_on(split, &self.pairs(pairs)?);
        Ok(MillerValue(self.leave_packed(&f)))
    }

    fn final_exponentiation_on(&self, split: &dyn Split, f: &MillerValue) -> Result<Gt> {
        let mut value = self.enter_packed(&f.0)?;
        split.hold(&mut || value = self.packed.final_exponentiation_on(split, &value));
        Ok(self.leave_packed(&value))
    }

    fn product_is_one_vartime(&self, pairs: &[(&G1, &G2)]) -> Result<bool> {
        let f = self.packed.miller_loop_product(&self.pairs(pairs)?);
        let value = self.leave_packed(&self.packed.final_exponentiation_to_a_power(&f));
        let mut one = self.zero();
        one.bytes[Self::BYTES - 1] = 1;
        Ok(value == one)
    }

    fn power_vartime(&self, value: &Gt, k: Bits<'_>) -> Result<Gt> {
        self.engine.power_vartime(value, k)
    }
}
