//! `parallel-fixed-window`: the fixed window on stretches of the exponent that end together, one
//! thread for each.
//!
//! **Source.** `[Lara2009]`, Algorithm 4 with `fixed-window` on each thread, cut by `stretches.rs`.
//! **Cost.** The top part has all squarings of one thread and little else; threads gain no more
//! with a window method. Each thread makes its own table. **Domain.** Every modulus. Constant time:
//! the cuts follow from the exponent's stated length.

use super::model::real;
use super::stretches::{Chain, Cut};
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::powm::{Entry, FIXED_WINDOW, Make};

const CHAIN: Chain = Chain { method: &FIXED_WINDOW, density: |w| 1.0 / real(w) };

pub(super) const ENTRY: Entry = Entry {
    name: "parallel-fixed-window",
    source: "Lara, Borges, Portugal, Algorithm 4; Brauer 1939; Percival 2005",
    summary: "fixed windows on stretches cut so that all threads end together, constant time",
    threads: Threads::AtLeast(2),
    domain: Domain::Any,
    constant_time: ConstantTime::Yes,
    make: Make {
        width: CHAIN.method.make.width,
        expected: |bits, threads, width| CHAIN.expected(Cut::Balanced, bits, threads, width),
        pow: |job, r| CHAIN.pow(Cut::Balanced, job, r),
    },
};
