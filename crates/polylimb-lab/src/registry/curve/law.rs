//! A curve ready to compute on: its group, and points in and out of it.

use crate::failure::Result;
use polylimb::curve::binary::BinarySystem;
use polylimb::curve::named::Parameters;
use polylimb::curve::{AnyCurve, System};
use polylimb::field::SharedCounts;
use polylimb::limb::{Bits, Natural};
use polylimb::modmul::ModMul;
use polylimb::multiply::{self, Method, Work};
use polylimb::recoding::Recoding;
use polylimb::team::{Alone, Split};
use std::sync::Arc;

/// The group law of a curve in some coordinates.
pub struct Law {
    curve: AnyCurve,
    /// What is said of coordinates that are too large.
    too_large: &'static str,
}

/// The coordinates of a point; none for the neutral element.
pub type Affine = Option<[Natural; 2]>;

/// A point of a [`Law`]; none for the neutral element.
pub type Point = Option<Vec<polylimb::limb::Word>>;

impl Law {
    /// The curve with these parameters in that system, over a multiplication modulo its prime.
    ///
    /// # Errors
    /// As [`System::build`].
    pub fn new(
        system: &System,
        parameters: &Parameters,
        modmul: Arc<dyn ModMul>,
    ) -> polylimb::Result<Self> {
        let too_large = "a coordinate is not below the curve's prime";
        Ok(Self { curve: system.build(parameters, modmul)?, too_large })
    }

    /// The binary curve with these parameters in that system.
    ///
    /// # Errors
    /// As [`BinarySystem::build`].
    pub fn binary(system: &BinarySystem, parameters: &Parameters) -> polylimb::Result<Self> {
        let too_large = "a coordinate's degree is not below that of the curve's field";
        Ok(Self { curve: system.build(parameters)?, too_large })
    }

    /// The same, with what its field is asked for written down in `counts`.
    ///
    /// # Errors
    /// As [`BinarySystem::build`].
    pub fn binary_counting(
        system: &BinarySystem,
        parameters: &Parameters,
        counts: Arc<SharedCounts>,
    ) -> polylimb::Result<Self> {
        let curve = system.build_counting(parameters, counts)?;
        Ok(Self { curve, ..Self::binary(system, parameters)? })
    }

    /// The point with these coordinates.
    ///
    /// # Errors
    /// What is wrong with them, in words.
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

    /// The sum of some points, none of them neutral: the first and one mixed addition for each other, then a normalisation. The time
    /// tells the points.
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

    /// The same with the threads of `split` for a parallel method.
    ///
    /// # Errors
    /// As [`Law::multiply`], and for a number of threads that the method does not run on.
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
        method.multiply(&self.curve, &work, &mut r)?;
        Ok(Some(r))
    }

    /// Whether `n p` is neutral; the law must hold outside the subgroup.
    ///
    /// # Errors
    /// As [`Law::multiply`].
    pub fn vanishes(&self, n: &Natural, p: &Point) -> Result<bool> {
        let product = self.multiply(n, p, multiply::find("window")?, None, None)?;
        Ok(self.affine(&product)?.is_none())
    }
}
