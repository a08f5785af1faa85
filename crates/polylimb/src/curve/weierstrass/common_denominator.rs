//! The odd multiples of a point over one denominator: affine points of an isomorphic curve, without
//! an inversion.
//!
//! **Source.** `[Meloni2007]` (additions of points with the same `Z`); `[Hutter2011]` for the
//! doubling; one `Z` for a whole table: `[Dahmen2007]`. **Idea.** A doubling of an affine point
//! also gives the point itself over the new denominator, and an addition over one denominator also
//! gives an operand over the sum's denominator. Products of the factors between the denominators
//! bring all multiples to the last denominator. `(X, Y)` over `Z` is then the affine point of
//! `y² = x³ + a Z⁴ x + b Z⁶`. **Cost** for `N` multiples: 1M + 5S, then 9M + 3S each. **Domain.**
//! Points of order above `2 N`. **Constant time.**

use super::JacobianPoint;
use crate::curve::{AffinePoint, Coefficient, Curve};
use crate::field::Field;
use zeroize::Zeroize;

/// `P, 3 P, …, (2 N - 1) P` over the denominator `z`.
pub(crate) struct CommonDenominator<F: Field, const N: usize> {
    /// `X` and `Y` of each multiple.
    pub(crate) entries: [[F::El; 2]; N],
    /// The common `Z`.
    pub(crate) z: F::El,
}

/// The sum of two points over one denominator, over `h` times that denominator; brings `moved` to
/// the new denominator, too. `h` is not 0.
#[cfg_attr(not(debug_assertions), inline(always))]
fn add_moving<F: Field>(f: &F, moved: &mut [F::El; 2], other: &[F::El; 2]) -> ([F::El; 2], F::El) {
    let h = f.sub(&moved[0], &other[0]);
    let r = f.sub(&moved[1], &other[1]);
    let ([], [hh, rr]) = f.products([], [&h, &r]);
    let ([w1, w2], []) = f.products([(&moved[0], &hh), (&other[0], &hh)], []);
    let x = f.sub(&f.sub(&rr, &w1), &w2);
    let (step, back) = (f.sub(&w1, &w2), f.sub(&w1, &x));
    let ([a1, t], []) = f.products([(&moved[1], &step), (&r, &back)], []);
    *moved = [w1, a1];
    ([x, f.sub(&t, &a1)], h)
}

impl<F: Field, const N: usize> CommonDenominator<F, N> {
    /// The multiples of `p`, which is not neutral.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(c: &Curve<F>, p: &AffinePoint<F>) -> Self {
        let f = &c.field;
        // 2 P and P over the denominator 2 y.
        let ([], [xx, yy]) = f.products([], [&p.x, &p.y]);
        let ([xyy], [yyyy]) = f.products([(&p.x, &yy)], [&yy]);
        let s = f.double(&f.double(&xyy));
        let eighth = f.double(&f.double(&f.double(&yyyy)));
        let triple = f.add(&f.double(&xx), &xx);
        let slope = if c.shape == Coefficient::Zero { triple } else { f.add(&triple, &c.a) };
        let x = f.sub(&f.sqr(&slope), &f.double(&s));
        let y = f.sub(&f.mul(&slope, &f.sub(&s, &x)), &eighth);
        let mut twice = [x, y];
        let mut entries = [[s, eighth]; N];
        // The factors from each multiple's denominator to the next.
        let mut factors = [f.one(); N];
        for i in 1..N {
            (entries[i], factors[i - 1]) = add_moving(f, &mut twice, &entries[i - 1]);
        }
        let mut factor = f.one();
        for i in (0..N - 1).rev() {
            factor = f.mul(&factor, &factors[i]);
            let square = f.sqr(&factor);
            let [x, y] = &mut entries[i];
            let cube = f.mul(&square, &factor);
            (*x, *y) = (f.mul(x, &square), f.mul(y, &cube));
        }
        let z = f.mul(&f.double(&p.y), &factor);
        factors.zeroize();
        Self { entries, z }
    }
}

impl<F: Field, const N: usize> Drop for CommonDenominator<F, N> {
    fn drop(&mut self) {
        self.entries.zeroize();
        self.z.zeroize();
    }
}

/// `2^times p`, `times > 0`, on the curve with the coefficient `a`, 0 for `None`; carries `a Z⁴`
/// and `2 Y`.
///
/// **Source.** `[Itoh1999]`; `[Hankerson2004]`, Algorithm 3.23, for any `a`. **Cost.** `t`
/// doublings `4 t M + (4 t + 2) S`, for a = 0 `3 t M + 4 t S`. Correct for every point. **Constant
/// time.**
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn double_times<F: Field>(
    f: &F,
    a: Option<&F::El>,
    p: &JacobianPoint<F::El>,
    times: usize,
) -> JacobianPoint<F::El> {
    let JacobianPoint { mut x, y, mut z } = *p;
    let mut y = f.double(&y);
    let mut azzzz = a.map(|a| f.mul(a, &f.sqr(&f.sqr(&z))));
    if let Some(azzzz) = azzzz {
        let mut point = [x, y, z, azzzz];
        if f.double_times(&mut point, times) {
            return JacobianPoint { x: point[0], y: f.halve(&point[1]), z: point[2] };
        }
    }
    // The order puts an independent product between two that depend on each other.
    for i in 1..=times {
        let ([], [xx, yy]) = f.products([], [&x, &y]);
        let slope = match &azzzz {
            Some(azzzz) => f.triple_add(&xx, azzzz),
            None => f.add(&f.double(&xx), &xx),
        };
        z = f.mul(&y, &z);
        let ([xyy], [square, yyyy]) = f.products([(&x, &yy)], [&slope, &yy]);
        x = f.sub_double(&square, &xyy);
        if let Some(azzzz) = azzzz.as_mut().filter(|_| i < times) {
            f.mul_assign(azzzz, &yyyy);
        }
        let t = f.mul(&slope, &f.sub(&xyy, &x));
        y = f.double_sub(&t, &yyyy);
    }
    JacobianPoint { x, y: f.halve(&y), z }
}
