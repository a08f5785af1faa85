//! The operations of fields of four lanes beyond products of pairs, and their twin in plain Rust.

use crate::cpu::Features;
use crate::field::Op;
use crate::field::binary::pairs::{self, Pair, Pairs};
use crate::field::binary::{DefaultProduct, Everywhere, Polynomial, Product};
use crate::field::lanes::vector::Compiled;
use crate::field::lanes::{LaneMask, Portable};
use crate::limb::simd::{Lanewise, Vector};
use zeroize::Zeroize;

/// Four lanes of 128 bits. Implementations are `#[inline(always)]` throughout and are reached only
/// through a [`BinaryQuads`](super::BinaryQuads), whose constructor checked the features.
pub trait Quad: Pair<Proof = ()> + Zeroize + Send + Sync + 'static {
    /// Its name in messages.
    const TITLE: &'static str;
    /// The CPU features it needs.
    const FEATURES: Features;
    /// Their names.
    const FEATURE_NAMES: &'static str;
    /// The product for one element at a time.
    type Single: Product;

    /// That product; `None` if this CPU lacks it.
    fn single() -> Option<Self::Single>;
    /// From the lanes.
    fn from_pairs(pairs: [[u64; 2]; 4]) -> Self;
    /// To the lanes.
    fn to_pairs(self) -> [[u64; 2]; 4];
    /// Where words are equal, two bits to a lane.
    fn equal(self, b: Self) -> LaneMask;
    /// `if_true` where `condition`, two bits to a lane, else `if_false`.
    fn select(condition: LaneMask, if_true: Self, if_false: Self) -> Self;
    /// Lane i becomes the lane whose number is bits 2 i and 2 i + 1 of `ORDER`.
    #[must_use]
    fn permute<const ORDER: i32>(self) -> Self;

    /// A product as a function of its own.
    fn mul_quads<const N: usize, const D: usize, P: Polynomial>(
        a: &[Self; D],
        b: &[Self; D],
    ) -> [Self; D];
    /// `op.call()` inside a function compiled for these vectors.
    fn run_quads<O: Op>(op: O) -> O::Out;
}

/// `a` as [`Pairs`]: zeros in the vectors that elements of this field do not have.
#[inline(always)]
fn widened<V: Pair, const D: usize>(a: &[V; D]) -> Pairs<V> {
    let mut r = [V::zero(); _];
    r[..D].copy_from_slice(a);
    r
}

/// The first `D` vectors; the others are zero.
#[inline(always)]
fn narrowed<V: Pair, const D: usize>(a: &Pairs<V>) -> [V; D] {
    let mut r = [V::zero(); D];
    r.copy_from_slice(&a[..D]);
    r
}

/// `a b`.
#[inline(always)]
pub(super) fn mul<V: Quad, const N: usize, const D: usize, P: Polynomial>(
    a: &[V; D],
    b: &[V; D],
) -> [V; D] {
    narrowed(&pairs::mul::<V, N, P>((), &widened(a), &widened(b)))
}

/// `a²`.
#[inline(always)]
pub(super) fn sqr<V: Quad, const N: usize, const D: usize, P: Polynomial>(a: &[V; D]) -> [V; D] {
    narrowed(&pairs::sqr::<V, N, P>((), &widened(a)))
}

impl Pair for Portable {
    type Proof = ();

    fn zero() -> Self {
        Lanewise::zero()
    }

    fn new(low: u64, high: u64) -> Self {
        Self::from_pairs([[low, high]; 4])
    }

    fn xor(self, b: Self) -> Self {
        Vector::xor(self, b)
    }

    fn and(self, b: Self) -> Self {
        Lanewise::and(self, b)
    }

    fn shl(self, bits: usize) -> Self {
        Self::from_pairs(self.to_pairs().map(|pair| pair.map(|word| word << bits)))
    }

    fn shr(self, bits: usize) -> Self {
        Self::from_pairs(self.to_pairs().map(|pair| pair.map(|word| word >> bits)))
    }

    fn up(self) -> Self {
        Self::from_pairs(self.to_pairs().map(|[low, _]| [0, low]))
    }

    fn down(self) -> Self {
        Self::from_pairs(self.to_pairs().map(|[_, high]| [high, 0]))
    }

    fn behind(self, below: Self) -> Self {
        let (a, below) = (self.to_pairs(), below.to_pairs());
        Self::from_pairs(core::array::from_fn(|i| [below[i][1], a[i][0]]))
    }

    fn uppers(self, below: Self) -> Self {
        let (a, below) = (self.to_pairs(), below.to_pairs());
        Self::from_pairs(core::array::from_fn(|i| [below[i][1], a[i][1]]))
    }

    fn clmul<const WHICH: i32>(self, (): (), b: Self) -> Self {
        let (a, b) = (self.to_pairs(), b.to_pairs());
        Self::from_pairs(core::array::from_fn(|i| {
            let [of_a, of_b] = [WHICH & 1, WHICH >> 4].map(|bit| usize::from(bit == 1));
            DefaultProduct::HERE.product(&[a[i][of_a]], &[b[i][of_b]]).0.map(|[word]| word)
        }))
    }
}

impl Quad for Portable {
    const TITLE: &'static str = "portable quads";
    const FEATURES: Features = Features::NONE;
    const FEATURE_NAMES: &'static str = "nothing";
    type Single = DefaultProduct;

    fn single() -> Option<Self::Single> {
        Some(DefaultProduct::HERE)
    }

    fn from_pairs(pairs: [[u64; 2]; 4]) -> Self {
        let mut words = [0; 8];
        words.copy_from_slice(pairs.as_flattened());
        Self::from_lanes(words)
    }

    fn to_pairs(self) -> [[u64; 2]; 4] {
        let words = self.to_lanes();
        core::array::from_fn(|i| [words[2 * i], words[2 * i + 1]])
    }

    fn equal(self, b: Self) -> LaneMask {
        Compiled::is_zero(Vector::xor(self, b))
    }

    fn select(condition: LaneMask, if_true: Self, if_false: Self) -> Self {
        Compiled::select(condition, if_true, if_false)
    }

    fn permute<const ORDER: i32>(self) -> Self {
        let pairs = self.to_pairs();
        Self::from_pairs(core::array::from_fn(|i| {
            pairs[ORDER.cast_unsigned() as usize >> (2 * i) & 3]
        }))
    }

    fn mul_quads<const N: usize, const D: usize, P: Polynomial>(
        a: &[Self; D],
        b: &[Self; D],
    ) -> [Self; D] {
        mul::<Self, N, D, P>(a, b)
    }

    #[inline(always)]
    fn run_quads<O: Op>(op: O) -> O::Out {
        op.call()
    }
}
