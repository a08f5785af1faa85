//! The laboratory of polylimb: it measures which algorithm is fastest on this device and says so.
//!
//! An experiment is *what* × *which sizes, algorithms, thread counts* × *in which order* × *where*.
//!
//! | module | what it is |
//! |---|---|
//! | [`failure`] | what went wrong, and the exit status that says so |
//! | [`number`] | numbers on the command line |
//! | [`record`] | the lines of `results.jsonl` |
//! | [`measure`] | clock, pinning, hand-over, statistics |
//! | [`host`] | the machine: CPU, cores, governor, frequency, compiler, commit |
//! | [`governor`] | the frequency governor: set for a run, always given back |
//! | [`executor`] | what runs the parts of a parallel algorithm |
//! | [`parameters`] | `k` and the cut of partite algorithms |
//! | [`judge`] | the independent computation, and GNU MP as the one to beat |
//! | [`registry`] | the library's algorithms with the laboratory's own behind them |
//! | [`analysis`] | what the numbers say: speedup, crossovers, advice |
//! | [`published`] | the figures of the literature |
//! | [`study`] | what is measured: one file per study |
//! | [`runner`] | where a study runs: here, behind a command, over ssh |
//! | [`output`] | JSON lines, CSV, terminal tables, the HTML report |
//! | [`command`] | the words of the command line |
//!
//! Imports run downwards in this list's order. Only the public API of `polylimb` is used.
#![warn(unreachable_pub)]

pub mod analysis;
pub mod command;
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
