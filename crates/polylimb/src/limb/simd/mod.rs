//! Eight 64-bit lanes: one trait of vectors, AVX-512 with the 52-bit multiply-add, and its twin in
//! plain Rust.
//!
//! Numbers in radix 2^52 ([`radix52`](super::radix52)) and eight copies of a field
//! ([`crate::field::lanes`]) are written over [`Vector`]. AVX-512 code is entered through a
//! function compiled for its features ([`compiled_for`]), into which all methods are inlined.

use crate::cpu::Features;
use zeroize::Zeroize;

#[cfg(all(feature = "alloc", target_arch = "x86_64"))]
pub(crate) mod fours;
#[cfg(target_arch = "x86_64")]
mod ifma;
mod portable;

#[cfg(target_arch = "x86_64")]
pub use ifma::Ifma;
pub use portable::Portable;

/// Bits of a digit.
pub(crate) const DIGIT_BITS: usize = 52;
/// The largest digit.
pub(crate) const DIGIT_MASK: u64 = (1 << DIGIT_BITS) - 1;
/// Lanes of a vector.
pub const LANES: usize = 8;

/// Number of bytes of eight digits as a number.
pub(crate) const PACKED: usize = DIGIT_BITS * LANES / 8;

/// Eight words in memory, aligned so that a load does not cross a cache line.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
pub(crate) struct Row(pub(crate) [u64; LANES]);

impl Zeroize for Row {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

/// Arithmetic lane by lane, for vectors of any number of 64-bit lanes. As [`Vector`] in all else.
pub trait Lanewise: Copy {
    /// Whether the lanes belong to one computation, so that it waits for each result: what takes a
    /// few instructions more and gives the result sooner is then better.
    const WAITS: bool = false;

    /// All lanes 0.
    fn zero() -> Self;
    /// All lanes `w`.
    fn splat(w: u64) -> Self;
    /// `self + low 52 bits of a * b`; only the low 52 bits of each lane of `a` and `b` are read.
    #[must_use]
    fn madd_low(self, a: Self, b: Self) -> Self;
    /// `self + bits 52 … 103 of a * b`, with the same operands.
    #[must_use]
    fn madd_high(self, a: Self, b: Self) -> Self;
    /// Lane-wise sum.
    #[must_use]
    fn add(self, other: Self) -> Self;
    /// Lane-wise difference.
    #[must_use]
    fn sub(self, other: Self) -> Self;
    /// Bitwise and.
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// Shift left by `n` bits; `n` is a constant below 64.
    #[must_use]
    fn shl(self, n: u32) -> Self;
    /// Shift right by `n` bits, zeros from above; `n` is a constant below 64.
    #[must_use]
    fn shr(self, n: u32) -> Self;
    /// Shift right by `n` bits, copies of the sign from above; `n` is a constant below 64.
    #[must_use]
    fn sar(self, n: u32) -> Self;
    /// The low 52 bits of every lane.
    #[inline(always)]
    #[must_use]
    fn digits(self) -> Self {
        self.and(Self::splat(DIGIT_MASK))
    }
    /// The bits above the low 52 bits of every lane.
    #[must_use]
    fn carries(self) -> Self;
    /// The lanes whose bit is set; the others 0.
    #[must_use]
    fn keep(self, lanes: u8) -> Self;
    /// The lanes of `other` where the bit is set, else of `self`.
    #[must_use]
    fn blend(self, other: Self, lanes: u8) -> Self;
}

/// Eight unsigned 64-bit lanes; if they hold one number, lane 0 is the least significant digit.
///
/// Implementations are `#[inline(always)]` throughout, except the products of
/// [`Portable`], and compute only where `NEEDS` was checked; the trait cannot be
/// named outside of the library.
pub trait Vector: Lanewise + Zeroize + Send + Sync + 'static {
    /// The vector's name in messages.
    const NAME: &'static str;
    /// The CPU features it needs.
    const NEEDS: Features;
    /// Their names.
    const NEEDS_NAMES: &'static str;
    /// Nothing, but the compiler computes these two before what follows it.
    #[inline(always)]
    fn in_order(_: &mut Self, _: &mut Self) {}
    /// Loads eight lanes.
    fn load(from: &[u64; LANES]) -> Self;
    /// Writes all lanes.
    fn store(self, to: &mut [u64; LANES]);
    /// The vector with these lanes.
    #[inline(always)]
    fn from_lanes(lanes: [u64; LANES]) -> Self {
        Self::load(&lanes)
    }
    /// The lanes as an array.
    #[inline(always)]
    fn to_lanes(self) -> [u64; LANES] {
        let mut lanes = [0; LANES];
        self.store(&mut lanes);
        lanes
    }
    /// Bitwise or.
    #[must_use]
    fn or(self, other: Self) -> Self;
    /// Bitwise exclusive or.
    #[must_use]
    fn xor(self, other: Self) -> Self;
    /// Each lane shifted left by its own number of bits, constants below 64.
    fn shl_each(self, n: [u8; LANES]) -> Self;
    /// [`Vector::carries`] of signed lanes.
    #[must_use]
    fn signed_carries(self) -> Self;
    /// Every lane `PLACES` (0 to 7) places up; the last lanes of `below` come in at the bottom.
    #[must_use]
    fn move_up<const PLACES: usize>(self, below: Self) -> Self;
    /// Every lane one place up; the last lane of `below` comes in at the bottom.
    #[inline(always)]
    fn shift_up(self, below: Self) -> Self {
        self.move_up::<1>(below)
    }
    /// In each lane the entry of 16 at the low four bits of its index.
    fn permute(table: &[[u64; LANES]; 2], index: Self) -> Self;
    /// Rotates the lanes by `places`: lane `i` becomes lane `i + places` modulo eight.
    #[must_use]
    fn turn(self, places: u64) -> Self;
    /// Lane `i` becomes lane `from[i]` of `self` for `from[i]` below 8, else lane `from[i] - 8` of
    /// `other`; constants below 16.
    fn mix(self, other: Self, from: [u8; LANES]) -> Self;
    /// Rows as columns: lane `j` of vector `i` becomes lane `i` of vector `j`.
    fn transpose(rows: [Self; LANES]) -> [Self; LANES];
    /// The four words of `from` in lanes 0, 2, 4 and 6; zeros between them.
    fn spread(from: &[u64; LANES / 2]) -> Self;
    /// One bit per lane: whether it exceeds `DIGIT_MASK`.
    fn above_digit(self) -> u8;
    /// One bit per lane: whether it equals `DIGIT_MASK`.
    #[inline(always)]
    fn equals_mask(self) -> u8 {
        self.equals(Self::splat(DIGIT_MASK))
    }
    /// One bit per lane: whether it equals the lane of `other`.
    fn equals(self, other: Self) -> u8;
    /// One bit per lane: whether it is 0.
    fn zeros(self) -> u8;
    /// One bit per lane: whether it is negative as a signed number.
    fn negatives(self) -> u8;
    /// Adds 1 to the lanes whose bit is set.
    #[must_use]
    fn increment(self, lanes: u8) -> Self;
    /// The eight digits of the number of the first [`PACKED`] bytes, least significant first.
    fn unpack(from: &[u8; 64]) -> Self;
    /// Writes eight normalised digits as the number of the first [`PACKED`] bytes; zeros behind it.
    fn pack(self, to: &mut [u8; 64]);
}

