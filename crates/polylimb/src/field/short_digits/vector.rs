//! Vectors of four signed 32-bit digits, whose products are two 64-bit columns: NEON.
//!
//! Products are assembly: the compiler would take an intrinsic apart, and multiply integers.

/// Four lanes of 32 bits. Implementations are `#[inline(always)]`.
pub(super) trait Four: Copy {
    /// Two lanes of 64 bits.
    type Two: Copy;

    fn load(from: &[i32; 4]) -> Self;
    fn store(self, to: &mut [i32; 4]);
    fn splat(n: i32) -> Self;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    /// The low 28 bits as signed digits.
    fn low_bits(self) -> Self;
    /// What the digits hand on: shifted right by 28 bits, rounded to the nearest.
    fn above(self) -> Self;
    /// The low bits of the products.
    fn mul_low_bits(self, other: Self) -> Self;
    /// Lane 3 of `below`, then lanes 0 to 2.
    fn move_up(self, below: Self) -> Self;
    /// Lanes 0 and 1 of both by turns; lanes 2 and 3.
    fn low_by_turns(self, other: Self) -> Self;
    fn high_by_turns(self, other: Self) -> Self;
    /// Lanes 0 and 2 of both; lanes 1 and 3.
    fn evens(self, other: Self) -> Self;
    fn odds(self, other: Self) -> Self;
    /// Lanes `2 3 0 1`.
    fn halves(a: Self) -> Self;

