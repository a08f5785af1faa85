//! Four lanes in a register of AVX-512 with VPCLMULQDQ.
//!
//! As in `field/lanes/ifma.rs`: methods are inlined into the functions at the end, which have the
//! features enabled.

use super::vector::{self, Quad};
use crate::cpu::Features;
use crate::field::Op;
use crate::field::binary::pairs::Pair;
use crate::field::binary::{Clmul, Polynomial};
use crate::field::lanes::{Ifma, LaneMask};
use crate::limb::simd::{Lanewise, Vector, compiled_for};
use core::arch::x86_64::{
    _mm512_and_si512, _mm512_castpd_si512, _mm512_castsi512_pd, _mm512_clmulepi64_epi128,
    _mm512_cmpeq_epi64_mask, _mm512_loadu_si512, _mm512_mask_blend_epi64, _mm512_setzero_si512,
    _mm512_shuffle_i64x2, _mm512_shuffle_pd, _mm512_sllv_epi64, _mm512_srlv_epi64,
    _mm512_storeu_si512, _mm512_unpackhi_epi64, _mm512_unpacklo_epi64, _mm512_xor_si512,
};

/// One or more intrinsics. SAFETY of all uses: only a `BinaryQuads<Ifma, _, _, _>` computes with
/// the `Pair` and `Quad` of `Ifma`, and its constructor checked `FEATURES`; loads and stores are of
/// arrays of eight words.
macro_rules! vector {
    ($intrinsic:expr) => {
        // SAFETY: see the macro.
        unsafe { $intrinsic }
    };
}

impl Pair for Ifma {
    type Proof = ();

    #[inline(always)]
    fn zero() -> Self {
        Self(vector!(_mm512_setzero_si512()))
    }

    #[inline(always)]
    fn new(low: u64, high: u64) -> Self {
        Self::from_pairs([[low, high]; 4])
    }

    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Self(vector!(_mm512_xor_si512(self.0, b.0)))
    }

    #[inline(always)]
    fn and(self, b: Self) -> Self {
        Self(vector!(_mm512_and_si512(self.0, b.0)))
    }

    #[inline(always)]
    fn shl(self, bits: usize) -> Self {
        Self(vector!(_mm512_sllv_epi64(self.0, Self::splat(bits as u64).0)))
    }

    #[inline(always)]
    fn shr(self, bits: usize) -> Self {
        Self(vector!(_mm512_srlv_epi64(self.0, Self::splat(bits as u64).0)))
    }

    #[inline(always)]
    fn up(self) -> Self {
        Self(vector!(_mm512_unpacklo_epi64(_mm512_setzero_si512(), self.0)))
    }

    #[inline(always)]
    fn down(self) -> Self {
        Self(vector!(_mm512_unpackhi_epi64(self.0, _mm512_setzero_si512())))
    }

    #[inline(always)]
    fn behind(self, below: Self) -> Self {
        Self(vector!(_mm512_castpd_si512(_mm512_shuffle_pd::<0b0101_0101>(
            _mm512_castsi512_pd(below.0),
            _mm512_castsi512_pd(self.0),
        ))))
    }

    #[inline(always)]
    fn uppers(self, below: Self) -> Self {
        Self(vector!(_mm512_unpackhi_epi64(below.0, self.0)))
    }

    #[inline(always)]
    fn clmul<const WHICH: i32>(self, (): (), b: Self) -> Self {
        Self(vector!(_mm512_clmulepi64_epi128::<WHICH>(self.0, b.0)))
    }
}

impl Quad for Ifma {
    const TITLE: &'static str = "vpclmulqdq quads";
    const FEATURES: Features = Self::NEEDS.with(Features::VPCLMULQDQ).with(Features::CLMUL);
    const FEATURE_NAMES: &'static str = "avx512f, avx512ifma, avx2, pclmulqdq, vpclmulqdq";
    type Single = Clmul;

    fn single() -> Option<Clmul> {
        Clmul::available(Features::detect())
    }

    #[inline(always)]
    fn from_pairs(pairs: [[u64; 2]; 4]) -> Self {
        Self(vector!(_mm512_loadu_si512(pairs.as_ptr().cast())))
    }

    #[inline(always)]
    fn to_pairs(self) -> [[u64; 2]; 4] {
        let mut pairs = [[0; 2]; 4];
        vector!(_mm512_storeu_si512(pairs.as_mut_ptr().cast(), self.0));
        pairs
    }

    #[inline(always)]
    fn equal(self, b: Self) -> LaneMask {
        LaneMask::from_bits(vector!(_mm512_cmpeq_epi64_mask(self.0, b.0)))
    }

    #[inline(always)]
    fn select(condition: LaneMask, if_true: Self, if_false: Self) -> Self {
        Self(vector!(_mm512_mask_blend_epi64(condition.bits(), if_false.0, if_true.0)))
    }

    #[inline(always)]
    fn permute<const ORDER: i32>(self) -> Self {
        Self(vector!(_mm512_shuffle_i64x2::<ORDER>(self.0, self.0)))
    }

    #[inline(always)]
    fn mul_quads<const N: usize, const D: usize, P: Polynomial>(
        a: &[Self; D],
        b: &[Self; D],
    ) -> [Self; D] {
        vector!(mul::<N, D, P>(a, b))
    }

    #[inline(always)]
    fn run_quads<O: Op>(op: O) -> O::Out {
        vector!(root(op))
    }
}

compiled_for! {
    "avx512f,avx512ifma,vpclmulqdq", apart:
    fn root[O: Op][O](op: O) -> O::Out = op.call()
}
compiled_for! {
    "avx512f,avx512ifma,vpclmulqdq", apart:
    fn mul[const N: usize, const D: usize, P: Polynomial][N, D, P](a: &[Ifma; D], b: &[Ifma; D]) -> [Ifma; D]
        = vector::mul::<Ifma, N, D, P>(a, b)
}
