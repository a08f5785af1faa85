//! Squares: of any element, and of one in the cyclotomic subgroup `[Granger2010]`.

use super::{Apart, Packed, factor, mix, places, sum, times_xi};
use crate::field::lanes::{Complex, Spread};
use crate::field::{Field, Op};

struct Square<'a, F: Spread>(&'a Apart<F>, &'a Complex<F>);

impl<F: Spread> Op for Square<'_, F> {
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

struct CyclotomicSquare<'a, F: Spread>(&'a Apart<F>, &'a Complex<F>);

impl<F: Spread> Op for CyclotomicSquare<'_, F> {
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

impl<F: Spread> Packed<F> {
    /// `a²`.
    pub fn sqr(&self, a: &Complex<F>) -> Complex<F> {
        self.fp2().run(Square(self.fp2(), a))
    }

    /// `a²` for `a` in the cyclotomic subgroup.
    pub fn cyclotomic_sqr(&self, a: &Complex<F>) -> Complex<F> {
        self.fp2().run(CyclotomicSquare(self.fp2(), a))
    }
}
