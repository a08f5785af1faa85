//! Squares of four, six and nine words for narrow cores: NEON squares the words, beside the integer
//! unit, which multiplies them.
//!
//! **Source.** Products in NEON beside products of integers: s2n-bignum. **Idea.** A square has
//! few mixed products, so that Karatsuba's method saves little. The square of a word takes two of
//! six cycles of a slow multiplier, and three products of halves in a vector of two words.
//! **Cost** for four words: 6 pairs of `mul` and `umulh`, not 10, and 6 products of vectors.
//! **Constant time.** `tests/proofs/narrow_squares.rs` proves the squares of words,
//! `fixed_assembly.rs` the rest.

use crate::limb::Word;
use core::arch::asm;

/// Two words, in a vector. Implementations are `#[inline(always)]`.
trait WordPair: Copy {
    /// Halves of two words.
    type Halves: Copy;

    /// The lower and the upper halves.
    fn halves(self) -> [Self::Halves; 2];
    fn product(a: Self::Halves, b: Self::Halves) -> Self;
    /// The sum plus the other, shifted right.
    fn add_shifted<const N: i32>(self, other: Self) -> Self;
    /// The low `N` bits, and above them the other's low bits.
    fn below<const N: i32>(self, other: Self) -> Self;
}

/// The low and the high words of the squares: `ll + 2^33 lh + 2^64 hh`.
#[inline(always)]
fn squares<V: WordPair>(a: V) -> [V; 2] {
    let [low, high] = a.halves();
    let (ll, lh, hh) = (V::product(low, low), V::product(low, high), V::product(high, high));
    let middle = lh.add_shifted::<33>(ll);
    [ll.below::<33>(middle), hh.add_shifted::<31>(middle)]
}

#[cfg(target_feature = "neon")]
use neon::squares_of_words;

/// Without NEON.
#[cfg(not(target_feature = "neon"))]
#[inline(always)]
fn squares_of_words<const N: usize>(a: &[Word; N]) -> [[Word; 2]; N] {
    a.map(square_of_word)
}

#[inline(always)]
fn square_of_word(a: Word) -> [Word; 2] {
    let square = u128::from(a) * u128::from(a);
    [square as Word, (square >> 64) as Word]
}

#[cfg(target_feature = "neon")]
mod neon {
    use super::{WordPair, square_of_word, squares};
    use crate::limb::Word;
    use crate::limb::simd::intrinsics;
    use core::arch::aarch64::{
        uint32x2_t, uint64x2_t, vld1q_u64, vmovn_u64, vshrn_n_u64, vsliq_n_u64, vsraq_n_u64,
        vst1q_u64, vtrn1q_u64, vtrn2q_u64,
    };
    use core::arch::asm;

    /// SAFETY of all uses: the target has NEON; registers, and memory behind references.
    #[derive(Clone, Copy)]
    #[repr(transparent)]
    struct Neon(uint64x2_t);

    impl Neon {
        intrinsics! {
            fn load(from: &[Word; 2]) -> Self = Self(vld1q_u64(from.as_ptr()));
            fn store(self, to: &mut [Word; 2]) -> () = vst1q_u64(to.as_mut_ptr(), self.0);
            fn firsts(self, other: Self) -> Self = Self(vtrn1q_u64(self.0, other.0));
            fn seconds(self, other: Self) -> Self = Self(vtrn2q_u64(self.0, other.0));
        }
    }

    /// The squares of words.
    #[inline(always)]
    pub(super) fn squares_of_words<const N: usize>(a: &[Word; N]) -> [[Word; 2]; N] {
        let (mut r, (pairs, rest)) = ([[0; 2]; N], a.as_chunks::<2>());
        for (to, pair) in r.as_chunks_mut::<2>().0.iter_mut().zip(pairs) {
            let [low, high] = squares(Neon::load(pair));
            let [first, second] = to;
            low.firsts(high).store(first);
            low.seconds(high).store(second);
        }
        if let Some(&last) = rest.first() {
            r[N - 1] = square_of_word(last);
        }
        r
    }

    impl WordPair for Neon {
        type Halves = uint32x2_t;

        intrinsics! {
            fn halves(self) -> [uint32x2_t; 2] = [vmovn_u64(self.0), vshrn_n_u64::<32>(self.0)];
            fn add_shifted<const N: i32>(self, other: Self) -> Self = Self(vsraq_n_u64::<N>(self.0, other.0));
            fn below<const N: i32>(self, other: Self) -> Self = Self(vsliq_n_u64::<N>(self.0, other.0));
        }
        /// The compiler would take an intrinsic apart, and multiply integers.
        #[inline(always)]
        fn product(a: uint32x2_t, b: uint32x2_t) -> Self {
            let r;
            // SAFETY: see the type.
            unsafe {
                asm!("umull {0:v}.2d, {1:v}.2s, {2:v}.2s", out(vreg) r, in(vreg) a, in(vreg) b,
                    options(pure, nomem, nostack, preserves_flags));
            }
            Self(r)
        }
    }
}

