//! The curve constants that the wrapper types need.

use super::{AffinePoint, ProjectivePoint, Scalar};
use crate::cpu::Features;
use crate::curve::named::Parameters;
use crate::curve::weierstrass::Complete;
use crate::curve::{AffinePoint as Entry, Curve};
use crate::field::prime::fixed::{Fixed, PrimeParameters};
use crate::field::prime::{KernelSet, Portable};
use crate::limb::{Bits, Mask, Word};
use crate::multiply::engine::{Homogeneous, homogeneous};
use alloc::sync::Arc;
use elliptic_curve::point::PointCompression;
use elliptic_curve::sec1::ModulusSize;
use elliptic_curve::subtle::Choice;
use elliptic_curve::{CurveArithmetic, PrimeCurve};

/// A curve of this library as a type for the `elliptic-curve` traits; its numbers have `N` words.
/// Only the curves of [`super`] implement it.
pub trait Wrapped<const N: usize>:
    CurveArithmetic<
        AffinePoint = AffinePoint<Self, N>,
        ProjectivePoint = ProjectivePoint<Self, N>,
        Scalar = Scalar<Self, N>,
        FieldBytesSize: ModulusSize,
    > + PrimeCurve
    + PointCompression
    + sealed::Sealed
{
    /// The prime of the coordinates.
    type Prime: PrimeParameters<N>;
    /// The order, a prime.
    type Order: PrimeParameters<N>;
    /// Its name in the library.
    const NAME: &'static str;
    /// The order in hexadecimal, behind `0x`.
    const ORDER_TEXT: &'static str;
    /// Constants of the integers modulo the order.
    const SCALARS: ScalarConstants<N>;

    /// The constants and tables, computed once.
    #[doc(hidden)]
    fn parts() -> &'static Parts<Self, N>;
}

pub(super) mod sealed {
    /// Only this module's curves.
    pub trait Sealed {}
}

/// Numbers below the order `n`; `n - 1 = 2^s t`, `t` odd.
#[derive(Debug)]
pub struct ScalarConstants<const N: usize> {
    /// `s`.
    pub two_adicity: u32,
    /// `1/2`.
    pub half: [Word; N],
    /// `g`: not a square, and not a power whose exponent is a factor of `n - 1` below 2^16.
    pub generator: [Word; N],
    /// `g^t`, which has the order `2^s`.
    pub root: [Word; N],
    /// `1/g^t`.
    pub root_inverse: [Word; N],
    /// `g^(2^s)`.
    pub delta: [Word; N],
}

/// The field of the coordinates; plain Rust, for single operations.
pub(super) type FieldOf<C, const N: usize> = Fixed<N, <C as Wrapped<N>>::Prime, Portable>;
/// The integers modulo the order.
pub(super) type OrderOf<C, const N: usize> = Fixed<N, <C as Wrapped<N>>::Order, Portable>;

/// The multiplications of the curve, and its law.
pub struct Parts<C: Wrapped<N>, const N: usize> {
    pub(super) engine: Arc<dyn Homogeneous<N>>,
    pub(super) group: Complete<FieldOf<C, N>>,
    pub(super) generator: Entry<FieldOf<C, N>>,
}

impl<C: Wrapped<N>, const N: usize> Parts<C, N> {
    pub(super) fn new<const GLV: bool>() -> Self {
        let made = || {
            let parameters = Parameters::named(C::NAME)?;
            let curve = curve::<C, N, _>(&parameters, Portable);
            let [x, y] = parameters.generator().map(|words| entered(&curve.field, words));
            let engine = homogeneous::<C::Prime, N, GLV>(&parameters, Features::detect())?;
            Ok(Self { engine, group: Complete::new(curve), generator: Entry::new(x, y) })
        };
        let made: crate::Result<Self> = made();
        made.expect("the curve is one of the registry")
    }
}

/// The curve over a kernel set.
pub(super) fn curve<C: Wrapped<N>, const N: usize, K: KernelSet>(
    parameters: &Parameters,
    kernel: K,
) -> Curve<Fixed<N, C::Prime, K>> {
    let field = Fixed::new(kernel);
    let [a, b] = parameters.coefficients().map(|words| entered(&field, words));
    Curve::new(field, a, b, parameters.shape())
}

fn entered<P: PrimeParameters<N>, K: KernelSet, const N: usize>(
    field: &Fixed<N, P, K>,
    words: &[Word],
) -> [Word; N] {
    let mut number = [0; N];
    number[..words.len()].copy_from_slice(words);
    field.enter_mod(&number)
}

/// A scalar as engines read it.
pub(super) fn bits<C: Wrapped<N>, const N: usize>(k: &[Word; N]) -> Bits<'_> {
    Bits::with_len(k, OrderOf::<C, N>::BITS)
}

pub(super) fn choice(mask: Mask) -> Choice {
    Choice::from(mask.bit() as u8)
}

pub(super) fn mask(choice: Choice) -> Mask {
    Mask::from_bit(Word::from(choice.unwrap_u8()))
}

