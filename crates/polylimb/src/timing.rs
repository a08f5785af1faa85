//! What an algorithm's running time depends on: one word for every register.
//!
//! ```
//! use polylimb::authors::modmul::ALGORITHMS;
//! use polylimb::authors::entry::ConstantTime;
//! let sos = ALGORITHMS.iter().find(|a| a.name == "montgomery-sos").unwrap();
//! assert_eq!(sos.constant_time, ConstantTime::Yes);
//! ```

/// What an algorithm's running time may depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConstantTime {
    /// On lengths only.
    Yes,
    /// Also on the addresses of table look-ups: safe only without a data cache.
    Cacheless,
    /// Also on the values.
    No,
}
