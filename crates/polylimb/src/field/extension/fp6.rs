//! `F_p⁶ = F_p²[v]/(v³ - ξ)`.
//!
//! **Source.** Karatsuba's product as in `[Devegili2006]`; with postponed reductions as in
//! `[Aranha2011]`. The square: `[Chung2007]`, SQR2. **Cost** in `F_p²`: a product 6 products and 3
//! reductions (or 6 products), a square 2 products and 3 squares, an inverse 9 products, 3 squares
//! and one inverse.

use super::Quadratic;
use crate::field::{Field, Op, VartimeField};
use core::mem::MaybeUninit;

/// `Q[v]/(v³ - ξ)`. Elements are `[c₀, c₁, c₂]`, meaning `c₀ + c₁ v + c₂ v²`.
#[derive(Debug, Clone, Copy)]
pub struct Fp6<Q> {
    base: Q,
}

type El<Q> = [<Q as Field>::El; 3];
type Wide<Q> = [<Q as Field>::Wide; 3];

impl<Q: Quadratic> Fp6<Q> {
    /// The extension of `base`, in which `ξ` must be no cube.
    pub const fn new(base: Q) -> Self {
        Self { base }
    }

    /// `F_p²`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn base(&self) -> &Q {
        &self.base
    }

    /// `v a`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn mul_v(&self, a: &El<Q>) -> El<Q> {
        [self.base.mul_xi(&a[2]), a[0], a[1]]
    }

    /// `v a` of an unreduced `a`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn mul_v_wide(&self, a: &Wide<Q>) -> Wide<Q> {
        [self.base.mul_xi_wide(&a[2]), a[0], a[1]]
    }

    /// `a²` by 1 product, 4 squares and a halving (`[Chung2007]`, SQR3).
    pub fn sqr_by_sums(&self, a: &El<Q>) -> El<Q> {
        let f = &self.base;
        let outer = f.add(&a[0], &a[2]);
        let (sum, alternating) = (f.add(&outer, &a[1]), f.sub(&outer, &a[1]));
        let ([m12], [s0, s, t, s2]) =
            f.products([(&f.double(&a[1]), &a[2])], [&a[0], &sum, &alternating, &a[2]]);
        // a₀² + a₁² + a₂² + 2 a₀ a₂.
        let mean = f.halve(&f.add(&s, &t));
        [
            f.add(&s0, &f.mul_xi(&m12)),
            f.add(&f.sub(&f.sub(&s, &m12), &mean), &f.mul_xi(&s2)),
            f.sub(&f.sub(&mean, &s0), &s2),
        ]
    }

    /// `s a` for an element `s` of `F_p²`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn scale(&self, s: &Q::El, a: &El<Q>) -> El<Q> {
        let ([c0, c1, c2], []) = self.base.products([(s, &a[0]), (s, &a[1]), (s, &a[2])], []);
        [c0, c1, c2]
    }
}

/// The sums of two coefficients that Karatsuba's product multiplies: 1 and 2, 0 and 1, 0 and 2.
#[cfg_attr(not(debug_assertions), inline(always))]
fn sums<Q: Quadratic>(f: &Q, a: &El<Q>) -> El<Q> {
    [f.add(&a[1], &a[2]), f.add(&a[0], &a[1]), f.add(&a[0], &a[2])]
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn product_wide<Q: Quadratic>(f: &Q, a: &El<Q>, b: &El<Q>) -> Wide<Q> {
    let (s, t) = (sums(f, a), sums(f, b));
    let v = [f.mul_wide(&a[0], &b[0]), f.mul_wide(&a[1], &b[1]), f.mul_wide(&a[2], &b[2])];
    [
        f.add_wide(&v[0], &f.mul_xi_wide(&mixed(f, [&s[0], &t[0]], [&v[1], &v[2]]))),
        f.add_wide(&mixed(f, [&s[1], &t[1]], [&v[0], &v[1]]), &f.mul_xi_wide(&v[2])),
        f.add_wide(&mixed(f, [&s[2], &t[2]], [&v[0], &v[2]]), &v[1]),
    ]
}

/// `a_i b_j + a_j b_i`, from the sums and the products of the same coefficients. Not a closure: a
/// closure would not be inlined into a root.
#[cfg_attr(not(debug_assertions), inline(always))]
fn mixed<Q: Quadratic>(f: &Q, [s, t]: [&Q::El; 2], [v, w]: [&Q::Wide; 2]) -> Q::Wide {
    f.sub_wide(&f.sub_wide(&f.mul_wide(s, t), v), w)
}

/// The product with reduced products, all six independent.
#[cfg_attr(not(debug_assertions), inline(always))]
fn product_of_products<Q: Quadratic>(f: &Q, a: &El<Q>, b: &El<Q>) -> El<Q> {
    let (s, t) = (sums(f, a), sums(f, b));
    let pairs = [
        (&a[0], &b[0]),
        (&a[1], &b[1]),
        (&a[2], &b[2]),
        (&s[0], &t[0]),
        (&s[1], &t[1]),
        (&s[2], &t[2]),
    ];
    let ([v0, v1, v2, m12, m01, m02], []) = f.products(pairs, []);
    [
        f.add(&v0, &f.mul_xi(&f.sub(&f.sub(&m12, &v1), &v2))),
        f.add(&f.sub(&f.sub(&m01, &v0), &v1), &f.mul_xi(&v2)),
        f.add(&f.sub(&f.sub(&m02, &v0), &v2), &v1),
    ]
}

struct Product<'a, Q: Quadratic>(&'a Q, &'a El<Q>, &'a El<Q>);

