//! Four digits of a number in a vector, or of two numbers side by side.
//!
//! [`Two`] numbers fill eight lanes: lane `2i` has digit `i` of the first, lane `2i + 1` of the
//! second. A move by a digit is a move by two lanes. One number fills four lanes: [`Half`] of a
//! register. [`One`] is its twin over any vector of eight.

use super::{DIGIT_MASK, LANES, Lanewise, Vector, intrinsics};
use core::arch::x86_64::{
    __m256i, _mm256_add_epi64, _mm256_alignr_epi64, _mm256_and_si256, _mm256_cmpeq_epu64_mask,
    _mm256_cmpgt_epu64_mask, _mm256_loadu_si256, _mm256_madd52hi_epu64, _mm256_madd52lo_epu64,
    _mm256_mask_mov_epi64, _mm256_mask_sub_epi64, _mm256_maskz_mov_epi64, _mm256_permute4x64_epi64,
    _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_sllv_epi64, _mm256_srav_epi64,
    _mm256_srli_epi64, _mm256_srlv_epi64, _mm256_storeu_si256, _mm256_sub_epi64,
};

/// Digits of a number in a vector.
pub(crate) const PLACES: usize = LANES / 2;

/// A vector of four digits of each number; places are counted in digits. What is not explained is
/// as in [`Vector`].
#[cfg_attr(
    not(any(feature = "protocol", test)),
    allow(dead_code, reason = "some methods are for X25519")
)]
pub(crate) trait Fours: Lanewise {
    /// Lanes of a digit: numbers in the vector.
    const NUMBERS: usize;
    /// The lanes of a vector.
    const WORDS: usize = PLACES * Self::NUMBERS;
    /// The lanes of digit 0, and the others.
    const FIRST: u8 = (1 << Self::NUMBERS) - 1;
    const OTHERS: u8 = (u8::MAX >> (LANES - Self::WORDS)) & !Self::FIRST;

    /// Loads the first [`Fours::WORDS`] words.
    fn load(from: &[u64]) -> Self;
    fn store(self, to: &mut [u64]);
    fn above_digit(self) -> u8;
    fn equals_mask(self) -> u8;
    fn increment(self, lanes: u8) -> Self;
    fn in_order(a: &mut Self, b: &mut Self);
    /// Digit `P` of each number in all places.
    fn spread<const P: usize>(self) -> Self;
    /// In place `i` the digit whose place is in bits `2 i` and `2 i + 1` of `FROM`.
    fn permute<const FROM: i32>(self) -> Self;
    /// `P` digits up, up to three; the last digits of `below` come in.
    fn move_up<const P: usize>(self, below: Self) -> Self;

    /// One digit up, the last one to the first place.
    #[inline(always)]
    fn turned(self) -> Self {
        self.move_up::<1>(self)
    }
}

/// For each lane the lane that [`Fours::permute`] reads.
fn lanes_of_places(from: u32, numbers: usize) -> [u8; LANES] {
    let place = |lane: usize| (from >> (2 * (lane / numbers)) & 3) as usize;
    // Lanes that belong to no place read lane 0.
    let lane = |i: usize| if i < PLACES * numbers { numbers * place(i) + i % numbers } else { 0 };
    core::array::from_fn(|i| lane(i) as u8)
}

/// What is the same for all lanes.
macro_rules! lane_by_lane {
    ($type:ident, $waits:literal) => {
        impl<V: Vector> Lanewise for $type<V> {
            const WAITS: bool = $waits;

            #[inline(always)]
            fn zero() -> Self {
                Self(V::zero())
            }
            #[inline(always)]
            fn splat(w: u64) -> Self {
                Self(V::splat(w))
            }
            #[inline(always)]
            fn madd_low(self, a: Self, b: Self) -> Self {
                Self(self.0.madd_low(a.0, b.0))
            }
            #[inline(always)]
            fn madd_high(self, a: Self, b: Self) -> Self {
                Self(self.0.madd_high(a.0, b.0))
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                Self(self.0.add(other.0))
            }
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                Self(self.0.sub(other.0))
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                Self(self.0.and(other.0))
            }
            #[inline(always)]
            fn shl(self, n: u32) -> Self {
                Self(self.0.shl(n))
            }
            #[inline(always)]
            fn shr(self, n: u32) -> Self {
                Self(self.0.shr(n))
            }
            #[inline(always)]
            fn sar(self, n: u32) -> Self {
                Self(self.0.sar(n))
            }
            #[inline(always)]
            fn carries(self) -> Self {
                Self(self.0.carries())
            }
            #[inline(always)]
            fn keep(self, lanes: u8) -> Self {
                Self(self.0.keep(lanes))
            }
            #[inline(always)]
            fn blend(self, other: Self, lanes: u8) -> Self {
                Self(self.0.blend(other.0, lanes))
            }
        }
    };
}

