//! A point as the bytes of its coordinates, as formats store them.

use alloc::vec::Vec;
use core::fmt;
use zeroize::{Zeroize, ZeroizeOnDrop};

/// An affine point that is not the neutral element: two coordinates of the same length, most
/// significant byte first. Wiped when dropped, because it may be a shared secret.
#[derive(Clone, PartialEq, Eq)]
pub struct PlainPoint {
    x: Vec<u8>,
    y: Vec<u8>,
}

impl PlainPoint {
    /// The point with these coordinates, unchecked: the functions that take it check it.
    #[must_use]
    pub fn new(x: impl Into<Vec<u8>>, y: impl Into<Vec<u8>>) -> Self {
        Self { x: x.into(), y: y.into() }
    }

    /// The abscissa.
    #[must_use]
    pub fn x(&self) -> &[u8] {
        &self.x
    }

    /// The ordinate.
    #[must_use]
    pub fn y(&self) -> &[u8] {
        &self.y
    }
}

impl Drop for PlainPoint {
    fn drop(&mut self) {
        self.x.zeroize();
        self.y.zeroize();
    }
}

impl ZeroizeOnDrop for PlainPoint {}

impl fmt::Debug for PlainPoint {
    /// Without the coordinates, which may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlainPoint").finish_non_exhaustive()
    }
}
