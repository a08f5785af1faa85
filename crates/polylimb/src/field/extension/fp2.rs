//! `F_p² = F_p[u]/(u² + 1)` for `p = 3 mod 4`.
//!
//! **Source.** Karatsuba's product and the complex square with postponed reductions:
//! `[Cuiman2019]`, Algorithms 2 and 3; `[Aranha2011]`. **Cost.** A product: 3 products and 2
//! reductions of the base; a square: 2 products; an inverse: 2 squares, 2 products and one inverse.

use super::{Quadratic, Xi};
use crate::error::{Error, Result};
use crate::field::{Encoding, Field, Op, SquareRoot, VartimeField};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// `F[u]/(u² + 1)` with the tower's constant `X`. Elements are `[c₀, c₁]`, meaning `c₀ + c₁ u`.
#[derive(Debug, Clone, Copy)]
pub struct Fp2<F, X> {
    base: F,
    xi: PhantomData<X>,
}

impl<F: Field, X: Xi> Fp2<F, X> {
    /// The extension of `base`, in which -1 must not be a square.
    pub const fn new(base: F) -> Self {
        Self { base, xi: PhantomData }
    }

    /// The conjugate over the norm `a₀² + a₁²`, by an inversion of the base.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(in crate::field) fn invert_by(
        &self,
        a: &[F::El; 2],
        invert: impl Fn(&F, &F::El) -> F::El,
    ) -> [F::El; 2] {
        let f = &self.base;
        let ([], [re, im]) = f.products([], [&a[0], &a[1]]);
        let inverse = invert(f, &f.add(&re, &im));
        self.scale(&inverse, &self.conjugate(a))
    }

    /// `RE a` for the coefficient `RE` of `ξ`, which is 1 or 9. Where sums are not reduced and
    /// `9 a` is over the limit, `4 a` must not be: it is settled before it is doubled.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn times_re(&self, a: &[F::El; 2]) -> [F::El; 2] {
        const { assert!(X::RE == 1 || X::RE == 9) };
        if X::RE == 1 {
            return *a;
        }
        let four = self.settle(&self.double(&self.double(a)));
        self.add(&self.double(&four), a)
    }
}

/// A product as an operation of the base; the folder's header explains the size of code.
struct Product<'a, F: Field>(&'a F, &'a [F::El; 2], &'a [F::El; 2]);

impl<F: Field> Op for Product<'_, F> {
    type Out = [F::El; 2];

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> [F::El; 2] {
        let Self(f, a, b) = self;
        if let Some(product) = f.complex_product(a, b) {
            product
        } else if F::WIDE_TERMS >= 4 {
            let [re, im] = f.complex_product_wide(a, b);
            [f.reduce(&re), f.reduce(&im)]
        } else {
            let (s, t) = (f.add(&a[0], &a[1]), f.add(&b[0], &b[1]));
            let ([low, high, cross], []) =
                f.products([(&a[0], &b[0]), (&a[1], &b[1]), (&s, &t)], []);
            [f.sub(&low, &high), f.sub(&f.sub(&cross, &low), &high)]
        }
    }
}

/// A square: `(a₀ + a₁)(a₀ - a₁)` and `2 a₀ a₁`.
struct Square<'a, F: Field>(&'a F, &'a [F::El; 2]);

impl<F: Field> Op for Square<'_, F> {
    type Out = [F::El; 2];

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(self) -> [F::El; 2] {
        let Self(f, a) = self;
        if let Some(square) = f.complex_square(a) {
            return square;
        }
        let (sum, difference, twice) = (f.add(&a[0], &a[1]), f.sub(&a[0], &a[1]), f.double(&a[0]));
        let ([re, im], []) = f.products([(&sum, &difference), (&twice, &a[1])], []);
        [re, im]
    }
}

#[inline(never)]
fn product<F: Field>(f: &F, a: &[F::El; 2], b: &[F::El; 2]) -> [F::El; 2] {
    f.run(Product(f, a, b))
}

