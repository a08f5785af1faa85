//! `split-additions`: the additions of a table of doublings, distributed over the threads.
//!
//! **Source.** `[Arruda2014]`, Algorithm 4 on several threads, its future work. **Idea.** With all
//! `2^i P` in a table the rest is a sum of entries, and a sum can be cut anywhere: each thread
//! takes the same number of 1 bits. **Cost.** For `u` threads `n / 2u` mixed additions and `u - 1`
//! additions in sequence; the table takes `n` doublings and one inversion, once for each base.
//! **Time** tells the scalar.

use super::{SharedGroup, sum_of_parts};
use crate::multiply::precomputed_doublings::Doublings;
use crate::multiply::registry::{Base, Make, Method, run};
use polylimb::Split;
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::limb::Bits;

pub(in crate::multiply) const METHOD: Method = Method {
    name: "split-additions",
    source: "Arruda 2014, Algorithm 4 and its future work",
    summary: "all 2^i P in a table, then each thread adds its share of them",
    threads: Threads::AtLeast(1),
    domain: Domain::Any,
    constant_time: ConstantTime::No,
    make: Make {
        base: Base::Known,
        recodings: &["binary"],
        run: run!(|g, w| {
            let table = Doublings::new(g, w.base, w.k.len());
            split_additions_vartime(g, w.split, &table, w.k)
        }),
    },
};

fn split_additions_vartime<G: SharedGroup>(
    group: &G,
    split: &dyn Split,
    table: &Doublings<G>,
    k: Bits<'_>,
) -> G::Point {
    let ones: Vec<usize> = (0..k.len()).filter(|&i| k.bit(i) == 1).collect();
    let share = ones.len().div_ceil(split.threads()).max(1);
    let shares: Vec<&[usize]> = ones.chunks(share).collect();
    sum_of_parts(group, split, shares.len(), |i| {
        let add = |r, &one: &usize| group.add_entry(&r, table.entry(one));
        shares[i].iter().fold(group.neutral(), add)
    })
}
