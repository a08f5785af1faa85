//! Points of the two groups and values of the pairing as plain data.

use super::{PairingEngine, PairingGroup, PairingName};
use alloc::vec::Vec;
use core::fmt::Debug;
use zeroize::Zeroize;

/// A point of a group of prime order over the field of `p^D` elements: of `G₁` for `D = 1`, of `G₂`
/// for `D = 2`. Only an engine makes one, after checking it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupPoint<const D: usize> {
    pub(super) curve: PairingName,
    /// `x` and `y`, most significant byte first, higher coefficients first; zeros for the neutral
    /// element.
    pub(super) coordinates: Vec<u8>,
    pub(super) neutral: bool,
}

/// A point of `G₁`.
pub type G1 = GroupPoint<1>;
/// A point of `G₂`.
pub type G2 = GroupPoint<2>;

impl<const D: usize> GroupPoint<D> {
    /// The curve that it lies on.
    #[must_use]
    pub const fn curve(&self) -> PairingName {
        self.curve
    }

    /// Whether it is the neutral element.
    #[must_use]
    pub const fn is_neutral(&self) -> bool {
        self.neutral
    }

    /// `x` and `y`, most significant byte first, higher coefficients first; `None` for the neutral
    /// element.
    #[must_use]
    pub fn coordinates(&self) -> Option<[&[u8]; 2]> {
        let (x, y) = self.coordinates.split_at(self.coordinates.len() / 2);
        (!self.neutral).then_some([x, y])
    }
}

impl<const D: usize> Zeroize for GroupPoint<D> {
    fn zeroize(&mut self) {
        self.coordinates.zeroize();
        self.neutral = true;
    }
}

/// [`G1`] or [`G2`], for protocols that work with either group in either place.
pub trait SourcePoint: Clone + Debug + Eq + Zeroize + Send + Sync + sealed::Sealed {
    /// Its group on the engine's curve.
    fn group(engine: &dyn PairingEngine) -> &dyn PairingGroup<Self>;
}

impl SourcePoint for G1 {
    fn group(engine: &dyn PairingEngine) -> &dyn PairingGroup<Self> {
        engine.g1()
    }
}

impl SourcePoint for G2 {
    fn group(engine: &dyn PairingEngine) -> &dyn PairingGroup<Self> {
        engine.g2()
    }
}

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

mod sealed {
    /// Not for other types.
    pub trait Sealed {}
    impl<const D: usize> Sealed for super::GroupPoint<D> {}
}
