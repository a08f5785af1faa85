//! What binary fields need of a vector of eight lanes beyond what all lanes need, and its twin in plain Rust.

use crate::cpu::Features;
use crate::field::Op;
use crate::field::binary::Polynomial;
use crate::field::lanes::Portable;
use crate::field::lanes::vector::Vector;

/// A vector with carry-less products. Implementations are `#[inline(always)]` throughout and may only be reached through a
/// [`BinaryLanes`](super::BinaryLanes), whose constructor checked the features; the trait cannot be named outside.
pub trait CarryLess: Vector {
    /// Its name in messages.
    const TITLE: &'static str;
    /// The CPU features it needs.
    const FEATURES: Features;
    /// Their names.
    const FEATURE_NAMES: &'static str;

    /// The products of the even lanes (or odd, if `ODD`): the lower word of each in the even lane, the upper one in the odd
    /// lane above it.
    fn clmul<const ODD: bool>(self, b: Self) -> Self;
    /// The even lanes of `self`, and above each the even lane of `b`.
    fn even_lanes(self, b: Self) -> Self;
    /// The odd lanes of `b`, and below each the odd lane of `self`.
    fn odd_lanes(self, b: Self) -> Self;
    /// Each lane shifted left by `bits` below 64.
    fn left(self, bits: usize) -> Self;
    /// Each lane shifted right by `bits` below 64.
    fn right(self, bits: usize) -> Self;

    /// `arithmetic::mul` as a function of its own.
    fn mul_lanes<const D: usize, P: Polynomial>(a: &[Self; D], b: &[Self; D]) -> [Self; D];
    /// `arithmetic::sqr` as a function of its own.
    fn sqr_lanes<const D: usize, P: Polynomial>(a: &[Self; D]) -> [Self; D];
    /// `op.call()` inside a function compiled for these vectors.
    fn run_lanes<O: Op>(op: O) -> O::Out;
}

/// `a b` by masked sums of shifted words.
fn product(a: u64, b: u64) -> u128 {
    let b = u128::from(b);
    (0..64).fold(0, |sum, i| {
        // The barrier keeps the compiler from testing the bit with a branch.
        let mask = core::hint::black_box(0u128.wrapping_sub(u128::from(a >> i & 1)));
        sum ^ (b << i & mask)
    })
}

impl CarryLess for Portable {
    const TITLE: &'static str = "portable binary lanes";
    const FEATURES: Features = Features::NONE;
    const FEATURE_NAMES: &'static str = "nothing";

    fn clmul<const ODD: bool>(self, b: Self) -> Self {
        let (a, b) = (self.to_lanes(), b.to_lanes());
        let mut r = [0; _];
        for i in (0..r.len()).step_by(2) {
            let product = product(a[i + usize::from(ODD)], b[i + usize::from(ODD)]);
            (r[i], r[i + 1]) = (product as u64, (product >> 64) as u64);
        }
        Self::from_lanes(r)
    }

    fn even_lanes(self, b: Self) -> Self {
        let (a, b) = (self.to_lanes(), b.to_lanes());
        Self::from_lanes(core::array::from_fn(|i| if i % 2 == 0 { a[i] } else { b[i - 1] }))
    }

    fn odd_lanes(self, b: Self) -> Self {
        let (a, b) = (self.to_lanes(), b.to_lanes());
        Self::from_lanes(core::array::from_fn(|i| if i % 2 == 0 { a[i + 1] } else { b[i] }))
    }

    fn left(self, bits: usize) -> Self {
        Self::from_lanes(self.to_lanes().map(|x| x << bits))
    }

    fn right(self, bits: usize) -> Self {
        Self::from_lanes(self.to_lanes().map(|x| x >> bits))
    }

    fn mul_lanes<const D: usize, P: Polynomial>(a: &[Self; D], b: &[Self; D]) -> [Self; D] {
        super::arithmetic::mul::<Self, D, P>(a, b)
    }

    fn sqr_lanes<const D: usize, P: Polynomial>(a: &[Self; D]) -> [Self; D] {
        super::arithmetic::sqr::<Self, D, P>(a)
    }

    #[inline(always)]
    fn run_lanes<O: Op>(op: O) -> O::Out {
        op.call()
    }
}
