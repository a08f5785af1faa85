//! Values of the pairing as plain data.

use super::PairingName;
use alloc::vec::Vec;
use zeroize::Zeroize;

/// A value of the pairing: an element of order `r`, or 1, of the field of `p¹²` elements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gt {
    pub(super) curve: PairingName,
    pub(super) bytes: Vec<u8>,
}

impl Gt {
    /// The curve that it belongs to.
    #[must_use]
    pub const fn curve(&self) -> PairingName {
        self.curve
    }

    /// The twelve coefficients `c[i][j][k]`, `i` over `w`, `j` over `v`, `k` over `u`, `c[0][0][0]`
    /// first; each in as many bytes as the prime has, most significant first.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The same, one by one.
    pub fn coefficients(&self) -> impl Iterator<Item = &[u8]> {
        self.bytes.chunks_exact(self.bytes.len() / 12)
    }
}

impl Zeroize for Gt {
    fn zeroize(&mut self) {
        self.bytes.zeroize();
    }
}

/// The value of one or several Miller loops. It is not a pairing yet and depends on the system of
/// lines; its final power does not.
#[derive(Debug, Clone)]
pub struct MillerValue(pub(super) Gt);

impl MillerValue {
    /// Its coefficients, in the order of [`Gt::as_bytes`].
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl Zeroize for MillerValue {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}
