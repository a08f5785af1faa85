//! `parallel-window`, `parallel-window-balanced`: the lanes of parallel exponentiation carried over to scalars.
//!
//! **Source.** Lara, Borges, Portugal, Algorithm 4, whose future work this is; windows: Koyama, Tsuruoka 1993. **Idea.** Lane `i` starts from `2^c P`, where `c`
//! is the number of bits below its stretch, and multiplies by its stretch in width-`w` digits; the lanes' points are added. **Cost.** The top lane: `n` doublings and
//! its own stretch's additions; a table for each lane. What sharing saves is additions, of which windows leave few. **Time** tells the scalar.

use super::{ADDITION, SharedGroup, sum_of_stretches};
use crate::modmul::Threads;
use crate::multiply::registry::{Base, Chosen, Method, run};
use crate::multiply::signed_digits::{signed_digits_vartime, width_naf_digits_vartime};
use crate::team::{balanced, between, equal};
use crate::timing::ConstantTime;

/// Stretches of equal length.
pub(in crate::multiply) const METHOD: Method = Method {
    name: "parallel-window",
    source: "Lara, Borges, Portugal, Algorithm 4; Koyama, Tsuruoka 1993",
    summary: "windows of odd digits on equal stretches of the scalar, one thread for each",
    threads: Threads::AtLeast(1),
    constant_time: ConstantTime::No,
    base: Base::Any,
    curve: None,
    recodings: &["w-naf"],
    run: run!(|g, w| on_lanes_vartime(g, w, &equal(w.k.len(), w.split.threads()))),
};

/// Stretches whose lanes end together.
pub(in crate::multiply) const BALANCED: Method = Method {
    name: "parallel-window-balanced",
    summary: "windows of odd digits on stretches cut so that all threads end together",
    run: run!(|g, w| {
        // One digit in `w + 1` is not 0.
        #[allow(clippy::cast_precision_loss, reason = "a window's width")]
        let density = 1.0 / (w.width + 1) as f64;
        on_lanes_vartime(g, w, &balanced(w.k.len(), w.split.threads(), ADDITION * density))
    }),
    ..METHOD
};

fn on_lanes_vartime<G: SharedGroup>(
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
