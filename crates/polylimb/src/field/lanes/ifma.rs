//! Eight lanes in a register of AVX-512 with the 52-bit multiply-add (IFMA).
//!
//! Every method is `#[inline(always)]` and has no feature enabled itself: inlined into `root`, `mul` or
//! `sqr`, which have, it becomes one instruction. The continuous integration disassembles the roots and looks
//! for calls that were not inlined.

use super::carry::select;
use super::vector::{Products, Vector};
use super::{LANES, LaneMask};
use crate::cpu::Features;
use crate::field::Op;
use core::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_cmplt_epi64_mask, _mm512_loadu_si512,
    _mm512_madd52hi_epu64, _mm512_madd52lo_epu64, _mm512_mask_blend_epi64, _mm512_or_si512,
    _mm512_permutex2var_epi64, _mm512_permutexvar_epi64, _mm512_set1_epi64, _mm512_setzero_si512,
    _mm512_sllv_epi64, _mm512_srav_epi64, _mm512_srlv_epi64, _mm512_storeu_si512, _mm512_sub_epi64,
    _mm512_testn_epi64_mask, _mm512_xor_si512,
};
use core::mem::MaybeUninit;
use zeroize::Zeroize;

/// Eight 64-bit numbers in a 512-bit register.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Ifma(pub(in crate::field) __m512i);

impl Zeroize for Ifma {
    fn zeroize(&mut self) {
        // As words: by `zeroize_flat_type` it would be a volatile store for every byte.
        // SAFETY: a vector is as long as eight words and aligned as more than one, and all words are valid; the pointer comes from a reference.
        unsafe { (*(&raw mut self.0).cast::<[u64; 8]>()).zeroize() }
    }
}

/// One or more intrinsics. SAFETY of all uses: `Vector` cannot be named outside of this module's parent, and
/// there an `Ifma` is only computed with for a `Lanes<Ifma, _>`, whose constructor checked that this CPU
/// has AVX-512 F and IFMA.
macro_rules! vector {
    ($intrinsic:expr) => {
        // SAFETY: see the macro.
        unsafe { $intrinsic }
    };
}

impl Vector for Ifma {
    const NAME: &'static str = "ifma lanes";
    const NEEDS: Features = Features::AVX512F.with(Features::AVX512IFMA);
    const NEEDS_NAMES: &'static str = "avx512f, avx512ifma";

    #[inline(always)]
    fn splat(x: u64) -> Self {
        Self(vector!(_mm512_set1_epi64(x.cast_signed())))
    }

    #[inline(always)]
    fn from_lanes(lanes: [u64; LANES]) -> Self {
        Self(vector!(_mm512_loadu_si512(lanes.as_ptr().cast())))
    }

