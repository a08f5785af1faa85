//! `naf-segments`: segments of a windowed non-adjacent form, each times a point known beforehand,
//! and a sum in a tree.
//!
//! **Source.** `[Basu2012]`. **Idea.** The digits are cut into equal segments; thread `i`
//! multiplies `2^c P`, computed beforehand, by its segment, the digits from `c`. The points of the
//! segments are added two by two, in parallel. **Cost.** For `u` threads `n / u` doublings,
//! `n / (u (w + 1))` additions and `log2 u` more in sequence; hence the published speed-up of
//! nearly `u`. Without a base known beforehand the points take `n - n/u` doublings. **Time** tells
//! the scalar.

use super::{SharedGroup, points_of_parts};
use crate::multiply::registry::{Base, Chosen, Make, Method, run};
use crate::multiply::signed_digits_vartime;
use crate::stretches::{between, equal};
use polylimb::Split;
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::team::each_chunk;

pub(in crate::multiply) const METHOD: Method = Method {
    name: "naf-segments",
    source: "Basu 2012",
    summary: "segments of a windowed NAF times points known beforehand, summed in a tree",
    threads: Threads::AtLeast(1),
    domain: Domain::Any,
    constant_time: ConstantTime::No,
    make: Make {
        base: Base::Known,
        recodings: &["w-naf", "naf"],
        run: run!(|g, w| naf_segments_vartime(g, w)),
    },
};

fn naf_segments_vartime<G: SharedGroup>(group: &G, w: &Chosen<'_, G::Entry>) -> G::Point {
    let digits = w.digits_vartime();
    let segments = between(&equal(digits.len(), w.split.threads()));
    // A base known beforehand has these in a table.
    let mut raised = vec![group.lift(w.base)];
    for pair in segments.windows(2) {
        raised.push(group.double_times(&raised[raised.len() - 1], pair[0].bits));
    }
    let mut starts = vec![*w.base; raised.len()];
    group.normalise(&raised, &mut starts);

    let points = points_of_parts(group, w.split, segments.len(), |i| {
        let segment = &digits[segments[i].low..][..segments[i].bits];
        signed_digits_vartime(group, segment, w.width, &starts[i])
    });
    sum_in_a_tree(group, w.split, points)
}

/// The sum of at least one point, in rounds of parallel additions.
fn sum_in_a_tree<G: SharedGroup>(
    group: &G,
    split: &dyn Split,
    mut points: Vec<G::Point>,
) -> G::Point {
    while points.len() > 1 {
        each_chunk(split, &mut points, 2, |_, pair| {
            if let [a, b] = pair {
                *a = group.add(a, b);
            }
        });
        points = points.into_iter().step_by(2).collect();
    }
    points[0]
}
