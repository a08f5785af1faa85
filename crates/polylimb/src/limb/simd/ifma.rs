//! Eight lanes in an AVX-512 register, multiplied by the IFMA instructions.
//!
//! The methods are inlined into a root that is compiled for these features; outside a root they are
//! slow, but correct, on a CPU that has the features.

use super::{DIGIT_MASK, LANES, Lanewise, Vector, intrinsics};
use crate::cpu::Features;
use core::arch::x86_64::{
    __m512i, _mm256_loadu_si256, _mm512_add_epi64, _mm512_alignr_epi64, _mm512_and_si512,
    _mm512_castsi256_si512, _mm512_cmpeq_epu64_mask, _mm512_cmpgt_epu64_mask,
    _mm512_cmplt_epi64_mask, _mm512_loadu_si512, _mm512_madd52hi_epu64, _mm512_madd52lo_epu64,
    _mm512_mask_mov_epi64, _mm512_mask_sub_epi64, _mm512_maskz_mov_epi64,
    _mm512_maskz_permutexvar_epi64, _mm512_or_si512, _mm512_permutex2var_epi64,
    _mm512_permutexvar_epi64, _mm512_set1_epi64, _mm512_setr_epi64, _mm512_setzero_si512,
    _mm512_shuffle_i64x2, _mm512_sllv_epi64, _mm512_srai_epi64, _mm512_srav_epi64,
    _mm512_srli_epi64, _mm512_srlv_epi64, _mm512_storeu_si512, _mm512_sub_epi64,
    _mm512_testn_epi64_mask, _mm512_unpackhi_epi64, _mm512_unpacklo_epi64, _mm512_xor_si512,
};
use core::mem::transmute;
use zeroize::Zeroize;

/// A vector on a CPU with AVX-512 F and IFMA.
///
/// Use it only inside a root: a function with these target features that is reached only where a
/// kernel has found them. Every `unsafe` block below relies on that.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Ifma(pub(crate) __m512i);

impl Zeroize for Ifma {
    fn zeroize(&mut self) {
        // As words: `zeroize_flat_type` would make a volatile store for every byte. SAFETY: a
        // vector has the size of eight words and a larger alignment, and all words are valid; the
        // pointer comes from a reference.
        unsafe { (*(&raw mut self.0).cast::<[u64; 8]>()).zeroize() }
    }
}

impl Lanewise for Ifma {
    intrinsics! {
        fn zero() -> Self = Self(_mm512_setzero_si512());
        fn splat(w: u64) -> Self = Self(_mm512_set1_epi64(w.cast_signed()));
        fn madd_low(self, a: Self, b: Self) -> Self = Self(_mm512_madd52lo_epu64(self.0, a.0, b.0));
        fn madd_high(self, a: Self, b: Self) -> Self = Self(_mm512_madd52hi_epu64(self.0, a.0, b.0));
        fn add(self, other: Self) -> Self = Self(_mm512_add_epi64(self.0, other.0));
        fn sub(self, other: Self) -> Self = Self(_mm512_sub_epi64(self.0, other.0));
        fn and(self, other: Self) -> Self = Self(_mm512_and_si512(self.0, other.0));
        fn shl(self, n: u32) -> Self = Self(_mm512_sllv_epi64(self.0, _mm512_set1_epi64(n.into())));
        fn shr(self, n: u32) -> Self = Self(_mm512_srlv_epi64(self.0, _mm512_set1_epi64(n.into())));
        fn sar(self, n: u32) -> Self = Self(_mm512_srav_epi64(self.0, _mm512_set1_epi64(n.into())));
        fn carries(self) -> Self = Self(_mm512_srli_epi64::<52>(self.0));
        fn keep(self, lanes: u8) -> Self = Self(_mm512_maskz_mov_epi64(lanes, self.0));
        fn blend(self, other: Self, lanes: u8) -> Self = Self(_mm512_mask_mov_epi64(self.0, lanes, other.0));
    }
}

impl Vector for Ifma {
    const NAME: &'static str = "ifma lanes";
    const NEEDS: Features = Features::IFMA;
    const NEEDS_NAMES: &'static str = "avx512f, avx512ifma";

