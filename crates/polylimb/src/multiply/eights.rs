//! Eights: what an engine computes over eight lanes, and how batches are cut into eights.

use super::plain_point::PlainPoint;
use crate::error::Result;
use crate::field::lanes::LANES;
use crate::limb::Bits;
use crate::team::{Split, map_parts};
use alloc::vec::Vec;

/// Most jobs that share an inversion; their data stays within a core's own cache.
const MOST: usize = 16 * LANES;
/// Fewer jobs than this are done one by one.
const LEAST: usize = 3;

/// A curve over eight lanes, for any prime and vector type. `check` returns the error of a point
/// that does not lie on the curve.
pub(super) trait Eights: Send + Sync {
    /// `k p` of each job.
    fn multiply(
        &self,
        jobs: &[(Bits<'_>, &PlainPoint)],
        check: &dyn Fn(&PlainPoint) -> Result<()>,
    ) -> Vec<Result<Option<PlainPoint>>>;

    /// `k` times the generator: one multiple, computed over all lanes.
    fn multiply_generator_once(&self, k: Bits<'_>) -> Option<PlainPoint>;

    /// `k` times the generator for each scalar.
    fn multiply_generator(&self, scalars: &[Bits<'_>]) -> Vec<Option<PlainPoint>>;

    /// `a` times the generator plus `b q` of each job.
    fn multiply_add(
        &self,
        jobs: &[(Bits<'_>, Bits<'_>, &PlainPoint)],
        check: &dyn Fn(&PlainPoint) -> Result<()>,
    ) -> Vec<Result<Option<PlainPoint>>>;
}

/// The results of all jobs in their order, in parts over `split`. `eights` does them; `one` does
/// the last jobs of a part if they are too few for eight lanes to pay.
pub(crate) fn in_eights<J: Sync, R: Send>(
    split: &dyn Split,
    jobs: &[J],
    one: &(dyn Fn(&J) -> R + Sync),
    eights: &(dyn Fn(&[J]) -> Vec<R> + Sync),
) -> Vec<R> {
    let each = jobs.len().div_ceil(LANES).div_ceil(split.threads());
    map_parts(split, jobs, (LANES * each).clamp(LANES, MOST), |jobs| {
        let tail = jobs.len() % LANES;
        let (many, few) = jobs.split_at(if tail < LEAST { jobs.len() - tail } else { jobs.len() });
        let mut results = if many.is_empty() { Vec::new() } else { eights(many) };
        results.extend(few.iter().map(one));
        results
    })
}
