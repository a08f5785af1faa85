//! A one-page model of the Linux governor `ondemand`, applied to published times.
//!
//! `[Arruda2014]` measured the same multiplications at 0.4 GHz (`powersave`), at 0.8 GHz
//! (`performance`) and under `ondemand`, and explains the last times by one switch from low to
//! high. The model predicts *when*:
//!
//! 1. There are two frequencies. A test of `n` executions that took `l` each at the low one keeps
//!    the processor busy for `T = n·l` there. Its published time is the minimum: `h`, the time at
//!    the high frequency, if the switch comes before the test ends, and `l` otherwise.
//! 2. The governor looks at the processor every `P` ms. It switches up if the processor was busy
//!    for at least 95 % of the period that ends: `busy ≥ 0.95·P`.
//! 3. After the switch the high frequency stays until the benchmark ends; benchmarks begin at the
//!    low frequency. `[Arruda2014]` observed both.
//! 4. A new process costs a pause of `g/t` ms for `t` threads, which the governor sees as idle: it
//!    looks at the busiest core, and the more threads start, the shorter the pause of that core.
//!    The division is an assumption that fits, not a law.
//! 5. The first look comes `φ·P` after a benchmark begins, with the same `φ` for all benchmarks.
//!
//! `P`, `g` and `φ` are *fitted* to table 7 only ([`fit()`]): 26 ms, 0.7 ms and 0.85, though
//! periods from 25 to 46 ms fit almost as well. The *form* of assumption 4 was chosen among three
//! (`g`, `g/t`, `g` for one thread only) with tables 7, 8 and 10 in view, so 8 and 10 are not blind
//! predictions. The constant guess "always high" errs 17 times in table 8, once in 10, never in 13
//! and 29: only tables 7, 8 and 12 distinguish it from the model. Read [`model`] first; [`tables`]
//! turns the published tables into benchmarks and compares.

pub mod fit;
pub mod model;
pub mod tables;

pub use fit::{Fitted, fit};
pub use model::{Benchmark, Parameters, Test, switched};
pub use tables::{Comparison, compare, predictions};
