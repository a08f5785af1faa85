//! The functions of eight lanes for the twin in plain Rust.

use super::LaneMask;
use super::carry::select;
use super::vector::{Compiled, Products};
use crate::field::Op;
use crate::limb::simd::Portable;
use core::mem::MaybeUninit;

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