    intrinsics! {
        fn load(from: &[u64; LANES]) -> Self = Self(transmute::<[u64; LANES], __m512i>(*from));
        fn or(self, other: Self) -> Self = Self(_mm512_or_si512(self.0, other.0));
        fn xor(self, other: Self) -> Self = Self(_mm512_xor_si512(self.0, other.0));
        fn shl_each(self, n: [u8; LANES]) -> Self = Self(_mm512_sllv_epi64(self.0, Self::from_lanes(wide(n)).0));
        fn signed_carries(self) -> Self = Self(_mm512_srai_epi64::<52>(self.0));
        fn increment(self, lanes: u8) -> Self = Self(_mm512_mask_sub_epi64(self.0, lanes, self.0, Self::splat(u64::MAX).0));
    }
    #[inline(always)]
    fn in_order(a: &mut Self, b: &mut Self) {
        // SAFETY: see the type.
        (a.0, b.0) = unsafe { pinned(a.0, b.0) };
    }
    #[inline(always)]
    fn store(self, to: &mut [u64; LANES]) {
        // No intrinsic: outside of a root it is a call, and debug builds read each digit there.
        // SAFETY: a vector is eight words, and all words are valid.
        *to = unsafe { transmute::<__m512i, [u64; LANES]>(self.0) };
    }
    #[inline(always)]
    fn permute(table: &[[u64; LANES]; 2], index: Self) -> Self {
        let [low, high] = [Self::from_lanes(table[0]), Self::from_lanes(table[1])];
        // SAFETY: see the type.
        Self(unsafe { _mm512_permutex2var_epi64(low.0, index.0, high.0) })
    }
    #[inline(always)]
    fn turn(self, places: u64) -> Self {
        // The instruction reads the low three bits of each.
        let from = Self::from_lanes([0, 1, 2, 3, 4, 5, 6, 7]).add(Self::splat(places));
        // SAFETY: see the type.
        Self(unsafe { _mm512_permutexvar_epi64(from.0, self.0) })
    }
    #[inline(always)]
    fn mix(self, other: Self, from: [u8; LANES]) -> Self {
        let index = Self::from_lanes(wide(from));
        // SAFETY: see the type.
        Self(unsafe { _mm512_permutex2var_epi64(self.0, index.0, other.0) })
    }
    #[inline(always)]
    fn zeros(self) -> u8 {
        // SAFETY: see the type.
        unsafe { _mm512_testn_epi64_mask(self.0, self.0) }
    }
    #[inline(always)]
    fn negatives(self) -> u8 {
        // SAFETY: see the type.
        unsafe { _mm512_cmplt_epi64_mask(self.0, _mm512_setzero_si512()) }
    }
    #[inline(always)]
    fn move_up<const PLACES: usize>(self, below: Self) -> Self {
        // The instruction takes its count as a literal, which cannot be computed from a parameter.
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
    fn transpose(rows: [Self; LANES]) -> [Self; LANES] {
        let [a, b, c, d, e, f, g, h] = rows;
        // SAFETY: see the type.
        unsafe {
            // Pairs of rows: even lanes, odd lanes. Then halves, then quarters of the register.
            let pair = |a: Self, b: Self| {
                [_mm512_unpacklo_epi64(a.0, b.0), _mm512_unpackhi_epi64(a.0, b.0)]
            };
            let [ab, cd, ef, gh] = [pair(a, b), pair(c, d), pair(e, f), pair(g, h)];
            let mut columns = rows;
            for odd in 0..2 {
                let low = _mm512_shuffle_i64x2::<0x88>(ab[odd], cd[odd]);
                let high = _mm512_shuffle_i64x2::<0xdd>(ab[odd], cd[odd]);
                let lower = _mm512_shuffle_i64x2::<0x88>(ef[odd], gh[odd]);
                let upper = _mm512_shuffle_i64x2::<0xdd>(ef[odd], gh[odd]);
                columns[odd] = Self(_mm512_shuffle_i64x2::<0x88>(low, lower));
                columns[odd + 2] = Self(_mm512_shuffle_i64x2::<0x88>(high, upper));
                columns[odd + 4] = Self(_mm512_shuffle_i64x2::<0xdd>(low, lower));
                columns[odd + 6] = Self(_mm512_shuffle_i64x2::<0xdd>(high, upper));
            }
            columns
        }
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
    fn above_digit(self) -> u8 {
        // SAFETY: see the type.
        unsafe { _mm512_cmpgt_epu64_mask(self.0, Self::splat(DIGIT_MASK).0) }
    }
    #[inline(always)]
    fn equals(self, other: Self) -> u8 {
        // SAFETY: see the type.
        unsafe { _mm512_cmpeq_epu64_mask(self.0, other.0) }
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
        // Word j begins in digit 64 j / 52, at bit 64 j mod 52; it takes bits from that digit, the
        // next one, and, where the bit is above 40, the one after. Lane 7 and everything beyond
        // digit 7 are 0. SAFETY: see the type; the store is of 64 bytes at any address.
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

/// The same vectors. A function of its own, because the registers of an `asm!` need the feature.
#[target_feature(enable = "avx512f")]
#[inline]
fn pinned(mut a: __m512i, mut b: __m512i) -> (__m512i, __m512i) {
    // SAFETY: no instruction.
    unsafe {
        core::arch::asm!("/* {0} {1} */", inout(zmm_reg) a, inout(zmm_reg) b, options(nomem, nostack, preserves_flags));
    }
    (a, b)
}

/// The same numbers, as words; not by `map`, which may be a call.
#[inline(always)]
const fn wide(n: [u8; LANES]) -> [u64; LANES] {
    let [a, b, c, d, e, f, g, h] = n;
    [a as u64, b as u64, c as u64, d as u64, e as u64, f as u64, g as u64, h as u64]
}
