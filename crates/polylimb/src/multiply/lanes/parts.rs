//! Batches cut into eights and parts.

use crate::field::lanes::LANES;
use crate::team::{Split, map_parts};
use alloc::vec::Vec;

/// Jobs that share an inversion, at most: what they need stays within a core's own cache.
const MOST: usize = 16 * LANES;
/// Fewer jobs than these go one by one.
const LEAST: usize = 3;

/// The results of all jobs in their order, in parts over `split`, by `eights`; by `one` where too few are left for eight lanes to pay.
pub(crate) fn in_eights<J: Sync, R: Send>(
    split: &dyn Split,
    jobs: &[J],
    one: impl Fn(&J) -> R + Sync,
    eights: impl Fn(&[J]) -> Vec<R> + Sync,
) -> Vec<R> {
    let each = jobs.len().div_ceil(LANES).div_ceil(split.threads());
    map_parts(split, jobs, (LANES * each).clamp(LANES, MOST), |jobs| {
        let tail = jobs.len() % LANES;
        let (many, few) = jobs.split_at(if tail < LEAST { jobs.len() - tail } else { jobs.len() });
        let mut results = if many.is_empty() { Vec::new() } else { eights(many) };
        results.extend(few.iter().map(&one));
        results
    })
}
