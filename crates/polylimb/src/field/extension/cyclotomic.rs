//! Squares in the cyclotomic subgroup: elements `a` with `a^(p⁴ - p² + 1) = 1`, whose inverse is
//! their conjugate.
//!
//! **Source.** `[Granger2010]`; compressed: `[Karabina2013]`; for elements of norm 1 only, as
//! `[Cuiman2019]` counts it: `[Scott2004]`. **Cost** in `F_p²`: Granger and Scott 9 squares (three
//! of `F_p⁴`); compressed 6; norm 1: 7 products and 4 squares (a square and a product of `F_p⁶`).

use super::Quadratic;
use super::fp6::Fp6;
use super::fp12::{El, Fp12};
use crate::field::arithmetic::invert_all;
use crate::field::{Field, Op};
use zeroize::Zeroize;

/// `(a + b y)²` in `F_p⁴ = F_p²[y]/(y² - ξ)`: `a² + ξ b²` and `2 a b`, by three squares; `2 ξ a b`
/// if `xi`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn square_4<Q: Quadratic>(q: &Q, a: &Q::El, b: &Q::El, xi: bool) -> [Q::El; 2] {
    let sum = q.add(a, b);
    let [low, cross] = if Q::WIDE_TERMS == usize::MAX {
        let (s, t, u) = (q.sqr_wide(a), q.sqr_wide(b), q.sqr_wide(&sum));
        let low = q.reduce(&q.add_wide(&s, &q.mul_xi_wide(&t)));
        let cross = q.sub_wide(&q.sub_wide(&u, &s), &t);
        if xi && Q::LARGE_XI {
            return [low, q.reduce(&q.mul_xi_wide(&cross))];
        }
        [low, q.reduce(&cross)]
    } else {
        let ([], [s, t, u]) = q.products([], [a, b, &sum]);
        [q.add(&s, &q.mul_xi(&t)), q.sub(&q.sub(&u, &s), &t)]
    };
    [low, if xi { q.mul_xi(&cross) } else { cross }]
}

/// `3 t - 2 a`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn less<F: Field>(f: &F, t: &F::El, a: &F::El) -> F::El {
    f.settle(&f.add(&f.double(&f.sub(t, a)), t))
}

/// `3 t + 2 a`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn more<F: Field>(f: &F, t: &F::El, a: &F::El) -> F::El {
    f.settle(&f.add(&f.double(&f.add(t, a)), t))
}

struct Square<'a, Q: Quadratic>(&'a Q, &'a El<Q>);

impl<Q: Quadratic> Op for Square<'_, Q> {
    type Out = El<Q>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> El<Q> {
        let Self(q, [[a0, a1, a2], [b0, b1, b2]]) = self;
        let [t00, t01] = square_4(q, a0, b1, false);
        let [t10, t11] = square_4(q, b0, a2, false);
        let [t20, t21] = square_4(q, a1, b2, true);
        [
            [less(q, &t00, a0), less(q, &t10, a1), less(q, &t20, a2)],
            [more(q, &t21, b0), more(q, &t01, b1), more(q, &t11, b2)],
        ]
    }
}

#[inline(never)]
fn square<Q: Quadratic>(q: &Q, a: &El<Q>) -> El<Q> {
    q.run(Square(q, a))
}

/// Maximum number of elements that are decompressed together.
const MOST: usize = 8;

/// An element of the cyclotomic subgroup by four of its six coefficients: the coefficients of `v`,
/// `v²`, `w`, `v² w`.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(test, derive(PartialEq))]
pub struct Compressed<E>([E; 4]);

impl<E: Zeroize> Zeroize for Compressed<E> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

struct CompressedSquare<'a, Q: Quadratic>(&'a Q, &'a [Q::El; 4]);

impl<Q: Quadratic> Op for CompressedSquare<'_, Q> {
    type Out = [Q::El; 4];

    /// The two squares of `F_p⁴` that do not contain the missing coefficients.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> [Q::El; 4] {
        let Self(q, [a1, a2, b0, b2]) = self;
        let [t10, t11] = square_4(q, b0, a2, false);
        let [t20, t21] = square_4(q, a1, b2, true);
        [less(q, &t10, a1), less(q, &t20, a2), more(q, &t21, b0), more(q, &t11, b2)]
    }
}

#[inline(never)]
fn compressed_square<Q: Quadratic>(q: &Q, a: &[Q::El; 4]) -> [Q::El; 4] {
    q.run(CompressedSquare(q, a))
}

