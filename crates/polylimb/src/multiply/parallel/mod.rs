//! One scalar multiplication on several threads: the methods of the literature.
//!
//! **What bounds them.** For a base not known beforehand the `n` doublings are one chain from the base to the result, whoever computes them: only
//! additions can be shared, a fifth of the work with windows. With a base whose multiples are known, everything can.
//!
//! | file | what threads share |
//! |---|---|
//! | `balanced_partition.rs`, `equal_partitions.rs`, `naf_segments.rs`, `lanes.rs` | stretches of the scalar |
//! | `doubling_and_adding.rs` | one doubles, the other adds |
//! | `split_additions.rs` | the additions of a table |
//!
//! Each of them may run over a modular multiplication that has several threads itself, `team::two_levels` of one team: the outer one shares out
//! the scalar, the inner one the products.
//!
//! All of them tell the scalar by their time. A part that has no thread of its own runs after the others, so more threads than cores, or calls from
//! inside another part, change the time and not the result.

pub(super) mod balanced_partition;
pub(super) mod doubling_and_adding;
pub(super) mod equal_partitions;
pub(super) mod lanes;
pub(super) mod naf_segments;
pub(super) mod split_additions;

pub use equal_partitions::equal_partitions_vartime;

use crate::curve::Group;
use crate::team::{Split, Stretch, each_chunk};
use alloc::vec;
use alloc::vec::Vec;

/// A group that several threads compute in at once.
pub trait SharedGroup: Group<Point: Send + Sync, Entry: Send + Sync> + Sync {}

impl<G: Group<Point: Send + Sync, Entry: Send + Sync> + Sync> SharedGroup for G {}

/// Jacobian coordinates: products of a mixed addition (8M + 3S) by those of a doubling (4M + 4S).
const ADDITION: f64 = 11.0 / 8.0;

/// What each lane computes.
fn points_of_lanes<G: SharedGroup>(
    group: &G,
    split: &dyn Split,
    lanes: usize,
    lane: impl Fn(usize) -> G::Point + Sync,
) -> Vec<G::Point> {
    let mut points = vec![group.neutral(); lanes];
    each_chunk(split, &mut points, 1, |i, point| point[0] = lane(i));
    points
}

/// The sum of what the lanes compute, one after another: `lanes - 1` additions.
fn sum_of_lanes<G: SharedGroup>(
    group: &G,
    split: &dyn Split,
    lanes: usize,
    lane: impl Fn(usize) -> G::Point + Sync,
) -> G::Point {
    let points = points_of_lanes(group, split, lanes, lane);
    points.into_iter().reduce(|a, b| group.add(&a, &b)).unwrap_or_else(|| group.neutral())
}

/// `Σ lane(2^low P, i)` where each lane doubles its own way up to its stretch.
fn sum_of_stretches<G: SharedGroup>(
    group: &G,
    split: &dyn Split,
    stretches: &[Stretch],
    p: &G::Entry,
    lane: impl Fn(Stretch, &G::Entry) -> G::Point + Sync,
) -> G::Point {
    sum_of_lanes(group, split, stretches.len(), |i| {
        let stretch = stretches[i];
        let mut start = [*p];
        if stretch.low > 0 {
            let raised = group.double_times(&group.lift(p), stretch.low);
            group.normalise(&[raised], &mut start);
        }
        lane(stretch, &start[0])
    })
}
