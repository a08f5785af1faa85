//! Pairs of words in vector registers, and the instructions on them.

use super::Pmull;
use crate::field::binary::Double;
use crate::field::binary::pairs::{Pair, Pairs, Sums};
use crate::limb::Word;
use core::arch::aarch64::{
    uint64x2_t, vandq_u64, vcombine_u64, vcreate_u64, vdupq_n_s64, vdupq_n_u64, veorq_u64,
    vextq_u64, vgetq_lane_u64, vshlq_u64, vzip2q_u64,
};
use core::arch::asm;

/// Two words.
#[derive(Clone, Copy)]
pub(super) struct Q(uint64x2_t);

/// SAFETY of all uses: NEON, which every `AArch64` has; registers only.
macro_rules! neon {
    ($intrinsic:expr) => {
        // SAFETY: see the macro.
        unsafe { $intrinsic }
    };
}

impl Q {
    /// The first two words, or one word and a zero.
    #[inline(always)]
    fn load(words: &[Word]) -> Self {
        match words {
            [low] => Self::new(*low, 0),
            [low, high, ..] => Self::new(*low, *high),
            [] => Self::zero(),
        }
    }

    /// Stores both words, or the lower word if there is room for one.
    #[inline(always)]
    fn store(self, words: &mut [Word]) {
        if let [low, high @ ..] = words {
            *low = neon!(vgetq_lane_u64::<0>(self.0));
            if let [high, ..] = high {
                *high = neon!(vgetq_lane_u64::<1>(self.0));
            }
        }
    }
}

impl Pair for Q {
    type Proof = Pmull;

    #[inline(always)]
    fn zero() -> Self {
        Self(neon!(vdupq_n_u64(0)))
    }

    #[inline(always)]
    fn new(low: u64, high: u64) -> Self {
        Self(neon!(vcombine_u64(vcreate_u64(low), vcreate_u64(high))))
    }

    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Self(neon!(veorq_u64(self.0, b.0)))
    }

    #[inline(always)]
    fn and(self, b: Self) -> Self {
        Self(neon!(vandq_u64(self.0, b.0)))
    }

    #[inline(always)]
    fn shl(self, bits: usize) -> Self {
        Self(neon!(vshlq_u64(self.0, vdupq_n_s64((bits as u64).cast_signed()))))
    }

    #[inline(always)]
    fn shr(self, bits: usize) -> Self {
        Self(neon!(vshlq_u64(self.0, vdupq_n_s64(-(bits as u64).cast_signed()))))
    }

    #[inline(always)]
    fn up(self) -> Self {
        self.behind(Self::zero())
    }

    #[inline(always)]
    fn down(self) -> Self {
        Self::zero().behind(self)
    }

    #[inline(always)]
    fn behind(self, below: Self) -> Self {
        Self(neon!(vextq_u64::<1>(below.0, self.0)))
    }

    #[inline(always)]
    fn uppers(self, below: Self) -> Self {
        Self(neon!(vzip2q_u64(below.0, self.0)))
    }

    #[inline(always)]
    fn clmul<const WHICH: i32>(self, _proof: Pmull, b: Self) -> Self {
        /// The product of the lower or of the upper words.
        macro_rules! of {
            ($instruction:literal, $a:expr, $b:expr) => {{
                let r;
                // SAFETY: a `Pmull` is only made where the CPU has the instruction; it reads and
                // writes registers.
                unsafe {
                    asm!(
                        ".arch_extension aes",
                        $instruction,
                        r = lateout(vreg) r,
                        a = in(vreg) $a.0,
                        b = in(vreg) $b.0,
                        options(pure, nomem, nostack, preserves_flags),
                    );
                }
                Self(r)
            }};
        }
        match WHICH {
            0x00 => of!("pmull {r:v}.1q, {a:v}.1d, {b:v}.1d", self, b),
            0x01 => of!("pmull {r:v}.1q, {a:v}.1d, {b:v}.1d", self.down(), b),
            0x10 => of!("pmull {r:v}.1q, {a:v}.1d, {b:v}.1d", self, b.down()),
            _ => of!("pmull2 {r:v}.1q, {a:v}.2d, {b:v}.2d", self, b),
        }
    }
}

#[inline(always)]
pub(super) fn load<const N: usize>(a: &[Word; N]) -> Pairs<Q> {
    let mut r = [Q::zero(); _];
    for (r, words) in r.iter_mut().zip(a.chunks(2)) {
        *r = Q::load(words);
    }
    r
}

#[inline(always)]
pub(super) fn store<const N: usize>(a: &Pairs<Q>) -> [Word; N] {
    let mut r = [0; N];
    for (a, words) in a.iter().zip(r.chunks_mut(2)) {
        a.store(words);
    }
    r
}

#[inline(always)]
pub(super) fn load_double<const N: usize>(a: &Double<N>) -> Sums<Q> {
    let mut r = Sums::zero();
    for (r, words) in r.even.iter_mut().zip(a.words().chunks(2)) {
        *r = Q::load(words);
    }
    r
}

#[inline(always)]
pub(super) fn store_double<const N: usize>(a: &Sums<Q>) -> Double<N> {
    let mut r = Double::ZERO;
    for (i, words) in r.words_mut().chunks_mut(2).enumerate() {
        a.pair(i).store(words);
    }
    r
}
