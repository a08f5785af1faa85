//! The frequency governor of this machine: set for a run, always given back.
//!
//! Times of one run can be compared only at one frequency (the thesis's tables 7 and 8 show what happens
//! otherwise). [`sysfs`] reads and writes Linux's cpufreq files; a [`Guard`] remembers what they said and
//! writes it back when it is dropped, when the command fails, and on an interrupt or a termination.

pub mod sysfs;

pub use sysfs::{Cpufreq, Guard};
