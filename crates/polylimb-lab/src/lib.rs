//! The laboratory of polylimb: it measures which algorithm is fastest on this device and reports
//! it.
//!
//! An experiment is *what* × *which sizes, algorithms, thread counts* × *in which order* × *where*.
//!
//! | module | what it is |
//! |---|---|
//! | [`failure`] | what went wrong, and the exit status for it |
//! | [`number`] | numbers on the command line |
//! | [`record`] | the lines of `results.jsonl` |
//! | [`measure`] | clock, pinning, hand-over, statistics |
//! | [`host`] | the machine: CPU, cores, governor, frequency, compiler, commit |
//! | [`governor`] | the frequency governor: set for a run, always restored |
//! | [`executor`] | what runs the parts of a parallel algorithm |
//! | [`parameters`] | `k` and the cut of partite algorithms |
//! | [`judge`] | the independent computation, and GNU MP as the baseline to beat |
//! | [`registry`] | the library's algorithms, then the laboratory's own |
//! | [`analysis`] | what the numbers say: speedup, crossovers, advice |
//! | [`published`] | the figures of the literature |
//! | [`study`] | what is measured: one file per study |
//! | [`runner`] | where a study runs: here, behind a command, over ssh |
//! | [`output`] | JSON lines, CSV, terminal tables, the HTML report |
//!
//! Imports run downwards in this list's order. Only the public API of `polylimb` is used.
#![warn(unreachable_pub)]

pub mod analysis;
pub mod executor;
pub mod failure;
pub mod governor;
pub mod host;
pub mod judge;
pub mod measure;
pub mod number;
pub mod output;
pub mod parameters;
pub mod published;
pub mod record;
pub mod registry;
pub mod runner;
pub mod study;
