//! Products, squares and inverses.
//!
//! Coefficient `k` of `a b` is the sum of `a_(k-j) b_j`, with `ξ a_(k-j+6)` where `j` exceeds `k`.
//! Squares of the cyclotomic subgroup: `[Granger2010]`. For the inverse, `a` times its conjugate is
//! an element `n` of `F_p⁶`, whose inverse is its adjoint over its norm (`field/extension/fp6.rs`).

use super::{Apart, Packed, ZERO, factor, mix, places, some, sum, times_xi};
use crate::field::extension::Xi;
use crate::field::lanes::{Complex, LANES, Spread};
use crate::field::{Field, Op};
use crate::pairing::Twist;

/// The coefficients of `a w^j` from the coefficients of `a` and, from 8 on, of `ξ a`.
const fn moved(j: u8) -> [u8; LANES] {
    let (mut from, mut k) = ([6; LANES], 0);
    while k < 6 {
        from[k as usize] = if k < j { 8 + 6 + k - j } else { k - j };
        k += 1;
    }
    from
}

struct Product<'a, F: Spread, X>(&'a Apart<F, X>, &'a Complex<F>, &'a Complex<F>);

impl<F: Spread, X: Xi> Op for Product<'_, F, X> {
    type Out = Complex<F>;

    #[inline(always)]
    fn call(self) -> Complex<F> {
        let Self(q, a, b) = self;
        let xi = times_xi(q, a);
        macro_rules! term {
            ($j:literal) => {
                [&mix(q, a, &xi, const { moved($j) }), &places(q, b, [$j; LANES])]
            };
        }
        let sum = sum(q, &[term!(0), term!(1), term!(2), term!(3), term!(4), term!(5)], &[]);
        q.settle(&sum)
    }
}

/// An element times a line, whose coefficients of `y_P`, `x_P` and 1 are in lanes 3 to 5.
struct ByLine<'a, F: Spread, X>(&'a Apart<F, X>, Twist, &'a Complex<F>, &'a Complex<F>);

impl<F: Spread, X: Xi> Op for ByLine<'_, F, X> {
    type Out = Complex<F>;

    #[inline(always)]
    fn call(self) -> Complex<F> {
        let Self(q, twist, a, line) = self;
        let (xi, line) = (times_xi(q, a), factor(q, line));
        let (at_y, at_x) = (places(q, &line, [3; LANES]), places(q, &line, [4; LANES]));
        let (rest, third) = (places(q, &line, [5; LANES]), mix(q, a, &xi, const { moved(3) }));
        // Which twist it is, is public.
        let (first, place, last) = match twist {
            Twist::D => (&at_y, mix(q, a, &xi, const { moved(1) }), &rest),
            Twist::M => (&rest, mix(q, a, &xi, const { moved(2) }), &at_y),
        };
        q.settle(&sum(q, &[[a, first], [&place, &at_x], [&third, last]], &[]))
    }
}

/// A line as an element.
struct Line<'a, F: Spread, X>(&'a Apart<F, X>, Twist, &'a Complex<F>);

impl<F: Spread, X: Xi> Op for Line<'_, F, X> {
    type Out = Complex<F>;

    #[inline(always)]
    fn call(self) -> Complex<F> {
        let Self(q, twist, line) = self;
        q.settle(&match twist {
            Twist::D => some(q, line, [3, 4, 8, 5, 8, 8, 8, 8]),
            Twist::M => some(q, line, [5, 8, 4, 3, 8, 8, 8, 8]),
        })
    }
}

struct Square<'a, F: Spread, X>(&'a Apart<F, X>, &'a Complex<F>);

impl<F: Spread, X: Xi> Op for Square<'_, F, X> {
    type Out = Complex<F>;

    /// Each of the 21 products `a_i a_j` once; the even coefficients are sums of four, the odd of
    /// three.
    #[inline(always)]
    fn call(self) -> Complex<F> {
        let Self(q, a) = self;
        let (twice, xi) = (factor(q, &q.double(a)), times_xi(q, a));
        // Lanes from 8 on belong to 2a and ξa; 6 and 7 are 0.
        let first = [&mix(q, a, &twice, [0, 8, 8, 8, 8, 8, 6, 7]), a];
        let second = [
            &places(q, &twice, [1, 2, 3, 4, 1, 1, 6, 7]),
            &mix(q, a, &xi, [13, 13, 13, 13, 3, 4, 6, 7]),
        ];
        let third = [
            &mix(q, a, &twice, [10, 11, 4, 9, 2, 10, 6, 7]),
            &mix(q, a, &xi, [12, 12, 12, 2, 2, 3, 6, 7]),
        ];
        let fourth =
            [&places(q, a, [3, 6, 1, 6, 5, 6, 6, 7]), &mix(q, a, &xi, [11, 6, 1, 6, 13, 6, 6, 7])];
        q.settle(&sum(q, &[first, second, third, fourth], &[]))
    }
}

struct CyclotomicSquare<'a, F: Spread, X>(&'a Apart<F, X>, &'a Complex<F>);