/// The traits of plain data with a comparison and a selection in constant time; [`Debug`] does not
/// print what may be secret.
///
/// [`Debug`]: core::fmt::Debug
macro_rules! plain_data {
    ($type:ident, default $default:expr, equal $equal:expr, select $select:expr) => {
        impl<C: Wrapped<N>, const N: usize> Clone for $type<C, N> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<C: Wrapped<N>, const N: usize> Copy for $type<C, N> {}

        impl<C: Wrapped<N>, const N: usize> Default for $type<C, N> {
            fn default() -> Self {
                let make: fn() -> Self = $default;
                make()
            }
        }

        impl<C: Wrapped<N>, const N: usize> elliptic_curve::zeroize::DefaultIsZeroes
            for $type<C, N>
        {
        }

        impl<C: Wrapped<N>, const N: usize> core::fmt::Debug for $type<C, N> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($type)).finish_non_exhaustive()
            }
        }

        impl<C: Wrapped<N>, const N: usize> ConstantTimeEq for $type<C, N> {
            fn ct_eq(&self, other: &Self) -> Choice {
                let equal: fn(&Self, &Self) -> Mask = $equal;
                choice(equal(self, other))
            }
        }

        impl<C: Wrapped<N>, const N: usize> PartialEq for $type<C, N> {
            fn eq(&self, other: &Self) -> bool {
                ConstantTimeEq::ct_eq(self, other).into()
            }
        }

        impl<C: Wrapped<N>, const N: usize> Eq for $type<C, N> {}

        impl<C: Wrapped<N>, const N: usize> ctutils::CtEq for $type<C, N> {
            fn ct_eq(&self, other: &Self) -> ctutils::Choice {
                ConstantTimeEq::ct_eq(self, other).into()
            }
        }

        impl<C: Wrapped<N>, const N: usize> ConditionallySelectable for $type<C, N> {
            fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
                let select: fn(Mask, &Self, &Self) -> Self = $select;
                select(mask(choice), b, a)
            }
        }

        impl<C: Wrapped<N>, const N: usize> ctutils::CtSelect for $type<C, N> {
            fn ct_select(&self, other: &Self, choice: ctutils::Choice) -> Self {
                Self::conditional_select(self, other, choice.into())
            }
        }

        impl<C: Wrapped<N>, const N: usize> Generate for $type<C, N> {
            fn try_generate_from_rng<R: TryCryptoRng + ?Sized>(
                rng: &mut R,
            ) -> core::result::Result<Self, R::Error> {
                Self::draw(rng)
            }
        }
    };
}

/// A point that is not neutral, as one that may be, and back.
macro_rules! non_identity {
    ($point:ident) => {
        impl<C: Wrapped<N>, const N: usize> From<NonIdentity<Self>> for $point<C, N> {
            fn from(point: NonIdentity<Self>) -> Self {
                point.to_point()
            }
        }

        impl<C: Wrapped<N>, const N: usize> TryFrom<$point<C, N>> for NonIdentity<$point<C, N>> {
            type Error = Error;

            fn try_from(point: $point<C, N>) -> Result<Self, Error> {
                Self::new(point).into_option().ok_or(Error)
            }
        }
    };
}

/// An operator for all mixtures of values and references.
macro_rules! operator {
    ($left:ident $operator:ident $method:ident $assign:ident $assign_method:ident $right:ident, $compute:expr) => {
        impl<C: Wrapped<N>, const N: usize> $operator<&$right<C, N>> for &$left<C, N> {
            type Output = $left<C, N>;

            fn $method(self, other: &$right<C, N>) -> $left<C, N> {
                let compute: fn(&$left<C, N>, &$right<C, N>) -> $left<C, N> = $compute;
                compute(self, other)
            }
        }

        impl<C: Wrapped<N>, const N: usize> $operator<$right<C, N>> for &$left<C, N> {
            type Output = $left<C, N>;

            fn $method(self, other: $right<C, N>) -> $left<C, N> {
                $operator::$method(self, &other)
            }
        }

        impl<C: Wrapped<N>, const N: usize> $operator<&$right<C, N>> for $left<C, N> {
            type Output = Self;

            fn $method(self, other: &$right<C, N>) -> Self {
                $operator::$method(&self, other)
            }
        }

        impl<C: Wrapped<N>, const N: usize> $operator<$right<C, N>> for $left<C, N> {
            type Output = Self;

            fn $method(self, other: $right<C, N>) -> Self {
                $operator::$method(&self, &other)
            }
        }

        impl<C: Wrapped<N>, const N: usize> $assign<&$right<C, N>> for $left<C, N> {
            fn $assign_method(&mut self, other: &$right<C, N>) {
                *self = $operator::$method(&*self, other);
            }
        }

        impl<C: Wrapped<N>, const N: usize> $assign<$right<C, N>> for $left<C, N> {
            fn $assign_method(&mut self, other: $right<C, N>) {
                *self = $operator::$method(&*self, &other);
            }
        }
    };
}

/// The opposite of a reference, and folds over iterators.
macro_rules! folds {
    ($type:ident: $($fold:ident $method:ident $first:expr, $operator:tt);+) => {
        impl<C: Wrapped<N>, const N: usize> Neg for &$type<C, N> {
            type Output = $type<C, N>;

            fn neg(self) -> $type<C, N> {
                -*self
            }
        }

        $(
            impl<C: Wrapped<N>, const N: usize> $fold for $type<C, N> {
                fn $method<I: Iterator<Item = Self>>(iter: I) -> Self {
                    iter.fold($first, |all, one| all $operator one)
                }
            }

            impl<'a, C: Wrapped<N>, const N: usize> $fold<&'a Self> for $type<C, N> {
                fn $method<I: Iterator<Item = &'a Self>>(iter: I) -> Self {
                    iter.copied().$method()
                }
            }
        )+
    };
}

pub(super) use {folds, non_identity, operator, plain_data};