/// Adds the squares of words, two words each: the lowest word is new, the uppermost one is last.
macro_rules! add_squares {
    ($t0:literal; $($at:literal)*; $($t:literal)*; $last:literal $top:literal; $l:literal $m:literal) => {
        concat!(
            "ldr ", $t0, ", [{s}]\n",
            with_memory!("adds" "adcs" "{s}"; $($at)*; $($t)*; $l $m),
            "ldr ", $l, ", [{s}, #", $last, "]\n",
            "adc ", $top, ", ", $top, ", ", $l, "\n",
        )
    };
}

/// `a²` of the squares of its words: each mixed product once, all doubled.
///
/// - Requires the squares of the words of `a`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn with_squares_four(a: &[Word; 4], squares: &[[Word; 2]; 4]) -> [[Word; 4]; 2] {
    let mut t: [[Word; 4]; 2] = [[0; 4]; 2];
    // SAFETY: reads eight words of squares, writes registers.
    unsafe {
        asm!(
            first_row!("{a0}"; "{t1}" "{t2}" "{t3}" "{t4}"; "{a1}" "{a2}" "{a3}"; "{l0}" "{l1}"),
            first_row!("{a3}"; "{l4}" "{t5}" "{t6}"; "{a1}" "{a2}"; "{l0}" "{l1}"),
            // a1 a2 at words 3 and 4.
            "mul {l0}, {a1}, {a2}",
            "umulh {l1}, {a1}, {a2}",
            "adds {t3}, {t3}, {l0}",
            "adcs {t4}, {t4}, {l1}",
            "adc {l0}, xzr, xzr",
            "adds {t4}, {t4}, {l4}",
            "adcs {t5}, {t5}, {l0}",
            "adc {t6}, {t6}, xzr",
            double!("{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}"; "{t7}"),
            add_squares!("{t0}"; 8 24 40; "{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}"; 56 "{t7}"; "{l0}" "{l1}"),
            s = in(reg) squares.as_ptr(),
            a0 = in(reg) a[0],
            a1 = in(reg) a[1],
            a2 = in(reg) a[2],
            a3 = in(reg) a[3],
            t0 = out(reg) t[0][0],
            t1 = out(reg) t[0][1],
            t2 = out(reg) t[0][2],
            t3 = out(reg) t[0][3],
            t4 = out(reg) t[1][0],
            t5 = out(reg) t[1][1],
            t6 = out(reg) t[1][2],
            t7 = out(reg) t[1][3],
            l0 = out(reg) _,
            l1 = out(reg) _,
            l4 = out(reg) _,
            options(pure, readonly, nostack),
        );
    }
    t
}

/// `a²` of the squares of its words: each mixed product once, all doubled.
///
/// - Requires the squares of the words of `a`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn with_squares_six(a: &[Word; 6], squares: &[[Word; 2]; 6]) -> [[Word; 6]; 2] {
    let mut t: [[Word; 6]; 2] = [[0; 6]; 2];
    // SAFETY: reads six words and twelve of squares, writes registers.
    unsafe {
        asm!(
            "ldp {a0}, {a1}, [{a}]",
            "ldp {a2}, {a3}, [{a}, #16]",
            "ldp {a4}, {a5}, [{a}, #32]",
            first_row!("{a0}"; "{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}"; "{a1}" "{a2}" "{a3}" "{a4}" "{a5}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{a1}"; "{t3}" "{t4}" "{t5}" "{t6}" "{t7}"; "{a2}" "{a3}" "{a4}" "{a5}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{a2}"; "{t5}" "{t6}" "{t7}" "{t8}"; "{a3}" "{a4}" "{a5}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{a3}"; "{t7}" "{t8}" "{t9}"; "{a4}" "{a5}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            "mul {l0}, {a4}, {a5}",
            "umulh {l1}, {a4}, {a5}",
            "adds {t9}, {t9}, {l0}",
            "adc {t10}, {l1}, xzr",
            double!("{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}" "{t7}" "{t8}" "{t9}" "{t10}"; "{t11}"),
            add_squares!("{t0}"; 8 24 40 56 72; "{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}" "{t7}" "{t8}" "{t9}" "{t10}"; 88 "{t11}"; "{l0}" "{l1}"),
            s = in(reg) squares.as_ptr(),
            a = in(reg) a.as_ptr(),
            a0 = out(reg) _,
            a1 = out(reg) _,
            a2 = out(reg) _,
            a3 = out(reg) _,
            a4 = out(reg) _,
            a5 = out(reg) _,
            t0 = out(reg) t[0][0],
            t1 = out(reg) t[0][1],
            t2 = out(reg) t[0][2],
            t3 = out(reg) t[0][3],
            t4 = out(reg) t[0][4],
            t5 = out(reg) t[0][5],
            t6 = out(reg) t[1][0],
            t7 = out(reg) t[1][1],
            t8 = out(reg) t[1][2],
            t9 = out(reg) t[1][3],
            t10 = out(reg) t[1][4],
            t11 = out(reg) t[1][5],
            l0 = out(reg) _,
            l1 = out(reg) _,
            l2 = out(reg) _,
            l3 = out(reg) _,
            options(pure, readonly, nostack),
        );
    }
    t
}

