//! Two lanes, one for each modulus: NEON, and its twin in plain Rust.

use crate::limb::Word;

/// Digits of a block.
pub(crate) const K: usize = 6;
/// Bits of a digit.
pub(super) const RADIX: usize = 29;
/// Digits lie in `[-HALF, HALF)`.
pub(super) const HALF: i64 = 1 << (RADIX - 1);
pub(super) const MASK: i64 = (1 << RADIX) - 1;

/// A block of digits of both numbers in memory.
pub(crate) type Block<W> = [[W; 2]; K];

/// A digit of both numbers, as signed lanes of 32 bits. Implementations are `#[inline(always)]`.
pub(crate) trait Pairwise: Copy {
    /// A digit in memory.
    type Word: Copy;
    /// Sums of products, as signed lanes of 64 bits.
    type Column: Copy;

    fn load(from: &[Self::Word; 2]) -> Self;
    /// `n` in both lanes.
    fn column(n: i64) -> Self::Column;
    fn add(a: Self::Column, b: Self::Column) -> Self::Column;
    fn add_digit(sum: Self::Column, a: Self) -> Self::Column;
    fn add_product(sum: Self::Column, a: Self, b: Self) -> Self::Column;
    /// Plus the other without its low [`RADIX`] bits, shifted right.
    fn add_carry(sum: Self::Column, other: Self::Column) -> Self::Column;
    /// The low [`RADIX`] bits.
    fn low_bits(column: Self::Column) -> Self::Column;
    /// Stores the low [`RADIX`] bits of each column, less [`HALF`].
    fn store(to: &mut Block<Self::Word>, columns: [Self::Column; K]);
}

/// What reads a table, too.
pub(crate) trait WithTable: Pairwise<Word = i32> {
    /// Lanes of all ones or of all zeros.
    type Mask: Copy;

    /// The lanes whose entry is number `i`.
    fn equal(entries: [Word; 2], i: usize) -> Self::Mask;
    /// Stores the other block in these lanes.
    fn choose(to: &mut Block<i32>, from: &Block<i32>, lanes: Self::Mask);
}

/// The twin.
#[cfg(any(test, target_arch = "x86_64"))]
#[derive(Clone, Copy)]
pub(crate) struct Plain([i64; 2]);

#[cfg(any(test, target_arch = "x86_64"))]
impl Pairwise for Plain {
    type Word = i32;
    type Column = [i64; 2];

    #[inline(always)]
    fn load(from: &[i32; 2]) -> Self {
        Self(from.map(i64::from))
    }
    #[inline(always)]
    fn column(n: i64) -> [i64; 2] {
        [n; 2]
    }
    #[inline(always)]
    fn add([a, b]: [i64; 2], [c, d]: [i64; 2]) -> [i64; 2] {
        [a + c, b + d]
    }
    #[inline(always)]
    fn add_digit(sum: [i64; 2], Self(digit): Self) -> [i64; 2] {
        Self::add(sum, digit)
    }
    #[inline(always)]
    fn add_product(sum: [i64; 2], Self([a, b]): Self, Self([c, d]): Self) -> [i64; 2] {
        Self::add(sum, [a * c, b * d])
    }
    #[inline(always)]
    fn add_carry(sum: [i64; 2], other: [i64; 2]) -> [i64; 2] {
        Self::add(sum, other.map(|column| column >> RADIX))
    }
    #[inline(always)]
    fn low_bits(column: [i64; 2]) -> [i64; 2] {
        column.map(|column| column & MASK)
    }
    #[inline(always)]
    fn store(to: &mut Block<i32>, columns: [[i64; 2]; K]) {
        *to = columns.map(|column| Self::low_bits(column).map(|digit| (digit - HALF) as i32));
    }
}

#[cfg(any(test, target_arch = "x86_64"))]
impl WithTable for Plain {
    type Mask = [i32; 2];

    #[inline(always)]
    fn equal(entries: [Word; 2], i: usize) -> [i32; 2] {
        entries.map(|entry| crate::limb::Mask::equal(entry, i as Word).word() as i32)
    }
    #[inline(always)]
    fn choose(to: &mut Block<i32>, from: &Block<i32>, [p, q]: [i32; 2]) {
        for ([a, b], [c, d]) in to.iter_mut().zip(from) {
            (*a, *b) = (*a ^ (p & (*a ^ c)), *b ^ (q & (*b ^ d)));
        }
    }
}