struct Fraction<'a, Q: Quadratic>(&'a Q, &'a [Q::El; 4]);

impl<Q: Quadratic> Op for Fraction<'_, Q> {
    type Out = [Q::El; 2];

    /// Numerator and denominator of the missing `b₁ = (ξ b₂² + 3 a₁² - 2 a₂) / (4 b₀)`, or of
    /// `2 a₁ b₂ / a₂` where `b₀ = 0`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> [Q::El; 2] {
        let Self(q, [a1, a2, b0, b2]) = self;
        let is_zero = q.is_zero(b0);
        let ([mixed], [s2, s1]) = q.products([(a1, b2)], [b2, a1]);
        let usual = q.add(&q.mul_xi(&s2), &less(q, &s1, a2));
        let above = q.select(is_zero, &q.double(&mixed), &usual);
        [above, q.select(is_zero, a2, &q.double(&q.double(b0)))]
    }
}

#[inline(never)]
fn fraction<Q: Quadratic>(q: &Q, a: &[Q::El; 4]) -> [Q::El; 2] {
    q.run(Fraction(q, a))
}

struct Complete<'a, Q: Quadratic>(&'a Q, &'a [Q::El; 4], &'a Q::El);

impl<Q: Quadratic> Op for Complete<'_, Q> {
    type Out = El<Q>;

    /// The element with the other missing coefficient, `a₀ = 1 + ξ (2 b₁² + b₀ b₂ - 3 a₁ a₂)`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> El<Q> {
        let Self(q, [a1, a2, b0, b2], b1) = self;
        let ([m, n], [s]) = q.products([(b0, b2), (a1, a2)], [b1]);
        // 2 b₁² - 3 a₁ a₂ + b₀ b₂.
        let sum = q.add(&q.sub(&q.double(&q.sub(&s, &n)), &n), &m);
        let a0 = q.settle(&q.add(&q.mul_xi(&sum), &q.one()));
        [[a0, *a1, *a2], [*b0, *b1, *b2]]
    }
}

#[inline(never)]
fn complete<Q: Quadratic>(q: &Q, a: &[Q::El; 4], b1: &Q::El) -> El<Q> {
    q.run(Complete(q, a, b1))
}

impl<Q: Quadratic> Fp12<Q> {
    /// `a²` for `a` in the cyclotomic subgroup, by Granger and Scott.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn cyclotomic_sqr(&self, a: &El<Q>) -> El<Q> {
        square(self.fp2(), a)
    }

    /// `a²` for an element of norm 1 over `F_p⁶`: with `a₀² = 1 + v a₁²`, it is `1 + 2 v a₁²` and
    /// `2 a₀ a₁`.
    pub fn unitary_sqr(&self, a: &El<Q>) -> El<Q> {
        let f: &Fp6<Q> = self.base();
        let high = f.sqr_by_sums(&a[1]);
        let cross = f.double(&f.mul(&a[0], &a[1]));
        [f.add(&f.double(&f.mul_v(&high)), &f.one()), cross]
    }

    /// Four coefficients of an element of the cyclotomic subgroup.
    pub fn compress(&self, [[_, a1, a2], [b0, _, b2]]: &El<Q>) -> Compressed<Q::El> {
        Compressed([*a1, *a2, *b0, *b2])
    }

    /// The square, compressed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn compressed_sqr(&self, a: &Compressed<Q::El>) -> Compressed<Q::El> {
        Compressed(compressed_square(self.fp2(), &a.0))
    }

    /// Writes the elements for `compressed` to `elements`, at most 8, by one inversion for all.
    /// Constant time.
    ///
    /// # Panics
    /// If the lengths differ or exceed 8.
    pub fn decompress(&self, compressed: &[Compressed<Q::El>], elements: &mut [El<Q>]) {
        assert!(compressed.len() == elements.len() && elements.len() <= MOST);
        let q = self.fp2();
        let (mut above, mut below) = ([q.zero(); MOST], [q.zero(); MOST]);
        for (i, compressed) in compressed.iter().enumerate() {
            [above[i], below[i]] = fraction(q, &compressed.0);
        }
        let below = &mut below[..compressed.len()];
        invert_all(q, below, &mut [q.zero(); MOST][..compressed.len()]);
        for (i, compressed) in compressed.iter().enumerate() {
            elements[i] = complete(q, &compressed.0, &q.mul(&above[i], &below[i]));
        }
    }
}
