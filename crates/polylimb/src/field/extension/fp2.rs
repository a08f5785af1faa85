//! `F_p² = F_p[u]/(u² + 1)` for `p = 3 mod 4`.
//!
//! **Source.** Karatsuba's product and the complex square with postponed reductions:
//! `[Cuiman2019]`, Algorithms 2 and 3; `[Aranha2011]`. **Cost.** A product: 3 products and 2
//! reductions of the base; a square: 2 products; an inverse: 2 squares, 2 products and one inverse.

use super::{Quadratic, Xi};
use crate::error::{Error, Result};
use crate::field::{Encoding, Field, Op, SquareRoot, VartimeField};
use crate::limb::Mask;
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
    #[inline(always)]
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

    /// `RE a`, for the small number `RE` of `ξ`.
    #[inline(always)]
    fn times_re<T: Copy>(a: &T, double: impl Fn(&T) -> T, add: impl Fn(&T, &T) -> T) -> T {
        let mut r = *a;
        for i in (0..u32::BITS - 1 - X::RE.leading_zeros()).rev() {
            r = double(&r);
            if (X::RE >> i) & 1 == 1 {
                r = add(&r, a);
            }
        }
        r
    }
}

/// A product as an operation of the base; the folder's header explains the size of code.
struct Product<'a, F: Field>(&'a F, &'a [F::El; 2], &'a [F::El; 2]);

impl<F: Field> Op for Product<'_, F> {
    type Out = [F::El; 2];

    #[inline(always)]
    fn call(self) -> [F::El; 2] {
        let Self(f, a, b) = self;
        if let Some(product) = f.complex_product(a, b) {
            product
        } else if F::WIDE_TERMS >= 4 {
            f.complex_product_wide(a, b).map(|c| f.reduce(&c))
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

    #[inline(always)]
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

        #[inline(always)]
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

        #[inline(always)]
        fn call(self) -> [F::Wide; 2] {
            let Self(f, a) = self;
            let (sum, difference) = (f.add(&a[0], &a[1]), f.sub(&a[0], &a[1]));
            [f.mul_wide(&sum, &difference), f.mul_wide(&f.double(&a[0]), &a[1])]
        }
    }
    f.run(Wide(f, a))
}

#[inline(never)]
fn inverse<F: Field, X: Xi>(f: &Fp2<F, X>, a: &[F::El; 2]) -> [F::El; 2] {
    struct Inverse<'a, F: Field, X>(&'a Fp2<F, X>, &'a [F::El; 2]);
    impl<F: Field, X: Xi> Op for Inverse<'_, F, X> {
        type Out = [F::El; 2];

        #[inline(always)]
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

    #[inline(always)]
    fn zero(&self) -> [F::El; 2] {
        [self.base.zero(); 2]
    }

    #[inline(always)]
    fn one(&self) -> [F::El; 2] {
        [self.base.one(), self.base.zero()]
    }

    #[inline(always)]
    fn small(&self, n: u32) -> [F::El; 2] {
        [self.base.small(n), self.base.zero()]
    }

    #[inline(always)]
    fn mul_into<'r>(
        &self,
        r: &'r mut MaybeUninit<[F::El; 2]>,
        a: &[F::El; 2],
        b: &[F::El; 2],
    ) -> &'r mut [F::El; 2] {
        r.write(product(&self.base, a, b))
    }

    #[inline(always)]
    fn sqr_into<'r>(
        &self,
        r: &'r mut MaybeUninit<[F::El; 2]>,
        a: &[F::El; 2],
    ) -> &'r mut [F::El; 2] {
        r.write(square(&self.base, a))
    }

    #[inline(always)]
    fn mul_small(&self, a: &[F::El; 2], n: u32) -> [F::El; 2] {
        [self.base.mul_small(&a[0], n), self.base.mul_small(&a[1], n)]
    }

    #[inline(always)]
    fn add(&self, a: &[F::El; 2], b: &[F::El; 2]) -> [F::El; 2] {
        [self.base.add(&a[0], &b[0]), self.base.add(&a[1], &b[1])]
    }

    #[inline(always)]
    fn sub(&self, a: &[F::El; 2], b: &[F::El; 2]) -> [F::El; 2] {
        [self.base.sub(&a[0], &b[0]), self.base.sub(&a[1], &b[1])]
    }

    #[inline(always)]
    fn neg(&self, a: &[F::El; 2]) -> [F::El; 2] {
        [self.base.neg(&a[0]), self.base.neg(&a[1])]
    }

    #[inline(always)]
    fn double(&self, a: &[F::El; 2]) -> [F::El; 2] {
        [self.base.double(&a[0]), self.base.double(&a[1])]
    }

    #[inline(always)]
    fn settle(&self, a: &[F::El; 2]) -> [F::El; 2] {
        [self.base.settle(&a[0]), self.base.settle(&a[1])]
    }

    #[inline(always)]
    fn halve(&self, a: &[F::El; 2]) -> [F::El; 2] {
        [self.base.halve(&a[0]), self.base.halve(&a[1])]
    }

    #[inline(always)]
    fn inv0(&self, a: &[F::El; 2]) -> [F::El; 2] {
        inverse(self, a)
    }

    #[inline(always)]
    fn equal(&self, a: &[F::El; 2], b: &[F::El; 2]) -> F::Mask {
        self.base.equal(&a[0], &b[0]) & self.base.equal(&a[1], &b[1])
    }

    #[inline(always)]
    fn is_zero(&self, a: &[F::El; 2]) -> F::Mask {
        self.base.is_zero(&a[0]) & self.base.is_zero(&a[1])
    }

    #[inline(always)]
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

    #[inline(always)]
    fn mul_wide(&self, a: &[F::El; 2], b: &[F::El; 2]) -> [F::Wide; 2] {
        wide(&self.base, a, b)
    }

    #[inline(always)]
    fn sqr_wide(&self, a: &[F::El; 2]) -> [F::Wide; 2] {
        square_wide(&self.base, a)
    }

    #[inline(always)]
    fn add_wide(&self, a: &[F::Wide; 2], b: &[F::Wide; 2]) -> [F::Wide; 2] {
        [self.base.add_wide(&a[0], &b[0]), self.base.add_wide(&a[1], &b[1])]
    }

    #[inline(always)]
    fn sub_wide(&self, a: &[F::Wide; 2], b: &[F::Wide; 2]) -> [F::Wide; 2] {
        [self.base.sub_wide(&a[0], &b[0]), self.base.sub_wide(&a[1], &b[1])]
    }

    #[inline(always)]
    fn reduce(&self, a: &[F::Wide; 2]) -> [F::El; 2] {
        [self.base.reduce(&a[0]), self.base.reduce(&a[1])]
    }

    #[inline(always)]
    fn run<O: Op>(&self, op: O) -> O::Out {
        self.base.run(op)
    }
}

