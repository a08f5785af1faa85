//! The pairings of an engine over eight lanes: a batch has one pairing in each lane, by the
//! formulas of one pairing over another field; a single pairing or a product of pairings uses all
//! lanes ([`packed`](crate::pairing::packed)), as do all on `bn254-snark`.
//!
//! **Neutral elements** have no affine coordinates: a lane with one computes the pairing of the
//! generators, and selects 1 at the end. Lanes without a pair do the same; their values are
//! dropped. Values equal those in words bit for bit.

use super::over_curve::{Eights, Pairings, Points, System};
use super::{GroupPoint, Gt, PairingName};
use crate::cpu::Features;
use crate::curve::{Coefficient, Curve};
use crate::error::Result;
use crate::field::Field;
use crate::field::extension::{Fp2, NinePlusU, Quadratic, Xi};
use crate::field::lanes::{Compiled, Complex, LANES, LaneMask, LooseLanes, LoosePrime};
use crate::field::prime::fixed::primes::{Bls12381, Bn254Nogami, Bn254Snark};
use crate::multiply::buckets::Tables;
use crate::pairing::line::Homogeneous;
use crate::pairing::packed::Packed;
use crate::pairing::{Pair, PairingCurve};
use crate::team::{Alone, Split};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroize;

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

/// The pairings over the vectors `V`; `None` if they do not serve the curve's prime or this CPU.
pub(super) fn eights<V: Compiled>(
    name: PairingName,
    features: Features,
) -> Option<Box<dyn Eights>> {
    Some(match name {
        PairingName::Bn254 => {
            let f = LooseLanes::<V, Bn254Nogami, 5>::new(features).ok()?;
            Box::new(Packed::new(PairingCurve::bn254_nogami(Fp2::new(f))))
        }
        PairingName::Bls12381 => {
            let f = LooseLanes::<V, Bls12381, 8>::new(features).ok()?;
            Box::new(Packed::new(PairingCurve::bls12_381(Fp2::new(f))))
        }
        PairingName::Bn254Snark => {
            let f = LooseLanes::<V, Bn254Snark, 5>::new(features).ok()?;
            Box::new(Packed::<_, NinePlusU>::new(PairingCurve::bn254_snark(Fp2::new(f))))
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

    fn final_exponentiation(&self, split: &dyn Split, f: &Self::El) -> Self::El {
        self.final_exponentiation_on(split, f)
    }

    fn final_exponentiation_to_a_power(&self, f: &Self::El) -> Self::El {
        Packed::final_exponentiation_to_a_power(self, f)
    }
}

impl<V: Compiled, P: LoosePrime<D>, const D: usize> Eights for Packed<LooseLanes<V, P, D>> {
    fn tables(&self) -> [Option<Box<dyn Tables>>; 2] {
        // The other prime's limits are too narrow for sums of affine points.
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

    fn eight(&self, pairs: &[Points<'_>], generators: Points<'_>) -> Vec<Vec<u8>> {
        let (curve, tower) = (self.curve(), self.curve().tower());
        let (mut lanes, mut neutral): (Digits<D>, u8) = ([[[0; D]; LANES]; 6], 0);
        for lane in 0..LANES {
            let mut pair = pairs.get(lane).copied().unwrap_or(generators);
            // Whether a point is neutral is public.
            if pair.0.is_neutral() || pair.1.is_neutral() {
                neutral |= 1 << lane;
                pair = generators;
            }
            for (lanes, number) in lanes.iter_mut().zip(digits::<V, P, D>(&pair)) {
                lanes[lane] = number;
            }
        }
        let f = curve.miller_loop::<Homogeneous>(&enter(*tower.fp2().base(), &mut lanes));
        let value = curve.final_exponentiation(&f);
        let value = tower.select(LaneMask::from_bits(neutral), &tower.one(), &value);
        let length = LooseLanes::<V, P, D>::BYTES;
        let mut values = vec![vec![0; 12 * length]; pairs.len()];
        for (i, c) in value.as_flattened().as_flattened().iter().enumerate() {
            let mut lanes = tower.fp2().base().leave_digits(c);
            for (value, digits) in values.iter_mut().zip(&lanes) {
                let bytes = &mut value[i * length..][..length];
                LooseLanes::<V, P, D>::write_bytes(digits, bytes.iter_mut().rev());
            }
            lanes.zeroize();
        }
        values
    }
}

/// With `ξ = 9 + u` the formulas of one pairing in each lane exceed the limit of sums: a batch is
/// computed one by one, each over all lanes.
impl<V: Compiled> Eights for Packed<LooseLanes<V, Bn254Snark, 5>, NinePlusU> {
    fn eight(&self, pairs: &[Points<'_>], _: Points<'_>) -> Vec<Vec<u8>> {
        let one = |pair: &Points<'_>| {
            // Whether a point is neutral is public.
            if pair.0.is_neutral() || pair.1.is_neutral() {
                return System::leave(self, &self.one());
            }
            Pairings::product(self, &Alone, &[*pair]).expect("points of this curve")
        };
        pairs.iter().map(one).collect()
    }

    fn tables(&self) -> [Option<Box<dyn Tables>>; 2] {
        [None, None]
    }
}
