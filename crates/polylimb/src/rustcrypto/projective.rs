//! Points in the coordinates of the complete law, and their group.

use super::wrapped::{FieldOf, Wrapped, choice, mask, same};
use super::{AffinePoint, Scalar};
use crate::curve::Group as _;
use crate::curve::weierstrass::ProjectivePoint as Homogeneous;
use crate::field::Field;
use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Neg, Sub, SubAssign};
use elliptic_curve::ctutils::{self, CtEq, CtSelect};
use elliptic_curve::group::{Curve, Group, GroupEncoding, prime};
use elliptic_curve::point::NonIdentity;
use elliptic_curve::rand_core::{TryCryptoRng, TryRng};
use elliptic_curve::sec1::{FromSec1Point, Sec1Point, ToSec1Point};
use elliptic_curve::subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};
use elliptic_curve::zeroize::DefaultIsZeroes;
use elliptic_curve::{Error, Generate, PublicKey};

type El<C, const N: usize> = <FieldOf<C, N> as Field>::El;

/// A point of the curve `C` as `(X : Y : Z)`.
pub struct ProjectivePoint<C: Wrapped<N>, const N: usize>(pub(super) Homogeneous<El<C, N>>);

impl<C: Wrapped<N>, const N: usize> Clone for ProjectivePoint<C, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Wrapped<N>, const N: usize> Copy for ProjectivePoint<C, N> {}

impl<C: Wrapped<N>, const N: usize> Default for ProjectivePoint<C, N> {
    /// The neutral element.
    fn default() -> Self {
        Self(C::parts().group.neutral())
    }
}

impl<C: Wrapped<N>, const N: usize> DefaultIsZeroes for ProjectivePoint<C, N> {}

impl<C: Wrapped<N>, const N: usize> fmt::Debug for ProjectivePoint<C, N> {
    /// Without the coordinates, which may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProjectivePoint").finish_non_exhaustive()
    }
}

impl<C: Wrapped<N>, const N: usize> ConstantTimeEq for ProjectivePoint<C, N> {
    fn ct_eq(&self, other: &Self) -> Choice {
        same(&C::parts().group, &self.0, &other.0)
    }
}

impl<C: Wrapped<N>, const N: usize> PartialEq for ProjectivePoint<C, N> {
    fn eq(&self, other: &Self) -> bool {
        ConstantTimeEq::ct_eq(self, other).into()
    }
}

impl<C: Wrapped<N>, const N: usize> Eq for ProjectivePoint<C, N> {}

impl<C: Wrapped<N>, const N: usize> CtEq for ProjectivePoint<C, N> {
    fn ct_eq(&self, other: &Self) -> ctutils::Choice {
        ConstantTimeEq::ct_eq(self, other).into()
    }
}

impl<C: Wrapped<N>, const N: usize> ConditionallySelectable for ProjectivePoint<C, N> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self(C::parts().group.select(mask(choice), &b.0, &a.0))
    }
}

impl<C: Wrapped<N>, const N: usize> CtSelect for ProjectivePoint<C, N> {
    fn ct_select(&self, other: &Self, choice: ctutils::Choice) -> Self {
        Self::conditional_select(self, other, choice.into())
    }
}

impl<C: Wrapped<N>, const N: usize> Neg for ProjectivePoint<C, N> {
    type Output = Self;

    fn neg(self) -> Self {
        Self(C::parts().group.neg(&self.0))
    }
}

impl<C: Wrapped<N>, const N: usize> Neg for &ProjectivePoint<C, N> {
    type Output = ProjectivePoint<C, N>;

    fn neg(self) -> ProjectivePoint<C, N> {
        -*self
    }
}

/// Sum and difference with points of one form, values and references.
macro_rules! sums {
    ($point:ident, $add:ident) => {
        impl<C: Wrapped<N>, const N: usize> Add<&$point<C, N>> for &ProjectivePoint<C, N> {
            type Output = ProjectivePoint<C, N>;

            fn add(self, other: &$point<C, N>) -> ProjectivePoint<C, N> {
                ProjectivePoint(C::parts().group.$add(&self.0, &other.0))
            }
        }

        impl<C: Wrapped<N>, const N: usize> Sub<&$point<C, N>> for &ProjectivePoint<C, N> {
            type Output = ProjectivePoint<C, N>;

            fn sub(self, other: &$point<C, N>) -> ProjectivePoint<C, N> {
                self + &-*other
            }
        }

        sums!(@ $point, Add add, AddAssign add_assign);
        sums!(@ $point, Sub sub, SubAssign sub_assign);
    };
    (@ $point:ident, $operator:ident $method:ident, $assign:ident $assign_method:ident) => {
        impl<C: Wrapped<N>, const N: usize> $operator<&$point<C, N>> for ProjectivePoint<C, N> {
            type Output = Self;

            fn $method(self, other: &$point<C, N>) -> Self {
                $operator::$method(&self, other)
            }
        }

        impl<C: Wrapped<N>, const N: usize> $operator<$point<C, N>> for ProjectivePoint<C, N> {
            type Output = Self;

            fn $method(self, other: $point<C, N>) -> Self {
                $operator::$method(&self, &other)
            }
        }

        impl<C: Wrapped<N>, const N: usize> $assign<&$point<C, N>> for ProjectivePoint<C, N> {
            fn $assign_method(&mut self, other: &$point<C, N>) {
                *self = $operator::$method(&*self, other);
            }
        }

        impl<C: Wrapped<N>, const N: usize> $assign<$point<C, N>> for ProjectivePoint<C, N> {
            fn $assign_method(&mut self, other: $point<C, N>) {
                *self = $operator::$method(&*self, &other);
            }
        }
    };
}

