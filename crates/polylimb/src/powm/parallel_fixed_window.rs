//! `parallel-fixed-window`: the fixed window on stretches of the exponent that end together, one thread for each.
//!
//! **Source.** Lara, Borges, Portugal, Algorithm 4 with the lanes of `fixed_window.rs`, cut by `lanes.rs`. **Cost.** All squarings of
//! one thread in the top lane, and nearly nothing else: that is all that lanes can do for a window method. Each lane
//! makes a table for itself. **Domain.** Every modulus. Constant time: the cuts follow from the exponent's stated length.

use super::fixed_window::CHAIN;
use super::lanes::Cut;
use super::registry::{Method, Width};
use crate::modmul::{ConstantTime, Threads};

pub(super) const METHOD: Method = Method {
    name: "parallel-fixed-window",
    source: "Lara, Borges, Portugal, Algorithm 4; Brauer 1939; Percival 2005",
    summary: "fixed windows on stretches cut so that all threads end together, constant time",
    lanes: Threads::AtLeast(2),
    constant_time: ConstantTime::Yes,
    width: Width::UpTo(CHAIN.most_width),
    expected: |bits, lanes, width| CHAIN.lanes(Cut::Balanced, bits, lanes, width),
    pow: |job, r| CHAIN.pow_on_lanes(Cut::Balanced, job, r),
};
