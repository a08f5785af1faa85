//! Points of the twist and their lines, in homogeneous projective coordinates
//! (`pairing/line/homogeneous.rs`).
//!
//! A point has `X`, `Y`, `Z` in lanes 0 to 2, and in lanes 3 to 5 the evaluated line of its last
//! doubling or addition: the terms with `y_P`, with `x_P`, and the constant one. The numbers are
//! not settled.
//!
//! **Doubling** in two sums of products. With `B = Y²`, `E = 3 b Z²`, `M = B - 3E` and `c = B - E`
//! the formulas, `X`, `Y` and `Z` times 4, are `X' = 2XY M`, `Y' = M² + 12E c`, `Z' = 4B · 2YZ`;
//! the line is `2YZ y_P - 3X² x_P w + c w³`. On `bn254-snark`, where `b = 3/ξ` is no small number,
//! the first half is multiplied by `ξ`: then `3 b ξ = 9`, the point is multiplied by `ξ²` and the
//! line by `ξ`, which the final exponentiation removes.

use super::{Apart, Packed, ZERO, factor, mix, multiples, places, some, sum, times_xi};
use crate::field::extension::{Quadratic, Xi};
use crate::field::lanes::{Complex, LANES, Spread};
use crate::field::{Field, Op};
use crate::pairing::Twist;

/// The first half of a doubling: `2XY`, `M`, `4B`, `12E`, `2YZ`, `3X²`, `c`.
struct FirstHalf<'a, F: Spread, X>(&'a Apart<F, X>, Twist, &'a Complex<F>);

impl<F: Spread, X: Xi> Op for FirstHalf<'_, F, X> {
    type Out = Complex<F>;

    #[inline(always)]
    fn call(self) -> Complex<F> {
        let Self(q, twist, t) = self;
        let f = q.base();
        let (w, t) = if X::RE == 1 {
            // b times the point; b is 1 - u on the curve of type D, 4 + 4u for type M.
            let w = match twist {
                Twist::D => [f.add(&t[0], &t[1]), f.sub(&t[1], &t[0])],
                Twist::M => q.double(&q.double(&[f.sub(&t[0], &t[1]), f.add(&t[0], &t[1])])),
            };
            (q.settle(&q.add(&q.double(&w), &w)), *t)
        } else {
            // b = 3/ξ: all that the first half computes is multiplied by ξ = 9 + u.
            let t = q.settle(t);
            (q.settle(&q.times_re(&t)), t)
        };
        let scaled = if X::RE == 1 { t } else { times_xi(q, &t) };
        let left = mix(q, &scaled, &w, [0, 1, 1, 10, 1, 0, 1, 1]);
        let left = multiples(q, &left, [2, 1, 4, 4, 2, 3, 1, 1]);
        let right = places(q, &t, [1, 1, 1, 2, 2, 0, 1, 1]);
        let right = multiples(q, &right, [1, 1, 1, 3, 1, 1, 1, 1]);
        let w = some(q, &w, [ZERO, 2, ZERO, ZERO, ZERO, ZERO, 2, ZERO]);
        let z = places(q, &right, [0, 3, 0, 0, 0, 0, 4, 0]);
        sum(q, &[[&left, &right]], &[[&w, &z]])
    }
}

/// The second half, with `y_P`, `-x_P` and 1 in lanes 3 to 5.
struct SecondHalf<'a, F: Spread, X>(&'a Apart<F, X>, &'a Complex<F>, &'a Complex<F>);

impl<F: Spread, X: Xi> Op for SecondHalf<'_, F, X> {
    type Out = Complex<F>;

    #[inline(always)]
    fn call(self) -> Complex<F> {
        let Self(q, half, at) = self;
        let half = factor(q, half);
        let left = places(q, &half, [0, 1, 2, 4, 5, 6, 6, 6]);
        let right = mix(q, &half, at, [1, 1, 4, 11, 12, 13, 14, 14]);
        let twelve_e = some(q, &half, [ZERO, 3, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO]);
        sum(q, &[[&left, &right], [&twelve_e, &places(q, &half, [6; LANES])]], &[])
    }
}