impl<Q: Quadratic> Op for Product<'_, Q> {
    type Out = El<Q>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> El<Q> {
        let Self(f, a, b) = self;
        if Q::WIDE_TERMS == usize::MAX {
            let [r, s, t] = product_wide(f, a, b);
            [f.reduce(&r), f.reduce(&s), f.reduce(&t)]
        } else {
            product_of_products(f, a, b)
        }
    }
}

struct Square<'a, Q: Quadratic>(&'a Q, &'a El<Q>);

impl<Q: Quadratic> Op for Square<'_, Q> {
    type Out = El<Q>;

    /// With `s = (a₀ - a₁ + a₂)²`: `c₂ = s + 2 a₀ a₁ + 2 a₁ a₂ - a₀² - a₂²`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> El<Q> {
        let Self(f, a) = self;
        let alternating = f.add(&f.sub(&a[0], &a[1]), &a[2]);
        let twice = f.double(&a[1]);
        let ([m01, m12], [s0, s, s2]) =
            f.products([(&twice, &a[0]), (&twice, &a[2])], [&a[0], &alternating, &a[2]]);
        let c2 = f.sub(&f.sub(&f.add(&f.add(&s, &m01), &m12), &s0), &s2);
        [f.add(&s0, &f.mul_xi(&m12)), f.add(&m01, &f.mul_xi(&s2)), c2]
    }
}

#[inline(never)]
fn product<Q: Quadratic>(f: &Q, a: &El<Q>, b: &El<Q>) -> El<Q> {
    f.run(Product(f, a, b))
}

#[inline(never)]
fn wide<Q: Quadratic>(f: &Q, a: &El<Q>, b: &El<Q>) -> Wide<Q> {
    struct Unreduced<'a, Q: Quadratic>(&'a Q, &'a El<Q>, &'a El<Q>);
    impl<Q: Quadratic> Op for Unreduced<'_, Q> {
        type Out = Wide<Q>;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn call(self) -> Wide<Q> {
            product_wide(self.0, self.1, self.2)
        }
    }
    f.run(Unreduced(f, a, b))
}

#[inline(never)]
fn square<Q: Quadratic>(f: &Q, a: &El<Q>) -> El<Q> {
    f.run(Square(f, a))
}

struct Inverse<'a, Q: Quadratic>(&'a Fp6<Q>, &'a El<Q>);

impl<Q: Quadratic> Op for Inverse<'_, Q> {
    type Out = El<Q>;

    /// By the adjoint: with `t₀ = a₀² - ξ a₁ a₂`, `t₁ = ξ a₂² - a₀ a₁`, `t₂ = a₁² - a₀ a₂`, the
    /// norm is `a₀ t₀ + ξ (a₂ t₁ + a₁ t₂)`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> El<Q> {
        let Self(over, a) = self;
        let f = &over.base;
        let ([m01, m02, m12], [s0, s1, s2]) =
            f.products([(&a[0], &a[1]), (&a[0], &a[2]), (&a[1], &a[2])], [&a[0], &a[1], &a[2]]);
        let t = [f.sub(&s0, &f.mul_xi(&m12)), f.sub(&f.mul_xi(&s2), &m01), f.sub(&s1, &m02)];
        let ([n0, n1, n2], []) = f.products([(&a[0], &t[0]), (&a[2], &t[1]), (&a[1], &t[2])], []);
        let norm = f.add(&n0, &f.mul_xi(&f.add(&n1, &n2)));
        over.scale(&f.inv0(&norm), &t)
    }
}

