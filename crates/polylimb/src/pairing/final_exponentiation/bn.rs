//! The hard part on curves of the family BN.

use super::Value;
use crate::field::Field;
use crate::field::extension::Quadratic;
use crate::pairing::PairingCurve;

/// `m^((p⁴ - p² + 1)/r)` for `m` in the cyclotomic subgroup.
///
/// **Source.** Scott, Benger, Charlemagne, Domínguez-Pérez, Kachisa 2009; the chain of 7 powers is Olivos' 1981, as in Cuiman, Cabrera,
/// Sánchez-Solano, section II. **Cost.** 3 powers by `u`, 13 products, 4 squares, 6 Frobenius maps.
pub fn scott<Q: Quadratic>(curve: &PairingCurve<Q>, m: &Value<Q>) -> Value<Q> {
    let t = &curve.tower;
    let pi = |a: &Value<Q>, n| t.frobenius(&curve.frobenius, a, n);
    let u1 = curve.power_u(m);
    let u2 = curve.power_u(&u1);
    let u3 = curve.power_u(&u2);
    let y0 = t.mul(&t.mul(&pi(m, 1), &pi(m, 2)), &pi(m, 3));
    let y1 = t.conjugate(m);
    let y2 = pi(&u2, 2);
    let y3 = t.conjugate(&pi(&u1, 1));
    let y4 = t.conjugate(&t.mul(&u1, &pi(&u2, 1)));
    let y5 = t.conjugate(&u2);
    let y6 = t.conjugate(&t.mul(&u3, &pi(&u3, 1)));
    // y0 y1² y2⁶ y3¹² y4¹⁸ y5³⁰ y6³⁶.
    let mut a = t.mul(&t.mul(&t.cyclotomic_sqr(&y6), &y4), &y5);
    let mut b = t.mul(&t.mul(&y3, &y5), &a);
    t.mul_assign(&mut a, &y2);
    b = t.mul(&t.cyclotomic_sqr(&b), &a);
    b = t.cyclotomic_sqr(&b);
    a = t.mul(&b, &y1);
    t.mul_assign(&mut b, &y0);
    t.mul(&t.cyclotomic_sqr(&a), &b)
}

/// `m^(2u(6u² + 3u + 1) (p⁴ - p² + 1)/r)` for `m` in the cyclotomic subgroup.
///
/// **Source.** Fuentes-Castañeda, Knapp, Rodríguez-Henríquez 2011. **Cost.** 3 powers by `u`, 10 products, 3 squares, 3 Frobenius maps.
pub fn fuentes<Q: Quadratic>(curve: &PairingCurve<Q>, m: &Value<Q>) -> Value<Q> {
    let t = &curve.tower;
    let pi = |a: &Value<Q>, n| t.frobenius(&curve.frobenius, a, n);
    let u2 = t.cyclotomic_sqr(&curve.power_u(m));
    let u6 = t.mul(&t.cyclotomic_sqr(&u2), &u2);
    let u6_2 = curve.power_u(&u6);
    let u12_3 = curve.power_u(&t.cyclotomic_sqr(&u6_2));
    let a = t.mul(&t.mul(&u12_3, &u6_2), &u6);
    let b = t.mul(&a, &t.conjugate(&u2));
    let c = t.mul(&t.mul(&a, &u6_2), m);
    let d = t.mul(&b, &t.conjugate(m));
    t.mul(&t.mul(&c, &pi(&b, 1)), &t.mul(&pi(&a, 2), &pi(&d, 3)))
}
