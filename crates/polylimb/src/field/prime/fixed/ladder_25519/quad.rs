//! Vectors of four 32-bit words, whose products are two 64-bit lanes: NEON.
//!
//! Products and moves between halves are assembly. The compiler would take intrinsics apart: it
//! moved halves to where it multiplied them, and spilled for that; a step of the ladder took 1,065
//! instructions and not 875.

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub(super) use neon::Neon;

/// One 64-bit lane or two, as columns of products.
pub(super) trait Column: Copy {
    fn add(self, other: Self) -> Self;
    /// Plus the other, shifted right.
    fn add_shifted<const N: i32>(self, other: Self) -> Self;
    fn low_bits<const N: i32>(self) -> Self;
    fn shr<const N: i32>(self) -> Self;
    fn shl<const N: i32>(self) -> Self;
}

/// Four lanes of 32 bits. Implementations are `#[inline(always)]`.
pub(super) trait Quad: Copy {
    /// Two lanes of 64 bits.
    type Wide: Column;
    /// A register of integers.
    type Word: Column;
    /// 32 bits of memory.
    type Half: Copy;
    /// The lanes of a choice.
    type Mask: Copy;

    fn load(from: &[u32; 4]) -> Self;
    fn to_lanes(self) -> [u32; 4];
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn times_19(self) -> Self;
    /// Lanes `2 3 0 1`.
    fn halves(a: Self) -> Self;
    /// Lanes `1 0 3 2`.
    fn neighbours(self) -> Self;
    /// Lanes 0 and 2 of both, by turns.
    fn evens(self, other: Self) -> Self;
    /// Lanes 1 and 3 of both, by turns.
    fn odds(self, other: Self) -> Self;
    fn mask(lanes: u8) -> Self::Mask;
    /// All lanes if the bit is set, else none.
    fn all_if(bit: u64) -> Self::Mask;
    /// The other where the mask is set.
    fn choose(self, other: Self, mask: Self::Mask) -> Self;

    /// Lanes 0 and 1, or 2 and 3, as 64-bit lanes; and their products.
    fn low(self) -> Self::Wide;
    fn high(self) -> Self::Wide;
    fn mul_low(a: Self, b: Self) -> Self::Wide;
    fn mul_high(a: Self, b: Self) -> Self::Wide;
    fn add_low(sum: Self::Wide, a: Self, b: Self) -> Self::Wide;
    fn add_high(sum: Self::Wide, a: Self, b: Self) -> Self::Wide;
    /// The low 32 bits of four lanes.
    fn pack(low: Self::Wide, high: Self::Wide) -> Self;

