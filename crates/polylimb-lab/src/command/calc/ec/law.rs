//! A curve ready to compute on: its group, and points in and out of it.

use super::point::Affine;
use crate::failure::Result;
use polylimb::curve::named::Parameters;
use polylimb::curve::{AnyCurve, System};
use polylimb::limb::{Bits, Natural};
use polylimb::modmul::ModMul;
use polylimb::multiply::{self, Method, Work};
use polylimb::recoding::Recoding;
use std::sync::Arc;

/// The group law of a curve in some coordinates.
pub(super) struct Law {
    curve: AnyCurve,
}

/// A point of a [`Law`]; none for the neutral element.
pub(super) type Point = Option<Vec<polylimb::limb::Word>>;

impl Law {
    pub(super) fn new(
        system: &System,
        parameters: &Parameters,
        modmul: Arc<dyn ModMul>,
    ) -> Result<Self> {
        Ok(Self { curve: system.build(parameters, modmul)? })
    }

    /// The point with these coordinates.
    ///
    /// # Errors
    /// What is wrong with them, in words.
    pub(super) fn point(&self, affine: &Affine) -> std::result::Result<Point, String> {
        let Some(coordinates) = affine else { return Ok(None) };
        let length = self.curve.coordinate_bytes();
        let bytes = |n: &Natural| {
            let mut bytes = n
                .to_be_bytes_padded(length)
                .map_err(|_| "a coordinate is not below the curve's prime".to_owned())?;
            bytes.reverse();
            Ok::<_, String>(bytes)
        };
        let [x, y] = coordinates;
        let point = self.curve.decode(&bytes(x)?, &bytes(y)?).map_err(|error| match error {
            polylimb::Error::NotReduced { .. } => {
                "a coordinate is not below the curve's prime".into()
            }
            other => other.to_string(),
        })?;
        Ok(Some(point))
    }

    /// The coordinates of a point.
    pub(super) fn affine(&self, point: &Point) -> Result<Affine> {
        let Some(point) = point else { return Ok(None) };
        let number = |mut bytes: Vec<u8>| {
            bytes.reverse();
            Natural::from_be_bytes(&bytes)
        };
        Ok(self.curve.encode_vartime(point)?.map(|[x, y]| [number(x), number(y)]))
    }

    pub(super) fn add(&self, p: &Point, q: &Point) -> Result<Point> {
        match (p, q) {
            (Some(p), Some(q)) => Ok(Some(self.curve.add(p, q)?)),
            _ => Ok(p.clone().or_else(|| q.clone())),
        }
    }

    pub(super) fn neg(&self, p: &Point) -> Result<Point> {
        Ok(p.as_ref().map(|p| self.curve.neg(p)).transpose()?)
    }

    /// `k p`.
    pub(super) fn multiply(
        &self,
        k: &Natural,
        p: &Point,
        method: &Method,
        recoding: Option<&'static Recoding>,
        width: Option<usize>,
    ) -> Result<Point> {
        let Some(base) = p else { return Ok(None) };
        let mut r = base.clone();
        let k = Bits::new_vartime(k.words());
        method.multiply(&self.curve, &Work { k, base, recoding, width }, &mut r)?;
        Ok(Some(r))
    }

    /// Whether `n p` is neutral; the law must hold outside the subgroup.
    pub(super) fn vanishes(&self, n: &Natural, p: &Point) -> Result<bool> {
        let product = self.multiply(n, p, multiply::find("window")?, None, None)?;
        Ok(self.affine(&product)?.is_none())
    }
}