/// `a²` of the squares of its words: each mixed product once, all doubled.
///
/// - Requires the squares of the words of `a`. Constant time. No stack. Clobbers flags.
#[inline(always)]
pub(super) fn with_squares_nine(a: &[Word; 9], squares: &[[Word; 2]; 9]) -> [[Word; 9]; 2] {
    let mut t: [[Word; 9]; 2] = [[0; 9]; 2];
    // SAFETY: reads nine words and 18 of squares, writes registers.
    unsafe {
        asm!(
            load!("{a}"; 0 16 32 48; "{a0}" "{a1}" "{a2}" "{a3}" "{a4}" "{a5}" "{a6}" "{a7}"),
            "ldr {a8}, [{a}, #64]",
            // Words 10 to 16 take the places of words of `a`.
            first_row!("{a0}"; "{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}" "{t7}" "{t8}" "{t9}"; "{a1}" "{a2}" "{a3}" "{a4}" "{a5}" "{a6}" "{a7}" "{a8}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{a1}"; "{t3}" "{t4}" "{t5}" "{t6}" "{t7}" "{t8}" "{t9}" "{a0}"; "{a2}" "{a3}" "{a4}" "{a5}" "{a6}" "{a7}" "{a8}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{a2}"; "{t5}" "{t6}" "{t7}" "{t8}" "{t9}" "{a0}" "{a1}"; "{a3}" "{a4}" "{a5}" "{a6}" "{a7}" "{a8}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{a3}"; "{t7}" "{t8}" "{t9}" "{a0}" "{a1}" "{a2}"; "{a4}" "{a5}" "{a6}" "{a7}" "{a8}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{a4}"; "{t9}" "{a0}" "{a1}" "{a2}" "{a3}"; "{a5}" "{a6}" "{a7}" "{a8}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{a5}"; "{a1}" "{a2}" "{a3}" "{a4}"; "{a6}" "{a7}" "{a8}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            row!("{a6}"; "{a3}" "{a4}" "{a5}"; "{a7}" "{a8}"; "{l0}" "{l1}" "{l2}" "{l3}"),
            "mul {l0}, {a7}, {a8}",
            "umulh {l1}, {a7}, {a8}",
            "adds {a5}, {a5}, {l0}",
            "adc {a6}, {l1}, xzr",
            double!("{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}" "{t7}" "{t8}" "{t9}" "{a0}" "{a1}" "{a2}" "{a3}" "{a4}" "{a5}" "{a6}"; "{a7}"),
            add_squares!("{t0}"; 8 24 40 56 72 88 104 120;
                "{t1}" "{t2}" "{t3}" "{t4}" "{t5}" "{t6}" "{t7}" "{t8}" "{t9}" "{a0}" "{a1}" "{a2}" "{a3}" "{a4}" "{a5}" "{a6}";
                136 "{a7}"; "{l0}" "{l1}"),
            s = in(reg) squares.as_ptr(),
            a = in(reg) a.as_ptr(),
            t0 = out(reg) t[0][0],
            t1 = out(reg) t[0][1],
            t2 = out(reg) t[0][2],
            t3 = out(reg) t[0][3],
            t4 = out(reg) t[0][4],
            t5 = out(reg) t[0][5],
            t6 = out(reg) t[0][6],
            t7 = out(reg) t[0][7],
            t8 = out(reg) t[0][8],
            t9 = out(reg) t[1][0],
            a0 = out(reg) t[1][1],
            a1 = out(reg) t[1][2],
            a2 = out(reg) t[1][3],
            a3 = out(reg) t[1][4],
            a4 = out(reg) t[1][5],
            a5 = out(reg) t[1][6],
            a6 = out(reg) t[1][7],
            a7 = out(reg) t[1][8],
            a8 = out(reg) _,
            l0 = out(reg) _,
            l1 = out(reg) _,
            l2 = out(reg) _,
            l3 = out(reg) _,
            options(pure, readonly, nostack),
        );
    }
    t
}

/// The square of a number of words.
macro_rules! square {
    ($name:ident $with_squares:ident $n:literal) => {
        #[inline(always)]
        pub(super) fn $name(a: &[Word; $n]) -> [[Word; $n]; 2] {
            $with_squares(a, &squares_of_words(a))
        }
    };
}

square!(sqr_four with_squares_four 4);
square!(sqr_six with_squares_six 6);
square!(sqr_nine with_squares_nine 9);

#[cfg(test)]
#[path = "../../../../../tests/proofs/narrow_squares.rs"]
pub(super) mod theorems;
