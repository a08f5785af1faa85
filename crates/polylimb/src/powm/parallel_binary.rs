//! `parallel-binary`, `parallel-binary-balanced`: the binary method on stretches of the exponent, one thread for each.
//!
//! **Source.** Lara, Borges, Portugal, Algorithms 3 (two lanes) and 4; the balanced cuts are of `lanes.rs`. **Cost.** On equal
//! stretches `j + 1` squarings and `(j + 1) / 2n + n - 1` products in sequence for `j + 1` bits on `n` lanes (equation 5).
//!
//! **Time** tells the exponent.

use super::binary_left_to_right::CHAIN;
use super::lanes::Cut;
use super::registry::{Method, Width};
use crate::modmul::{ConstantTime, Threads};

/// Stretches of equal length.
pub(super) const METHOD: Method = Method {
    name: "parallel-binary",
    source: "Lara, Borges, Portugal, Algorithms 3 and 4",
    summary: "the binary method on equal stretches of the exponent, one thread for each",
    lanes: Threads::AtLeast(2),
    constant_time: ConstantTime::No,
    width: Width::None,
    expected: |bits, lanes, width| CHAIN.lanes(Cut::Equal, bits, lanes, width),
    pow: |job, r| CHAIN.pow_on_lanes(Cut::Equal, job, r),
};

/// Stretches whose lanes end together.
pub(super) const BALANCED: Method = Method {
    name: "parallel-binary-balanced",
    summary: "the binary method on stretches cut so that all threads end together",
    expected: |bits, lanes, width| CHAIN.lanes(Cut::Balanced, bits, lanes, width),
    pow: |job, r| CHAIN.pow_on_lanes(Cut::Balanced, job, r),
    ..METHOD
};
