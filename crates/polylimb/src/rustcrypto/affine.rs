//! Points as pairs of coordinates.

use super::wrapped::{FieldOf, Wrapped, choice, mask, non_identity, plain_data};
use super::{ProjectivePoint, Scalar};
use crate::curve::{AffinePoint as Entry, Group};
use crate::field::{Encoding as _, Field as _};
use crate::limb::{Mask, Word};
use crate::multiply::engine::PlainPoint;
use core::ops::Neg;
use elliptic_curve::ctutils;
use elliptic_curve::group::{CurveAffine, GroupEncoding};
use elliptic_curve::point::{AffineCoordinates, DecompressPoint, NonIdentity};
use elliptic_curve::rand_core::{TryCryptoRng, TryRng};
use elliptic_curve::sec1::{CompressedPoint, Coordinates, FromSec1Point, Sec1Point, ToSec1Point};
use elliptic_curve::subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};
use elliptic_curve::{Error, FieldBytes, Generate, PublicKey};

/// A point of the curve `C`: two coordinates, or the neutral element.
pub struct AffinePoint<C: Wrapped<N>, const N: usize>(pub(super) Entry<FieldOf<C, N>>);

impl<C: Wrapped<N>, const N: usize> AffinePoint<C, N> {
    /// The point with these coordinates.
    fn of_plain(plain: &PlainPoint) -> Option<Self> {
        let [x, y] = [plain.x(), plain.y()].map(|bytes| field::<C, N>().decode_be(bytes).ok());
        Some(Self(Entry::new(x?, y?)))
    }

    fn coordinate(element: &[Word; N]) -> FieldBytes<C> {
        let mut bytes = FieldBytes::<C>::default();
        // The length is right.
        let _ = field::<C, N>().encode_be(&mut bytes, element);
        bytes
    }

    pub(super) fn draw<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        let (mut x, mut sign) = (FieldBytes::<C>::default(), [0]);
        loop {
            rng.try_fill_bytes(&mut x)?;
            rng.try_fill_bytes(&mut sign)?;
            x[0] >>= (8 * x.len()).saturating_sub(FieldOf::<C, N>::BITS);
            if let Some(point) = Self::decompress(&x, Choice::from(sign[0] & 1)).into_option() {
                return Ok(point);
            }
        }
    }
}

fn field<C: Wrapped<N>, const N: usize>() -> &'static FieldOf<C, N> {
    &C::parts().group.curve().field
}

plain_data!(
    AffinePoint,
    default || Self(Entry::neutral(field::<C, N>())),
    equal | p,
    q | {
        let group = &C::parts().group;
        group.equal(&group.lift(&p.0), &group.lift(&q.0))
    },
    select | condition,
    if_true,
    if_false | { Self(Entry::select(field::<C, N>(), condition, &if_true.0, &if_false.0)) }
);
non_identity!(AffinePoint);

impl<C: Wrapped<N>, const N: usize> Neg for AffinePoint<C, N> {
    type Output = Self;

    fn neg(self) -> Self {
        Self(self.0.neg(field::<C, N>()))
    }
}

impl<C: Wrapped<N>, const N: usize> AffineCoordinates for AffinePoint<C, N> {
    type FieldRepr = FieldBytes<C>;

    fn from_coordinates(x: &FieldBytes<C>, y: &FieldBytes<C>) -> CtOption<Self> {
        let read = |bytes| field::<C, N>().decode_be(bytes);
        let (Ok(x), Ok(y)) = (read(x), read(y)) else {
            return CtOption::new(Self::default(), Choice::from(0));
        };
        let on_curve = C::parts().group.curve().contains(&x, &y);
        CtOption::new(Self(Entry::new(x, y)), choice(on_curve))
    }

    fn x(&self) -> FieldBytes<C> {
        Self::coordinate(&self.0.x)
    }

    fn y(&self) -> FieldBytes<C> {
        Self::coordinate(&self.0.y)
    }

    fn x_is_odd(&self) -> Choice {
        is_odd(&self.x())
    }

    fn y_is_odd(&self) -> Choice {
        is_odd(&self.y())
    }
}

fn is_odd(bytes: &[u8]) -> Choice {
    Choice::from(bytes.last().map_or(0, |byte| byte & 1))
}

