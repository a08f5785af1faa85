//! The tower: constants, elements in and out, conjugates, Frobenius maps.

use super::{Apart, factor, mix, some, sum};
use crate::field::extension::Quadratic;
use crate::field::lanes::{Complex, Spread};
use crate::field::{Field, Op};
use crate::pairing::{PairingCurve, Value};
use core::array::from_fn;

/// A curve that computes one pairing at a time over all lanes.
pub struct Packed<F: Spread> {
    curve: PairingCurve<Apart<F>>,
    /// `w^(k (p^n - 1))` in lane `k`.
    frobenius: [Complex<F>; 3],
    /// The factors of a point's coordinates under the Frobenius map and under its square, in lanes
    /// 0 and 1.
    twist: [Complex<F>; 2],
}

/// Lane `i` from vector `i`; each vector has one number in all lanes; 0 in the other lanes.
fn gather<F: Spread, const N: usize>(q: &Apart<F>, numbers: [Complex<F>; N]) -> Complex<F> {
    let mut r = q.zero();
    for (k, number) in (0..).zip(&numbers) {
        let mut from = [0, 1, 2, 3, 4, 5, 6, 7];
        from[usize::from(k)] = 8 + k;
        r = mix(q, &r, number, from);
    }
    q.settle(&r)
}

impl<F: Spread> Packed<F> {
    /// The tower of this curve over a field of lanes; its constants are equal in all lanes.
    pub fn new(curve: PairingCurve<Apart<F>>) -> Self {
        let q = curve.tower().fp2();
        let of = |n: usize| from_fn(|k| *curve.frobenius().constant(n + 1, k));
        let frobenius = from_fn(|n| gather::<F, 6>(q, of(n)));
        let twist = from_fn(|n| gather(q, curve.twist_frobenius(&[q.one(); 2], n + 1)));
        Self { curve, frobenius, twist }
    }

    /// The curve.
    pub const fn curve(&self) -> &PairingCurve<Apart<F>> {
        &self.curve
    }

    #[inline(always)]
    pub(super) const fn fp2(&self) -> &Apart<F> {
        self.curve.tower().fp2()
    }

    /// The element with these coefficients, each equal in all lanes.
    pub fn enter(&self, a: &Value<Apart<F>>) -> Complex<F> {
        gather::<F, 6>(self.fp2(), from_fn(|k| a[k % 2][k / 2]))
    }

    /// The element with the coefficient of `w^k` in lane `k`, 0 in the lanes 6 and 7.
    pub fn enter_lanes(&self, a: &Complex<F>) -> Complex<F> {
        self.fp2().settle(a)
    }

    /// The coefficients of an element, each in all lanes.
    pub fn leave(&self, a: &Complex<F>) -> Value<Apart<F>> {
        from_fn(|i| from_fn(|j| some(self.fp2(), a, [2 * j as u8 + i as u8; 8])))
    }

    /// 1.
    pub fn one(&self) -> Complex<F> {
        self.enter(&self.curve.tower().one())
    }

    /// `c₀ - c₁ w` for the coefficients over `F_p⁶`: `a^(p⁶)`.
    pub fn conjugate(&self, a: &Complex<F>) -> Complex<F> {
        self.fp2().run(Conjugate(self.fp2(), a))
    }

    /// `a^(p^n)` for `n` from 1 to 3.
    pub fn frobenius(&self, a: &Complex<F>, n: usize) -> Complex<F> {
        self.fp2().run(Frobenius(self.fp2(), a, &self.frobenius[n - 1], n % 2 == 1))
    }

    /// The image of the point with `x` and `y` in lanes 0 and 1 under the Frobenius map, or its
    /// square.
    pub(super) fn twist_frobenius(&self, a: &Complex<F>, n: usize) -> Complex<F> {
        self.fp2().run(Frobenius(self.fp2(), a, &self.twist[n - 1], n % 2 == 1))
    }
}

struct Conjugate<'a, F: Spread>(&'a Apart<F>, &'a Complex<F>);

impl<F: Spread> Op for Conjugate<'_, F> {
    type Out = Complex<F>;

    #[inline(always)]
    fn call(self) -> Complex<F> {
        let Self(q, a) = self;
        q.settle(&mix(q, a, &q.neg(a), [0, 9, 2, 11, 4, 13, 6, 7]))
    }
}

struct Frobenius<'a, F: Spread>(&'a Apart<F>, &'a Complex<F>, &'a Complex<F>, bool);

impl<F: Spread> Op for Frobenius<'_, F> {
    type Out = Complex<F>;

    #[inline(always)]
    fn call(self) -> Complex<F> {
        let Self(q, a, constants, odd) = self;
        // Which power it is, is public.
        let a = if odd { factor(q, &[a[0], q.base().neg(&a[1])]) } else { *a };
        q.settle(&sum(q, &[[&a, constants]], &[]))
    }
}
