//! Batches on Koblitz curves, four scalars at a time.

use super::PlainPoint;
use super::over_binary::OverBinary;
use crate::curve::{AffinePoint, Group};
use crate::error::Result;
use crate::field::binary::Quadratic;
use crate::field::{Encoding, SquareRoot, VartimeField};
use crate::limb::{Bits, Word};
use crate::multiply::quads::{FourLanes, four_regular_tau};
use crate::recoding::{Koblitz, Representatives};
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroize;

/// Lanes.
const FOUR: usize = 4;
/// Most jobs that share an inversion.
const MOST: usize = 128;

/// Jobs in a part of a batch of `jobs` over `threads` threads: a multiple of four.
pub(super) fn part(jobs: usize, threads: usize) -> usize {
    (FOUR * jobs.div_ceil(FOUR).div_ceil(threads)).clamp(FOUR, MOST)
}

impl<const N: usize, F> OverBinary<F>
where
    F: VartimeField<El = [Word; N]> + Encoding + SquareRoot + Quadratic + Clone,
{
    /// The products of all jobs. Lanes without a job or with an invalid point multiply the
    /// generator.
    pub(super) fn multiply_in_fours(
        &self,
        lanes: &dyn FourLanes<F::El>,
        (ring, representatives): (&Koblitz, &Representatives),
        jobs: &[(Bits<'_>, &PlainPoint)],
    ) -> Vec<Result<Option<PlainPoint>>> {
        let group = &self.uniform;
        let points: Vec<_> = jobs.iter().map(|job| self.entry(job.1)).collect();
        let mut products = Vec::with_capacity(jobs.len().next_multiple_of(FOUR));
        for (jobs, points) in jobs.chunks(FOUR).zip(points.chunks(FOUR)) {
            let scalars = core::array::from_fn(|i| jobs.get(i).unwrap_or(&jobs[0]).0);
            let points = core::array::from_fn(|i| match points.get(i) {
                Some(Ok(p)) => [p.x, p.y],
                _ => [self.generator.x, self.generator.y],
            });
            products.extend(four_regular_tau(lanes, ring, representatives, scalars, &points));
        }
        let mut entries = vec![AffinePoint::neutral(self.field()); products.len()];
        group.normalise(&products, &mut entries);
        let results =
            points.into_iter().zip(&entries).map(|(p, product)| p.map(|_| self.plain(product)));
        let results = results.collect();
        products.zeroize();
        entries.zeroize();
        results
    }
}
