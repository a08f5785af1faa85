//! Measuring: the clock, cores, the hand-over between two of them, and the statistics of samples.
//! Read [`statistics`] first.

pub mod clock;
pub mod hand_over;
pub mod pin;
pub mod statistics;
