//! What an algorithm's running time may tell: a word every registry uses.
//!
//! ```
//! use polylimb::modmul::ALGORITHMS;
//! use polylimb::timing::ConstantTime;
//! let safe = |name| ALGORITHMS.iter().any(|a| a.name == name && a.constant_time == ConstantTime::Yes);
//! assert!(safe("montgomery-sos") && !safe("classical"));
//! ```

/// What an algorithm's running time may depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConstantTime {
    /// Only on lengths.
    Yes,
    /// Also on the addresses of table look-ups: safe only without a data cache.
    Cacheless,
    /// On the values.
    No,
}
