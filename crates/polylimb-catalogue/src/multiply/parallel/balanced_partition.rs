//! `balanced-partition`: the scalar in partitions of different lengths, so that all threads end
//! together.
//!
//! **Source.** `[AlSomani2009]`; the equations `M(i) = m_i r + (m_i / 2) s + r Σ_(j<i) m_j`, all
//! equal, where a doubling costs `r` products and an addition `s`; also in their US patent 8755517.
//! **Idea.** Partition `i` doubles up to its lowest bit, then multiplies by its own bits from the
//! top: higher partitions are shorter. **Cost.** Two threads: with `a = s / 2r`, the time of
//! `n (1 + a)^2 / (1 + 2a)` doublings instead of `n (1 + a)`, so the speed-up is below `1 + a`.
//! **Time** tells the scalar.

use super::{ADDITION, SharedGroup, sum_of_stretches};
use crate::multiply::left_to_right_vartime;
use crate::multiply::registry::{Base, Make, Method, run};
use crate::stretches::{balanced, between};
use polylimb::Split;
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::limb::Bits;

pub(in crate::multiply) const METHOD: Method = Method {
    name: "balanced-partition",
    source: "Al-Somani, Ibrahim 2009",
    summary: "stretches of the scalar, the higher the shorter, so that all threads end together",
    threads: Threads::AtLeast(1),
    domain: Domain::Any,
    constant_time: ConstantTime::No,
    make: Make {
        base: Base::Any,
        recodings: &["binary"],
        run: run!(|g, w| balanced_partition_vartime(g, w.split, w.k, w.base)),
    },
};

fn balanced_partition_vartime<G: SharedGroup>(
    group: &G,
    split: &dyn Split,
    k: Bits<'_>,
    p: &G::Entry,
) -> G::Point {
    // Half of the bits are 1.
    let stretches = between(&balanced(k.len(), split.threads(), ADDITION / 2.0));
    sum_of_stretches(group, split, &stretches, p, |stretch, start| {
        left_to_right_vartime(group, k.part(stretch.low, stretch.bits), start)
    })
}
