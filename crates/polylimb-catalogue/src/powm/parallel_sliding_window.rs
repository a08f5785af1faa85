//! `parallel-sliding-window`, `parallel-sliding-window-balanced`: sliding windows on stretches of
//! the exponent, one thread for each.
//!
//! **Source.** `[Lara2009]`, Algorithm 4 with the method of `[Thurber1973]` on each thread, which
//! they leave to future work. **Cost.** The squarings of Algorithm 4; each thread makes its own
//! table, so threads gain less than with the binary method.
//!
//! **Time** tells the exponent.

use super::model::real;
use super::stretches::{Chain, Cut};
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::powm::{Entry, Make, SLIDING_WINDOW};

const CHAIN: Chain = Chain { method: &SLIDING_WINDOW, density: |w| 1.0 / real(w + 1) };

/// Stretches of equal length.
pub(super) const ENTRY: Entry = Entry {
    name: "parallel-sliding-window",
    source: "Lara, Borges, Portugal, Algorithm 4; Thurber 1973",
    summary: "sliding windows on equal stretches of the exponent, one thread for each",
    threads: Threads::AtLeast(2),
    domain: Domain::Any,
    constant_time: ConstantTime::No,
    make: Make {
        width: CHAIN.method.make.width,
        expected: |bits, threads, width| CHAIN.expected(Cut::Equal, bits, threads, width),
        pow: |job, r| CHAIN.pow(Cut::Equal, job, r),
    },
};

/// Stretches whose threads end together.
pub(super) const BALANCED: Entry = Entry {
    name: "parallel-sliding-window-balanced",
    summary: "sliding windows on stretches cut so that all threads end together",
    make: Make {
        expected: |bits, threads, width| CHAIN.expected(Cut::Balanced, bits, threads, width),
        pow: |job, r| CHAIN.pow(Cut::Balanced, job, r),
        ..ENTRY.make
    },
    ..ENTRY
};
