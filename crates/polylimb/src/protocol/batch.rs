//! Jobs of several curves in one batch.

use super::Curve;
use crate::team::{Split, map_parts};
use alloc::vec::Vec;

/// The number of jobs in a part is a multiple of this, for eight lanes and one inversion.
const EIGHT: usize = 8;

/// The results of all jobs in their order. Jobs of one curve are computed together: `compute` takes
/// a curve and a part of its jobs and returns a result for each. Whole parts run over `split`,
/// because a protocol does much work other than multiples of points.
pub(super) fn by_curve<J: Sync, R: Send>(
    jobs: &[J],
    split: &dyn Split,
    curve: impl Fn(&J) -> &Curve,
    compute: impl Fn(&Curve, &[&J]) -> Vec<R> + Sync,
) -> Vec<R> {
    let mut results: Vec<Option<R>> = jobs.iter().map(|_| None).collect();
    while let Some(first) = results.iter().position(Option::is_none) {
        let here = curve(&jobs[first]);
        let same = |i: &usize| results[*i].is_none() && curve(&jobs[*i]).same_as(here).is_ok();
        let indices: Vec<usize> = (first..jobs.len()).filter(same).collect();
        let together: Vec<&J> = indices.iter().map(|&i| &jobs[i]).collect();
        let part = EIGHT * together.len().div_ceil(EIGHT).div_ceil(split.threads());
        let computed = map_parts(split, &together, part, |jobs| compute(here, jobs));
        for (i, result) in indices.into_iter().zip(computed) {
            results[i] = Some(result);
        }
    }
    results.into_iter().flatten().collect()
}
