//! `parallel-window`, `parallel-window-balanced`: parallel exponentiation on stretches, applied to
//! scalars.
//!
//! **Source.** `[Lara2009]`, Algorithm 4; scalars are its future work. Windows: `[Koyama1993]`.
//! **Idea.** Part `i` starts from `2^c P`, where `c` is the number of bits below its stretch, and
//! multiplies by its stretch in digits of width `w`; the parts' points are added. **Cost.** The top
//! part: `n` doublings and the additions of its own stretch; a table for each part. Threads save
//! additions only, and windows leave few. **Time** tells the scalar.

use super::{ADDITION, SharedGroup, sum_of_stretches};
use crate::multiply::registry::{Base, Chosen, Make, Method, run};
use crate::multiply::signed_digits::{signed_digits_vartime, width_naf_digits_vartime};
use crate::stretches::{balanced, between, equal};
use polylimb::authors::entry::{ConstantTime, Domain, Threads};

/// Stretches of equal length.
pub(in crate::multiply) const METHOD: Method = Method {
    name: "parallel-window",
    source: "Lara, Borges, Portugal, Algorithm 4; Koyama, Tsuruoka 1993",
    summary: "windows of odd digits on equal stretches of the scalar, one thread for each",
    threads: Threads::AtLeast(1),
    domain: Domain::Any,
    constant_time: ConstantTime::No,
    make: Make {
        base: Base::Any,
        recodings: &["w-naf"],
        run: run!(|g, w| on_parts_vartime(g, w, &equal(w.k.len(), w.split.threads()))),
    },
};

/// Stretches whose threads end together.
pub(in crate::multiply) const BALANCED: Method = Method {
    name: "parallel-window-balanced",
    summary: "windows of odd digits on stretches cut so that all threads end together",
    make: Make {
        run: run!(|g, w| {
            // One digit in `w + 1` is not 0.
            #[allow(clippy::cast_precision_loss, reason = "a window's width")]
            let density = 1.0 / (w.width + 1) as f64;
            on_parts_vartime(g, w, &balanced(w.k.len(), w.split.threads(), ADDITION * density))
        }),
        ..METHOD.make
    },
    ..METHOD
};

fn on_parts_vartime<G: SharedGroup>(
    group: &G,
    w: &Chosen<'_, G::Entry>,
    cuts: &[usize],
) -> G::Point {
    let (k, width) = (w.k, w.width);
    sum_of_stretches(group, w.split, &between(cuts), w.base, |stretch, start| {
        let digits = width_naf_digits_vartime(k.part(stretch.low, stretch.bits), width);
        signed_digits_vartime(group, &digits, width, start)
    })
}
