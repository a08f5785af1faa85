//! The final exponentiation on two threads: the powers by `u` are a chain, but each is shared ([`power`](super::power)), and products that do not wait for a power run beside it.

use super::SharedQuadratic;
use crate::field::Field;
use crate::pairing::{Family, PairingCurve, Value};
use crate::team::Split;

impl<Q: SharedQuadratic> PairingCurve<Q> {
    /// As [`PairingCurve::final_exponentiation`], on the threads of `split`, of which two work.
    pub fn final_exponentiation_on(&self, split: &dyn Split, f: &Value<Q>) -> Value<Q> {
        if split.threads() < 2 {
            return self.final_exponentiation(f);
        }
        let m = self.easy_part(f);
        match self.family {
            Family::Bn => self.scott_on(split, &m),
            Family::Bls12 => self.hayashida_on(split, &m),
        }
    }

    /// As [`scott`](crate::pairing::final_exponentiation::bn::scott), with all that does not wait for `m^(u³)` before it: `y₀ y₁² y₂⁶ y₃¹² y₄¹⁸ y₅³⁰` and `y₆³⁶` apart.
    fn scott_on(&self, split: &dyn Split, m: &Value<Q>) -> Value<Q> {
        let t = &self.tower;
        let pi = |a: &Value<Q>, n| t.frobenius(&self.frobenius, a, n);
        let (u1, y0) = self.power_u_on(split, m, || t.mul(&t.mul(&pi(m, 1), &pi(m, 2)), &pi(m, 3)));
        let (u2, y3) = self.power_u_on(split, &u1, || t.conjugate(&pi(&u1, 1)));
        let (u3, rest) = self.power_u_on(split, &u2, || {
            let y4 = t.conjugate(&t.mul(&u1, &pi(&u2, 1)));
            let y5 = t.conjugate(&u2);
            let mut a = t.mul(&y4, &y5);
            let mut b = t.mul(&t.mul(&y3, &y5), &a);
            t.mul_assign(&mut a, &pi(&u2, 2));
            b = t.cyclotomic_sqr(&t.mul(&t.cyclotomic_sqr(&b), &a));
            a = t.mul(&b, &t.conjugate(m));
            t.mul(&t.cyclotomic_sqr(&a), &t.mul(&b, &y0))
        });
        let y6 = t.conjugate(&t.mul(&u3, &pi(&u3, 1)));
        let eighth = (0..3).fold(y6, |a, _| t.cyclotomic_sqr(&a));
        let ninth = t.mul(&eighth, &y6);
        t.mul(&t.cyclotomic_sqr(&t.cyclotomic_sqr(&ninth)), &rest)
    }

    /// As [`exact`](crate::pairing::final_exponentiation::bls12::exact).
    fn hayashida_on(&self, split: &dyn Split, m: &Value<Q>) -> Value<Q> {
        let t = &self.tower;
        let pi = |a: &Value<Q>, n| t.frobenius(&self.frobenius, a, n);
        // (u - 1)/3.
        let third = if self.u_is_negative { self.u.div_ceil(3) } else { self.u / 3 };
        let (mut root, ()) = self.power_on(split, m, third, || ());
        if self.u_is_negative {
            root = t.conjugate(&root);
        }
        let b = t.mul(&self.power_u_on(split, &root, || ()).0, &t.conjugate(&root));
        let (power, image) = self.power_u_on(split, &b, || pi(&b, 1));
        let c = t.mul(&power, &image);
        let (power, rest) =
            self.power_u_on(split, &c, || t.mul(&t.mul(&pi(&c, 2), &t.conjugate(&c)), m));
        t.mul(&self.power_u_on(split, &power, || ()).0, &rest)
    }
}
