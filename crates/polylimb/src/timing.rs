//! What an algorithm's running time may tell: a word every registry uses.

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