// Functions compiled for CPU features.

/// A function compiled for `$features`.
///
/// `root`: a safe function around it. Only code that found the features may reach it: the makers of
/// a table, a kernel or a field check them. Every use relies on that.
///
/// `apart`: the function itself, never inlined. Since Rust 1.95 `inline(never)` on a function with
/// target features affects only calls from functions that have the features too: hence the call in
/// between.
///
/// Generic parameters are written twice: declared, then passed on.
#[cfg(target_arch = "x86_64")]
macro_rules! compiled_for {
    ($features:literal, root: $(#[$meta:meta])* $vis:vis fn $name:ident[$($generic:tt)*][$($pass:tt)*]($($arg:ident: $type:ty),* $(,)?) = $body:expr) => {
        $(#[$meta])*
        $vis fn $name<$($generic)*>($($arg: $type),*) {
            #[target_feature(enable = $features)]
            fn root<$($generic)*>($($arg: $type),*) {
                $body;
            }
            // SAFETY: see the macro.
            unsafe { root::<$($pass)*>($($arg),*) }
        }
    };
    ($features:literal, apart: $(#[$meta:meta])* fn $name:ident[$($generic:tt)*][$($pass:tt)*]($($arg:ident: $type:ty),* $(,)?) -> $r:ty = $body:expr) => {
        $(#[$meta])*
        #[target_feature(enable = $features)]
        #[inline]
        fn $name<$($generic)*>($($arg: $type),*) -> $r {
            #[target_feature(enable = $features)]
            #[inline(never)]
            fn body<$($generic)*>($($arg: $type),*) -> $r {
                $body
            }
            body::<$($pass)*>($($arg),*)
        }
    };
}
#[cfg(target_arch = "x86_64")]
pub(crate) use compiled_for;

/// Methods that are an expression of intrinsics. SAFETY of all uses: see the type.
#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon")))]
#[allow(unused_macros, reason = "not for words of other sizes")]
macro_rules! intrinsics {
    ($(fn $name:ident$(<const $constant:ident: i32>)?($($argument:tt)*) -> $result:ty = $value:expr;)+) => {$(
        #[inline(always)]
        fn $name$(<const $constant: i32>)?($($argument)*) -> $result {
            // SAFETY: see the macro.
            unsafe { $value }
        }
    )+};
}
#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon")))]
#[allow(unused_imports, reason = "not for words of other sizes")]
pub(crate) use intrinsics;

/// Aligns the stack of a root that keeps vectors there, so that none crosses a cache line.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn align_stack() {
    core::hint::black_box(&Row::default());
}

/// Asks for the cache lines of a number that is needed soon; nothing on other CPUs than x86-64.
#[inline(always)]
pub(crate) fn prefetch<T>(number: &T) {
    #[cfg(target_arch = "x86_64")]
    for line in (0..size_of::<T>()).step_by(64) {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint, for an address inside of the number; all x86-64 CPUs have it.
        unsafe { _mm_prefetch::<_MM_HINT_T0>((&raw const *number).cast::<i8>().add(line)) };
    }
    let _ = number;
}
