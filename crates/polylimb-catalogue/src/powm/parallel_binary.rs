//! `parallel-binary`, `parallel-binary-balanced`: the binary method on stretches of the exponent,
//! one thread for each.
//!
//! **Source.** `[Lara2009]`, Algorithms 3 (two threads) and 4; the balanced cuts are in
//! `stretches.rs`. **Cost.** On equal stretches `j + 1` squarings and `(j + 1) / 2n + n - 1`
//! products in sequence for `j + 1` bits on `n` threads (equation 5).
//!
//! **Time** tells the exponent.

use super::binary_left_to_right::CHAIN;
use super::stretches::Cut;
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::powm::{Entry, Make, Width};

/// Stretches of equal length.
pub(super) const ENTRY: Entry = Entry {
    name: "parallel-binary",
    source: "Lara, Borges, Portugal, Algorithms 3 and 4",
    summary: "the binary method on equal stretches of the exponent, one thread for each",
    threads: Threads::AtLeast(2),
    domain: Domain::Any,
    constant_time: ConstantTime::No,
    make: Make {
        width: Width::None,
        expected: |bits, threads, width| CHAIN.expected(Cut::Equal, bits, threads, width),
        pow: |job, r| CHAIN.pow(Cut::Equal, job, r),
    },
};

/// Stretches whose threads end together.
pub(super) const BALANCED: Entry = Entry {
    name: "parallel-binary-balanced",
    summary: "the binary method on stretches cut so that all threads end together",
    make: Make {
        expected: |bits, threads, width| CHAIN.expected(Cut::Balanced, bits, threads, width),
        pow: |job, r| CHAIN.pow(Cut::Balanced, job, r),
        ..ENTRY.make
    },
    ..ENTRY
};
