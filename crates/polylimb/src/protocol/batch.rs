//! Jobs of several curves in one batch.

use super::Curve;
use alloc::vec::Vec;

/// The results of all jobs in their order, those of one curve computed together: `compute` gets a curve and its jobs, and gives a result for each.
pub(super) fn by_curve<J, R>(
    jobs: &[J],
    curve: impl Fn(&J) -> &Curve,
    compute: impl Fn(&Curve, &[&J]) -> Vec<R>,
) -> Vec<R> {
    let mut results: Vec<Option<R>> = jobs.iter().map(|_| None).collect();
    while let Some(first) = results.iter().position(Option::is_none) {
        let here = curve(&jobs[first]);
        let same = |i: &usize| results[*i].is_none() && curve(&jobs[*i]).same_as(here).is_ok();
        let indices: Vec<usize> = (first..jobs.len()).filter(same).collect();
        let together: Vec<&J> = indices.iter().map(|&i| &jobs[i]).collect();
        for (i, result) in indices.into_iter().zip(compute(here, &together)) {
            results[i] = Some(result);
        }
    }
    results.into_iter().flatten().collect()
}
