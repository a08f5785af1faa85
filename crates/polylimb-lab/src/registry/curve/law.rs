//! A curve ready for computation: its group, and the conversion of points.

use crate::failure::Result;
use polylimb::authors::curve::Parameters;
use polylimb::authors::limb::{Bits, Natural};
use polylimb::authors::modmul::ModMul;
use polylimb::{Alone, Split};
use polylimb_catalogue::coordinates::System;
use polylimb_catalogue::counted::SharedCounts;
use polylimb_catalogue::erased::AnyCurve;
use polylimb_catalogue::multiply::{self, Method, Work};
use polylimb_catalogue::recoding::Recoding;
use std::sync::Arc;

/// The group law of a curve in some coordinates.
pub struct Law {
    curve: AnyCurve,
    /// The error for coordinates that are too large.
    too_large: &'static str,
}

/// The coordinates of a point; `None` for the neutral element.
pub type Affine = Option<[Natural; 2]>;

/// A point of a [`Law`]; `None` for the neutral element.
pub type Point = Option<Vec<polylimb::authors::limb::Word>>;

impl Law {
    /// The curve with these parameters in that system, over a multiplication modulo its prime.
    ///
    /// # Errors
    /// As [`Make::over_prime`](polylimb_catalogue::coordinates::Make::over_prime).
    pub fn new(
        system: &System,
        parameters: &Parameters,
        modmul: Arc<dyn ModMul>,
    ) -> polylimb::Result<Self> {
        let too_large = "a coordinate is not below the curve's prime";
        Ok(Self { curve: system.make.over_prime(parameters, modmul)?, too_large })
    }

    /// The binary curve with these parameters in that system. Counts the field's operations in
    /// `counts`, if given.
    ///
    /// # Errors
    /// As [`Make::over_binary`](polylimb_catalogue::coordinates::Make::over_binary).
    pub fn binary(
        system: &System,
        parameters: &Parameters,
        counts: Option<Arc<SharedCounts>>,
    ) -> polylimb::Result<Self> {
        let too_large = "a coordinate's degree is not below that of the curve's field";
        Ok(Self { curve: system.make.over_binary(parameters, counts)?, too_large })
    }

    /// The point with these coordinates.
    ///
    /// # Errors
    /// A description of what is wrong with them.
    pub fn point(&self, affine: &Affine) -> std::result::Result<Point, String> {
        let Some(coordinates) = affine else { return Ok(None) };
        let length = self.curve.coordinate_bytes();
        let bytes = |n: &Natural| {
            let mut bytes = n.to_be_bytes_padded(length).map_err(|_| self.too_large.to_owned())?;
            bytes.reverse();
            Ok::<_, String>(bytes)
        };
        let [x, y] = coordinates;
        let point = self.curve.decode(&bytes(x)?, &bytes(y)?).map_err(|error| match error {
            polylimb::Error::NotReduced { .. } => self.too_large.into(),
            other => other.to_string(),
        })?;
        Ok(Some(point))
    }

    /// The coordinates of a point.
    ///
    /// # Errors
    /// For words that are not a point of this law.
    pub fn affine(&self, point: &Point) -> polylimb::Result<Affine> {
        let Some(point) = point else { return Ok(None) };
        let number = |mut bytes: Vec<u8>| {
            bytes.reverse();
            Natural::from_be_bytes(&bytes)
        };
        Ok(self.curve.encode_vartime(point)?.map(|[x, y]| [number(x), number(y)]))
    }

    /// `p + q`.
    ///
    /// # Errors
    /// For words that are not points of this law.
    pub fn add(&self, p: &Point, q: &Point) -> polylimb::Result<Point> {
        match (p, q) {
            (Some(p), Some(q)) => Ok(Some(self.curve.add(p, q)?)),
            _ => Ok(p.clone().or_else(|| q.clone())),
        }
    }

    /// The sum of some points, none of them neutral: starts from the first, adds each other by a
    /// mixed addition, then normalises. Variable time in the points.
    ///
    /// # Errors
    /// For words that are not points of this law.
    pub fn sum(&self, points: &[Point]) -> polylimb::Result<Point> {
        let points = points.iter().flatten().map(Vec::as_slice);
        Ok(Some(self.curve.sum_vartime(points)?))
    }

    /// `-p`.
    ///
    /// # Errors
    /// For words that are not a point of this law.
    pub fn neg(&self, p: &Point) -> polylimb::Result<Point> {
        p.as_ref().map(|p| self.curve.neg(p)).transpose()
    }

    /// `k p`.
    ///
    /// # Errors
    /// For a recoding or a width that the method does not take.
    pub fn multiply(
        &self,
        k: &Natural,
        p: &Point,
        method: &Method,
        recoding: Option<&'static Recoding>,
        width: Option<usize>,
    ) -> polylimb::Result<Point> {
        self.multiply_on(&Alone, k, p, method, recoding, width)
    }

    /// As [`Law::multiply`], with the threads of `split` for a parallel method.
    ///
    /// # Errors
    /// As [`Law::multiply`], and for a number of threads that the method does not support.
    pub fn multiply_on(
        &self,
        split: &dyn Split,
        k: &Natural,
        p: &Point,
        method: &Method,
        recoding: Option<&'static Recoding>,
        width: Option<usize>,
    ) -> polylimb::Result<Point> {
        let Some(base) = p else { return Ok(None) };
        let mut r = base.clone();
        let k = Bits::new_vartime(k.words());
        let work = Work { recoding, width, split, ..Work::new(k, base) };
        self.curve.multiply(method, &work, &mut r)?;
        Ok(Some(r))
    }

    /// Whether `n p` is neutral; the law must also hold outside the subgroup.
    ///
    /// # Errors
    /// As [`Law::multiply`].
    pub fn vanishes(&self, n: &Natural, p: &Point) -> Result<bool> {
        let product = self.multiply(n, p, multiply::find("window")?, None, None)?;
        Ok(self.affine(&product)?.is_none())
    }
}
