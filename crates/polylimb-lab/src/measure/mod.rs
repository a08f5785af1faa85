//! Measuring: the clock, cores, and what samples amount to. Read [`statistics`] first.

pub mod clock;
pub mod pin;
pub mod statistics;
