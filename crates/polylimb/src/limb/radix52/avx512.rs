//! Eight digits in an AVX-512 register, multiplied by the IFMA instructions.
//!
//! The methods are inlined into a root that is compiled for these features; outside one they would be
//! slow, but right, on a CPU that has them.

use super::vector::{DIGIT_MASK, LANES, Vector};
use core::arch::x86_64::{
    __m512i, _mm256_loadu_si256, _mm512_add_epi64, _mm512_alignr_epi64, _mm512_and_si512,
    _mm512_castsi256_si512, _mm512_cmpeq_epu64_mask, _mm512_cmpgt_epu64_mask, _mm512_loadu_si512,
    _mm512_madd52hi_epu64, _mm512_madd52lo_epu64, _mm512_mask_sub_epi64, _mm512_maskz_mov_epi64,
    _mm512_maskz_permutexvar_epi64, _mm512_or_si512, _mm512_permutexvar_epi64, _mm512_set1_epi64,
    _mm512_setr_epi64, _mm512_setzero_si512, _mm512_sllv_epi64, _mm512_srli_epi64,
    _mm512_srlv_epi64, _mm512_storeu_si512, _mm512_sub_epi64,
};

/// A vector on a CPU with AVX-512 F and IFMA.
///
/// Only to be used inside a root: a function with these target features, reached only where a kernel
/// has found them. That is what every `unsafe` block below relies on.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(__m512i);

impl Vector for Avx512 {
    #[inline(always)]
    fn zero() -> Self {
        // SAFETY: see the type.
        Self(unsafe { _mm512_setzero_si512() })
    }
    #[inline(always)]
    fn splat(w: u64) -> Self {
        // SAFETY: see the type.
        Self(unsafe { _mm512_set1_epi64(w.cast_signed()) })
    }
    #[inline(always)]
    fn load(from: &[u64; LANES]) -> Self {
        // SAFETY: see the type.
        Self(unsafe { _mm512_loadu_si512(from.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, to: &mut [u64; LANES]) {
        // SAFETY: see the type.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn madd_low(self, a: Self, b: Self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { _mm512_madd52lo_epu64(self.0, a.0, b.0) })
    }
    #[inline(always)]
    fn madd_high(self, a: Self, b: Self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { _mm512_madd52hi_epu64(self.0, a.0, b.0) })
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { _mm512_add_epi64(self.0, other.0) })
    }
    #[inline(always)]
    fn digits(self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { _mm512_and_si512(self.0, Self::splat(DIGIT_MASK).0) })
    }
    #[inline(always)]
    fn carries(self) -> Self {
        // SAFETY: see the type.
        Self(unsafe { _mm512_srli_epi64::<52>(self.0) })
    }
    #[inline(always)]
    fn move_up<const PLACES: usize>(self, below: Self) -> Self {
        // The instruction takes its count as a literal that cannot be computed from a parameter.
        let (high, low) = (self.0, below.0);
        // SAFETY: see the type.
        Self(unsafe {
            match PLACES {
                0 => high,
                1 => _mm512_alignr_epi64::<7>(high, low),
                2 => _mm512_alignr_epi64::<6>(high, low),
                3 => _mm512_alignr_epi64::<5>(high, low),
                4 => _mm512_alignr_epi64::<4>(high, low),
                5 => _mm512_alignr_epi64::<3>(high, low),
                6 => _mm512_alignr_epi64::<2>(high, low),
                7 => _mm512_alignr_epi64::<1>(high, low),
                _ => unreachable!("eight lanes"),
            }
        })
    }
    #[inline(always)]
    fn spread(from: &[u64; LANES / 2]) -> Self {
        // SAFETY: see the type.
        Self(unsafe {
            let four = _mm512_castsi256_si512(_mm256_loadu_si256(from.as_ptr().cast()));
            _mm512_maskz_permutexvar_epi64(0x55, _mm512_setr_epi64(0, 0, 1, 0, 2, 0, 3, 0), four)
        })
    }
    #[inline(always)]
    fn keep(self, lanes: u8) -> Self {
        // SAFETY: see the type.
        Self(unsafe { _mm512_maskz_mov_epi64(lanes, self.0) })
    }
    #[inline(always)]
    fn above_digit(self) -> u8 {
        // SAFETY: see the type.
        unsafe { _mm512_cmpgt_epu64_mask(self.0, Self::splat(DIGIT_MASK).0) }
    }
    #[inline(always)]
    fn equals_mask(self) -> u8 {
        // SAFETY: see the type.
        unsafe { _mm512_cmpeq_epu64_mask(self.0, Self::splat(DIGIT_MASK).0) }
    }
    #[inline(always)]
    fn increment(self, lanes: u8) -> Self {
        // SAFETY: see the type.
        Self(unsafe { _mm512_mask_sub_epi64(self.0, lanes, self.0, Self::splat(u64::MAX).0) })
    }
    #[inline(always)]
    fn unpack(from: &[u8; 64]) -> Self {
        // Digit i begins in word 52 i / 64, at bit 52 i mod 64.
        // SAFETY: see the type; the load is of 64 bytes at any address.
        Self(unsafe {
            let words = _mm512_loadu_si512(from.as_ptr().cast());
            let word = _mm512_setr_epi64(0, 0, 1, 2, 3, 4, 4, 5);
            let bit = _mm512_setr_epi64(0, 52, 40, 28, 16, 4, 56, 44);
            let next = _mm512_add_epi64(word, _mm512_set1_epi64(1));
            let left = _mm512_sub_epi64(_mm512_set1_epi64(64), bit);
            let low = _mm512_srlv_epi64(_mm512_permutexvar_epi64(word, words), bit);
            let high = _mm512_sllv_epi64(_mm512_permutexvar_epi64(next, words), left);
            _mm512_and_si512(_mm512_or_si512(low, high), Self::splat(DIGIT_MASK).0)
        })
    }
    #[inline(always)]
    fn pack(self, to: &mut [u8; 64]) {
        // Word j begins in digit 64 j / 52, at bit 64 j mod 52; it takes from that digit, the next, and,
        // where the bit is above 40, the one after. Lane 7 and what lies beyond digit 7 are 0.
        // SAFETY: see the type; the store is of 64 bytes at any address.
        unsafe {
            let digit = _mm512_setr_epi64(0, 1, 2, 3, 4, 6, 7, 0);
            let bit = _mm512_setr_epi64(0, 12, 24, 36, 48, 8, 20, 0);
            let one = _mm512_set1_epi64(1);
            let (next, after) =
                (_mm512_add_epi64(digit, one), _mm512_add_epi64(digit, _mm512_set1_epi64(2)));
            let left = _mm512_sub_epi64(_mm512_set1_epi64(52), bit);
            let far = _mm512_sub_epi64(_mm512_set1_epi64(104), bit);
            let first = _mm512_srlv_epi64(_mm512_maskz_permutexvar_epi64(0x7f, digit, self.0), bit);
            let second =
                _mm512_sllv_epi64(_mm512_maskz_permutexvar_epi64(0x3f, next, self.0), left);
            let third = _mm512_sllv_epi64(_mm512_maskz_permutexvar_epi64(0x1f, after, self.0), far);
            let words = _mm512_or_si512(_mm512_or_si512(first, second), third);
            _mm512_storeu_si512(to.as_mut_ptr().cast(), words);
        }
    }
}
