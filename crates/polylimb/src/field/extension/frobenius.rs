//! The Frobenius map `a -> a^p` and its powers on `F_p¹²` and on the twist.
//!
//! `w^p = γ w` with `γ = ξ^((p-1)/6)`, and `w⁶ = ξ`; so the coefficient of `w^i` is conjugated and
//! multiplied by `γ^i`. **Cost** in `F_p²`: 5 products; the square of the map takes 10 products of
//! `F_p`, because its constants lie in `F_p`.

use super::fp12::{El, Fp12};
use super::quadratic::Quadratic;
use crate::field::square_root::power_vartime;
use crate::limb::Word;

/// The constants of the Frobenius map and its square and cube.
#[derive(Debug, Clone, Copy)]
pub struct Frobenius<E> {
    /// `w^(i (p^n - 1))` at `[n - 1][i]`.
    constants: [[E; 6]; 3],
}

impl<E: Copy> Frobenius<E> {
    /// The constants of this tower; `sixth` is the public number `(p - 1)/6`.
    pub fn new<Q: Quadratic<El = E>>(q: &Q, sixth: &[Word]) -> Self {
        let gamma = power_vartime(q, &q.mul_xi(&q.one()), sixth);
        let mut power = q.one();
        let once = core::array::from_fn(|i| {
            if i > 0 {
                power = q.mul(&power, &gamma);
            }
            power
        });
        // w^(p^n - 1) = (w^(p^(n-1) - 1))^p w^(p - 1).
        let next =
            |before: &[E; 6]| core::array::from_fn(|i| q.mul(&q.conjugate(&before[i]), &once[i]));
        let twice = next(&once);
        let constants = [once, twice, next(&twice)];
        Self { constants }
    }

    /// `w^(i (p^n - 1))` for `n` from 1 to 3 and `i` below 6.
    pub const fn constant(&self, n: usize, i: usize) -> &E {
        &self.constants[n - 1][i]
    }
}

impl<Q: Quadratic> Fp12<Q> {
    /// `a^(p^n)` for `n` from 1 to 3.
    pub fn frobenius(&self, frobenius: &Frobenius<Q::El>, a: &El<Q>, n: usize) -> El<Q> {
        let q = self.fp2();
        core::array::from_fn(|i| {
            core::array::from_fn(|j| {
                let c = if n % 2 == 1 { q.conjugate(&a[i][j]) } else { a[i][j] };
                // v = w².
                match (2 * j + i, n) {
                    (0, _) => c,
                    // The constants of the square lie in F_p.
                    (place, 2) => q.scale(&q.coefficients(frobenius.constant(2, place))[0], &c),
                    (place, _) => q.mul_constant(frobenius.constant(n, place), &c),
                }
            })
        })
    }
}
