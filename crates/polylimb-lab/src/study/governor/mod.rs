//! A one-page model of the Linux governor `ondemand`, fed with published times.
//!
//! The thesis measured the same multiplications at 0.4 GHz (`powersave`), at 0.8 GHz (`performance`) and
//! under `ondemand`, and explains the last by one switch from low to high. The model says *when*:
//!
//! 1. There are two frequencies. A test of `n` executions that took `l` at the low one keeps the processor
//!    busy for `T = n·l` there; its published time is the minimum, hence `h`, the time at the high
//!    frequency, if the switch comes before the test ends, and `l` otherwise.
//! 2. The governor looks at the processor every `P` ms. It switches up if the processor was busy for at
//!    least 95 % of the period that ends: `busy ≥ 0.95·P`.
//! 3. Once up it stays up until the benchmark ends; benchmarks begin at the low frequency. Both are the
//!    thesis's observations.
//! 4. A new process costs a pause of `g/t` ms that the governor sees as idle, for `t` threads: it looks at
//!    the busiest core, and the more threads start, the less of the pause that core shows. The division
//!    is an assumption that fits, not a law.
//! 5. The first look comes `φ·P` after a benchmark begins, the same `φ` for all of them.
//!
//! `P`, `g` and `φ` are *fitted* to table 7, and only to it ([`fit()`]): 26 ms, 0.7 ms and 0.85,
//! though periods from 25 to 46 ms do almost as well. The *form* of assumption 4 was
//! chosen among three (`g`, `g/t`, `g` for one thread only) with tables 7, 8 and 10 in view, so 8 and 10 are not
//! blind predictions. An always-high guess errs 17 times in table 8, once in 10, never in 13 and 29: only 7, 8
//! and 12 tell the model from it. Read
//! [`model`] first; [`tables`] turns the published tables into benchmarks and compares.

pub mod fit;
pub mod model;
pub mod tables;

pub use fit::{Fitted, fit};
pub use model::{Benchmark, Parameters, Test, switched};
pub use tables::{Comparison, compare, predictions};
