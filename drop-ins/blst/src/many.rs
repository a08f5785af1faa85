//! Sums over arrays of points.

use crate::field::Coordinate;
use crate::layout::{Affine, BLST_ERROR, Jacobian, blst_fp, blst_fp2};
use crate::multiples::{sum, sum_of_multiples};
use crate::points::to_affine;
use crate::threads::{all, in_parallel};
use core::ops::{Index, IndexMut};
use core::slice::SliceIndex;

/// Sums of points and of their multiples. Variable time.
pub trait MultiPoint {
    type Output;

    /// The sum of multiples by scalars of `nbits` bits, each in whole bytes.
    fn mult(&self, scalars: &[u8], nbits: usize) -> Self::Output;
    fn add(&self) -> Self::Output;
    fn validate(&self) -> Result<(), BLST_ERROR> {
        Err(BLST_ERROR::BLST_POINT_NOT_IN_GROUP)
    }
}

impl<C: Coordinate> MultiPoint for [Affine<C>] {
    type Output = Jacobian<C>;

    /// # Panics
    /// If there are fewer scalars than points.
    fn mult(&self, scalars: &[u8], nbits: usize) -> Jacobian<C> {
        let bytes = nbits.div_ceil(8);
        assert!(scalars.len() >= bytes * self.len(), "scalars length mismatch");
        if nbits == 0 {
            return Jacobian::default();
        }
        sum_of_multiples(scalars.chunks_exact(bytes).zip(self), 0, nbits)
    }

    fn add(&self) -> Jacobian<C> {
        sum(self.iter())
    }

    /// Whether all lie in the group, none of them neutral.
    fn validate(&self) -> Result<(), BLST_ERROR> {
        let checks = in_parallel(self.len(), |i| match &self[i] {
            p if p.is_inf() => Err(BLST_ERROR::BLST_PK_IS_INFINITY),
            p if !p.in_group() => Err(BLST_ERROR::BLST_POINT_NOT_IN_GROUP),
            _ => Ok(()),
        });
        all(checks).map(|_| ())
    }
}

/// Points in affine form.
#[derive(Debug)]
pub struct Affines<C> {
    points: Vec<Affine<C>>,
}

pub type p1_affines = Affines<blst_fp>;
pub type p2_affines = Affines<blst_fp2>;

impl<C: Coordinate> Affines<C> {
    pub fn as_slice(&self) -> &[Affine<C>] {
        &self.points
    }

    #[allow(clippy::should_implement_trait, reason = "its name in blst")]
    pub fn from(points: &[Jacobian<C>]) -> Self {
        let mut affine = vec![Affine::default(); points.len()];
        to_affine(&mut affine, points.iter());
        Self { points: affine }
    }

    pub fn mult(&self, scalars: &[u8], nbits: usize) -> Jacobian<C> {
        self.points.mult(scalars, nbits)
    }

    #[allow(clippy::should_implement_trait, reason = "its name in blst")]
    pub fn add(&self) -> Jacobian<C> {
        self.points.add()
    }
}

impl<C, I: SliceIndex<[Affine<C>]>> Index<I> for Affines<C> {
    type Output = I::Output;

    fn index(&self, i: I) -> &I::Output {
        &self.points[i]
    }
}

impl<C, I: SliceIndex<[Affine<C>]>> IndexMut<I> for Affines<C> {
    fn index_mut(&mut self, i: I) -> &mut I::Output {
        &mut self.points[i]
    }
}