    fn load_columns(from: &[i64; 2]) -> Self::Two;
    fn store_columns(columns: Self::Two, to: &mut [i64; 2]);
    fn column(n: i64) -> Self::Two;
    /// The first lanes of both; the second ones.
    fn firsts(a: Self::Two, b: Self::Two) -> Self::Two;
    fn seconds(a: Self::Two, b: Self::Two) -> Self::Two;
    fn sum(a: Self::Two, b: Self::Two) -> Self::Two;
    /// The sum plus what the other hands on.
    fn add_rounded(sum: Self::Two, other: Self::Two) -> Self::Two;
    /// The sum plus lanes 0 and 1.
    fn add_digits(sum: Self::Two, digits: Self) -> Self::Two;
    /// The low 32 bits of four columns.
    fn pack(low: Self::Two, high: Self::Two) -> Self;
    /// The products of the lower, or upper, two lanes of both.
    fn mul_low(a: Self, b: Self) -> Self::Two;
    fn mul_high(a: Self, b: Self) -> Self::Two;
    fn mul_low_by<const J: usize>(a: Self, b: Self) -> Self::Two;
    fn mul_high_by<const J: usize>(a: Self, b: Self) -> Self::Two;
    /// The sum plus these products.
    fn add_low(sum: Self::Two, a: Self, b: Self) -> Self::Two;
    fn add_high(sum: Self::Two, a: Self, b: Self) -> Self::Two;
    /// The same with lane `J` of `b`.
    fn add_low_by<const J: usize>(sum: Self::Two, a: Self, b: Self) -> Self::Two;
    fn add_high_by<const J: usize>(sum: Self::Two, a: Self, b: Self) -> Self::Two;
}

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub(super) use neon::Neon;

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod neon {
    use super::super::kernel::RADIX;
    use super::Four;
    use crate::limb::simd::intrinsics;
    use core::arch::aarch64::{
        int32x4_t, int64x2_t, vaddq_s32, vaddq_s64, vaddw_s32, vdupq_n_s32, vdupq_n_s64, vextq_s32,
        vget_low_s32, vld1q_s32, vld1q_s64, vmulq_s32, vreinterpretq_s32_s64, vrshrq_n_s32,
        vrsraq_n_s64, vshlq_n_s32, vshrq_n_s32, vst1q_s32, vst1q_s64, vsubq_s32, vtrn1q_s64,
        vtrn2q_s64, vuzp1q_s32, vuzp2q_s32, vzip1q_s32, vzip2q_s32,
    };
    use core::arch::asm;

    /// SAFETY of all uses: the target has NEON; registers, and memory behind references.
    #[derive(Clone, Copy)]
    #[repr(transparent)]
    pub(in super::super) struct Neon(int32x4_t);

    macro_rules! sums {
        ($(fn $name:ident $(<const $j:ident>)? = $text:literal;)+) => {$(
            #[inline(always)]
            fn $name $(<const $j: usize>)? (mut sum: int64x2_t, a: Self, b: Self) -> int64x2_t {
                // SAFETY: see the type.
                unsafe {
                    asm!($text, inout(vreg) sum, in(vreg) a.0, in(vreg) b.0, $(const $j,)?
                        options(pure, nomem, nostack, preserves_flags));
                }
                sum
            }
        )+};
    }

    macro_rules! products {
        ($(fn $name:ident $(<const $j:ident>)? = $text:literal;)+) => {$(
            #[inline(always)]
            fn $name $(<const $j: usize>)? (a: Self, b: Self) -> int64x2_t {
                let r;
                // SAFETY: see the type.
                unsafe {
                    asm!($text, out(vreg) r, in(vreg) a.0, in(vreg) b.0, $(const $j,)?
                        options(pure, nomem, nostack, preserves_flags));
                }
                r
            }
        )+};
    }

    impl Four for Neon {
        type Two = int64x2_t;

        intrinsics! {
            fn load(from: &[i32; 4]) -> Self = Self(vld1q_s32(from.as_ptr()));
            fn store(self, to: &mut [i32; 4]) -> () = vst1q_s32(to.as_mut_ptr(), self.0);
            fn splat(n: i32) -> Self = Self(vdupq_n_s32(n));
            fn add(self, other: Self) -> Self = Self(vaddq_s32(self.0, other.0));
            fn sub(self, other: Self) -> Self = Self(vsubq_s32(self.0, other.0));
            fn low_bits(self) -> Self = Self(vshrq_n_s32::<{ 32 - RADIX }>(vshlq_n_s32::<{ 32 - RADIX }>(self.0)));
            fn above(self) -> Self = Self(vrshrq_n_s32::<RADIX>(self.0));
            fn mul_low_bits(self, other: Self) -> Self = Self(vmulq_s32(self.0, other.0)).low_bits();
            fn move_up(self, below: Self) -> Self = Self(vextq_s32::<3>(below.0, self.0));
            fn low_by_turns(self, other: Self) -> Self = Self(vzip1q_s32(self.0, other.0));
            fn high_by_turns(self, other: Self) -> Self = Self(vzip2q_s32(self.0, other.0));
            fn evens(self, other: Self) -> Self = Self(vuzp1q_s32(self.0, other.0));
            fn odds(self, other: Self) -> Self = Self(vuzp2q_s32(self.0, other.0));
            fn halves(a: Self) -> Self = Self(vextq_s32::<2>(a.0, a.0));
            fn load_columns(from: &[i64; 2]) -> int64x2_t = vld1q_s64(from.as_ptr());
            fn store_columns(columns: int64x2_t, to: &mut [i64; 2]) -> () = vst1q_s64(to.as_mut_ptr(), columns);
            fn column(n: i64) -> int64x2_t = vdupq_n_s64(n);
            fn firsts(a: int64x2_t, b: int64x2_t) -> int64x2_t = vtrn1q_s64(a, b);
            fn seconds(a: int64x2_t, b: int64x2_t) -> int64x2_t = vtrn2q_s64(a, b);
            fn sum(a: int64x2_t, b: int64x2_t) -> int64x2_t = vaddq_s64(a, b);
            fn add_rounded(sum: int64x2_t, other: int64x2_t) -> int64x2_t = vrsraq_n_s64::<RADIX>(sum, other);
            fn add_digits(sum: int64x2_t, digits: Self) -> int64x2_t = vaddw_s32(sum, vget_low_s32(digits.0));
            fn pack(low: int64x2_t, high: int64x2_t) -> Self = Self(vuzp1q_s32(vreinterpretq_s32_s64(low), vreinterpretq_s32_s64(high)));
        }
        products! {
            fn mul_low = "smull {0:v}.2d, {1:v}.2s, {2:v}.2s";
            fn mul_high = "smull2 {0:v}.2d, {1:v}.4s, {2:v}.4s";
            fn mul_low_by<const J> = "smull {0:v}.2d, {1:v}.2s, {2:v}.s[{3}]";
            fn mul_high_by<const J> = "smull2 {0:v}.2d, {1:v}.4s, {2:v}.s[{3}]";
        }
        sums! {
            fn add_low = "smlal {0:v}.2d, {1:v}.2s, {2:v}.2s";
            fn add_high = "smlal2 {0:v}.2d, {1:v}.4s, {2:v}.4s";
            fn add_low_by<const J> = "smlal {0:v}.2d, {1:v}.2s, {2:v}.s[{3}]";
            fn add_high_by<const J> = "smlal2 {0:v}.2d, {1:v}.4s, {2:v}.s[{3}]";
        }
    }
}