/// Moves and comparisons, as the vector has them.
macro_rules! by_vector {
    () => {
        #[inline(always)]
        fn permute<const FROM: i32>(self) -> Self {
            Self(self.0.mix(self.0, lanes_of_places(FROM.cast_unsigned(), Self::NUMBERS)))
        }
        #[inline(always)]
        fn above_digit(self) -> u8 {
            self.0.above_digit()
        }
        #[inline(always)]
        fn equals_mask(self) -> u8 {
            self.0.equals_mask()
        }
        #[inline(always)]
        fn increment(self, lanes: u8) -> Self {
            Self(self.0.increment(lanes))
        }
        #[inline(always)]
        fn in_order(a: &mut Self, b: &mut Self) {
            V::in_order(&mut a.0, &mut b.0);
        }
    };
}

/// Two numbers by turns.
#[derive(Clone, Copy)]
pub(crate) struct Two<V>(V);

impl<V: Vector> Two<V> {
    #[inline(always)]
    pub(crate) fn of(vector: V) -> Self {
        Self(vector)
    }
}

lane_by_lane!(Two, false);

impl<V: Vector> Fours for Two<V> {
    const NUMBERS: usize = 2;

    by_vector!();
    #[inline(always)]
    fn load(from: &[u64]) -> Self {
        Self(V::load(from.first_chunk().expect("a vector")))
    }
    #[inline(always)]
    fn store(self, to: &mut [u64]) {
        self.0.store(to.first_chunk_mut().expect("a vector"));
    }
    #[inline(always)]
    fn spread<const P: usize>(self) -> Self {
        let [a, b] = [2 * P as u8, 2 * P as u8 + 1];
        Self(self.0.mix(self.0, [a, b, a, b, a, b, a, b]))
    }
    #[inline(always)]
    fn move_up<const P: usize>(self, below: Self) -> Self {
        Self(match P {
            0 => self.0,
            1 => self.0.move_up::<2>(below.0),
            2 => self.0.move_up::<4>(below.0),
            _ => self.0.move_up::<6>(below.0),
        })
    }
}

/// One number in the lower half of a vector, for checks: the upper lanes have no meaning.
#[derive(Clone, Copy)]
pub(crate) struct One<V>(V);

lane_by_lane!(One, true);

impl<V: Vector> Fours for One<V> {
    const NUMBERS: usize = 1;

    by_vector!();
    #[inline(always)]
    fn load(from: &[u64]) -> Self {
        let [a, b, c, d]: [u64; PLACES] = *from.first_chunk().expect("a vector");
        Self(V::from_lanes([a, b, c, d, 0, 0, 0, 0]))
    }
    #[inline(always)]
    fn store(self, to: &mut [u64]) {
        let mut lanes = [0; LANES];
        self.0.store(&mut lanes);
        to[..PLACES].copy_from_slice(&lanes[..PLACES]);
    }
    #[inline(always)]
    fn spread<const P: usize>(self) -> Self {
        Self(self.0.mix(self.0, [P as u8; LANES]))
    }
    #[inline(always)]
    fn move_up<const P: usize>(self, below: Self) -> Self {
        // Lane `i` below 0 is lane `4 + i` of the other.
        let mut from = [0; LANES];
        for (i, from) in from.iter_mut().enumerate().take(PLACES) {
            *from = if i < P { LANES + PLACES + i - P } else { i - P } as u8;
        }
        Self(self.0.mix(below.0, from))
    }
}

/// One number in half of an AVX-512 register: CPUs whose units are as wide start two products in a
/// cycle. Use it as [`super::Ifma`], inside a root with AVX-512 F, VL and IFMA.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Half(__m256i);

impl Lanewise for Half {
    const WAITS: bool = true;

