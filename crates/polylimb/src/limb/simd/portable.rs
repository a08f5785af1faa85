//! Eight lanes in plain Rust: the twin of the vector unit, for machines without one and for checks
//! that cannot execute its instructions.

use super::{DIGIT_BITS, DIGIT_MASK, LANES, Lanewise, Vector};
use crate::cpu::Features;
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
    /// The lanes `f(i)`. A loop: debug builds, which the tests use, make a call of each step of an
    /// iterator.
    #[inline(always)]
    fn each(f: impl Fn(usize) -> u64) -> Self {
        let (mut lanes, mut i) = ([0; LANES], 0);
        while i < LANES {
            lanes[i] = f(i);
            i += 1;
        }
        Self(lanes)
    }

    #[inline(always)]
    fn map(self, f: impl Fn(u64) -> u64) -> Self {
        Self::each(|i| f(self.0[i]))
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self::each(|i| f(self.0[i], other.0[i]))
    }

    #[inline(always)]
    fn bits(self, f: impl Fn(u64) -> u64) -> u8 {
        (0..LANES).fold(0, |bits, i| bits | ((f(self.0[i]) as u8) << i))
    }
}

/// Methods that combine two lanes at a time.
macro_rules! lane_by_lane {
    ($($name:ident: $of:expr;)+) => {$(
        #[inline(never)]
        fn $name(self, other: Self) -> Self {
            self.zip(other, $of)
        }
    )+};
}

/// All but the shortest methods are functions of their own: inlined, the twin is no faster and
/// takes minutes to compile.
impl Lanewise for Portable {
    #[inline(always)]
    fn zero() -> Self {
        Self([0; LANES])
    }
    #[inline(always)]
    fn splat(w: u64) -> Self {
        Self([w; LANES])
    }
    #[inline(never)]
    fn madd_low(self, a: Self, b: Self) -> Self {
        let p = a.zip(b, |a, b| (a & DIGIT_MASK).wrapping_mul(b & DIGIT_MASK) & DIGIT_MASK);
        self.add(p)
    }
    #[inline(never)]
    fn madd_high(self, a: Self, b: Self) -> Self {
        let high = |a: u64, b: u64| {
            let p = u128::from(a & DIGIT_MASK) * u128::from(b & DIGIT_MASK);
            (p >> DIGIT_BITS) as u64
        };
        self.add(a.zip(b, high))
    }
    lane_by_lane! {
        add: u64::wrapping_add;
        sub: u64::wrapping_sub;
        and: |a, b| a & b;
    }
    #[inline(never)]
    fn shl(self, n: u32) -> Self {
        self.map(|a| a << n)
    }
    #[inline(never)]
    fn shr(self, n: u32) -> Self {
        self.map(|a| a >> n)
    }
    #[inline(never)]
    #[allow(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "a signed shift")]
    fn sar(self, n: u32) -> Self {
        self.map(|a| ((a as i64) >> n) as u64)
    }
    #[inline(never)]
    fn carries(self) -> Self {
        self.map(|d| d >> DIGIT_BITS)
    }
    #[inline(never)]
    fn keep(self, lanes: u8) -> Self {
        Self::each(|i| self.0[i] & u64::from((lanes >> i) & 1).wrapping_neg())
    }
    #[inline(never)]
    fn blend(self, other: Self, lanes: u8) -> Self {
        // Without the barrier the compiler selects one of two addresses to load from.
        let masks: [u64; LANES] =
            core::array::from_fn(|i| u64::from((lanes >> i) & 1).wrapping_neg());
        let masks = core::hint::black_box(masks);
        Self::each(|i| self.0[i] ^ (masks[i] & (self.0[i] ^ other.0[i])))
    }
}

impl Vector for Portable {
    const NAME: &'static str = "portable lanes";
    const NEEDS: Features = Features::NONE;
    const NEEDS_NAMES: &'static str = "nothing";
    #[inline(always)]
    fn load(from: &[u64; LANES]) -> Self {
        Self(*from)
    }
    #[inline(always)]
    fn store(self, to: &mut [u64; LANES]) {
        *to = self.0;
    }

    lane_by_lane! {
        or: |a, b| a | b;
        xor: |a, b| a ^ b;
    }
    #[inline(never)]
    fn shl_each(self, n: [u8; LANES]) -> Self {
        Self::each(|i| self.0[i] << n[i])
    }
    /// All entries are read: the index may be secret.
    #[inline(never)]
    fn permute(table: &[[u64; LANES]; 2], index: Self) -> Self {
        let mut r = Self::splat(0);
        for (i, &entry) in table.as_flattened().iter().enumerate() {
            let here = index.and(Self::splat(15)).xor(Self::splat(i as u64)).zeros();
            r = r.blend(Self::splat(entry), here);
        }
        r
    }
    #[inline(never)]
    fn turn(self, places: u64) -> Self {
        Self::each(|i| self.0[(i + places as usize) % LANES])
    }
    #[inline(never)]
    fn mix(self, other: Self, from: [u8; LANES]) -> Self {
        let both = [self.0, other.0];
        Self::each(|i| both.as_flattened()[usize::from(from[i])])
    }
    #[inline(never)]
    fn zeros(self) -> u8 {
        self.bits(|x| ((x | x.wrapping_neg()) >> 63) ^ 1)
    }
    #[inline(never)]
    fn negatives(self) -> u8 {
        self.bits(|x| x >> 63)
    }
    #[inline(never)]
    fn signed_carries(self) -> Self {
        self.map(|d| (d.cast_signed() >> DIGIT_BITS).cast_unsigned())
    }
    #[inline(never)]
    fn move_up<const PLACES: usize>(self, below: Self) -> Self {
        Self(core::array::from_fn(|i| {
            if i < PLACES { below.0[LANES + i - PLACES] } else { self.0[i - PLACES] }
        }))
    }
    #[inline(never)]
    fn transpose(rows: [Self; LANES]) -> [Self; LANES] {
        core::array::from_fn(|j| Self(core::array::from_fn(|i| rows[i].0[j])))
    }
    #[inline(never)]
    fn spread(from: &[u64; LANES / 2]) -> Self {
        Self::each(|i| if i % 2 == 0 { from[i / 2] } else { 0 })
    }
    #[inline(never)]
    fn above_digit(self) -> u8 {
        // The borrow of the subtraction, without a comparison that might become a branch.
        self.bits(|d| DIGIT_MASK.wrapping_sub(d) >> 63)
    }
    #[inline(never)]
    fn equals(self, other: Self) -> u8 {
        self.zip(other, |a, b| a ^ b).bits(|d| !(d | d.wrapping_neg()) >> 63)
    }
    #[inline(never)]
    fn increment(self, lanes: u8) -> Self {
        Self::each(|i| self.0[i] + u64::from((lanes >> i) & 1))
    }
    #[inline(never)]
    fn unpack(from: &[u8; 64]) -> Self {
        Self(core::array::from_fn(|i| {
            let (byte, bit) = (DIGIT_BITS * i / 8, DIGIT_BITS * i % 8);
            let bytes = from[byte..byte + 8].first_chunk().expect("eight bytes");
            (u64::from_le_bytes(*bytes) >> bit) & DIGIT_MASK
        }))
    }
    #[inline(never)]
    fn pack(self, to: &mut [u8; 64]) {
        to.fill(0);
        for (i, digit) in self.0.into_iter().enumerate() {
            let (byte, bit) = (DIGIT_BITS * i / 8, DIGIT_BITS * i % 8);
            for (to, from) in to[byte..byte + 7].iter_mut().zip((digit << bit).to_le_bytes()) {
                *to |= from;
            }
        }
    }
}
