//! `parallel-sliding-window`, `parallel-sliding-window-balanced`: sliding windows on stretches of the exponent, one thread for each.
//!
//! **Source.** Lara, Borges, Portugal, Algorithm 4 with the lanes of Thurber 1973, which they leave to future work. **Cost.** The squarings
//! of Algorithm 4; each lane makes a table for itself, so lanes gain less here than they do for the binary method.
//!
//! **Time** tells the exponent.

use super::lanes::Cut;
use super::registry::{Method, Width};
use super::sliding_window::CHAIN;
use crate::modmul::{ConstantTime, Threads};

/// Stretches of equal length.
pub(super) const METHOD: Method = Method {
    name: "parallel-sliding-window",
    source: "Lara, Borges, Portugal, Algorithm 4; Thurber 1973",
    summary: "sliding windows on equal stretches of the exponent, one thread for each",
    lanes: Threads::AtLeast(2),
    constant_time: ConstantTime::No,
    width: Width::UpTo(CHAIN.most_width),
    expected: |bits, lanes, width| CHAIN.lanes(Cut::Equal, bits, lanes, width),
    pow: |job, r| CHAIN.pow_on_lanes(Cut::Equal, job, r),
};

/// Stretches whose lanes end together.
pub(super) const BALANCED: Method = Method {
    name: "parallel-sliding-window-balanced",
    summary: "sliding windows on stretches cut so that all threads end together",
    expected: |bits, lanes, width| CHAIN.lanes(Cut::Balanced, bits, lanes, width),
    pow: |job, r| CHAIN.pow_on_lanes(Cut::Balanced, job, r),
    ..METHOD
};