    intrinsics! {
        fn zero() -> Self = Self(_mm256_setzero_si256());
        fn splat(w: u64) -> Self = Self(_mm256_set1_epi64x(w.cast_signed()));
        fn madd_low(self, a: Self, b: Self) -> Self = Self(_mm256_madd52lo_epu64(self.0, a.0, b.0));
        fn madd_high(self, a: Self, b: Self) -> Self = Self(_mm256_madd52hi_epu64(self.0, a.0, b.0));
        fn add(self, other: Self) -> Self = Self(_mm256_add_epi64(self.0, other.0));
        fn sub(self, other: Self) -> Self = Self(_mm256_sub_epi64(self.0, other.0));
        fn and(self, other: Self) -> Self = Self(_mm256_and_si256(self.0, other.0));
        fn shl(self, n: u32) -> Self = Self(_mm256_sllv_epi64(self.0, _mm256_set1_epi64x(n.into())));
        fn shr(self, n: u32) -> Self = Self(_mm256_srlv_epi64(self.0, _mm256_set1_epi64x(n.into())));
        fn sar(self, n: u32) -> Self = Self(_mm256_srav_epi64(self.0, _mm256_set1_epi64x(n.into())));
        fn carries(self) -> Self = Self(_mm256_srli_epi64::<52>(self.0));
        fn keep(self, lanes: u8) -> Self = Self(_mm256_maskz_mov_epi64(lanes, self.0));
        fn blend(self, other: Self, lanes: u8) -> Self = Self(_mm256_mask_mov_epi64(self.0, lanes, other.0));
    }
}

impl Fours for Half {
    const NUMBERS: usize = 1;

    intrinsics! {
        fn permute<const FROM: i32>(self) -> Self = Self(_mm256_permute4x64_epi64::<FROM>(self.0));
        fn above_digit(self) -> u8 = _mm256_cmpgt_epu64_mask(self.0, Self::splat(DIGIT_MASK).0);
        fn equals_mask(self) -> u8 = _mm256_cmpeq_epu64_mask(self.0, Self::splat(DIGIT_MASK).0);
        fn increment(self, lanes: u8) -> Self = Self(_mm256_mask_sub_epi64(self.0, lanes, self.0, Self::splat(u64::MAX).0));
    }
    #[inline(always)]
    fn load(from: &[u64]) -> Self {
        let from: &[u64; PLACES] = from.first_chunk().expect("a vector");
        // SAFETY: see the type; four words at any address.
        Self(unsafe { _mm256_loadu_si256(from.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, to: &mut [u64]) {
        let to: &mut [u64; PLACES] = to.first_chunk_mut().expect("a vector");
        // SAFETY: see the type; four words at any address.
        unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn in_order(a: &mut Self, b: &mut Self) {
        // SAFETY: see the type.
        (a.0, b.0) = unsafe { pinned(a.0, b.0) };
    }
    #[inline(always)]
    fn spread<const P: usize>(self) -> Self {
        // SAFETY: see the type.
        Self(unsafe {
            match P {
                0 => _mm256_permute4x64_epi64::<0b00_00_00_00>(self.0),
                1 => _mm256_permute4x64_epi64::<0b01_01_01_01>(self.0),
                2 => _mm256_permute4x64_epi64::<0b10_10_10_10>(self.0),
                _ => _mm256_permute4x64_epi64::<0b11_11_11_11>(self.0),
            }
        })
    }
    #[inline(always)]
    fn move_up<const P: usize>(self, below: Self) -> Self {
        // SAFETY: see the type.
        Self(unsafe {
            match P {
                0 => self.0,
                1 => _mm256_alignr_epi64::<3>(self.0, below.0),
                2 => _mm256_alignr_epi64::<2>(self.0, below.0),
                _ => _mm256_alignr_epi64::<1>(self.0, below.0),
            }
        })
    }
}

/// The same vectors. A function of its own, because the registers of an `asm!` need the feature.
#[target_feature(enable = "avx512f,avx512vl")]
#[inline]
fn pinned(mut a: __m256i, mut b: __m256i) -> (__m256i, __m256i) {
    // SAFETY: no instruction.
    unsafe {
        core::arch::asm!("/* {0} {1} */", inout(ymm_reg) a, inout(ymm_reg) b, options(nomem, nostack, preserves_flags));
    }
    (a, b)
}
