//! Scalars as a field: operators, and the traits of `ff`.

use super::Scalar;
use super::scalar::order;
use super::wrapped::{OrderOf, Wrapped, choice, folds, operator};
use crate::field::Field as _;
use crate::limb::{Mask, WORD_BITS};
use core::iter::{Product, Sum};
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use elliptic_curve::FieldBytes;
use elliptic_curve::ff::{Field, PrimeField, helpers::sqrt_ratio_generic};
use elliptic_curve::rand_core::TryRng;
use elliptic_curve::subtle::{Choice, CtOption};

impl<C: Wrapped<N>, const N: usize> Field for Scalar<C, N> {
    const ZERO: Self = Self::of([0; N]);
    const ONE: Self = {
        let mut one = [0; N];
        one[0] = 1;
        Self::of(one)
    };

    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        Self::draw(rng)
    }

    fn square(&self) -> Self {
        self.times(self)
    }

    fn double(&self) -> Self {
        *self + *self
    }

    fn invert(&self) -> CtOption<Self> {
        CtOption::new(self.inverse(), !self.is_zero())
    }

    fn sqrt_ratio(num: &Self, div: &Self) -> (Choice, Self) {
        sqrt_ratio_generic(num, div)
    }

    fn sqrt(&self) -> CtOption<Self> {
        let (root, exists) = self.root();
        CtOption::new(root, exists)
    }
}

impl<C: Wrapped<N>, const N: usize> PrimeField for Scalar<C, N> {
    type Repr = FieldBytes<C>;

    const MODULUS: &'static str = C::ORDER_TEXT;
    const NUM_BITS: u32 = OrderOf::<C, N>::BITS as u32;
    const CAPACITY: u32 = Self::NUM_BITS - 1;
    const TWO_INV: Self = Self::of(C::SCALARS.half);
    const MULTIPLICATIVE_GENERATOR: Self = Self::of(C::SCALARS.generator);
    const S: u32 = C::SCALARS.two_adicity;
    const ROOT_OF_UNITY: Self = Self::of(C::SCALARS.root);
    const ROOT_OF_UNITY_INV: Self = Self::of(C::SCALARS.root_inverse);
    const DELTA: Self = Self::of(C::SCALARS.delta);

    fn from_repr(bytes: FieldBytes<C>) -> CtOption<Self> {
        let (scalar, below) = Self::read(&bytes);
        CtOption::new(scalar, below)
    }

    fn to_repr(&self) -> FieldBytes<C> {
        self.write()
    }

    fn is_odd(&self) -> Choice {
        choice(Mask::from_bit(self.words[0] << (WORD_BITS - 1) >> (WORD_BITS - 1)))
    }
}

impl<C: Wrapped<N>, const N: usize> Neg for Scalar<C, N> {
    type Output = Self;

    fn neg(self) -> Self {
        Self::of(order::<C, N>().neg(&self.words))
    }
}

operator!(Scalar Add add AddAssign add_assign Scalar, |a, b| {
    Scalar::of(order::<C, N>().add(&a.words, &b.words))
});
operator!(Scalar Sub sub SubAssign sub_assign Scalar, |a, b| {
    Scalar::of(order::<C, N>().sub(&a.words, &b.words))
});
operator!(Scalar Mul mul MulAssign mul_assign Scalar, Scalar::times);
folds!(Scalar: Sum sum Self::ZERO, +; Product product Self::ONE, *);
