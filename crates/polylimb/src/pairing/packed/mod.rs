//! One pairing across eight lanes: the lanes hold the coefficients of one element; in a batch they
//! hold eight elements.
//!
//! **Representation.** `F_p¹² = F_p²[w]/(w⁶ - ξ)`: an element is one [`Complex`] vector, the
//! coefficient of `w^k` in lane `k`, 0 in the lanes 6 and 7. Each stored element is settled, so it
//! can be a factor ([`Spread`]). A point of the twist has `X`, `Y`, `Z` in lanes 0 to 2 and its
//! line in lanes 3 to 5.
//!
//! **Idea.** Karatsuba's towers trade products for sums, and sums cost most where operands must
//! first be moved to the right lanes. Here lane `k` computes coefficient `k` of a product as the
//! sum of products that defines it, with one reduction for each lane and no sums of operands except
//! `ξ a` and `2 a`. Each operation is a sum of products over vectors ([`Spread::sum_of_products`]),
//!
//! | operation | complex products of vectors | products of `F_p²` in the tower |
//! |---|---|---|
//! | product | 6 | 18 |
//! | square | 4 | 12 |
//! | product by a line | 3 | 13 |
//! | square of Granger and Scott | 2 | 9 squares |
//! | doubling and line, evaluated | 2 + 2 | 3, 6 squares, 4 of `F_p` |
//! | addition and line, evaluated | 1 + 2 + 1 + 2 | 11, 2 squares, 4 of `F_p` |
//!
//! and two reductions for each sum. Sums of products for lazy reduction: `[Longa2022]`. **Bounds.**
//! The formulas have no branches. The tests run them over intervals in place of numbers, lane by
//! lane; that proves for all inputs that no sum exceeds the room of a lane.
//!
//! **Constant time** throughout. Read `products.rs`, then `point.rs`.

#[cfg(any(feature = "pairings", all(test, target_arch = "x86_64")))]
mod group;
#[cfg(any(feature = "pairings", all(test, target_arch = "x86_64")))]
mod law;
mod miller;
mod point;
mod products;

#[cfg(feature = "pairings")]
pub use group::AcrossLanes;

use super::{PairingCurve, Value};
use crate::field::extension::{Fp2, OnePlusU, Quadratic, Xi};
use crate::field::lanes::{Complex, LANES, Spread};
use crate::field::{Field, Op};
use core::array::from_fn;

/// The tower with one vector for each coefficient, equal in all lanes.
type Apart<F, X> = Fp2<F, X>;

/// A lane that is 0 in the second operand of [`Spread::mix`], if that operand is 0.
const ZERO: u8 = 8;

/// [`Spread::mix`] of both coefficients. No function here takes a closure: calls from a closure are
/// not always inlined, and then they are not compiled for the vectors.
#[inline(always)]
fn mix<F: Spread, X: Xi>(
    q: &Apart<F, X>,
    a: &Complex<F>,
    b: &Complex<F>,
    from: [u8; LANES],
) -> Complex<F> {
    let f = q.base();
    [f.mix(&a[0], &b[0], from), f.mix(&a[1], &b[1], from)]
}

/// [`mix`] of a number with 0.
#[inline(always)]
fn some<F: Spread, X: Xi>(q: &Apart<F, X>, a: &Complex<F>, from: [u8; LANES]) -> Complex<F> {
    mix(q, a, &q.zero(), from)
}

/// The lanes of a number in other places.
#[inline(always)]
fn places<F: Spread, X: Xi>(q: &Apart<F, X>, a: &Complex<F>, from: [u8; LANES]) -> Complex<F> {
    mix(q, a, a, from)
}

/// [`Spread::factor`] of both coefficients.
#[inline(always)]
fn factor<F: Spread, X: Xi>(q: &Apart<F, X>, a: &Complex<F>) -> Complex<F> {
    [q.base().factor(&a[0]), q.base().factor(&a[1])]
}

/// [`Spread::multiples`] of both coefficients, as factors.
#[inline(always)]
fn multiples<F: Spread, X: Xi>(q: &Apart<F, X>, a: &Complex<F>, times: [u8; LANES]) -> Complex<F> {
    let f = q.base();
    factor(q, &[f.multiples(&a[0], times), f.multiples(&a[1], times)])
}

/// [`Spread::sum_of_products`].
#[inline(always)]
fn sum<F: Spread, X: Xi>(
    q: &Apart<F, X>,
    plus: &[[&Complex<F>; 2]],
    minus: &[[&Complex<F>; 2]],
) -> Complex<F> {
    q.base().sum_of_products(plus, minus)
}