    fn zero_word() -> Self::Word;
    /// The sum plus the product of the low 32 bits.
    fn add_product(sum: Self::Word, a: Self::Word, b: Self::Half) -> Self::Word;
    /// Lanes 1 and 3.
    fn odd_words(self) -> [Self::Word; 2];
    /// Words of 32 bits in lanes 0 and 2; the other lanes have no meaning.
    fn of_words(a: Self::Word, b: Self::Word) -> Self;
}

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod neon {
    use super::{Column, Quad};
    use crate::limb::simd::intrinsics;
    use core::arch::aarch64::{
        uint32x4_t, uint64x2_t, vaddq_u32, vaddq_u64, vandq_u64, vbslq_u32, vcombine_u64,
        vcreate_u64, vdupq_n_u32, vdupq_n_u64, vget_low_u32, vgetq_lane_u32, vld1q_u32,
        vmovl_high_u32, vmovl_u32, vmulq_u32, vreinterpretq_u32_u64, vrev64q_u32, vshlq_n_u64,
        vshrq_n_u64, vsraq_n_u64, vst1q_u32, vsubq_u32, vtrn1q_u32, vtrn2q_u32, vuzp1q_u32,
    };
    use core::arch::asm;

    #[derive(Clone, Copy)]
    #[repr(transparent)]
    pub(in super::super) struct Neon(pub(in super::super) uint32x4_t);

    #[derive(Clone, Copy)]
    #[repr(transparent)]
    pub(in super::super) struct Wide(uint64x2_t);

    /// Methods that are one instruction. SAFETY of all uses: the target has NEON; registers only.
    macro_rules! instructions {
        ($(fn $name:ident($($argument:ident),+) -> $result:ident = $text:literal;)+) => {$(
            #[inline(always)]
            fn $name($($argument: Self),+) -> $result {
                let r;
                // SAFETY: see the macro.
                unsafe {
                    asm!($text, out(vreg) r, $(in(vreg) $argument.0,)+
                        options(pure, nomem, nostack, preserves_flags));
                }
                $result(r)
            }
        )+};
    }
    macro_rules! sums {
        ($(fn $name:ident = $text:literal;)+) => {$(
            #[inline(always)]
            fn $name(mut sum: Wide, a: Self, b: Self) -> Wide {
                // SAFETY: see the macro.
                unsafe {
                    asm!($text, inout(vreg) sum.0, in(vreg) a.0, in(vreg) b.0,
                        options(pure, nomem, nostack, preserves_flags));
                }
                sum
            }
        )+};
    }

    impl Column for Wide {
        intrinsics! {
            fn add(self, other: Self) -> Self = Self(vaddq_u64(self.0, other.0));
            fn add_shifted<const N: i32>(self, other: Self) -> Self = Self(vsraq_n_u64::<N>(self.0, other.0));
            fn low_bits<const N: i32>(self) -> Self = Self(vandq_u64(self.0, vdupq_n_u64((1 << N) - 1)));
            fn shr<const N: i32>(self) -> Self = Self(vshrq_n_u64::<N>(self.0));
            fn shl<const N: i32>(self) -> Self = Self(vshlq_n_u64::<N>(self.0));
        }
    }

    impl Column for u64 {
        #[inline(always)]
        fn add(self, other: Self) -> Self {
            self + other
        }
        #[inline(always)]
        fn add_shifted<const N: i32>(self, other: Self) -> Self {
            self + (other >> N)
        }
        #[inline(always)]
        fn low_bits<const N: i32>(self) -> Self {
            self & ((1 << N) - 1)
        }
        #[inline(always)]
        fn shr<const N: i32>(self) -> Self {
            self >> N
        }
        #[inline(always)]
        fn shl<const N: i32>(self) -> Self {
            self << N
        }
    }

    impl Quad for Neon {
        type Wide = Wide;
        type Word = u64;
        type Half = u32;
        type Mask = uint32x4_t;

        intrinsics! {
            fn load(from: &[u32; 4]) -> Self = Self(vld1q_u32(from.as_ptr()));
            fn add(self, other: Self) -> Self = Self(vaddq_u32(self.0, other.0));
            fn sub(self, other: Self) -> Self = Self(vsubq_u32(self.0, other.0));
            fn times_19(self) -> Self = Self(vmulq_u32(self.0, vdupq_n_u32(19)));
            fn all_if(bit: u64) -> uint32x4_t = vdupq_n_u32((bit as u32).wrapping_neg());
            fn neighbours(self) -> Self = Self(vrev64q_u32(self.0));
            fn evens(self, other: Self) -> Self = Self(vtrn1q_u32(self.0, other.0));
            fn odds(self, other: Self) -> Self = Self(vtrn2q_u32(self.0, other.0));
            fn choose(self, other: Self, mask: uint32x4_t) -> Self = Self(vbslq_u32(mask, other.0, self.0));
            fn low(self) -> Wide = Wide(vmovl_u32(vget_low_u32(self.0)));
            fn high(self) -> Wide = Wide(vmovl_high_u32(self.0));
            fn pack(low: Wide, high: Wide) -> Self = Self(vuzp1q_u32(vreinterpretq_u32_u64(low.0), vreinterpretq_u32_u64(high.0)));
            fn odd_words(self) -> [u64; 2] = [vgetq_lane_u32::<1>(self.0).into(), vgetq_lane_u32::<3>(self.0).into()];
            fn of_words(a: u64, b: u64) -> Self = Self(vreinterpretq_u32_u64(vcombine_u64(vcreate_u64(a), vcreate_u64(b))));
        }
        instructions! {
            fn halves(a) -> Self = "ext {0:v}.16b, {1:v}.16b, {1:v}.16b, #8";
            fn mul_low(a, b) -> Wide = "umull {0:v}.2d, {1:v}.2s, {2:v}.2s";
            fn mul_high(a, b) -> Wide = "umull2 {0:v}.2d, {1:v}.4s, {2:v}.4s";
        }
        sums! {
            fn add_low = "umlal {0:v}.2d, {1:v}.2s, {2:v}.2s";
            fn add_high = "umlal2 {0:v}.2d, {1:v}.4s, {2:v}.4s";
        }
        #[inline(always)]
        fn to_lanes(self) -> [u32; 4] {
            let mut lanes = [0; 4];
            // SAFETY: the target has NEON; four words at any address.
            unsafe { vst1q_u32(lanes.as_mut_ptr(), self.0) };
            lanes
        }
        #[inline(always)]
        fn mask(lanes: u8) -> uint32x4_t {
            Self::load(&core::array::from_fn(|i| (u32::from(lanes) >> i & 1).wrapping_neg())).0
        }
        #[inline(always)]
        fn zero_word() -> u64 {
            0
        }
        #[inline(always)]
        fn add_product(sum: u64, a: u64, b: u32) -> u64 {
            sum + u64::from(a as u32) * u64::from(b)
        }
    }
}