#[inline(never)]
fn square<F: Field>(f: &F, a: &[F::El; 2]) -> [F::El; 2] {
    f.run(Square(f, a))
}

#[inline(never)]
fn wide<F: Field>(f: &F, a: &[F::El; 2], b: &[F::El; 2]) -> [F::Wide; 2] {
    struct Wide<'a, F: Field>(&'a F, &'a [F::El; 2], &'a [F::El; 2]);
    impl<F: Field> Op for Wide<'_, F> {
        type Out = [F::Wide; 2];

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn call(self) -> [F::Wide; 2] {
            self.0.complex_product_wide(self.1, self.2)
        }
    }
    f.run(Wide(f, a, b))
}

#[inline(never)]
fn square_wide<F: Field>(f: &F, a: &[F::El; 2]) -> [F::Wide; 2] {
    struct Wide<'a, F: Field>(&'a F, &'a [F::El; 2]);
    impl<F: Field> Op for Wide<'_, F> {
        type Out = [F::Wide; 2];

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn call(self) -> [F::Wide; 2] {
            self.0.complex_square_wide(self.1)
        }
    }
    f.run(Wide(f, a))
}

#[inline(never)]
fn inverse<F: Field, X: Xi>(f: &Fp2<F, X>, a: &[F::El; 2]) -> [F::El; 2] {
    struct Inverse<'a, F: Field, X>(&'a Fp2<F, X>, &'a [F::El; 2]);
    impl<F: Field, X: Xi> Op for Inverse<'_, F, X> {
        type Out = [F::El; 2];

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn call(self) -> [F::El; 2] {
            self.0.invert_by(self.1, F::inv0)
        }
    }
    f.run(Inverse(f, a))
}

