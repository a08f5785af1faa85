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
//! **Constant time** throughout. Read `element.rs`, `square.rs`, then `point.rs`.

mod element;
mod inverse;
mod miller;
mod multiply;
mod point;
mod square;

pub use element::Packed;

use crate::field::Field;
use crate::field::extension::{Fp2, OnePlusU, Quadratic};
use crate::field::lanes::{Complex, LANES, Spread};

/// The tower with one vector for each coefficient, equal in all lanes.
type Apart<F> = Fp2<F, OnePlusU>;

/// A lane that is 0 in the second operand of [`Spread::mix`], if that operand is 0.
const ZERO: u8 = 8;

/// [`Spread::mix`] of both coefficients. No function here takes a closure: calls from a closure are
/// not always inlined, and then they are not compiled for the vectors.
#[inline(always)]
fn mix<F: Spread>(q: &Apart<F>, a: &Complex<F>, b: &Complex<F>, from: [u8; LANES]) -> Complex<F> {
    let f = q.base();
    [f.mix(&a[0], &b[0], from), f.mix(&a[1], &b[1], from)]
}

/// [`mix`] of a number with 0.
#[inline(always)]
fn some<F: Spread>(q: &Apart<F>, a: &Complex<F>, from: [u8; LANES]) -> Complex<F> {
    mix(q, a, &q.zero(), from)
}

/// The lanes of a number in other places.
#[inline(always)]
fn places<F: Spread>(q: &Apart<F>, a: &Complex<F>, from: [u8; LANES]) -> Complex<F> {
    mix(q, a, a, from)
}

/// [`Spread::factor`] of both coefficients.
#[inline(always)]
fn factor<F: Spread>(q: &Apart<F>, a: &Complex<F>) -> Complex<F> {
    [q.base().factor(&a[0]), q.base().factor(&a[1])]
}

/// [`Spread::multiples`] of both coefficients, as factors.
#[inline(always)]
fn multiples<F: Spread>(q: &Apart<F>, a: &Complex<F>, times: [u8; LANES]) -> Complex<F> {
    let f = q.base();
    factor(q, &[f.multiples(&a[0], times), f.multiples(&a[1], times)])
}

/// [`Spread::sum_of_products`].
#[inline(always)]
fn sum<F: Spread>(
    q: &Apart<F>,
    plus: &[[&Complex<F>; 2]],
    minus: &[[&Complex<F>; 2]],
) -> Complex<F> {
    q.base().sum_of_products(plus, minus)
}

/// `ξ a` as a factor, for `ξ = 1 + u`.
#[inline(always)]
fn times_xi<F: Spread>(q: &Apart<F>, a: &Complex<F>) -> Complex<F> {
    let f = q.base();
    factor(q, &[f.sub(&a[0], &a[1]), f.add(&a[0], &a[1])])
}