    #[inline(always)]
    fn to_lanes(self) -> [u64; LANES] {
        let mut lanes = [0u64; LANES];
        vector!(_mm512_storeu_si512(lanes.as_mut_ptr().cast(), self.0));
        lanes
    }

    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self(vector!(_mm512_add_epi64(self.0, b.0)))
    }

    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self(vector!(_mm512_sub_epi64(self.0, b.0)))
    }

    #[inline(always)]
    fn and(self, b: Self) -> Self {
        Self(vector!(_mm512_and_si512(self.0, b.0)))
    }

    #[inline(always)]
    fn or(self, b: Self) -> Self {
        Self(vector!(_mm512_or_si512(self.0, b.0)))
    }

    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Self(vector!(_mm512_xor_si512(self.0, b.0)))
    }

    #[inline(always)]
    fn shl(self, n: u32) -> Self {
        Self(vector!(_mm512_sllv_epi64(self.0, _mm512_set1_epi64(n.into()))))
    }

    #[inline(always)]
    fn shr(self, n: u32) -> Self {
        Self(vector!(_mm512_srlv_epi64(self.0, _mm512_set1_epi64(n.into()))))
    }

    #[inline(always)]
    fn sar(self, n: u32) -> Self {
        Self(vector!(_mm512_srav_epi64(self.0, _mm512_set1_epi64(n.into()))))
    }

    #[inline(always)]
    fn madd_lo(self, a: Self, b: Self) -> Self {
        Self(vector!(_mm512_madd52lo_epu64(self.0, a.0, b.0)))
    }

    #[inline(always)]
    fn madd_hi(self, a: Self, b: Self) -> Self {
        Self(vector!(_mm512_madd52hi_epu64(self.0, a.0, b.0)))
    }

    #[inline(always)]
    fn permute(table: &[[u64; LANES]; 2], index: Self) -> Self {
        let [low, high] = [Self::from_lanes(table[0]), Self::from_lanes(table[1])];
        Self(vector!(_mm512_permutex2var_epi64(low.0, index.0, high.0)))
    }

    #[inline(always)]
    fn turn(self, places: u64) -> Self {
        // The instruction reads the low three bits of each.
        let from = Self::from_lanes([0, 1, 2, 3, 4, 5, 6, 7]).add(Self::splat(places));
        Self(vector!(_mm512_permutexvar_epi64(from.0, self.0)))
    }

    #[inline(always)]
    fn mix(self, b: Self, from: [u8; LANES]) -> Self {
        let index = Self::from_lanes(wide(from));
        Self(vector!(_mm512_permutex2var_epi64(self.0, index.0, b.0)))
    }

    #[inline(always)]
    fn shl_each(self, n: [u8; LANES]) -> Self {
        Self(vector!(_mm512_sllv_epi64(self.0, Self::from_lanes(wide(n)).0)))
    }

    #[inline(always)]
    fn is_zero(self) -> LaneMask {
        LaneMask::from_bits(vector!(_mm512_testn_epi64_mask(self.0, self.0)))
    }

    #[inline(always)]
    fn is_negative(self) -> LaneMask {
        LaneMask::from_bits(vector!(_mm512_cmplt_epi64_mask(self.0, _mm512_setzero_si512())))
    }

    #[inline(always)]
    fn select(condition: LaneMask, if_true: Self, if_false: Self) -> Self {
        Self(vector!(_mm512_mask_blend_epi64(condition.bits(), if_false.0, if_true.0)))
    }

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

/// The same numbers; not by `map`, which may be a call.
#[inline(always)]
const fn wide(n: [u8; LANES]) -> [u64; LANES] {
    let [a, b, c, d, e, f, g, h] = n;
    [a as u64, b as u64, c as u64, d as u64, e as u64, f as u64, g as u64, h as u64]
}

/// `$name`, compiled for the vector unit and never inlined. Since Rust 1.95 `inline(never)` on a function with
/// target features is a property of its calls, and only of those from a function that has the features too:
/// hence the call in between.
macro_rules! out_of_line {
    ($(#[$doc:meta])* $name:ident[$($generic:tt)*]($($arg:ident: $type:ty),*) -> $r:ty = $body:expr) => {
        $(#[$doc])*
        #[target_feature(enable = "avx512f,avx512ifma")]
        #[inline]
        fn $name<$($generic)*>($($arg: $type),*) -> $r {
            #[target_feature(enable = "avx512f,avx512ifma")]
            #[inline(never)]
            fn body<$($generic)*>($($arg: $type),*) -> $r {
                $body
            }
            body($($arg),*)
        }
    };
}

out_of_line! {
    /// A computation over lanes, all of it compiled for the vector unit.
    root[O: Op](op: O) -> O::Out = op.call()
}

out_of_line! {
    mul['r, M: Products<D>, const D: usize](
        m: &M,
        r: &'r mut MaybeUninit<[Ifma; D]>,
        a: &[Ifma; D],
        b: &[Ifma; D]
    ) -> &'r mut [Ifma; D] = r.write(m.mul(a, b))
}

out_of_line! {
    sqr['r, M: Products<D>, const D: usize](
        m: &M,
        r: &'r mut MaybeUninit<[Ifma; D]>,
        a: &[Ifma; D]
    ) -> &'r mut [Ifma; D] = r.write(m.sqr(a))
}
