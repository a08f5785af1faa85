//! What the arithmetic of lanes needs of a vector of eight 64-bit lanes.

use super::{LANES, LaneMask};
use crate::cpu::Features;
use crate::field::Op;
use core::mem::MaybeUninit;
use zeroize::Zeroize;

/// A modulus that products of numbers of `D` digits are reduced by.
pub trait Products<const D: usize> {
    /// The product of two elements.
    fn mul<V: Vector>(&self, a: &[V; D], b: &[V; D]) -> [V; D];
    /// The square of an element.
    fn sqr<V: Vector>(&self, a: &[V; D]) -> [V; D];
    /// The sum of two elements.
    fn add<V: Vector>(&self, a: &[V; D], b: &[V; D]) -> [V; D];
    /// The difference of two elements.
    fn sub<V: Vector>(&self, a: &[V; D], b: &[V; D]) -> [V; D];
}

/// Eight 64-bit lanes. Implementations are `#[inline(always)]` throughout and may only be reached through
/// a [`Lanes`](super::Lanes), whose constructor checked `NEEDS`; the trait cannot be named outside.
pub trait Vector: Copy + Zeroize + Send + Sync + 'static {
    /// The vector's name in messages.
    const NAME: &'static str;
    /// The CPU features it needs.
    const NEEDS: Features;
    /// Their names.
    const NEEDS_NAMES: &'static str;

    /// `x` in every lane.
    fn splat(x: u64) -> Self;
    /// From lanes.
    fn from_lanes(lanes: [u64; LANES]) -> Self;
    /// To lanes.
    fn to_lanes(self) -> [u64; LANES];
    /// `self + b` modulo 2^64.
    fn add(self, b: Self) -> Self;
    /// `self - b` modulo 2^64.
    fn sub(self, b: Self) -> Self;
    /// Bitwise and.
    fn and(self, b: Self) -> Self;
    /// Bitwise or.
    fn or(self, b: Self) -> Self;
    /// Bitwise exclusive or.
    fn xor(self, b: Self) -> Self;
    /// Shift left by `n` bits; `n` is a constant below 64.
    fn shl(self, n: u32) -> Self;
    /// Shift right by `n` bits, zeros from above; `n` is a constant below 64.
    fn shr(self, n: u32) -> Self;
    /// Shift right by `n` bits, copies of the sign from above; `n` is a constant below 64.
    fn sar(self, n: u32) -> Self;
    /// `self` + the low 52 bits of the product of the low 52 bits of `a` and `b`.
    fn madd_lo(self, a: Self, b: Self) -> Self;
    /// `self` + the high 52 bits of the product of the low 52 bits of `a` and `b`.
    fn madd_hi(self, a: Self, b: Self) -> Self;
    /// In each lane the entry of 16 that the low four bits of its index say.
    fn permute(table: &[[u64; LANES]; 2], index: Self) -> Self;
    /// Lane i is lane `i + places` modulo eight.
    fn turn(self, places: u64) -> Self;
    /// Lane i is lane `from[i]` of `self`, or for 8 and more lane `from[i] - 8` of `b`; constants below 16.
    fn mix(self, b: Self, from: [u8; LANES]) -> Self;
    /// Each lane shifted left by so many bits, constants below 64.
    fn shl_each(self, n: [u8; LANES]) -> Self;
    /// Where the lane is 0.
    fn is_zero(self) -> LaneMask;
    /// Where the lane, as a signed number, is negative.
    fn is_negative(self) -> LaneMask;
    /// `if_true` where `condition`, else `if_false`.
    fn select(condition: LaneMask, if_true: Self, if_false: Self) -> Self;

    /// [`Products::mul`] as a function of its own.
    fn mul<'r, M: Products<D>, const D: usize>(
        m: &M,
        r: &'r mut MaybeUninit<[Self; D]>,
        a: &[Self; D],
        b: &[Self; D],
    ) -> &'r mut [Self; D];
    /// [`Products::sqr`] as a function of its own.
    fn sqr<'r, M: Products<D>, const D: usize>(
        m: &M,
        r: &'r mut MaybeUninit<[Self; D]>,
        a: &[Self; D],
    ) -> &'r mut [Self; D];
    /// [`Products::add`], inlined where that is faster.
    fn sum<M: Products<D>, const D: usize>(m: &M, a: &[Self; D], b: &[Self; D]) -> [Self; D];
    /// [`Products::sub`], inlined where that is faster.
    fn difference<M: Products<D>, const D: usize>(m: &M, a: &[Self; D], b: &[Self; D])
    -> [Self; D];
    /// `if_true` where `condition`, else `if_false`, inlined where that is faster.
    fn choose<const D: usize>(
        condition: LaneMask,
        if_true: &[Self; D],
        if_false: &[Self; D],
    ) -> [Self; D];
    /// `op.call()`, inlined where that is faster.
    fn part<O: Op>(op: O) -> O::Out;
    /// `op.call()` as a function of its own, compiled for these vectors.
    fn apart<O: Op>(op: O) -> O::Out;
    /// `op.call()` inside a function compiled for these vectors.
    fn run<O: Op>(op: O) -> O::Out;
}
