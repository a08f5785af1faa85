//! A method and what it runs on: a binary curve with a field, or its group in some coordinates.

use super::super::Curve;
use super::super::named::OWN;
use super::super::points::Points;
use crate::registry::curve::binary::Multiplication;
use crate::registry::curve::law::{Affine, Law, Point};
use polylimb::Split;
use polylimb::authors::entry::ConstantTime;
use polylimb::authors::limb::{Bits, Natural};
use polylimb::authors::multiply::PlainPoint;
use polylimb::cpu::Features;
use polylimb_catalogue::coordinates::System;
use polylimb_catalogue::counted::SharedCounts;
use polylimb_catalogue::multiply::{BinaryCurve, BinaryMethod, BinaryWork, Method};
use polylimb_catalogue::recoding::Recoding;
use std::sync::Arc;

/// The form of the scalar: a recoding, and its width if given.
pub(super) type Written = (&'static Recoding, Option<usize>);

/// A method, with coordinates if it has none of its own.
#[derive(Clone, Copy)]
pub(super) enum Way {
    Own(&'static BinaryMethod),
    Any(&'static Method, &'static System),
}

impl Way {
    /// The method in each of the coordinates that it takes.
    pub(super) fn all(method: Multiplication, coordinates: &[&'static System]) -> Vec<Self> {
        match method {
            Multiplication::Own(method) => vec![Way::Own(method)],
            Multiplication::Any(method) => {
                coordinates.iter().map(|system| Way::Any(method, system)).collect()
            }
        }
    }

    /// A binary method with a form for two threads also runs on one.
    pub(super) fn runs_on(self, threads: usize) -> bool {
        match self {
            Self::Own(method) => threads <= method.threads.max(),
            Self::Any(method, _) if method.threads.max() > 1 => method.threads.contains(threads),
            Self::Any(..) => threads == 1,
        }
    }

    /// Constant-time only if both are.
    pub(super) fn constant_time(self) -> ConstantTime {
        match self {
            Self::Own(method) => method.constant_time,
            Self::Any(method, system) if system.constant_time == ConstantTime::Yes => {
                method.constant_time
            }
            Self::Any(_, system) => system.constant_time,
        }
    }

    /// The names of the method and the coordinates.
    pub(super) const fn names(self) -> [&'static str; 2] {
        match self {
            Self::Own(method) => [method.name, OWN],
            Self::Any(method, system) => [method.name, system.name],
        }
    }
}

/// A way to multiply, made for a curve.
pub(super) enum Multiplier {
    Own(&'static BinaryMethod, BinaryCurve),
    Any(&'static Method, Law),
}

/// A point in the form that its [`Multiplier`] takes.
#[derive(Clone)]
pub(super) enum Multiple {
    Plain(Option<PlainPoint>),
    Words(Point),
}

impl Multiplier {
    /// With counting if `counts` is given.
    pub(super) fn new(
        way: Way,
        curve: &Curve,
        counts: Option<&Arc<SharedCounts>>,
    ) -> polylimb::Result<Self> {
        let parameters = &curve.parameters;
        Ok(match (way, counts.cloned()) {
            (Way::Own(m), None) => Self::Own(m, BinaryCurve::new(parameters, Features::detect())?),
            (Way::Own(m), Some(counts)) => Self::Own(m, BinaryCurve::counting(parameters, counts)?),
            (Way::Any(m, system), None) => Self::Any(m, Law::binary(system, parameters, None)?),
            (Way::Any(m, system), Some(counts)) => {
                Self::Any(m, Law::binary(system, parameters, Some(counts))?)
            }
        })
    }

    /// The generator.
    pub(super) fn base(&self, points: &Points) -> polylimb::Result<Multiple> {
        match self {
            Self::Own(_, curve) => {
                let length = curve.parameters().bits().div_ceil(8);
                let [x, y] = points.base().map(|c| c.to_be_bytes_padded(length));
                Ok(Multiple::Plain(Some(PlainPoint::new(x?, y?))))
            }
            Self::Any(_, law) => Ok(Multiple::Words(points.base_in(law)?)),
        }
    }

    /// `k p`.
    pub(super) fn multiply(
        &self,
        (recoding, width): Written,
        split: &dyn Split,
        k: &Natural,
        p: &Multiple,
    ) -> polylimb::Result<Multiple> {
        let recoding = Some(recoding);
        Ok(match (self, p) {
            (Self::Own(method, curve), Multiple::Plain(Some(base))) => {
                let k = Bits::new_vartime(k.words());
                let work = BinaryWork { k, base, recoding, width, split };
                Multiple::Plain(curve.multiply(method, &work)?)
            }
            (Self::Any(method, law), Multiple::Words(p)) => {
                Multiple::Words(law.multiply_on(split, k, p, method, recoding, width)?)
            }
            (_, neutral) => neutral.clone(),
        })
    }

    /// The coordinates of a point from this multiplier.
    pub(super) fn affine(&self, p: &Multiple) -> polylimb::Result<Affine> {
        match (self, p) {
            (Self::Any(_, law), Multiple::Words(p)) => law.affine(p),
            (_, Multiple::Plain(p)) => {
                let coordinates = |p: &PlainPoint| [p.x(), p.y()].map(Natural::from_be_bytes);
                Ok(p.as_ref().map(coordinates))
            }
            (Self::Own(..), Multiple::Words(_)) => {
                unreachable!("a binary curve gives plain points")
            }
        }
    }
}