impl<F: Field, X: Xi> Field for Fp2<F, X> {
    type El = [F::El; 2];
    type Mask = F::Mask;
    type Wide = [F::Wide; 2];
    /// Any number, or a single product that is reduced at once.
    const WIDE_TERMS: usize = if F::WIDE_TERMS == usize::MAX { usize::MAX } else { 1 };

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn zero(&self) -> [F::El; 2] {
        [self.base.zero(); 2]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn one(&self) -> [F::El; 2] {
        [self.base.one(), self.base.zero()]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn small(&self, n: u32) -> [F::El; 2] {
        [self.base.small(n), self.base.zero()]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mul_into<'r>(
        &self,
        r: &'r mut MaybeUninit<[F::El; 2]>,
        a: &[F::El; 2],
        b: &[F::El; 2],
    ) -> &'r mut [F::El; 2] {
        r.write(product(&self.base, a, b))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sqr_into<'r>(
        &self,
        r: &'r mut MaybeUninit<[F::El; 2]>,
        a: &[F::El; 2],
    ) -> &'r mut [F::El; 2] {
        r.write(square(&self.base, a))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mul_small(&self, a: &[F::El; 2], n: u32) -> [F::El; 2] {
        [self.base.mul_small(&a[0], n), self.base.mul_small(&a[1], n)]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add(&self, a: &[F::El; 2], b: &[F::El; 2]) -> [F::El; 2] {
        [self.base.add(&a[0], &b[0]), self.base.add(&a[1], &b[1])]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sub(&self, a: &[F::El; 2], b: &[F::El; 2]) -> [F::El; 2] {
        [self.base.sub(&a[0], &b[0]), self.base.sub(&a[1], &b[1])]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn neg(&self, a: &[F::El; 2]) -> [F::El; 2] {
        [self.base.neg(&a[0]), self.base.neg(&a[1])]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn double(&self, a: &[F::El; 2]) -> [F::El; 2] {
        [self.base.double(&a[0]), self.base.double(&a[1])]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle(&self, a: &[F::El; 2]) -> [F::El; 2] {
        [self.base.settle(&a[0]), self.base.settle(&a[1])]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn halve(&self, a: &[F::El; 2]) -> [F::El; 2] {
        [self.base.halve(&a[0]), self.base.halve(&a[1])]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inv0(&self, a: &[F::El; 2]) -> [F::El; 2] {
        inverse(self, a)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn equal(&self, a: &[F::El; 2], b: &[F::El; 2]) -> F::Mask {
        self.base.equal(&a[0], &b[0]) & self.base.equal(&a[1], &b[1])
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_zero(&self, a: &[F::El; 2]) -> F::Mask {
        self.base.is_zero(&a[0]) & self.base.is_zero(&a[1])
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn select(
        &self,
        condition: F::Mask,
        if_true: &[F::El; 2],
        if_false: &[F::El; 2],
    ) -> [F::El; 2] {
        [
            self.base.select(condition, &if_true[0], &if_false[0]),
            self.base.select(condition, &if_true[1], &if_false[1]),
        ]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mul_wide(&self, a: &[F::El; 2], b: &[F::El; 2]) -> [F::Wide; 2] {
        wide(&self.base, a, b)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sqr_wide(&self, a: &[F::El; 2]) -> [F::Wide; 2] {
        square_wide(&self.base, a)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn add_wide(&self, a: &[F::Wide; 2], b: &[F::Wide; 2]) -> [F::Wide; 2] {
        [self.base.add_wide(&a[0], &b[0]), self.base.add_wide(&a[1], &b[1])]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sub_wide(&self, a: &[F::Wide; 2], b: &[F::Wide; 2]) -> [F::Wide; 2] {
        [self.base.sub_wide(&a[0], &b[0]), self.base.sub_wide(&a[1], &b[1])]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle_wide(&self, a: &[F::Wide; 2]) -> [F::Wide; 2] {
        [self.base.settle_wide(&a[0]), self.base.settle_wide(&a[1])]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reduce(&self, a: &[F::Wide; 2]) -> [F::El; 2] {
        self.base.reduce_two(a)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run<O: Op>(&self, op: O) -> O::Out {
        self.base.run(op)
    }
}

impl<F: VartimeField, X: Xi> VartimeField for Fp2<F, X> {}

impl<F: Field, X: Xi> Quadratic for Fp2<F, X> {
    type Base = F;
    const LARGE_XI: bool = X::RE > 1;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn base(&self) -> &F {
        &self.base
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn element(&self, c: [F::El; 2]) -> [F::El; 2] {
        c
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn coefficients(&self, a: &[F::El; 2]) -> [F::El; 2] {
        *a
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn conjugate(&self, a: &[F::El; 2]) -> [F::El; 2] {
        [a[0], self.base.neg(&a[1])]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn scale(&self, s: &F::El, a: &[F::El; 2]) -> [F::El; 2] {
        let ([re, im], []) = self.base.products([(s, &a[0]), (s, &a[1])], []);
        [re, im]
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mul_xi(&self, a: &[F::El; 2]) -> [F::El; 2] {
        let (f, [re, im]) = (&self.base, self.times_re(a));
        let r = [f.sub(&re, &a[1]), f.add(&a[0], &im)];
        if Self::LARGE_XI { self.settle(&r) } else { r }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mul_xi_wide(&self, a: &[F::Wide; 2]) -> [F::Wide; 2] {
        let (f, mut re) = (&self.base, *a);
        if X::RE == 9 {
            for _ in 0..3 {
                re = self.add_wide(&re, &re);
            }
            re = self.add_wide(&re, a);
        }
        [f.sub_wide(&re[0], &a[1]), f.add_wide(&a[0], &re[1])]
    }
}

/// By the norm `n² = a₀² + a₁²` (the complex method; `[Adj2012]`). With `t = (a₀ + n)/2` a root is
/// `x + (a₁/2x) u` for `x² = t`, or `(a₁/2x) + x u` for `x² = -t`; one of these `x` exists.
impl<F: SquareRoot, X: Xi> Fp2<F, X> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn norm(&self, a: &[F::El; 2]) -> F::El {
        let ([], [re, im]) = self.base.products([], [&a[0], &a[1]]);
        self.base.add(&re, &im)
    }

    /// A root of `a`, whose norm is the square of `n`, and whether the norm of that root is `n`;
    /// otherwise it is `-n`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn root(&self, a: &[F::El; 2], n: &F::El) -> ([F::El; 2], F::Mask) {
        let f = &self.base;
        let t = f.halve(&f.add(&a[0], n));
        // 0 if a is -n: then its root lies in the base, or is u times such a root.
        let t = f.select(f.is_zero(&t), &a[0], &t);
        let ([x, inverse], real) = f.sqrt_and_inverse(&t);
        let y = f.mul(&a[1], &f.halve(&inverse));
        ([f.select(real, &x, &y), f.select(real, &y, &x)], real)
    }
}

impl<F: SquareRoot, X: Xi> SquareRoot for Fp2<F, X> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sqrt(&self, a: &[F::El; 2]) -> ([F::El; 2], F::Mask) {
        let (n, exists) = self.base.sqrt(&self.norm(a));
        (self.root(a, &n).0, exists)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inverse_sqrt_either(
        &self,
        a: &[F::El; 2],
        z: &[F::El; 2],
        root: &[F::El; 2],
    ) -> ([F::El; 2], F::Mask) {
        let f = &self.base;
        let ([n, inverse], exists) = f.sqrt_and_inverse(&self.norm(a));
        let ([other, other_inverse], []) = f.products([(&n, &root[0]), (&inverse, &root[1])], []);
        let (n, inverse) =
            (f.select(exists, &n, &other), f.select(exists, &inverse, &other_inverse));
        let (r, positive) = self.root(&self.select(exists, a, &self.mul(z, a)), &n);
        // The inverse is the conjugate over the norm.
        let inverse = f.select(positive, &inverse, &f.neg(&inverse));
        let inverse = self.scale(&inverse, &self.conjugate(&r));
        (self.select(exists, &inverse, &self.mul(z, &inverse)), exists)
    }

    /// A root of the negated norm, which is not a square, and its inverse.
    fn root_for(&self, z: &[F::El; 2]) -> [F::El; 2] {
        self.base.sqrt_and_inverse(&self.base.neg(&self.norm(z))).0
    }
}

impl<F: Encoding, X: Xi> Encoding for Fp2<F, X> {
    fn encoded_bytes(&self) -> usize {
        2 * self.base.encoded_bytes()
    }

    /// `c₀`, then `c₁`.
    fn encode(&self, bytes: &mut [u8], a: &[F::El; 2]) -> Result<()> {
        let half = self.half(bytes.len())?;
        let (re, im) = bytes.split_at_mut(half);
        self.base.encode(re, &a[0])?;
        self.base.encode(im, &a[1])
    }

    fn decode(&self, bytes: &[u8]) -> Result<[F::El; 2]> {
        let (re, im) = bytes.split_at(self.half(bytes.len())?);
        Ok([self.base.decode(re)?, self.base.decode(im)?])
    }

    /// `c₁`, then `c₀`.
    fn decode_be(&self, bytes: &[u8]) -> Result<[F::El; 2]> {
        let (im, re) = bytes.split_at(self.half(bytes.len())?);
        Ok([self.base.decode_be(re)?, self.base.decode_be(im)?])
    }
}

impl<F: Encoding, X: Xi> Fp2<F, X> {
    fn half(&self, len: usize) -> Result<usize> {
        let half = self.base.encoded_bytes();
        let expected = 2 * half;
        if len == expected {
            Ok(half)
        } else {
            Err(Error::Length { what: "encoded element", expected, got: len })
        }
    }
}
