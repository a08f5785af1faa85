//! What an algorithm's running time depends on: one word for every register.
//!
//! ```
//! use polylimb::authors::modmul::ALGORITHMS;
//! use polylimb::authors::entry::ConstantTime;
//! let safe = |name| ALGORITHMS.iter().any(|a| a.name == name && a.constant_time == ConstantTime::Yes);
//! assert!(safe("montgomery-sos") && !safe("no-such"));
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
