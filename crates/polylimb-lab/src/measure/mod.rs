//! Measuring: the clock, cores, the way between two of them, and what samples amount to. Read
//! [`statistics`] first.

pub mod clock;
pub mod hand_over;
pub mod pin;
pub mod statistics;
