//! Points in the coordinates of the complete law, and their group.

use super::wrapped::{FieldOf, Wrapped, choice, folds, mask, non_identity, operator, plain_data};
use super::{AffinePoint, Scalar};
use crate::curve::Group as _;
use crate::curve::weierstrass::ProjectivePoint as Homogeneous;
use crate::field::Field;
use crate::limb::Mask;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Neg, Sub, SubAssign};
use elliptic_curve::ctutils;
use elliptic_curve::group::cofactor::CofactorGroup;
use elliptic_curve::group::{Curve, Group, GroupEncoding, prime};
use elliptic_curve::point::NonIdentity;
use elliptic_curve::rand_core::{TryCryptoRng, TryRng};
use elliptic_curve::sec1::{FromSec1Point, Sec1Point, ToSec1Point};
use elliptic_curve::subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};
use elliptic_curve::{Error, Generate, PublicKey};

type El<C, const N: usize> = <FieldOf<C, N> as Field>::El;

/// A point of the curve `C` as `(X : Y : Z)`.
pub struct ProjectivePoint<C: Wrapped<N>, const N: usize>(pub(super) Homogeneous<El<C, N>>);

plain_data!(
    ProjectivePoint,
    default || Self(C::parts().group.neutral()),
    equal | p,
    q | C::parts().group.equal(&p.0, &q.0),
    select | condition,
    if_true,
    if_false | { Self(C::parts().group.select(condition, &if_true.0, &if_false.0)) }
);
non_identity!(ProjectivePoint);

impl<C: Wrapped<N>, const N: usize> ProjectivePoint<C, N> {
    fn draw<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        AffinePoint::draw(rng).map(Self::from)
    }
}

impl<C: Wrapped<N>, const N: usize> Neg for ProjectivePoint<C, N> {
    type Output = Self;

    fn neg(self) -> Self {
        Self(C::parts().group.neg(&self.0))
    }
}

operator!(ProjectivePoint Add add AddAssign add_assign ProjectivePoint, |p, q| {
    ProjectivePoint(C::parts().group.add(&p.0, &q.0))
});
operator!(ProjectivePoint Add add AddAssign add_assign AffinePoint, |p, q| {
    ProjectivePoint(C::parts().group.add_entry(&p.0, &q.0))
});
operator!(ProjectivePoint Sub sub SubAssign sub_assign ProjectivePoint, |p, q| p + -*q);
operator!(ProjectivePoint Sub sub SubAssign sub_assign AffinePoint, |p, q| p + -*q);
folds!(ProjectivePoint: Sum sum Self::default(), +);

impl<C: Wrapped<N>, const N: usize> Group for ProjectivePoint<C, N> {
    type Scalar = Scalar<C, N>;

    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        Self::draw(rng)
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

/// The cofactor is 1.
impl<C: Wrapped<N>, const N: usize> CofactorGroup for ProjectivePoint<C, N> {
    type Subgroup = Self;

    fn clear_cofactor(&self) -> Self {
        *self
    }

    fn into_subgroup(self) -> CtOption<Self> {
        CtOption::new(self, Choice::from(1))
    }

    fn is_torsion_free(&self) -> Choice {
        Choice::from(1)
    }
}

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