impl<C: Wrapped<N>, const N: usize> DecompressPoint<C> for AffinePoint<C, N> {
    fn decompress(x: &FieldBytes<C>, y_is_odd: Choice) -> CtOption<Self> {
        let plain = C::parts().engine.decompress(x, y_is_odd.into()).ok();
        let point = plain.and_then(|plain| Self::of_plain(&plain));
        CtOption::new(point.unwrap_or_default(), Choice::from(u8::from(point.is_some())))
    }
}

impl<C: Wrapped<N>, const N: usize> FromSec1Point<C> for AffinePoint<C, N> {
    /// The compact form, an abscissa alone, is refused.
    fn from_sec1_point(point: &Sec1Point<C>) -> ctutils::CtOption<Self> {
        match point.coordinates() {
            Coordinates::Identity => ctutils::CtOption::some(Self::default()),
            Coordinates::Compact { .. } => {
                ctutils::CtOption::new(Self::default(), ctutils::Choice::FALSE)
            }
            Coordinates::Compressed { x, y_is_odd } => {
                Self::decompress(x, Choice::from(u8::from(y_is_odd))).into()
            }
            Coordinates::Uncompressed { x, y } => Self::from_coordinates(x, y).into(),
        }
    }
}

impl<C: Wrapped<N>, const N: usize> ToSec1Point<C> for AffinePoint<C, N> {
    fn to_sec1_point(&self, compress: bool) -> Sec1Point<C> {
        if self.0.neutral.to_bool_vartime() {
            return Sec1Point::<C>::identity();
        }
        Sec1Point::<C>::from_affine_coordinates(&self.x(), &self.y(), compress)
    }
}

impl<C: Wrapped<N>, const N: usize> GroupEncoding for AffinePoint<C, N> {
    type Repr = CompressedPoint<C>;

    /// The compressed point; the neutral element is all zeros.
    fn from_bytes(bytes: &Self::Repr) -> CtOption<Self> {
        if bytes.iter().all(|byte| *byte == 0) {
            return CtOption::new(Self::default(), Choice::from(1));
        }
        let point = Sec1Point::<C>::from_bytes(bytes.as_slice())
            .ok()
            .and_then(|point| Self::from_sec1_point(&point).into_option());
        CtOption::new(point.unwrap_or_default(), Choice::from(u8::from(point.is_some())))
    }

    fn from_bytes_unchecked(bytes: &Self::Repr) -> CtOption<Self> {
        Self::from_bytes(bytes)
    }

    fn to_bytes(&self) -> Self::Repr {
        let (point, mut bytes) = (self.to_sec1_point(true), Self::Repr::default());
        bytes[..point.len()].copy_from_slice(point.as_bytes());
        bytes
    }
}

impl<C: Wrapped<N>, const N: usize> CurveAffine for AffinePoint<C, N> {
    type Curve = ProjectivePoint<C, N>;
    type Scalar = Scalar<C, N>;

    fn identity() -> Self {
        Self::default()
    }

    fn generator() -> Self {
        Self(C::parts().generator)
    }

    fn is_identity(&self) -> Choice {
        choice(self.0.neutral)
    }

    fn to_curve(&self) -> ProjectivePoint<C, N> {
        (*self).into()
    }
}

impl<C: Wrapped<N>, const N: usize> From<ProjectivePoint<C, N>> for AffinePoint<C, N> {
    /// Whether `Z` is 1, as in points made of affine ones, shows: then nothing is inverted.
    fn from(point: ProjectivePoint<C, N>) -> Self {
        let group = &C::parts().group;
        let f = field::<C, N>();
        if f.equal(&point.0.z, &f.one()).to_bool_vartime() {
            return Self(Entry::new(point.0.x, point.0.y));
        }
        let mut entry = [Entry::neutral(field::<C, N>())];
        group.normalise(&[point.0], &mut entry);
        Self(entry[0])
    }
}

impl<C: Wrapped<N>, const N: usize> From<PublicKey<C>> for AffinePoint<C, N> {
    fn from(key: PublicKey<C>) -> Self {
        *key.as_affine()
    }
}

impl<C: Wrapped<N>, const N: usize> From<AffinePoint<C, N>> for Sec1Point<C> {
    fn from(point: AffinePoint<C, N>) -> Self {
        point.to_sec1_point(false)
    }
}

impl<C: Wrapped<N>, const N: usize> TryFrom<AffinePoint<C, N>> for PublicKey<C> {
    type Error = Error;

    fn try_from(point: AffinePoint<C, N>) -> Result<Self, Error> {
        Self::from_affine(point)
    }
}
