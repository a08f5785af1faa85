//! Eight lanes in plain Rust: the twin of the vector unit, for machines without one and for checks
//! that cannot execute its instructions.

use super::carry::select;
use super::montgomery::{DIGIT_BITS, DIGIT_MASK};
use super::vector::{Products, Vector};
use super::{LANES, LaneMask};
use crate::cpu::Features;
use crate::field::Op;
use core::mem::MaybeUninit;
use zeroize::Zeroize;

/// Eight 64-bit numbers.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Portable([u64; LANES]);

impl Zeroize for Portable {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl Portable {
    #[inline(always)]
    fn each(self, b: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self(core::array::from_fn(|i| f(self.0[i], b.0[i])))
    }

    #[inline(always)]
    fn mask(self, f: impl Fn(u64) -> u64) -> LaneMask {
        LaneMask::from_bits(self.0.iter().rev().fold(0, |bits, &x| (bits << 1) | f(x) as u8))
    }
}

/// The product of the low 52 bits.
#[inline(always)]
const fn digit_product(a: u64, b: u64) -> u128 {
    (a & DIGIT_MASK) as u128 * (b & DIGIT_MASK) as u128
}

impl Vector for Portable {
    const NAME: &'static str = "portable lanes";
    const NEEDS: Features = Features::NONE;
    const NEEDS_NAMES: &'static str = "nothing";

    #[inline(always)]
    fn splat(x: u64) -> Self {
        Self([x; LANES])
    }

    #[inline(always)]
    fn from_lanes(lanes: [u64; LANES]) -> Self {
        Self(lanes)
    }

    #[inline(always)]
    fn to_lanes(self) -> [u64; LANES] {
        self.0
    }

    #[inline(always)]
    fn add(self, b: Self) -> Self {
        self.each(b, u64::wrapping_add)
    }

    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        self.each(b, u64::wrapping_sub)
    }

    #[inline(always)]
    fn and(self, b: Self) -> Self {
        self.each(b, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, b: Self) -> Self {
        self.each(b, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        self.each(b, |a, b| a ^ b)
    }

    #[inline(always)]
    fn shl(self, n: u32) -> Self {
        self.each(self, |a, _| a << n)
    }

    #[inline(always)]
    fn shr(self, n: u32) -> Self {
        self.each(self, |a, _| a >> n)
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "a signed shift")]
    fn sar(self, n: u32) -> Self {
        self.each(self, |a, _| ((a as i64) >> n) as u64)
    }

    #[inline(always)]
    fn madd_lo(self, a: Self, b: Self) -> Self {
        self.add(a.each(b, |a, b| digit_product(a, b) as u64 & DIGIT_MASK))
    }

    #[inline(always)]
    fn madd_hi(self, a: Self, b: Self) -> Self {
        self.add(a.each(b, |a, b| (digit_product(a, b) >> DIGIT_BITS) as u64))
    }

    /// All entries are read: the index may be secret.
    #[inline(always)]
    fn permute(table: &[[u64; LANES]; 2], index: Self) -> Self {
        let mut r = Self::splat(0);
        for (i, &entry) in table.as_flattened().iter().enumerate() {
            let here = index.and(Self::splat(15)).xor(Self::splat(i as u64)).is_zero();
            r = Self::select(here, Self::splat(entry), r);
        }
        r
    }

    #[inline(always)]
    fn turn(self, places: u64) -> Self {
        Self(core::array::from_fn(|i| self.0[(i + places as usize) % LANES]))
    }

    #[inline(always)]
    fn mix(self, b: Self, from: [u8; LANES]) -> Self {
        let both = [self.0, b.0];
        Self(from.map(|i| both.as_flattened()[usize::from(i)]))
    }

    #[inline(always)]
    fn shl_each(self, n: [u8; LANES]) -> Self {
        Self(core::array::from_fn(|i| self.0[i] << n[i]))
    }

    #[inline(always)]
    fn is_zero(self) -> LaneMask {
        self.mask(|x| ((x | x.wrapping_neg()) >> 63) ^ 1)
    }

    #[inline(always)]
    fn is_negative(self) -> LaneMask {
        self.mask(|x| x >> 63)
    }

    #[inline(always)]
    fn select(condition: LaneMask, if_true: Self, if_false: Self) -> Self {
        Self(core::array::from_fn(|i| {
            // The barrier keeps the compiler from turning the mask into a branch.
            let mask = core::hint::black_box(condition.word(i));
            if_false.0[i] ^ (mask & (if_true.0[i] ^ if_false.0[i]))
        }))
    }

    #[inline(never)]
    fn mul<'r, M: Products<D>, const D: usize>(
        m: &M,
        r: &'r mut MaybeUninit<[Self; D]>,
        a: &[Self; D],
        b: &[Self; D],
    ) -> &'r mut [Self; D] {
        r.write(m.mul(a, b))
    }

    #[inline(never)]
    fn sqr<'r, M: Products<D>, const D: usize>(
        m: &M,
        r: &'r mut MaybeUninit<[Self; D]>,
        a: &[Self; D],
    ) -> &'r mut [Self; D] {
        r.write(m.sqr(a))
    }

    // One copy for each field and not for each sum: eight lanes of arrays are slow to compile, too.
    #[inline(never)]
    fn sum<M: Products<D>, const D: usize>(m: &M, a: &[Self; D], b: &[Self; D]) -> [Self; D] {
        m.add(a, b)
    }

    #[inline(never)]
    fn difference<M: Products<D>, const D: usize>(
        m: &M,
        a: &[Self; D],
        b: &[Self; D],
    ) -> [Self; D] {
        m.sub(a, b)
    }

    #[inline(never)]
    fn choose<const D: usize>(
        condition: LaneMask,
        if_true: &[Self; D],
        if_false: &[Self; D],
    ) -> [Self; D] {
        select(condition, if_true, if_false)
    }

    #[inline(never)]
    fn part<O: Op>(op: O) -> O::Out {
        op.call()
    }

    #[inline(never)]
    fn apart<O: Op>(op: O) -> O::Out {
        op.call()
    }

    #[inline(always)]
    fn run<O: Op>(op: O) -> O::Out {
        op.call()
    }
}