sums!(ProjectivePoint, add);
sums!(AffinePoint, add_entry);

impl<C: Wrapped<N>, const N: usize> Sum for ProjectivePoint<C, N> {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::default(), |sum, p| sum + p)
    }
}

impl<'a, C: Wrapped<N>, const N: usize> Sum<&'a Self> for ProjectivePoint<C, N> {
    fn sum<I: Iterator<Item = &'a Self>>(iter: I) -> Self {
        iter.copied().sum()
    }
}

impl<C: Wrapped<N>, const N: usize> Group for ProjectivePoint<C, N> {
    type Scalar = Scalar<C, N>;

    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        AffinePoint::draw(rng).map(Self::from)
    }

    fn identity() -> Self {
        Self::default()
    }

    fn generator() -> Self {
        let parts = C::parts();
        Self(parts.group.lift(&parts.generator))
    }

    fn is_identity(&self) -> Choice {
        choice(C::parts().group.is_neutral(&self.0))
    }

    fn double(&self) -> Self {
        Self(C::parts().group.double(&self.0))
    }

    fn mul_by_generator(scalar: &Scalar<C, N>) -> Self {
        super::multiplication::of_generator(scalar)
    }
}

impl<C: Wrapped<N>, const N: usize> Curve for ProjectivePoint<C, N> {
    type Affine = AffinePoint<C, N>;

    /// One inversion for all.
    fn batch_normalize(points: &[Self], affine: &mut [AffinePoint<C, N>]) {
        assert_eq!(points.len(), affine.len(), "as many of one as of the other");
        let points: alloc::vec::Vec<_> = points.iter().map(|p| p.0).collect();
        let mut entries: alloc::vec::Vec<_> = affine.iter().map(|p| p.0).collect();
        C::parts().group.normalise(&points, &mut entries);
        for (affine, entry) in affine.iter_mut().zip(entries) {
            *affine = AffinePoint(entry);
        }
    }

    fn to_affine(&self) -> AffinePoint<C, N> {
        (*self).into()
    }
}

impl<C: Wrapped<N>, const N: usize> GroupEncoding for ProjectivePoint<C, N> {
    type Repr = <AffinePoint<C, N> as GroupEncoding>::Repr;

    fn from_bytes(bytes: &Self::Repr) -> CtOption<Self> {
        AffinePoint::from_bytes(bytes).map(Self::from)
    }

    fn from_bytes_unchecked(bytes: &Self::Repr) -> CtOption<Self> {
        AffinePoint::from_bytes_unchecked(bytes).map(Self::from)
    }

    fn to_bytes(&self) -> Self::Repr {
        self.to_affine().to_bytes()
    }
}

impl<C: Wrapped<N>, const N: usize> prime::PrimeGroup for ProjectivePoint<C, N> {}

impl<C: Wrapped<N>, const N: usize> prime::PrimeCurve for ProjectivePoint<C, N> {}

impl<C: Wrapped<N>, const N: usize> From<AffinePoint<C, N>> for ProjectivePoint<C, N> {
    fn from(point: AffinePoint<C, N>) -> Self {
        Self(C::parts().group.lift(&point.0))
    }
}

impl<C: Wrapped<N>, const N: usize> From<PublicKey<C>> for ProjectivePoint<C, N> {
    fn from(key: PublicKey<C>) -> Self {
        (*key.as_affine()).into()
    }
}

impl<C: Wrapped<N>, const N: usize> From<NonIdentity<Self>> for ProjectivePoint<C, N> {
    fn from(point: NonIdentity<Self>) -> Self {
        point.to_point()
    }
}

impl<C: Wrapped<N>, const N: usize> TryFrom<ProjectivePoint<C, N>>
    for NonIdentity<ProjectivePoint<C, N>>
{
    type Error = Error;

    fn try_from(point: ProjectivePoint<C, N>) -> Result<Self, Error> {
        Self::new(point).into_option().ok_or(Error)
    }
}

impl<C: Wrapped<N>, const N: usize> FromSec1Point<C> for ProjectivePoint<C, N> {
    fn from_sec1_point(point: &Sec1Point<C>) -> ctutils::CtOption<Self> {
        AffinePoint::<C, N>::from_sec1_point(point).map(Self::from)
    }
}

impl<C: Wrapped<N>, const N: usize> ToSec1Point<C> for ProjectivePoint<C, N> {
    fn to_sec1_point(&self, compress: bool) -> Sec1Point<C> {
        self.to_affine().to_sec1_point(compress)
    }
}

impl<C: Wrapped<N>, const N: usize> Generate for ProjectivePoint<C, N> {
    fn try_generate_from_rng<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        AffinePoint::draw(rng).map(Self::from)
    }
}