/// The sum with an affine point, `x` and `y` in lanes 0 and 1, neither neutral nor the same. With
/// `θ = Y - y Z` and `λ = X - x Z`, the slope is `θ/λ`.
struct Add<'a, F: Spread, X>(&'a Apart<F, X>, &'a Complex<F>, &'a Complex<F>, &'a Complex<F>);

impl<F: Spread, X: Xi> Op for Add<'_, F, X> {
    type Out = Complex<F>;

    #[inline(always)]
    fn call(self) -> Complex<F> {
        let Self(q, t, p, at) = self;
        let point = factor(q, t);
        // θ and λ.
        let turned = places(q, p, [1, 0, 2, 2, 2, 2, 2, 2]);
        let product = sum(q, &[[&places(q, &point, [2; LANES]), &turned]], &[]);
        let slope = q.sub(&places(q, t, [1, 0, 2, 2, 2, 2, 2, 2]), &product);
        let slope = factor(q, &slope);
        // θ², λ², θ x - λ y, λ y_P, -θ x_P.
        let left = places(q, &slope, [0, 1, 0, 1, 0, 2, 2, 2]);
        let right = mix(q, &slope, p, [0, 1, 8, 2, 2, 2, 2, 2]);
        let right = mix(q, &right, at, [0, 1, 2, 11, 12, 14, 14, 14]);
        let lambda = some(q, &slope, [ZERO, ZERO, 1, ZERO, ZERO, ZERO, ZERO, ZERO]);
        let squares = sum(q, &[[&left, &right]], &[[&lambda, &places(q, p, [1; LANES])]]);
        // λ³, Z θ², X λ².
        let left = mix(q, &point, &slope, [9, 2, 0, 3, 3, 3, 3, 3]);
        let right = factor(q, &places(q, &squares, [1, 0, 1, 5, 5, 5, 5, 5]));
        let cubes = sum(q, &[[&left, &right]], &[]);
        let cube = some(q, &cubes, [0, 0, 0, ZERO, ZERO, ZERO, ZERO, ZERO]);
        let other = some(q, &cubes, [1, 1, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO]);
        let x = some(q, &cubes, [2, 2, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO]);
        // H = λ³ + Z θ² - 2 X λ², and X λ² - H.
        let h = q.sub(&q.add(&cube, &other), &q.double(&x));
        let right = factor(q, &mix(q, &h, &q.sub(&x, &h), [0, 9, 2, 3, 3, 3, 3, 3]));
        // λ H, θ (X λ² - H) - λ³ Y, Z λ³.
        let left = mix(q, &slope, &point, [1, 0, 10, 11, 11, 11, 11, 11]);
        let y = some(q, &point, [ZERO, 1, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO]);
        let sum = sum(q, &[[&left, &right]], &[[&y, &places(q, &right, [2; LANES])]]);
        mix(q, &sum, &squares, [0, 1, 2, 11, 12, 10, 6, 7])
    }
}

impl<F: Spread, X: Xi> Packed<F, X> {
    /// The input of the second half of a doubling of `t`.
    pub(super) fn first_half(&self, t: &Complex<F>) -> Complex<F> {
        self.fp2().run(FirstHalf(self.fp2(), self.curve().twist, t))
    }

    /// `2 t` and its line, from the first half; `at` is the point of `G₁`.
    pub(super) fn second_half(&self, half: &Complex<F>, at: &Complex<F>) -> Complex<F> {
        self.fp2().run(SecondHalf(self.fp2(), half, at))
    }

    /// `t + p` and its line.
    pub(super) fn add(&self, t: &Complex<F>, p: &Complex<F>, at: &Complex<F>) -> Complex<F> {
        self.fp2().run(Add(self.fp2(), t, p, at))
    }
}
