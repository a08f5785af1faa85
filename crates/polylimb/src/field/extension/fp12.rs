//! `F_p¹² = F_p⁶[w]/(w² - v)`.
//!
//! **Source.** Karatsuba's product with postponed reductions: `[Aranha2011]`; the complex square:
//! `[Devegili2006]`. **Cost** in `F_p²`: a product 18 products and 6 reductions, a square 12
//! products, an inverse 25 products and squares and one inverse.

use super::Quadratic;
use super::fp6::Fp6;
use crate::field::{Field, Op, VartimeField, wide_values_are_elements};
use core::mem::MaybeUninit;

/// `Fp6<Q>[w]/(w² - v)`. Elements are `[c₀, c₁]`, meaning `c₀ + c₁ w`.
#[derive(Debug, Clone, Copy)]
pub struct Fp12<Q> {
    base: Fp6<Q>,
}

pub(super) type Six<Q> = [<Q as Field>::El; 3];
pub(super) type El<Q> = [Six<Q>; 2];
type Wide<Q> = [[<Q as Field>::Wide; 3]; 2];

impl<Q: Quadratic> Fp12<Q> {
    /// The tower over `F_p²`.
    pub const fn new(base: Q) -> Self {
        Self { base: Fp6::new(base) }
    }

    /// `F_p⁶`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn base(&self) -> &Fp6<Q> {
        &self.base
    }

    /// `F_p²`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn fp2(&self) -> &Q {
        self.base.base()
    }

    /// `c₀ - c₁ w`, which is `a^(p⁶)`: the inverse of an element of norm 1.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn conjugate(&self, a: &El<Q>) -> El<Q> {
        [a[0], self.base.neg(&a[1])]
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn product_wide<Q: Quadratic>(f: &Fp6<Q>, a: &El<Q>, b: &El<Q>) -> Wide<Q> {
    let low = f.settle_wide(&f.mul_wide(&a[0], &b[0]));
    let high = f.mul_wide(&a[1], &b[1]);
    let cross = f.mul_wide(&f.add(&a[0], &a[1]), &f.add(&b[0], &b[1]));
    [f.add_wide(&low, &f.mul_v_wide(&high)), f.sub_wide(&f.sub_wide(&cross, &low), &high)]
}

struct Product<'a, Q: Quadratic>(&'a Fp6<Q>, &'a El<Q>, &'a El<Q>);

impl<Q: Quadratic> Op for Product<'_, Q> {
    type Out = El<Q>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> El<Q> {
        let Self(f, a, b) = self;
        if Q::WIDE_TERMS == usize::MAX {
            let [r, s] = product_wide(f, a, b);
            return [f.reduce(&r), f.reduce(&s)];
        }
        let low = f.mul(&a[0], &b[0]);
        let high = f.mul(&a[1], &b[1]);
        let cross = f.mul(&f.add(&a[0], &a[1]), &f.add(&b[0], &b[1]));
        [f.add(&low, &f.mul_v(&high)), f.sub(&f.sub(&cross, &low), &high)]
    }
}

struct Square<'a, Q: Quadratic>(&'a Fp6<Q>, &'a El<Q>);

impl<Q: Quadratic> Op for Square<'_, Q> {
    type Out = El<Q>;

    /// With `t = a₀ a₁`: `(a₀ + a₁)(a₀ + v a₁) - t - v t` and `2 t`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> El<Q> {
        let Self(f, a) = self;
        let t = f.mul(&a[0], &a[1]);
        let product = f.mul(&f.add(&a[0], &a[1]), &f.add(&a[0], &f.mul_v(&a[1])));
        [f.settle(&f.sub(&f.sub(&product, &t), &f.mul_v(&t))), f.settle(&f.double(&t))]
    }
}

#[inline(never)]
fn product<Q: Quadratic>(f: &Fp6<Q>, a: &El<Q>, b: &El<Q>) -> El<Q> {
    f.run(Product(f, a, b))
}

#[inline(never)]
fn square<Q: Quadratic>(f: &Fp6<Q>, a: &El<Q>) -> El<Q> {
    f.run(Square(f, a))
}

struct Inverse<'a, Q: Quadratic>(&'a Fp6<Q>, &'a El<Q>);

impl<Q: Quadratic> Op for Inverse<'_, Q> {
    type Out = El<Q>;

    /// The conjugate over the norm `a₀² - v a₁²`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> El<Q> {
        let Self(f, a) = self;
        let high = f.mul_v(&f.settle(&f.sqr(&a[1])));
        let norm = f.settle(&f.sub(&f.sqr(&a[0]), &high));
        let inverse = f.inv0(&norm);
        [f.mul(&a[0], &inverse), f.neg(&f.mul(&a[1], &inverse))]
    }
}

#[inline(never)]
fn inverse<Q: Quadratic>(f: &Fp6<Q>, a: &El<Q>) -> El<Q> {
    f.run(Inverse(f, a))
}

/// Wide values of `F_p¹²` are elements: no formula sums products of them.
impl<Q: Quadratic> Field for Fp12<Q> {
    type El = El<Q>;
    type Mask = Q::Mask;
    wide_values_are_elements!();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn zero(&self) -> El<Q> {
        [self.base.zero(); 2]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn one(&self) -> El<Q> {
        [self.base.one(), self.base.zero()]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn small(&self, n: u32) -> El<Q> {
        [self.base.small(n), self.base.zero()]
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
        [self.base.add(&a[0], &b[0]), self.base.add(&a[1], &b[1])]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sub(&self, a: &El<Q>, b: &El<Q>) -> El<Q> {
        [self.base.sub(&a[0], &b[0]), self.base.sub(&a[1], &b[1])]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle(&self, a: &El<Q>) -> El<Q> {
        [self.base.settle(&a[0]), self.base.settle(&a[1])]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn halve(&self, a: &El<Q>) -> El<Q> {
        [self.base.halve(&a[0]), self.base.halve(&a[1])]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inv0(&self, a: &El<Q>) -> El<Q> {
        inverse(&self.base, a)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn equal(&self, a: &El<Q>, b: &El<Q>) -> Q::Mask {
        self.base.equal(&a[0], &b[0]) & self.base.equal(&a[1], &b[1])
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn select(&self, condition: Q::Mask, if_true: &El<Q>, if_false: &El<Q>) -> El<Q> {
        [
            self.base.select(condition, &if_true[0], &if_false[0]),
            self.base.select(condition, &if_true[1], &if_false[1]),
        ]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run<O: Op>(&self, op: O) -> O::Out {
        self.base.run(op)
    }
}

impl<Q: Quadratic + VartimeField> VartimeField for Fp12<Q> {}
