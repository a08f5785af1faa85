//! Measuring: the instrument and its clock, cores, the hand-over between two of them, and the
//! statistics of samples. Read [`instrument`] first.

pub mod clock;
pub mod hand_over;
pub mod instrument;
pub mod pin;
#[cfg(test)]
mod simulated;
pub mod statistics;
