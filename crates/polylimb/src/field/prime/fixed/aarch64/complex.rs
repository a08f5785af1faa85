//! Parts of products and squares of complex numbers `a₀ + a₁ u`, `u² = -1`, in twice as many
//! words: sums of the factors stay in registers, unreduced, for primes with two free bits.

use crate::limb::Word;
use core::arch::asm;

/// The three parts for a number of words. Constant time. No stack. Clobber flags.
macro_rules! parts {
    ($n:tt $both:literal, $middle:ident $by_difference:ident $twice:ident;
        [$($low:literal)+] [$($high:literal)+]; [$($first:literal)+] [$($second:literal)+];
        [$($a:literal)+] [$($b:literal)+] [$($s:literal)+]; [$($t:literal)+] $l:literal $m:literal) => {
        /// `(a₀ + a₁)(b₀ + b₁) - a₀ b₀ - a₁ b₁`, Karatsuba's third product, for both others.
        ///
        /// - Requires that both sums are below `R`.
        #[inline(always)]
        pub(super) fn $middle(
            a: &[Word; $both],
            b: &[Word; $both],
            v: &[[[Word; $n]; 2]; 2],
        ) -> [[Word; $n]; 2] {
            product!($n; [
                load!("{a}"; $($low)+; $($a)+),
                load!("{a}"; $($high)+; $($b)+),
                chain!("adds" "adcs"; $($a)+; $($b)+),
                load!("{b}"; $($low)+; $($b)+),
                load!("{b}"; $($high)+; $($s)+),
                chain!("adds" "adcs"; $($b)+; $($s)+)
            ] [
                with_memory!("subs" "sbcs" "{v}"; $($first)+; $($t)+; $l $m),
                with_memory!("subs" "sbcs" "{v}"; $($second)+; $($t)+; $l $m)
            ] a b v)
        }

        /// `(a₀ + a₁)(a₀ - a₁ + p)`.
        ///
        /// - Requires `a₀, a₁ < p < R/2`.
        #[inline(always)]
        pub(super) fn $by_difference(a: &[Word; $both], p: &[Word; $n]) -> [[Word; $n]; 2] {
            product!($n; [
                load!("{a}"; $($low)+; $($a)+),
                load!("{a}"; $($high)+; $($b)+),
                load!("{p}"; $($low)+; $($s)+),
                less!("subs"; $($s)+; $($s)+; $($b)+),
                chain!("adds" "adcs"; $($b)+; $($a)+),
                chain!("adds" "adcs"; $($a)+; $($s)+)
            ] [] a p)
        }

        /// `2 a₀ a₁`.
        ///
        /// - Requires `a₀ < R/2`.
        #[inline(always)]
        pub(super) fn $twice(a: &[Word; $both]) -> [[Word; $n]; 2] {
            product!($n; [
                load!("{a}"; $($low)+; $($a)+),
                load!("{a}"; $($high)+; $($b)+),
                chain!("adds" "adcs"; $($a)+; $($a)+)
            ] [] a)
        }
    };
}

parts!(4 8, middle_four by_difference_four twice_four;
    [0 16] [32 48]; [0 16 32 48] [64 80 96 112];
    ["{a0}" "{a1}" "{a2}" "{a3}"] ["{b0}" "{b1}" "{b2}" "{b3}"] ["{t0}" "{t1}" "{t2}" "{t3}"];
    ["{t0}" "{t1}" "{t2}" "{t3}" "{t4}" "{b0}" "{b1}" "{b2}"] "{l0}" "{l1}");
parts!(6 12, middle_six by_difference_six twice_six;
    [0 16 32] [48 64 80]; [0 16 32 48 64 80] [96 112 128 144 160 176];
    ["{a0}" "{a1}" "{a2}" "{a3}" "{a4}" "{a5}"] ["{b0}" "{b1}" "{b2}" "{b3}" "{b4}" "{b5}"]
    ["{t0}" "{t1}" "{t2}" "{t3}" "{t4}" "{t5}"];
    ["{t0}" "{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}" "{b0}" "{b1}" "{b2}" "{b3}" "{b4}"] "{l0}" "{l1}");