#[cfg(target_arch = "aarch64")]
pub(crate) use neon::Neon;

#[cfg(target_arch = "aarch64")]
mod neon {
    use super::{Block, HALF, K, MASK, Pairwise, RADIX, WithTable};
    use crate::limb::Word;
    use crate::limb::simd::intrinsics;
    use core::arch::aarch64::{
        int32x2_t, int64x2_t, uint32x4_t, vaddq_s64, vaddw_s32, vandq_s32, vandq_s64, vbslq_s32,
        vceqq_u32, vcombine_u64, vcreate_u64, vdupq_n_s32, vdupq_n_s64, vdupq_n_u32, vld1_s32,
        vld1q_s32, vreinterpretq_s32_s64, vreinterpretq_u32_u64, vsraq_n_s64, vst1q_s32, vsubq_s32,
        vuzp1q_s32,
    };
    use core::arch::asm;

    /// SAFETY of all uses: the target has NEON.
    #[derive(Clone, Copy)]
    #[repr(transparent)]
    pub(crate) struct Neon(int32x2_t);

    impl Pairwise for Neon {
        type Word = i32;
        type Column = int64x2_t;

        intrinsics! {
            fn load(from: &[i32; 2]) -> Self = Self(vld1_s32(from.as_ptr()));
            fn column(n: i64) -> int64x2_t = vdupq_n_s64(n);
            fn add(a: int64x2_t, b: int64x2_t) -> int64x2_t = vaddq_s64(a, b);
            fn add_digit(sum: int64x2_t, a: Self) -> int64x2_t = vaddw_s32(sum, a.0);
            fn add_carry(sum: int64x2_t, other: int64x2_t) -> int64x2_t = vsraq_n_s64::<{ RADIX as i32 }>(sum, other);
            fn low_bits(column: int64x2_t) -> int64x2_t = vandq_s64(column, vdupq_n_s64(MASK));
        }
        /// The compiler would take an intrinsic apart, and multiply integers.
        #[inline(always)]
        fn add_product(mut sum: int64x2_t, a: Self, b: Self) -> int64x2_t {
            // SAFETY: as above; registers only.
            unsafe {
                asm!("smlal {0:v}.2d, {1:v}.2s, {2:v}.2s", inout(vreg) sum, in(vreg) a.0,
                    in(vreg) b.0, options(pure, nomem, nostack, preserves_flags));
            }
            sum
        }
        #[inline(always)]
        fn store(to: &mut Block<i32>, columns: [int64x2_t; K]) {
            for (to, [low, high]) in to.as_chunks_mut::<2>().0.iter_mut().zip(columns.as_chunks().0)
            {
                // SAFETY: the target has NEON; four words at any address.
                unsafe {
                    let [low, high] = [low, high].map(|c| vreinterpretq_s32_s64(*c));
                    let digits = vandq_s32(vuzp1q_s32(low, high), vdupq_n_s32(MASK as i32));
                    let centred = vsubq_s32(digits, vdupq_n_s32(HALF as i32));
                    vst1q_s32(to.as_flattened_mut().as_mut_ptr(), centred);
                }
            }
        }
    }

    impl WithTable for Neon {
        type Mask = uint32x4_t;

        #[inline(always)]
        fn equal(entries: [Word; 2], i: usize) -> uint32x4_t {
            let both = entries[0] | entries[1] << 32;
            // SAFETY: the target has NEON.
            unsafe {
                let entries =
                    vreinterpretq_u32_u64(vcombine_u64(vcreate_u64(both), vcreate_u64(both)));
                vceqq_u32(entries, vdupq_n_u32(i as u32))
            }
        }
        #[inline(always)]
        fn choose(to: &mut Block<i32>, from: &Block<i32>, lanes: uint32x4_t) {
            for (to, from) in to.as_chunks_mut::<2>().0.iter_mut().zip(from.as_chunks::<2>().0) {
                let to = to.as_flattened_mut();
                // SAFETY: the target has NEON; four words at any address.
                unsafe {
                    let chosen = vbslq_s32(
                        lanes,
                        vld1q_s32(from.as_flattened().as_ptr()),
                        vld1q_s32(to.as_ptr()),
                    );
                    vst1q_s32(to.as_mut_ptr(), chosen);
                }
            }
        }
    }
}
