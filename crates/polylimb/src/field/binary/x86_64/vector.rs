//! Pairs of words in vector registers, and the instructions on them.

use super::Clmul;
use crate::field::binary::Double;
use crate::field::binary::pairs::{Pair, Pairs, Sums};
use crate::limb::Word;
use core::arch::x86_64::{
    __m128i, _mm_and_si128, _mm_bslli_si128, _mm_bsrli_si128, _mm_castpd_si128, _mm_castsi128_pd,
    _mm_loadl_epi64, _mm_loadu_si128, _mm_set_epi64x, _mm_setzero_si128, _mm_shuffle_pd,
    _mm_sll_epi64, _mm_srl_epi64, _mm_storel_epi64, _mm_storeu_si128, _mm_unpackhi_epi64,
    _mm_xor_si128,
};

/// Two words.
#[derive(Clone, Copy)]
pub(super) struct Xmm(__m128i);

/// SAFETY of all uses: SSE2, which every x86-64 has; loads and stores are of words of a slice that
/// was cut to length.
macro_rules! sse2 {
    ($intrinsic:expr) => {
        // SAFETY: see the macro.
        unsafe { $intrinsic }
    };
}

impl Xmm {
    /// Loads the first two words, or one word and a zero.
    #[inline(always)]
    fn load(words: &[Word]) -> Self {
        match words {
            [low] => Self(sse2!(_mm_loadl_epi64((&raw const *low).cast()))),
            [_, _, ..] => Self(sse2!(_mm_loadu_si128(words.as_ptr().cast()))),
            [] => Self::zero(),
        }
    }

    /// Stores both words, or the lower word if there is room for one.
    #[inline(always)]
    fn store(self, words: &mut [Word]) {
        match words {
            [low] => sse2!(_mm_storel_epi64((&raw mut *low).cast(), self.0)),
            [_, _, ..] => sse2!(_mm_storeu_si128(words.as_mut_ptr().cast(), self.0)),
            [] => {}
        }
    }
}

impl Pair for Xmm {
    type Proof = Clmul;

    #[inline(always)]
    fn zero() -> Self {
        Self(sse2!(_mm_setzero_si128()))
    }

    #[inline(always)]
    fn new(low: u64, high: u64) -> Self {
        Self(sse2!(_mm_set_epi64x(high.cast_signed(), low.cast_signed())))
    }

    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Self(sse2!(_mm_xor_si128(self.0, b.0)))
    }

    #[inline(always)]
    fn and(self, b: Self) -> Self {
        Self(sse2!(_mm_and_si128(self.0, b.0)))
    }

    #[inline(always)]
    fn shl(self, bits: usize) -> Self {
        Self(sse2!(_mm_sll_epi64(self.0, _mm_set_epi64x(0, (bits as u64).cast_signed()))))
    }

    #[inline(always)]
    fn shr(self, bits: usize) -> Self {
        Self(sse2!(_mm_srl_epi64(self.0, _mm_set_epi64x(0, (bits as u64).cast_signed()))))
    }

    #[inline(always)]
    fn up(self) -> Self {
        Self(sse2!(_mm_bslli_si128::<8>(self.0)))
    }

    #[inline(always)]
    fn down(self) -> Self {
        Self(sse2!(_mm_bsrli_si128::<8>(self.0)))
    }

    #[inline(always)]
    fn behind(self, below: Self) -> Self {
        Self(sse2!(_mm_castpd_si128(_mm_shuffle_pd::<0b01>(
            _mm_castsi128_pd(below.0),
            _mm_castsi128_pd(self.0),
        ))))
    }

    #[inline(always)]
    fn uppers(self, below: Self) -> Self {
        Self(sse2!(_mm_unpackhi_epi64(below.0, self.0)))
    }

    #[inline(always)]
    fn clmul<const WHICH: i32>(self, _proof: Clmul, b: Self) -> Self {
        let r;
        // SAFETY: a `Clmul` is only made where the CPU has the instruction; it reads and writes
        // registers.
        unsafe {
            core::arch::asm!(
                "vpclmulqdq {r}, {a}, {b}, {which}",
                r = lateout(xmm_reg) r,
                a = in(xmm_reg) self.0,
                b = in(xmm_reg) b.0,
                which = const WHICH,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        Self(r)
    }
}

#[inline(always)]
pub(super) fn load<const N: usize>(a: &[Word; N]) -> Pairs<Xmm> {
    let mut r = [Xmm::zero(); _];
    for (r, words) in r.iter_mut().zip(a.chunks(2)) {
        *r = Xmm::load(words);
    }
    r
}

#[inline(always)]
pub(super) fn store<const N: usize>(a: &Pairs<Xmm>) -> [Word; N] {
    let mut r = [0; N];
    for (a, words) in a.iter().zip(r.chunks_mut(2)) {
        a.store(words);
    }
    r
}

#[inline(always)]
pub(super) fn load_double<const N: usize>(a: &Double<N>) -> Sums<Xmm> {
    let mut r = Sums::zero();
    for (r, words) in r.even.iter_mut().zip(a.words().chunks(2)) {
        *r = Xmm::load(words);
    }
    r
}

#[inline(always)]
pub(super) fn store_double<const N: usize>(a: &Sums<Xmm>) -> Double<N> {
    let mut r = Double::ZERO;
    for (i, words) in r.words_mut().chunks_mut(2).enumerate() {
        a.pair(i).store(words);
    }
    r
}