impl<F: VartimeField, X: Xi> VartimeField for Fp2<F, X> {}

impl<F: Field, X: Xi> Quadratic for Fp2<F, X> {
    type Base = F;

    #[inline(always)]
    fn base(&self) -> &F {
        &self.base
    }

    #[inline(always)]
    fn element(&self, c: [F::El; 2]) -> [F::El; 2] {
        c
    }

    #[inline(always)]
    fn coefficients(&self, a: &[F::El; 2]) -> [F::El; 2] {
        *a
    }

    #[inline(always)]
    fn conjugate(&self, a: &[F::El; 2]) -> [F::El; 2] {
        [a[0], self.base.neg(&a[1])]
    }

    #[inline(always)]
    fn scale(&self, s: &F::El, a: &[F::El; 2]) -> [F::El; 2] {
        let ([re, im], []) = self.base.products([(s, &a[0]), (s, &a[1])], []);
        [re, im]
    }

    #[inline(always)]
    fn mul_xi(&self, a: &[F::El; 2]) -> [F::El; 2] {
        let f = &self.base;
        let [re, im] =
            [&a[0], &a[1]].map(|c| Self::times_re(c, |v| f.double(v), |v, w| f.add(v, w)));
        [f.sub(&re, &a[1]), f.add(&a[0], &im)]
    }

    #[inline(always)]
    fn mul_xi_wide(&self, a: &[F::Wide; 2]) -> [F::Wide; 2] {
        let f = &self.base;
        let times = |c| Self::times_re(c, |v| f.add_wide(v, v), |v, w| f.add_wide(v, w));
        let [re, im] = [times(&a[0]), times(&a[1])];
        [f.sub_wide(&re, &a[1]), f.add_wide(&a[0], &im)]
    }
}

/// By the norm `n² = a₀² + a₁²` (the complex method; `[Adj2012]`). With `t = (a₀ + n)/2` a root is
/// `x + (a₁/2x) u` for `x² = t`, or `(a₁/2x) + x u` for `x² = -t`; one of these `x` exists.
impl<F: SquareRoot + Field<Mask = Mask>, X: Xi> Fp2<F, X> {
    fn norm(&self, a: &[F::El; 2]) -> F::El {
        let ([], [re, im]) = self.base.products([], [&a[0], &a[1]]);
        self.base.add(&re, &im)
    }

    /// A root of `a`, whose norm is the square of `n`.
    fn root(&self, a: &[F::El; 2], n: &F::El) -> [F::El; 2] {
        let f = &self.base;
        let t = f.halve(&f.add(&a[0], n));
        // 0 if a is -n: then its root lies in the base, or is u times such a root.
        let t = f.select(f.is_zero(&t), &a[0], &t);
        let (x, real) = f.sqrt(&t);
        let y = f.mul(&a[1], &f.inv0(&f.double(&x)));
        [f.select(real, &x, &y), f.select(real, &y, &x)]
    }
}

impl<F: SquareRoot + Field<Mask = Mask>, X: Xi> SquareRoot for Fp2<F, X> {
    fn sqrt(&self, a: &[F::El; 2]) -> ([F::El; 2], Mask) {
        let (n, exists) = self.base.sqrt(&self.norm(a));
        (self.root(a, &n), exists)
    }

    fn sqrt_either(&self, a: &[F::El; 2], z: &[F::El; 2], root: &[F::El; 2]) -> ([F::El; 2], Mask) {
        let f = &self.base;
        let (n, exists) = f.sqrt(&self.norm(a));
        let n = f.select(exists, &n, &f.mul(&n, &root[0]));
        let a = self.select(exists, a, &self.mul(z, a));
        (self.root(&a, &n), exists)
    }

    /// A root of the negated norm, which is not a square.
    fn root_for(&self, z: &[F::El; 2]) -> [F::El; 2] {
        [self.base.sqrt(&self.base.neg(&self.norm(z))).0, self.base.zero()]
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
