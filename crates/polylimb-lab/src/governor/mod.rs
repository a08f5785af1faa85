//! The frequency governor of this machine: set for a run, always restored.
//!
//! Times of one run can be compared only at one frequency; tables 7 and 8 of `[Arruda2014]` show
//! what happens otherwise. [`sysfs`] reads and writes Linux's cpufreq files. A [`Guard`] keeps
//! their old contents and writes them back when it is dropped, when the command fails, and on an
//! interrupt or a termination.

pub mod sysfs;

pub use sysfs::{Cpufreq, Guard};
