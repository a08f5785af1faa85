//! The pairings of an engine over eight lanes: a batch has one pairing in each lane, by the
//! formulas of one pairing over another field; a single pairing or a product of pairings uses all
//! lanes ([`packed`](crate::pairing::packed)).
//!
//! **Neutral elements** have no affine coordinates: a lane with one computes the pairing of the
//! generators, and its value is 1. Lanes without a pair do the same; their values are dropped.
//! Values equal words' bit for bit.

use super::across::OverLanes;
use super::each::Each;
use super::over_curve::{Eights, Groups, Points, System, entered};
use super::{GroupPoint, Gt, PairingName};
use crate::cpu::Features;
use crate::curve::weierstrass::{Twelve, TwelveXi};
use crate::curve::{Coefficient, Curve};
use crate::error::Result;
use crate::field::Field;
use crate::field::extension::{Fp2, NinePlusU, OnePlusU, Quadratic, Xi};
use crate::field::lanes::{Compiled, Complex, LANES, LooseLanes, LoosePrime};
use crate::field::prime::fixed::primes::{Bls12381, Bn254Nogami, Bn254Snark};
use crate::multiply::buckets::Tables;
use crate::pairing::line::Homogeneous;
use crate::pairing::packed::Packed;
use crate::pairing::{Pair, PairingCurve};
use crate::team::Split;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::{Zeroize, Zeroizing};

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

/// The pairings over the vectors `V`; `None` if they do not serve the curve's prime or this
/// CPU. Without `ALL` only for BLS12-381.
pub(super) fn eights<V: Compiled, const ALL: bool>(
    name: PairingName,
    features: Features,
) -> Option<Box<dyn Eights>> {
    Some(match name {
        PairingName::Bn254 if ALL => {
            let f = LooseLanes::<V, Bn254Nogami, 5>::new(features).ok()?;
            Box::new(Packed::<_, OnePlusU>::new(PairingCurve::bn254_nogami(Fp2::new(f))))
        }
        PairingName::Bn254Snark if ALL => {
            let f = LooseLanes::<V, Bn254Snark, 5>::new(features).ok()?;
            Box::new(Packed::<_, NinePlusU>::new(PairingCurve::bn254_snark(Fp2::new(f))))
        }
        _ => {
            let f = LooseLanes::<V, Bls12381, 8>::new(features).ok()?;
            Box::new(Packed::<_, OnePlusU>::new(PairingCurve::bls12_381(Fp2::new(f))))
        }
    })
}

/// The coordinates of eight pairs in digits: `x`, `y` of the first point, then `x₀`, `x₁`, `y₀`,
/// `y₁` of the second.
type Digits<const D: usize> = [[[u64; D]; LANES]; 6];

/// The coordinates of a pair in digits, as in [`Digits`].
fn digits<V: Compiled, P: LoosePrime<D>, const D: usize>((p, q): &Points<'_>) -> [[u64; D]; 6] {
    fn coefficients<
        V: Compiled,
        P: LoosePrime<D>,
        const D: usize,
        const E: usize,
        const N: usize,
    >(
        p: &GroupPoint<E>,
    ) -> [[u64; D]; N] {
        let bytes = LooseLanes::<V, P, D>::BYTES;
        core::array::from_fn(|i| {
            let number = &p.coordinates[i * bytes..][..bytes];
            LooseLanes::<V, P, D>::digits_of_bytes(number.iter().rev().copied())
        })
    }
    let [x, y] = coefficients::<V, P, D, 1, 2>(p);
    let [x1, x0, y1, y0] = coefficients::<V, P, D, 2, 4>(q);
    [x, y, x0, x1, y0, y1]
}

/// Wipes the digits.
fn enter<V: Compiled, P: LoosePrime<D>, X: Xi, const D: usize>(
    f: LooseLanes<V, P, D>,
    digits: &mut Digits<D>,
) -> Pair<Fp2<LooseLanes<V, P, D>, X>> {
    let [x, y, x0, x1, y0, y1] = digits.each_ref().map(|lanes| f.enter_digits(lanes));
    digits.zeroize();
    Pair { p: [x, y], q: [[x0, x1], [y0, y1]] }
}