impl<F: Spread, X: Xi> Op for CyclotomicSquare<'_, F, X> {
    type Out = Complex<F>;

    /// `3 (c₀² + ξ c₃²) - 2 c₀`, `3 (c₁² + ξ c₄²) - 2 c₂`, `3 (c₂² + ξ c₅²) - 2 c₄` in the even
    /// lanes; in the odd ones `6 ξ c₂ c₅ + 2 c₁`, `6 c₀ c₃ + 2 c₃`, `6 c₁ c₄ + 2 c₅`.
    #[inline(always)]
    fn call(self) -> Complex<F> {
        let Self(q, a) = self;
        let xi = times_xi(q, a);
        let first =
            [&places(q, a, [0, 2, 1, 0, 2, 1, 6, 7]), &mix(q, a, &xi, [0, 13, 1, 3, 2, 4, 6, 7])];
        let second = [
            &places(q, a, [3, 2, 4, 0, 5, 1, 6, 7]),
            &mix(q, a, &xi, [11, 13, 12, 3, 13, 4, 6, 7]),
        ];
        let t = sum(q, &[first, second], &[]);
        let signed = mix(q, a, &q.neg(a), [8, 1, 10, 3, 12, 5, 6, 7]);
        q.settle(&q.add(&q.double(&q.add(&t, &signed)), &t))
    }
}

/// The adjoint of `n₀ + n₁ v + n₂ v²` in the even lanes, and the norm in all lanes.
struct Adjoint<'a, F: Spread, X>(&'a Apart<F, X>, &'a Complex<F>);

impl<F: Spread, X: Xi> Op for Adjoint<'_, F, X> {
    type Out = [Complex<F>; 2];

    /// `n₀² - ξ n₁ n₂`, `ξ n₂² - n₀ n₁`, `n₁² - n₀ n₂`.
    #[inline(always)]
    fn call(self) -> [Complex<F>; 2] {
        let Self(q, n) = self;
        let xi = times_xi(q, n);
        let squares =
            [&mix(q, n, &xi, [0, 6, 12, 6, 2, 6, 6, 6]), &places(q, n, [0, 6, 4, 6, 2, 6, 6, 6])];
        let mixed =
            [&mix(q, n, &xi, [10, 6, 0, 6, 0, 6, 6, 6]), &places(q, n, [4, 6, 2, 6, 4, 6, 6, 6])];
        let adjoint = q.settle(&sum(q, &[squares], &[mixed]));
        let first = [&places(q, n, [0; LANES]), &places(q, &adjoint, [0; LANES])];
        let second = [&places(q, &xi, [4; LANES]), &places(q, &adjoint, [2; LANES])];
        let third = [&places(q, &xi, [2; LANES]), &places(q, &adjoint, [4; LANES])];
        [adjoint, q.settle(&sum(q, &[first, second, third], &[]))]
    }
}

struct Times<'a, F: Spread, X>(&'a Apart<F, X>, &'a Complex<F>, &'a Complex<F>);

impl<F: Spread, X: Xi> Op for Times<'_, F, X> {
    type Out = Complex<F>;

    /// Lane by lane, in the even lanes.
    #[inline(always)]
    fn call(self) -> Complex<F> {
        let Self(q, a, b) = self;
        let a = some(q, a, [0, ZERO, 2, ZERO, 4, ZERO, ZERO, ZERO]);
        q.settle(&sum(q, &[[&a, &factor(q, b)]], &[]))
    }
}

impl<F: Spread, X: Xi> Packed<F, X> {
    /// `a b`.
    pub fn mul(&self, a: &Complex<F>, b: &Complex<F>) -> Complex<F> {
        self.fp2().run(Product(self.fp2(), a, b))
    }

    /// `a` times a line.
    pub(super) fn mul_line(&self, a: &Complex<F>, line: &Complex<F>) -> Complex<F> {
        self.fp2().run(ByLine(self.fp2(), self.curve().twist, a, line))
    }

    /// The line as an element.
    pub(super) fn line(&self, line: &Complex<F>) -> Complex<F> {
        self.fp2().run(Line(self.fp2(), self.curve().twist, line))
    }

    /// `a²`.
    pub fn sqr(&self, a: &Complex<F>) -> Complex<F> {
        self.fp2().run(Square(self.fp2(), a))
    }

    /// `a²` for `a` in the cyclotomic subgroup.
    pub fn cyclotomic_sqr(&self, a: &Complex<F>) -> Complex<F> {
        self.fp2().run(CyclotomicSquare(self.fp2(), a))
    }

    /// `1 / a`, and 0 for 0.
    pub fn inv0(&self, a: &Complex<F>) -> Complex<F> {
        let conjugate = self.conjugate(a);
        self.mul(&conjugate, &self.inverse_norm(&self.mul(a, &conjugate)))
    }

    /// `a^(p⁶ - 1)`: the conjugate over `a`.
    pub(super) fn over_conjugate(&self, a: &Complex<F>) -> Complex<F> {
        let conjugate = self.conjugate(a);
        self.mul(&self.sqr(&conjugate), &self.inverse_norm(&self.mul(a, &conjugate)))
    }

    /// The inverse of an element of `F_p⁶`.
    fn inverse_norm(&self, n: &Complex<F>) -> Complex<F> {
        let q = self.fp2();
        let [adjoint, norm] = q.run(Adjoint(q, n));
        q.run(Times(q, &adjoint, &q.inv0(&norm)))
    }
}
