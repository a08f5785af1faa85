//! The command from end to end: what it prints, writes and refuses.

mod common;

mod batch;
mod binary_protocols;
mod calc;
mod command_line;
mod field;
mod key_uses;
mod keys;
mod lab;
mod model;
mod openssl;
mod pairing;
mod pairing_keys;
mod parameters;
mod powm;
mod reach;
mod report;
mod scalar;
mod scalar_binary;
mod scenario;
mod ssh;
mod sums;
mod timelock;
mod tune;