impl<V: Compiled, P: LoosePrime<D>, X: Xi, const D: usize> System
    for Packed<LooseLanes<V, P, D>, X>
{
    type Pair = Pair<Fp2<LooseLanes<V, P, D>, X>>;

    fn pair(&self, points: &Points<'_>) -> Result<Self::Pair> {
        let f = *self.curve().tower().fp2().base();
        Ok(enter(f, &mut digits::<V, P, D>(points).map(|number| [number; LANES])))
    }

    fn enter(&self, value: &Gt) -> Result<Complex<LooseLanes<V, P, D>>> {
        let f = self.curve().tower().fp2().base();
        let mut lanes = [[[0; D]; LANES]; 2];
        for (bytes, [k, c]) in value.coefficients().zip(PLACES) {
            lanes[c][k] = LooseLanes::<V, P, D>::digits_of_bytes(bytes.iter().rev().copied());
        }
        let value = lanes.each_ref().map(|lanes| f.enter_digits(lanes));
        lanes.zeroize();
        Ok(self.enter_lanes(&value))
    }

    fn leave(&self, value: &Complex<LooseLanes<V, P, D>>) -> Vec<u8> {
        let f = self.curve().tower().fp2().base();
        let mut lanes = value.each_ref().map(|c| f.leave_digits(c));
        let mut all = vec![0; 12 * LooseLanes::<V, P, D>::BYTES];
        let coefficients = all.chunks_exact_mut(LooseLanes::<V, P, D>::BYTES);
        for (bytes, [k, c]) in coefficients.zip(PLACES) {
            LooseLanes::<V, P, D>::write_bytes(&lanes[c][k], bytes.iter_mut().rev());
        }
        lanes.zeroize();
        all
    }

    fn miller_loop(&self, split: &dyn Split, pairs: &[Self::Pair]) -> Self::El {
        self.miller_loop_on(split, pairs)
    }

    /// On one thread eights of pairs with a pair in each lane, which share their squares.
    fn loops(&self, split: &dyn Split, pairs: &[Points<'_>]) -> Result<Self::El> {
        let whole = if split.threads() == 1 { pairs.len() / LANES * LANES } else { 0 };
        let (eights, rest) = pairs.split_at(whole);
        let mut value = System::miller_loop(self, split, &entered(self, rest)?);
        if !eights.is_empty() {
            for f in &*self.loops_of_eights(eights) {
                value = self.mul(&value, f);
            }
        }
        Ok(value)
    }

    fn final_exponentiation(&self, split: &dyn Split, f: &Self::El) -> Self::El {
        self.final_exponentiation_on(split, f)
    }

    fn final_exponentiation_to_a_power(&self, f: &Self::El) -> Self::El {
        Packed::final_exponentiation_to_a_power(self, f)
    }
}

impl<V: Compiled, P: LoosePrime<D>, X: Xi, const D: usize> Packed<LooseLanes<V, P, D>, X> {
    /// For each lane the product of its loops' values.
    fn loops_of_eights(
        &self,
        pairs: &[Points<'_>],
    ) -> Zeroizing<Vec<Complex<LooseLanes<V, P, D>>>> {
        let (curve, f) = (self.curve(), *self.curve().tower().fp2().base());
        let mut eights = Zeroizing::new(Vec::with_capacity(pairs.len() / LANES));
        for pairs in pairs.chunks_exact(LANES) {
            let mut lanes: Digits<D> = [[[0; D]; LANES]; 6];
            for (lane, pair) in pairs.iter().enumerate() {
                for (lanes, number) in lanes.iter_mut().zip(digits::<V, P, D>(pair)) {
                    lanes[lane] = number;
                }
            }
            eights.push(enter(f, &mut lanes));
        }
        let mut value = curve.miller_loop_product::<Homogeneous>(&eights);
        let mut coefficients = [[[[0; D]; LANES]; 2]; LANES];
        for (c, [k, part]) in value.as_flattened().as_flattened().iter().zip(PLACES) {
            let mut lanes = f.leave_digits(c);
            for (coefficients, digits) in coefficients.iter_mut().zip(&lanes) {
                coefficients[part][k] = *digits;
            }
            lanes.zeroize();
        }
        let mut values = Zeroizing::new(Vec::with_capacity(LANES));
        for lanes in &coefficients {
            let value = lanes.each_ref().map(|lanes| f.enter_digits(lanes));
            values.push(self.enter_lanes(&value));
        }
        coefficients.zeroize();
        value.zeroize();
        values
    }
}

impl<V: Compiled, P: LoosePrime<D>, X: Xi, const D: usize> Eights
    for Packed<LooseLanes<V, P, D>, X>
{
    fn tables(&self) -> [Option<Box<dyn Tables>>; 2] {
        // The other primes' limits are too narrow for sums of affine points.
        if const { D < 8 } {
            return [None, None];
        }
        let q = *self.curve().tower().fp2();
        let f = *q.base();
        // Sums of points do not depend on b.
        let g1 = Curve::new(f, f.zero(), f.zero(), Coefficient::Zero);
        let g2 = Curve::new(q, q.zero(), q.zero(), Coefficient::Zero);
        [Some(Box::new(g1)), Some(Box::new(g2))]
    }

    fn groups(&self, degree: usize, factors: [&[u8]; 2]) -> Option<Groups> {
        // The formulas have the constant of BLS12-381.
        if const { D < 8 } {
            return None;
        }
        let curve = self.curve();
        let (q, u) = (*curve.tower().fp2(), (curve.u, curve.u_is_negative));
        let f = *q.base();
        Some(if degree == 1 {
            let each = Each::<_, Twelve>::new(f, 1, f.small(4), factors, |_, a| *a, u);
            (Box::new(OverLanes::<_, 1>::new(f, u, factors)), Box::new(each))
        } else {
            let each = Each::<_, TwelveXi>::new(q, 2, curve.twist_b, factors, Fp2::conjugate, u);
            (Box::new(OverLanes::<_, 2>::new(f, u, factors)), Box::new(each))
        })
    }

    fn eight(&self, pairs: &[Points<'_>], generators: Points<'_>) -> Vec<Vec<u8>> {
        // Whether a point is neutral is public.
        let neutral = |(p, q): &Points<'_>| p.is_neutral() || q.is_neutral();
        let (curve, f) = (self.curve(), *self.curve().tower().fp2().base());
        let mut lanes: Digits<D> = [[[0; D]; LANES]; 6];
        for lane in 0..LANES {
            let pair = pairs.get(lane).copied().filter(|pair| !neutral(pair)).unwrap_or(generators);
            for (lanes, number) in lanes.iter_mut().zip(digits::<V, P, D>(&pair)) {
                lanes[lane] = number;
            }
        }
        let value = curve.miller_loop::<Homogeneous>(&enter(f, &mut lanes));
        let value = curve.final_exponentiation(&value);
        let length = LooseLanes::<V, P, D>::BYTES;
        let mut values = vec![vec![0; 12 * length]; pairs.len()];
        for (i, c) in value.as_flattened().as_flattened().iter().enumerate() {
            let mut lanes = f.leave_digits(c);
            for (value, digits) in values.iter_mut().zip(&lanes) {
                let bytes = &mut value[i * length..][..length];
                LooseLanes::<V, P, D>::write_bytes(digits, bytes.iter_mut().rev());
            }
            lanes.zeroize();
        }
        for (value, _) in values.iter_mut().zip(pairs).filter(|(_, pair)| neutral(pair)) {
            // 1: the lowest coefficient comes first, its most significant byte first.
            value.fill(0);
            value[length - 1] = 1;
        }
        values
    }
}
