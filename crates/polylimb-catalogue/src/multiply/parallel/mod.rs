//! One scalar multiplication on several threads: the methods of the literature.
//!
//! **Limits.** For a base not known beforehand the `n` doublings are one chain from the base to the
//! result on any thread. Only additions can be shared, a fifth of the work with windows. With known
//! multiples of the base, everything can be shared.
//!
//! | file | what threads share |
//! |---|---|
//! | `balanced_partition.rs`, `equal_partitions.rs` | stretches of the scalar |
//! | `naf_segments.rs`, `windows.rs` | stretches of the scalar |
//! | `doubling_and_adding.rs` | one doubles, the other adds |
//! | `split_additions.rs` | the additions of a table |
//!
//! Each method can run over a modular multiplication that has several threads itself, by
//! `team::two_levels` of one team: the outer level distributes the scalar, the inner one the
//! products.
//!
//! The time of all of them tells the scalar. A part without a thread of its own runs after the
//! others, so more threads than cores, or calls from inside another part, change the time, not the
//! result.

pub(super) mod balanced_partition;
pub(super) mod doubling_and_adding;
pub(super) mod equal_partitions;

pub(super) mod naf_segments;
pub(super) mod split_additions;
pub(super) mod windows;

pub use equal_partitions::equal_partitions_vartime;

use crate::stretches::Stretch;
use polylimb::Split;
use polylimb::authors::curve::Group;
use polylimb::authors::team::each_chunk;

/// A group in which several threads compute at once.
pub trait SharedGroup: Group<Point: Send + Sync, Entry: Send + Sync> + Sync {}

impl<G: Group<Point: Send + Sync, Entry: Send + Sync> + Sync> SharedGroup for G {}

/// The cost of a mixed addition (8M + 3S) divided by the cost of a doubling (4M + 4S), in Jacobian
/// coordinates.
const ADDITION: f64 = 11.0 / 8.0;

/// The points that the parts compute.
fn points_of_parts<G: SharedGroup>(
    group: &G,
    split: &dyn Split,
    parts: usize,
    part: impl Fn(usize) -> G::Point + Sync,
) -> Vec<G::Point> {
    let mut points = vec![group.neutral(); parts];
    each_chunk(split, &mut points, 1, |i, point| point[0] = part(i));
    points
}

/// The sum of the points of the parts, with `parts - 1` additions in sequence.
fn sum_of_parts<G: SharedGroup>(
    group: &G,
    split: &dyn Split,
    parts: usize,
    part: impl Fn(usize) -> G::Point + Sync,
) -> G::Point {
    let points = points_of_parts(group, split, parts, part);
    points.into_iter().reduce(|a, b| group.add(&a, &b)).unwrap_or_else(|| group.neutral())
}

/// `Σ part(stretch, 2^low P)`, where each part doubles up to its own stretch.
fn sum_of_stretches<G: SharedGroup>(
    group: &G,
    split: &dyn Split,
    stretches: &[Stretch],
    p: &G::Entry,
    part: impl Fn(Stretch, &G::Entry) -> G::Point + Sync,
) -> G::Point {
    sum_of_parts(group, split, stretches.len(), |i| {
        let stretch = stretches[i];
        let mut start = [*p];
        if stretch.low > 0 {
            let raised = group.double_times(&group.lift(p), stretch.low);
            group.normalise(&[raised], &mut start);
        }
        part(stretch, &start[0])
    })
}
