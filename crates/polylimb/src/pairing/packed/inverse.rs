//! The inverse: `a` times its conjugate is an element `n` of `F_p⁶`, whose inverse is its adjoint
//! over its norm (`field/extension/fp6.rs`).

use super::{Apart, Packed, ZERO, factor, mix, places, some, sum, times_xi};
use crate::field::lanes::{Complex, LANES, Spread};
use crate::field::{Field, Op};

/// The adjoint of `n₀ + n₁ v + n₂ v²` in the even lanes, and the norm in all lanes.
struct Adjoint<'a, F: Spread>(&'a Apart<F>, &'a Complex<F>);

impl<F: Spread> Op for Adjoint<'_, F> {
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

struct Times<'a, F: Spread>(&'a Apart<F>, &'a Complex<F>, &'a Complex<F>);

impl<F: Spread> Op for Times<'_, F> {
    type Out = Complex<F>;

    /// Lane by lane, in the even lanes.
    #[inline(always)]
    fn call(self) -> Complex<F> {
        let Self(q, a, b) = self;
        let a = some(q, a, [0, ZERO, 2, ZERO, 4, ZERO, ZERO, ZERO]);
        q.settle(&sum(q, &[[&a, &factor(q, b)]], &[]))
    }
}

impl<F: Spread> Packed<F> {
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
