//! The hard part on curves of the family BLS12: `(p⁴ - p² + 1)/r = (u - 1)²/3 (u + p)(u² + p² - 1) + 1` (Hayashida, Hayasaka, Teruya 2020).

use super::Value;
use crate::field::Field;
use crate::field::extension::Quadratic;
use crate::pairing::PairingCurve;

/// `m^((p⁴ - p² + 1)/r)` for `m` in the cyclotomic subgroup. **Cost.** A power by `(u - 1)/3`, 4 powers by `u`, 6 products.
pub fn exact<Q: Quadratic>(curve: &PairingCurve<Q>, m: &Value<Q>) -> Value<Q> {
    let t = &curve.tower;
    // u = 1 mod 3.
    let root = if curve.u_is_negative {
        t.conjugate(&curve.power(m, curve.u.div_ceil(3)))
    } else {
        curve.power(m, curve.u / 3)
    };
    t.mul(&rest(curve, &root), m)
}

/// `m^(3 (p⁴ - p² + 1)/r)` for `m` in the cyclotomic subgroup. **Cost.** 5 powers by `u`, 8 products, a square.
pub fn cubed<Q: Quadratic>(curve: &PairingCurve<Q>, m: &Value<Q>) -> Value<Q> {
    let t = &curve.tower;
    let root = less_one(curve, m);
    t.mul(&rest(curve, &root), &t.mul(&t.cyclotomic_sqr(m), m))
}

/// `a^(u - 1)`.
fn less_one<Q: Quadratic>(curve: &PairingCurve<Q>, a: &Value<Q>) -> Value<Q> {
    let t = &curve.tower;
    t.mul(&curve.power_u(a), &t.conjugate(a))
}

/// `a^((u - 1)(u + p)(u² + p² - 1))`.
fn rest<Q: Quadratic>(curve: &PairingCurve<Q>, a: &Value<Q>) -> Value<Q> {
    let t = &curve.tower;
    let pi = |a: &Value<Q>, n| t.frobenius(&curve.frobenius, a, n);
    let b = less_one(curve, a);
    let c = t.mul(&curve.power_u(&b), &pi(&b, 1));
    let d = t.mul(&curve.power_u(&curve.power_u(&c)), &pi(&c, 2));
    t.mul(&d, &t.conjugate(&c))
}
