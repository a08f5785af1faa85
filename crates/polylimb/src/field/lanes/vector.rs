//! The functions compiled for a vector, which the arithmetic of lanes needs.

use super::LaneMask;
use super::digits::select;
use crate::field::Op;
use crate::limb::simd::{Portable, Vector};
use core::mem::MaybeUninit;

/// A modulus with its products of numbers of `D` digits.
pub trait Products<const D: usize> {
    /// The product of two elements.
    fn mul<V: Compiled>(&self, a: &[V; D], b: &[V; D]) -> [V; D];
    /// The square of an element.
    fn sqr<V: Compiled>(&self, a: &[V; D]) -> [V; D];
    /// The sum of two elements.
    fn add<V: Compiled>(&self, a: &[V; D], b: &[V; D]) -> [V; D];
    /// The difference of two elements.
    fn sub<V: Compiled>(&self, a: &[V; D], b: &[V; D]) -> [V; D];
}

/// A vector with the functions of lanes compiled for it, and truth values by [`LaneMask`].
/// Implementations are reached only through a field of lanes, whose constructor checked `NEEDS`;
/// the trait cannot be named outside of the library.
pub trait Compiled: Vector {
    /// Where the lane is 0.
    #[inline(always)]
    fn is_zero(self) -> LaneMask {
        LaneMask::from_bits(self.zeros())
    }
    /// Where the lane, as a signed number, is negative.
    #[inline(always)]
    fn is_negative(self) -> LaneMask {
        LaneMask::from_bits(self.negatives())
    }
    /// `if_true` where `condition`, else `if_false`.
    #[inline(always)]
    fn select(condition: LaneMask, if_true: Self, if_false: Self) -> Self {
        if_false.blend(if_true, condition.bits())
    }

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

// The functions of eight lanes for the twin in plain Rust.

impl Compiled for Portable {
    #[inline(never)]
    fn mul<'r, M: Products<D>, const D: usize>(
        m: &M,
        r: &'r mut MaybeUninit<[Self; D]>,
        a: &[Self; D],
        b: &[Self; D],
    ) -> &'r mut [Self; D] {
        r.write(m.mul(a, b))
    }

    #[inline(never)]
    fn sqr<'r, M: Products<D>, const D: usize>(
        m: &M,
        r: &'r mut MaybeUninit<[Self; D]>,
        a: &[Self; D],
    ) -> &'r mut [Self; D] {
        r.write(m.sqr(a))
    }

    // A function per field, not inlined into each sum: arrays of eight lanes are also slow to
    // compile.
    #[inline(never)]
    fn sum<M: Products<D>, const D: usize>(m: &M, a: &[Self; D], b: &[Self; D]) -> [Self; D] {
        m.add(a, b)
    }

    #[inline(never)]
    fn difference<M: Products<D>, const D: usize>(
        m: &M,
        a: &[Self; D],
        b: &[Self; D],
    ) -> [Self; D] {
        m.sub(a, b)
    }

    #[inline(never)]
    fn choose<const D: usize>(
        condition: LaneMask,
        if_true: &[Self; D],
        if_false: &[Self; D],
    ) -> [Self; D] {
        select(condition, if_true, if_false)
    }

    #[inline(never)]
    fn part<O: Op>(op: O) -> O::Out {
        op.call()
    }

    #[inline(never)]
    fn apart<O: Op>(op: O) -> O::Out {
        op.call()
    }

    #[inline(always)]
    fn run<O: Op>(op: O) -> O::Out {
        op.call()
    }
}
