//! Eight lanes in a register of AVX-512 with VPCLMULQDQ.
//!
//! As in `field/lanes/ifma.rs`: methods are inlined into the functions at the end, which have the features enabled.

use super::arithmetic;
use super::vector::CarryLess;
use crate::cpu::Features;
use crate::field::Op;
use crate::field::binary::Polynomial;
use crate::field::lanes::Ifma;
use crate::field::lanes::vector::Vector;
use core::arch::x86_64::{
    _mm512_clmulepi64_epi128, _mm512_set1_epi64, _mm512_sllv_epi64, _mm512_srlv_epi64,
    _mm512_unpackhi_epi64, _mm512_unpacklo_epi64,
};

/// One or more intrinsics. SAFETY of all uses: `CarryLess` cannot be named outside of this module's parent, and there an
/// `Ifma` is only computed with for a `BinaryLanes<Ifma, _, _>`, whose constructor checked `FEATURES`.
macro_rules! vector {
    ($intrinsic:expr) => {
        // SAFETY: see the macro.
        unsafe { $intrinsic }
    };
}

impl CarryLess for Ifma {
    const TITLE: &'static str = "vpclmulqdq lanes";
    const FEATURES: Features = Self::NEEDS.with(Features::VPCLMULQDQ);
    const FEATURE_NAMES: &'static str = "avx512f, avx512ifma, vpclmulqdq";

    #[inline(always)]
    fn clmul<const ODD: bool>(self, b: Self) -> Self {
        Self(vector!(if ODD {
            _mm512_clmulepi64_epi128::<0x11>(self.0, b.0)
        } else {
            _mm512_clmulepi64_epi128::<0x00>(self.0, b.0)
        }))
    }

    #[inline(always)]
    fn even_lanes(self, b: Self) -> Self {
        Self(vector!(_mm512_unpacklo_epi64(self.0, b.0)))
    }

    #[inline(always)]
    fn odd_lanes(self, b: Self) -> Self {
        Self(vector!(_mm512_unpackhi_epi64(self.0, b.0)))
    }

    #[inline(always)]
    fn left(self, bits: usize) -> Self {
        Self(vector!(_mm512_sllv_epi64(self.0, _mm512_set1_epi64((bits as u64).cast_signed()))))
    }

    #[inline(always)]
    fn right(self, bits: usize) -> Self {
        Self(vector!(_mm512_srlv_epi64(self.0, _mm512_set1_epi64((bits as u64).cast_signed()))))
    }

    #[inline(always)]
    fn mul_lanes<const D: usize, P: Polynomial>(a: &[Self; D], b: &[Self; D]) -> [Self; D] {
        vector!(mul::<D, P>(a, b))
    }

    #[inline(always)]
    fn sqr_lanes<const D: usize, P: Polynomial>(a: &[Self; D]) -> [Self; D] {
        vector!(sqr::<D, P>(a))
    }

    #[inline(always)]
    fn run_lanes<O: Op>(op: O) -> O::Out {
        vector!(root(op))
    }
}

/// `$name`, compiled for the vector unit and never inlined; see `field/lanes/ifma.rs` for the call in between.
macro_rules! out_of_line {
    ($name:ident[$($generic:tt)*][$($pass:tt)*]($($arg:ident: $type:ty),*) -> $r:ty = $body:expr) => {
        #[target_feature(enable = "avx512f,avx512ifma,vpclmulqdq")]
        #[inline]
        fn $name<$($generic)*>($($arg: $type),*) -> $r {
            #[target_feature(enable = "avx512f,avx512ifma,vpclmulqdq")]
            #[inline(never)]
            fn body<$($generic)*>($($arg: $type),*) -> $r {
                $body
            }
            body::<$($pass)*>($($arg),*)
        }
    };
}

out_of_line! { root[O: Op][O](op: O) -> O::Out = op.call() }
out_of_line! {
    mul[const D: usize, P: Polynomial][D, P](a: &[Ifma; D], b: &[Ifma; D]) -> [Ifma; D]
        = arithmetic::mul::<Ifma, D, P>(a, b)
}
out_of_line! {
    sqr[const D: usize, P: Polynomial][D, P](a: &[Ifma; D]) -> [Ifma; D]
        = arithmetic::sqr::<Ifma, D, P>(a)
}
