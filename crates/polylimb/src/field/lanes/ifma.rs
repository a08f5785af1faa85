//! The functions of eight lanes compiled for AVX-512 with the 52-bit multiply-add (IFMA).
//!
//! Every method of the vector is `#[inline(always)]` and enables no feature itself: inlined into
//! `root`, `mul` or `sqr`, which enable them, it becomes one instruction. The continuous
//! integration disassembles the roots and looks for calls that were not inlined.

use super::LaneMask;
use super::digits::select;
use super::vector::{Compiled, Products};
use crate::field::Op;
use crate::limb::simd::{Ifma, compiled_for};
use core::mem::MaybeUninit;

/// Calls a function below. SAFETY of all uses: only a field of lanes computes with an `Ifma`, and
/// its constructor checked that this CPU has AVX-512 F and IFMA.
macro_rules! vector {
    ($call:expr) => {
        // SAFETY: see the macro.
        unsafe { $call }
    };
}

impl Compiled for Ifma {
    #[inline(always)]
    fn mul<'r, M: Products<D>, const D: usize>(
        m: &M,
        r: &'r mut MaybeUninit<[Self; D]>,
        a: &[Self; D],
        b: &[Self; D],
    ) -> &'r mut [Self; D] {
        vector!(mul(m, r, a, b))
    }

    #[inline(always)]
    fn sqr<'r, M: Products<D>, const D: usize>(
        m: &M,
        r: &'r mut MaybeUninit<[Self; D]>,
        a: &[Self; D],
    ) -> &'r mut [Self; D] {
        vector!(sqr(m, r, a))
    }

    #[inline(always)]
    fn sum<M: Products<D>, const D: usize>(m: &M, a: &[Self; D], b: &[Self; D]) -> [Self; D] {
        m.add(a, b)
    }

    #[inline(always)]
    fn difference<M: Products<D>, const D: usize>(
        m: &M,
        a: &[Self; D],
        b: &[Self; D],
    ) -> [Self; D] {
        m.sub(a, b)
    }

    #[inline(always)]
    fn choose<const D: usize>(
        condition: LaneMask,
        if_true: &[Self; D],
        if_false: &[Self; D],
    ) -> [Self; D] {
        select(condition, if_true, if_false)
    }

    #[inline(always)]
    fn part<O: Op>(op: O) -> O::Out {
        op.call()
    }

    #[inline(always)]
    fn apart<O: Op>(op: O) -> O::Out {
        vector!(root(op))
    }

    #[inline(always)]
    fn run<O: Op>(op: O) -> O::Out {
        vector!(root(op))
    }
}

compiled_for! {
    "avx512f,avx512ifma", apart:
    /// A computation over lanes, all of it compiled for the vector unit.
    fn root[O: Op][O](op: O) -> O::Out = op.call()
}

compiled_for! {
    "avx512f,avx512ifma", apart:
    fn mul['r, M: Products<D>, const D: usize][M, D](
        m: &M,
        r: &'r mut MaybeUninit<[Ifma; D]>,
        a: &[Ifma; D],
        b: &[Ifma; D]
    ) -> &'r mut [Ifma; D] = r.write(m.mul(a, b))
}

compiled_for! {
    "avx512f,avx512ifma", apart:
    fn sqr['r, M: Products<D>, const D: usize][M, D](
        m: &M,
        r: &'r mut MaybeUninit<[Ifma; D]>,
        a: &[Ifma; D]
    ) -> &'r mut [Ifma; D] = r.write(m.sqr(a))
}
