//! Lines: elements of `F_p¹²` with half of their coefficients 0, and the products with them.
//!
//! A line through points of the twist has three coefficients of `F_p²`. On a twist of type D they
//! are the coefficients of `1`, `w`, `v w`; on a twist of type M of `1`, `v`, `v w`. **Source.**
//! The counts are from `[Cuiman2019]`, section VI. **Cost** in `F_p²`: an element times a line 13
//! products, not 18, and 6 reductions; a line times a line 6.

use super::Quadratic;
use super::fp6::Fp6;
use super::fp12::{El, Fp12, Six};
use crate::field::{Field, Op};
use zeroize::Zeroize;

/// A line of a twist of type `D` or `M`: its three coefficients, in the order of their places.
#[derive(Debug, Clone, Copy)]
pub enum Line<E> {
    /// `c₀ + c₁ w + c₂ v w`.
    D([E; 3]),
    /// `c₀ + c₁ v + c₂ v w`.
    M([E; 3]),
}

impl<E: Zeroize> Zeroize for Line<E> {
    fn zeroize(&mut self) {
        match self {
            Self::D(c) | Self::M(c) => c.zeroize(),
        }
    }
}

/// `(b₀ + b₁ v) a`: 5 products, as Karatsuba's with `b₂ = 0`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn by_two<Q: Quadratic>(f: &Fp6<Q>, a: &Six<Q>, b: [&Q::El; 2]) -> Six<Q> {
    let q = f.base();
    let (sum, total) = (q.add(&a[0], &a[1]), q.add(b[0], b[1]));
    let pairs = [(&a[0], b[0]), (&a[1], b[1]), (&sum, &total), (&a[2], b[1]), (&a[2], b[0])];
    let ([v0, v1, m01, m21, m20], []) = q.products(pairs, []);
    [q.add(&v0, &q.mul_xi(&m21)), q.sub(&q.sub(&m01, &v0), &v1), q.add(&m20, &v1)]
}

/// The half of `a` that meets one coefficient of the line and the half that meets two, these
/// coefficients, and the two that the sum of both halves meets. One formula serves both twists.
#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::type_complexity, reason = "the operands of three products")]
fn halves<'a, Q: Quadratic>(
    q: &Q,
    a: &'a El<Q>,
    line: &'a Line<Q::El>,
) -> ([&'a Six<Q>; 2], &'a Q::El, [&'a Q::El; 2], [Q::El; 2]) {
    match line {
        Line::D([c0, c1, c2]) => ([&a[0], &a[1]], c0, [c1, c2], [q.add(c0, c1), *c2]),
        Line::M([c0, c1, c2]) => ([&a[1], &a[0]], c2, [c0, c1], [*c0, q.add(c1, c2)]),
    }
}

type Wide<Q> = [<Q as Field>::Wide; 3];

/// [`by_two`], unreduced.
#[cfg_attr(not(debug_assertions), inline(always))]
fn by_two_wide<Q: Quadratic>(q: &Q, a: &Six<Q>, b: [&Q::El; 2]) -> Wide<Q> {
    let (v0, v1) = (q.mul_wide(&a[0], b[0]), q.mul_wide(&a[1], b[1]));
    let m01 = q.mul_wide(&q.add(&a[0], &a[1]), &q.add(b[0], b[1]));
    let (m20, m21) = (q.mul_wide(&a[2], b[0]), q.mul_wide(&a[2], b[1]));
    [
        q.add_wide(&v0, &q.mul_xi_wide(&m21)),
        q.sub_wide(&q.sub_wide(&m01, &v0), &v1),
        q.add_wide(&m20, &v1),
    ]
}

/// `b a`, unreduced.
#[cfg_attr(not(debug_assertions), inline(always))]
fn scale_wide<Q: Quadratic>(q: &Q, a: &Six<Q>, b: &Q::El) -> Wide<Q> {
    [q.mul_wide(b, &a[0]), q.mul_wide(b, &a[1]), q.mul_wide(b, &a[2])]
}

/// An element times a line by 6 reductions.
#[cfg_attr(not(debug_assertions), inline(always))]
fn product_wide<Q: Quadratic>(f: &Fp6<Q>, a: &El<Q>, line: &Line<Q::El>) -> El<Q> {
    let (q, sum) = (f.base(), f.add(&a[0], &a[1]));
    let ([scaled, other], scale, two, both) = halves(q, a, line);
    let scaled = scale_wide(q, scaled, scale);
    let other = by_two_wide(q, other, two);
    let cross = by_two_wide(q, &sum, [&both[0], &both[1]]);
    let shifted;
    let (low, high) = match line {
        Line::D(_) => (&scaled, &other),
        Line::M(_) => {
            shifted = f.mul_v_wide(&scaled);
            (&other, &shifted)
        }
    };
    [
        f.reduce(&f.add_wide(low, &f.mul_v_wide(high))),
        f.reduce(&f.sub_wide(&f.sub_wide(&cross, low), high)),
    ]
}

struct Product<'a, Q: Quadratic>(&'a Fp6<Q>, &'a El<Q>, &'a Line<Q::El>);

impl<Q: Quadratic> Op for Product<'_, Q> {
    type Out = El<Q>;

    /// Karatsuba's product over `F_p⁶`: 3 and 5 products for the halves, 5 for the sums.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> El<Q> {
        let Self(f, a, line) = self;
        if Q::WIDE_TERMS == usize::MAX {
            return product_wide(f, a, line);
        }
        let sum = f.add(&a[0], &a[1]);
        let ([scaled, other], scale, two, both) = halves(f.base(), a, line);
        let scaled = f.scale(scale, scaled);
        let other = by_two(f, other, two);
        let cross = by_two(f, &sum, [&both[0], &both[1]]);
        let shifted;
        let (low, high) = match line {
            Line::D(_) => (&scaled, &other),
            Line::M(_) => {
                shifted = f.mul_v(&scaled);
                (&other, &shifted)
            }
        };
        [f.settle(&f.add(low, &f.mul_v(high))), f.settle(&f.sub(&f.sub(&cross, low), high))]
    }
}

#[inline(never)]
fn product<Q: Quadratic>(f: &Fp6<Q>, a: &El<Q>, line: &Line<Q::El>) -> El<Q> {
    f.run(Product(f, a, line))
}

impl<Q: Quadratic> Fp12<Q> {
    /// `a` times a line.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn mul_line(&self, a: &El<Q>, line: &Line<Q::El>) -> El<Q> {
        product(self.base(), a, line)
    }

    /// The line as an element.
    pub fn from_line(&self, line: &Line<Q::El>) -> El<Q> {
        let zero = self.fp2().zero();
        match line {
            Line::D([c0, c1, c2]) => [[*c0, zero, zero], [*c1, *c2, zero]],
            Line::M([c0, c1, c2]) => [[*c0, *c1, zero], [zero, *c2, zero]],
        }
    }
}