/// `ξ a` as a factor, for a settled `a`.
#[inline(always)]
fn times_xi<F: Spread, X: Xi>(q: &Apart<F, X>, a: &Complex<F>) -> Complex<F> {
    let (f, re) = (q.base(), q.times_re(a));
    factor(q, &[f.sub(&re[0], &a[1]), f.add(&re[1], &a[0])])
}

/// A curve that computes one pairing at a time over all lanes.
pub struct Packed<F: Spread, X: Xi = OnePlusU> {
    curve: PairingCurve<Apart<F, X>>,
    /// `w^(k (p^n - 1))` in lane `k`.
    frobenius: [Complex<F>; 3],
    /// The factors of a point's coordinates under the Frobenius map and under its square, in lanes
    /// 0 and 1.
    twist: [Complex<F>; 2],
}

/// Lane `i` from vector `i`; each vector has one number in all lanes; 0 in the other lanes.
struct Gather<'a, F: Spread, X, const N: usize>(&'a Apart<F, X>, [Complex<F>; N]);

impl<F: Spread, X: Xi, const N: usize> Op for Gather<'_, F, X, N> {
    type Out = Complex<F>;

    #[inline(always)]
    fn call(self) -> Complex<F> {
        let Self(q, numbers) = self;
        let mut r = q.zero();
        let mut k = 0;
        while k < N {
            let mut from = [0, 1, 2, 3, 4, 5, 6, 7];
            from[k] = 8 + k as u8;
            r = mix(q, &r, &numbers[k], from);
            k += 1;
        }
        q.settle(&r)
    }
}

impl<F: Spread, X: Xi> Packed<F, X> {
    /// The tower of this curve over a field of lanes; its constants are equal in all lanes.
    pub fn new(curve: PairingCurve<Apart<F, X>>) -> Self {
        let q = curve.tower().fp2();
        let of = |n: usize| from_fn(|k| *curve.frobenius().constant(n + 1, k));
        let frobenius = from_fn(|n| q.run(Gather::<F, X, 6>(q, of(n))));
        let twist = from_fn(|n| q.run(Gather(q, curve.twist_frobenius(&[q.one(); 2], n + 1))));
        Self { curve, frobenius, twist }
    }

    /// The curve.
    pub const fn curve(&self) -> &PairingCurve<Apart<F, X>> {
        &self.curve
    }

    #[inline(always)]
    const fn fp2(&self) -> &Apart<F, X> {
        self.curve.tower().fp2()
    }

    /// The element with these coefficients, each equal in all lanes.
    pub fn enter(&self, a: &Value<Apart<F, X>>) -> Complex<F> {
        self.fp2().run(Gather::<F, X, 6>(self.fp2(), from_fn(|k| a[k % 2][k / 2])))
    }

    /// The element with the coefficient of `w^k` in lane `k`, 0 in the lanes 6 and 7.
    pub fn enter_lanes(&self, a: &Complex<F>) -> Complex<F> {
        self.fp2().run(Settle(self.fp2(), a))
    }

    /// The coefficients of an element, each in all lanes.
    pub fn leave(&self, a: &Complex<F>) -> Value<Apart<F, X>> {
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
    fn twist_frobenius(&self, a: &Complex<F>, n: usize) -> Complex<F> {
        self.fp2().run(Frobenius(self.fp2(), a, &self.twist[n - 1], n % 2 == 1))
    }
}

struct Settle<'a, F: Spread, X>(&'a Apart<F, X>, &'a Complex<F>);

impl<F: Spread, X: Xi> Op for Settle<'_, F, X> {
    type Out = Complex<F>;

    #[inline(always)]
    fn call(self) -> Complex<F> {
        self.0.settle(self.1)
    }
}

struct Conjugate<'a, F: Spread, X>(&'a Apart<F, X>, &'a Complex<F>);

impl<F: Spread, X: Xi> Op for Conjugate<'_, F, X> {
    type Out = Complex<F>;

    #[inline(always)]
    fn call(self) -> Complex<F> {
        let Self(q, a) = self;
        q.settle(&mix(q, a, &q.neg(a), [0, 9, 2, 11, 4, 13, 6, 7]))
    }
}

struct Frobenius<'a, F: Spread, X>(&'a Apart<F, X>, &'a Complex<F>, &'a Complex<F>, bool);

impl<F: Spread, X: Xi> Op for Frobenius<'_, F, X> {
    type Out = Complex<F>;

    #[inline(always)]
    fn call(self) -> Complex<F> {
        let Self(q, a, constants, odd) = self;
        // Which power it is, is public.
        let a = if odd { factor(q, &[a[0], q.base().neg(&a[1])]) } else { *a };
        q.settle(&sum(q, &[[&a, constants]], &[]))
    }
}

// The same for every target; emulators are slow.
#[cfg(all(test, target_arch = "x86_64"))]
#[path = "../../../tests/proofs/pairing.rs"]
mod theorems;
