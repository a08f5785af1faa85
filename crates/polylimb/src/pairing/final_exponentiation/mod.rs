//! The final exponentiation: `f^((p¹² - 1)/r)`.
//!
//! `(p¹² - 1)/r = (p⁶ - 1)(p² + 1) · (p⁴ - p² + 1)/r`. The easy part, an inversion and Frobenius
//! maps, takes `f` into the cyclotomic subgroup, where inverses are conjugates and squares are
//! cheap; the hard part is a few powers by `u` ([`bn`], [`bls12`]).

pub mod bls12;
pub mod bn;
mod group;
mod power;

pub use group::Cyclotomic;

pub(super) use power::MOST_ONES;

use super::{Family, PairingCurve, Value};
use crate::field::Field;
use crate::field::extension::Quadratic;

impl<Q: Quadratic> PairingCurve<Q> {
    /// `f^((p⁶ - 1)(p² + 1))`, an element of the cyclotomic subgroup, for an `f` that is not 0.
    pub fn easy_part(&self, f: &Value<Q>) -> Value<Q> {
        let tower = &self.tower;
        let m = tower.mul(&tower.conjugate(f), &tower.inv0(f));
        tower.mul(&tower.frobenius(&self.frobenius, &m, 2), &m)
    }

    /// `f^((p¹² - 1)/r)` exactly, for an `f` that is not 0.
    pub fn final_exponentiation(&self, f: &Value<Q>) -> Value<Q> {
        let m = self.easy_part(f);
        match self.family {
            Family::Bn => bn::scott(self, &m),
            Family::Bls12 => bls12::exact(self, &m),
        }
    }

    /// A fixed power of [`PairingCurve::final_exponentiation`] that is cheaper. Its exponent is
    /// prime to `r`, so it is 1 for the same `f`. For comparisons with 1, as in verification of
    /// signatures.
    pub fn final_exponentiation_to_a_power(&self, f: &Value<Q>) -> Value<Q> {
        let m = self.easy_part(f);
        match self.family {
            Family::Bn => bn::fuentes(self, &m),
            Family::Bls12 => bls12::cubed(self, &m),
        }
    }
}