#[inline(never)]
fn inverse<Q: Quadratic>(f: &Fp6<Q>, a: &El<Q>) -> El<Q> {
    f.run(Inverse(f, a))
}

impl<Q: Quadratic> Field for Fp6<Q> {
    type El = El<Q>;
    type Mask = Q::Mask;
    type Wide = Wide<Q>;
    const WIDE_TERMS: usize = Q::WIDE_TERMS;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn zero(&self) -> El<Q> {
        [self.base.zero(); 3]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn one(&self) -> El<Q> {
        [self.base.one(), self.base.zero(), self.base.zero()]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn small(&self, n: u32) -> El<Q> {
        [self.base.small(n), self.base.zero(), self.base.zero()]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mul_into<'r>(&self, r: &'r mut MaybeUninit<El<Q>>, a: &El<Q>, b: &El<Q>) -> &'r mut El<Q> {
        r.write(product(&self.base, a, b))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sqr_into<'r>(&self, r: &'r mut MaybeUninit<El<Q>>, a: &El<Q>) -> &'r mut El<Q> {
        r.write(square(&self.base, a))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add(&self, a: &El<Q>, b: &El<Q>) -> El<Q> {
        [self.base.add(&a[0], &b[0]), self.base.add(&a[1], &b[1]), self.base.add(&a[2], &b[2])]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sub(&self, a: &El<Q>, b: &El<Q>) -> El<Q> {
        [self.base.sub(&a[0], &b[0]), self.base.sub(&a[1], &b[1]), self.base.sub(&a[2], &b[2])]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neg(&self, a: &El<Q>) -> El<Q> {
        [self.base.neg(&a[0]), self.base.neg(&a[1]), self.base.neg(&a[2])]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn double(&self, a: &El<Q>) -> El<Q> {
        [self.base.double(&a[0]), self.base.double(&a[1]), self.base.double(&a[2])]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle(&self, a: &El<Q>) -> El<Q> {
        [self.base.settle(&a[0]), self.base.settle(&a[1]), self.base.settle(&a[2])]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn halve(&self, a: &El<Q>) -> El<Q> {
        [self.base.halve(&a[0]), self.base.halve(&a[1]), self.base.halve(&a[2])]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inv0(&self, a: &El<Q>) -> El<Q> {
        inverse(self, a)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn equal(&self, a: &El<Q>, b: &El<Q>) -> Q::Mask {
        let same = |i: usize| self.base.equal(&a[i], &b[i]);
        same(0) & same(1) & same(2)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn select(&self, condition: Q::Mask, if_true: &El<Q>, if_false: &El<Q>) -> El<Q> {
        [
            self.base.select(condition, &if_true[0], &if_false[0]),
            self.base.select(condition, &if_true[1], &if_false[1]),
            self.base.select(condition, &if_true[2], &if_false[2]),
        ]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mul_wide(&self, a: &El<Q>, b: &El<Q>) -> Wide<Q> {
        if Q::WIDE_TERMS == usize::MAX {
            return wide(&self.base, a, b);
        }
        // A product of one term: reduced, then made wide again.
        self.mul(a, b).map(|c| self.base.mul_wide(&c, &self.base.one()))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add_wide(&self, a: &Wide<Q>, b: &Wide<Q>) -> Wide<Q> {
        [
            self.base.add_wide(&a[0], &b[0]),
            self.base.add_wide(&a[1], &b[1]),
            self.base.add_wide(&a[2], &b[2]),
        ]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sub_wide(&self, a: &Wide<Q>, b: &Wide<Q>) -> Wide<Q> {
        [
            self.base.sub_wide(&a[0], &b[0]),
            self.base.sub_wide(&a[1], &b[1]),
            self.base.sub_wide(&a[2], &b[2]),
        ]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle_wide(&self, a: &Wide<Q>) -> Wide<Q> {
        let settle = |i: usize| self.base.settle_wide(&a[i]);
        [settle(0), settle(1), settle(2)]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reduce(&self, a: &Wide<Q>) -> El<Q> {
        let r = [self.base.reduce(&a[0]), self.base.reduce(&a[1]), self.base.reduce(&a[2])];
        if Q::LARGE_XI { self.settle(&r) } else { r }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run<O: Op>(&self, op: O) -> O::Out {
        self.base.run(op)
    }
}

impl<Q: Quadratic + VartimeField> VartimeField for Fp6<Q> {}
