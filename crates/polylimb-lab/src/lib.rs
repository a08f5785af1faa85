//! The laboratory: which modular multiplication is fastest on this machine.

pub mod executor;
pub mod judge;
