//! The operations of the cyclotomic subgroup that the final exponentiation needs, for any form of
//! its elements.

use super::Value;
use crate::field::Field;
use crate::field::extension::Quadratic;
use crate::pairing::PairingCurve;
use crate::pairing::digits::digits;

/// The elements `a` of `F_p¹²` with `a^(p⁴ - p² + 1) = 1`.
pub trait Cyclotomic {
    /// An element.
    type El: Copy;

    /// The curve's parameter: `|u|`, and whether it is negative.
    fn u(&self) -> (u64, bool);

    /// `a b`.
    fn mul(&self, a: &Self::El, b: &Self::El) -> Self::El;

    /// `a²`.
    fn sqr(&self, a: &Self::El) -> Self::El;

    /// `1 / a`.
    fn conjugate(&self, a: &Self::El) -> Self::El;

    /// `a^(p^n)` for `n` from 1 to 3.
    fn frobenius(&self, a: &Self::El, n: usize) -> Self::El;

    /// `m^exponent`, the exponent public and not 0.
    fn power(&self, m: &Self::El, exponent: u64) -> Self::El;

    /// `m^u`.
    fn power_u(&self, m: &Self::El) -> Self::El {
        let (u, negative) = self.u();
        let power = self.power(m, u);
        if negative { self.conjugate(&power) } else { power }
    }

    /// As [`Cyclotomic::power`], by the exponent's non-adjacent form: digits 0 and ±1; an inverse
    /// is a conjugate.
    fn power_signed(&self, m: &Self::El, exponent: u64) -> Self::El {
        let inverse = self.conjugate(m);
        let mut r = *m;
        for digit in digits(exponent.into(), true).rev().skip(1) {
            r = self.sqr(&r);
            match digit {
                0 => {}
                1 => r = self.mul(&r, m),
                _ => r = self.mul(&r, &inverse),
            }
        }
        r
    }
}

impl<Q: Quadratic> Cyclotomic for PairingCurve<Q> {
    type El = Value<Q>;

    fn u(&self) -> (u64, bool) {
        (self.u, self.u_is_negative)
    }

    fn mul(&self, a: &Value<Q>, b: &Value<Q>) -> Value<Q> {
        self.tower.mul(a, b)
    }

    fn sqr(&self, a: &Value<Q>) -> Value<Q> {
        self.tower.cyclotomic_sqr(a)
    }

    fn conjugate(&self, a: &Value<Q>) -> Value<Q> {
        self.tower.conjugate(a)
    }

    fn frobenius(&self, a: &Value<Q>, n: usize) -> Value<Q> {
        self.tower.frobenius(&self.frobenius, a, n)
    }

    /// Compressed squares if the exponent has few ones; otherwise the non-adjacent form and the
    /// squares of `[Granger2010]`.
    fn power(&self, m: &Value<Q>, exponent: u64) -> Value<Q> {
        if exponent.count_ones() as usize <= super::MOST_ONES {
            self.power_compressed(m, exponent)
        } else {
            self.power_signed(m, exponent)
        }
    }
}
