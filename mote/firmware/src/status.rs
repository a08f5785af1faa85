//! What a call answers.

/// `Ok`, or the error in the operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
    /// The result is there.
    Ok = 0,
    /// A buffer is too short or too long.
    Length = 1,
    /// No uncompressed point with reduced coordinates.
    Encoding = 2,
    /// The coordinates satisfy another equation.
    NotOnCurve = 3,
    /// The point's order is not n.
    NotInSubgroup = 4,
    /// A scalar of 0, or not below the order.
    Scalar = 5,
    /// The nonce source gave no usable nonce.
    Nonce = 6,
}
