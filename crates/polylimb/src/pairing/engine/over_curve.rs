//! The engine of one curve.

use super::membership::Endomorphism;
use super::source_group::{SourceField, SourceGroup};
use super::{G1, G2, GroupPoint, Gt, MillerValue, PairingEngine, PairingGroup, PairingName};
use crate::error::{Error, Result};
use crate::field::extension::{Fp2, Quadratic, Xi};
use crate::field::{Field, VartimeField};
use crate::limb::{Bits, Word, bit_length_vartime};
use crate::pairing::line::Homogeneous;
use crate::pairing::{Family, Pair, PairingCurve, Value};
use crate::team::Split;
use alloc::vec;
use alloc::vec::Vec;

pub(super) struct OverCurve<F: VartimeField, X: Xi> {
    name: PairingName,
    order: &'static [Word],
    curve: PairingCurve<Fp2<F, X>>,
    g1: SourceGroup<F>,
    g2: SourceGroup<Fp2<F, X>>,
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
    ) -> Self {
        let fp2 = *curve.tower().fp2();
        let f = *fp2.base();
        // The generators of a curve over its own field.
        let generators = curve.generators().expect("the curve has its field");
        let ([x, y], [x2, y2]) = (generators.p, generators.q);
        let b = f.sub(&f.sqr(&y), &f.mul(&f.sqr(&x), &x));
        let bits = bit_length_vartime(order);
        let g1 = SourceGroup::new((name, 1), f, b, [x, y], (curve.u, curve.u_is_negative), bits);
        // The Frobenius map of (1, 1) is its constants.
        let [x_factor, y_factor] = curve.twist_frobenius(&[fp2.one(); 2], 1);
        let psi = Endomorphism { x_factor, y_factor, image: Fp2::conjugate };
        let g2 = SourceGroup::new(
            (name, 2),
            fp2,
            curve.twist_b,
            [x2, y2],
            (curve.u, curve.u_is_negative),
            bits,
        );
        let (g1, g2) = match curve.family {
            // The whole curve over F_p has the order r.
            Family::Bn => (g1, g2.with_endomorphism(psi)),
            Family::Bls12 => (g1.with_cube_root_of_unity(), g2.with_endomorphism(psi)),
        };
        let (g1, g2) = match name {
            PairingName::Bls12381 => (g1.with_map(), g2.with_map()),
            _ => (g1, g2),
        };
        Self { name, order, curve, g1, g2 }
    }

    /// The pairs without a neutral element; with one the pairing is 1.
    fn pairs(&self, pairs: &[(&G1, &G2)]) -> Result<Vec<Pair<Fp2<F, X>>>> {
        let mut all = Vec::with_capacity(pairs.len());
        for (p, q) in pairs {
            let (p, q) = (self.g1.enter(p)?, self.g2.enter(q)?);
            if !(p.neutral | q.neutral).to_bool_vartime() {
                all.push(Pair { p: [p.x, p.y], q: [q.x, q.y] });
            }
        }
        Ok(all)
    }

    fn leave(&self, value: &Value<Fp2<F, X>>) -> Result<Gt> {
        let f = self.curve.tower().fp2().base();
        let length = f.encoded_bytes();
        let mut bytes = vec![0; 12 * length];
        let coefficients = value.as_flattened().as_flattened();
        for (bytes, c) in bytes.chunks_exact_mut(length).zip(coefficients) {
            f.encode_be(bytes, c)?;
        }
        Ok(Gt { curve: self.name, bytes })
    }

    fn enter(&self, value: &Gt) -> Result<Value<Fp2<F, X>>> {
        if value.curve != self.name {
            return Err(OTHER_CURVE);
        }
        let f = self.curve.tower().fp2().base();
        let mut element = self.curve.tower().one();
        let coefficients = element.as_flattened_mut().as_flattened_mut();
        for (c, bytes) in coefficients.iter_mut().zip(value.coefficients()) {
            *c = f.decode_be(bytes)?;
        }
        Ok(element)
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

    fn product(&self, pairs: &[(&G1, &G2)]) -> Result<Gt> {
        let f = self.curve.miller_loop_product::<Homogeneous>(&self.pairs(pairs)?);
        self.leave(&self.curve.final_exponentiation(&f))
    }

    fn miller_loop_on(&self, split: &dyn Split, pairs: &[(&G1, &G2)]) -> Result<MillerValue> {
        let f = self.curve.miller_loop_on::<Homogeneous>(split, &self.pairs(pairs)?);
        self.leave(&f).map(MillerValue)
    }

    fn final_exponentiation_on(&self, split: &dyn Split, f: &MillerValue) -> Result<Gt> {
        let mut value = self.enter(&f.0)?;
        split.hold(&mut || value = self.curve.final_exponentiation_on(split, &value));
        self.leave(&value)
    }

    fn product_is_one_vartime(&self, pairs: &[(&G1, &G2)]) -> Result<bool> {
        let f = self.curve.miller_loop_product::<Homogeneous>(&self.pairs(pairs)?);
        let tower = self.curve.tower();
        let value = self.curve.final_exponentiation_to_a_power(&f);
        Ok(tower.equal(&value, &tower.one()).to_bool_vartime())
    }

    fn power_vartime(&self, value: &Gt, k: Bits<'_>) -> Result<Gt> {
        let tower = self.curve.tower();
        let value = self.enter(value)?;
        let mut r = tower.one();
        for i in (0..k.len()).rev() {
            r = tower.cyclotomic_sqr(&r);
            if k.bit(i) == 1 {
                tower.mul_assign(&mut r, &value);
            }
        }
        self.leave(&r)
    }
}

/// The point, if it is one of this curve.
pub(super) fn same_curve<const D: usize>(name: PairingName, p: &GroupPoint<D>) -> Result<()> {
    if p.curve == name { Ok(()) } else { Err(OTHER_CURVE) }
}
