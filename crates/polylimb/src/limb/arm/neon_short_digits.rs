//! Two Montgomery products, or one product of `F_p²`, at once with NEON, in digits of 29 bits.
//!
//! **Source.** Short digits that leave room for carries: `[BernsteinSchwabe2012]`; the arrangement
//! is ours. **Idea.** With full words every carry must be extracted. Nine digits of 29 bits
//! hold 261 bits, and a column of eighteen products of digits stays below `2^63`: so `VMLAL` alone
//! sums the products of a column, and a column carries only once (`VSRA`), when a quotient has
//! cleared it. One factor is multiplied by `2^5` first, because nine quotients of 29 bits divide by
//! `2^261`.
//! - [`multiply`]: the lanes are two products.
//! - [`complex_product`]: the lanes are the real and the imaginary part, by the definition and
//!   without Karatsuba: `a₀ (b₀, b₁) + a₁ (m - b₁, b₀)`. Sums of unreduced products cost more
//!   instructions than the products they save.
//!
//! Both end in one reduction of both lanes, in which the last subtraction is made in digits too.
//! **Cost.** 81 or 162 `VMLAL` and 81 for the reduction; in all 339 and 433 executed instructions.
//! **Time.** Constant.

use crate::cpu::Features;
use crate::limb::Word;

/// Bits of a digit.
const BITS: usize = 29;
/// Number of digits of a number.
const DIGITS: usize = 9;
/// The exponent of the factor `2^5` by which nine digits exceed eight words.
const EXTRA: usize = BITS * DIGITS - 256;

/// The constants of a modulus for the kernels of this file.
#[repr(C)]
#[derive(Debug)]
pub struct ShortDigits {
    m: [Word; DIGITS],
    minus_inverse: Word,
    /// `2^5 m` in the lanes of real parts.
    shifted: [[Word; 2]; DIGITS],
    /// -1 and 1, twice.
    signs: [[Word; 2]; 2],
}

impl ShortDigits {
    /// The constants of an odd modulus of eight words and `-1/m mod 2^32`.
    #[must_use]
    pub const fn new(m: &[Word; 8], minus_inverse: Word) -> Self {
        let mut shifted = [[0; 2]; DIGITS];
        let digits = digits(m, EXTRA);
        let mut i = 0;
        while i < DIGITS {
            shifted[i][0] = digits[i];
            i += 1;
        }
        Self { m: self::digits(m, 0), minus_inverse, shifted, signs: [[Word::MAX, 1]; 2] }
    }
}

/// The digits of `2^shift m`, bit by bit.
const fn digits(m: &[Word; 8], shift: usize) -> [Word; DIGITS] {
    let mut r = [0; DIGITS];
    let mut bit = 0;
    while bit < 256 {
        let to = bit + shift;
        r[to / BITS] |= (m[bit / 32] >> (bit % 32) & 1) << (to % BITS);
        bit += 1;
    }
    r
}

/// The registers of the digits: of the first factor, of the second factor times `2^5`, and of the
/// second factor times the imaginary unit.
#[rustfmt::skip]
macro_rules! a {
    (0) => { "d0" }; (1) => { "d1" }; (2) => { "d2" };
    (3) => { "d3" }; (4) => { "d4" }; (5) => { "d5" };
    (6) => { "d6" }; (7) => { "d7" }; (8) => { "d8" };
}
#[rustfmt::skip]
macro_rules! b {
    (0) => { "d10" }; (1) => { "d11" }; (2) => { "d12" };
    (3) => { "d13" }; (4) => { "d14" }; (5) => { "d15" };
    (6) => { "d16" }; (7) => { "d17" }; (8) => { "d9" };
}
#[rustfmt::skip]
macro_rules! c {
    (0) => { "d18" }; (1) => { "d19" }; (2) => { "d20" };
    (3) => { "d21" }; (4) => { "d22" }; (5) => { "d23" };
    (6) => { "d24" }; (7) => { "d25" }; (8) => { "d26" };
}

/// Words `0 1 4 5`, then `2 3 6 7` of both numbers side by side in `d18` to `d25`, from the numbers
/// in `q9 q10` and `q11 q12`.
macro_rules! side_by_side {
    () => {
        "vzip.32 q9, q11\n vzip.32 q10, q12\n"
    };
}

/// Digits from words: each has the upper bits of a word and the lower bits of the next word.
macro_rules! digits {
    ($to:ident; $left:literal $right:literal; $(($digit:tt $r:literal $l:literal))+; $($pair:literal)+) => {
        concat!(
            "vshl.i32 ", $to!(0), ", d18, #", $left, "\n",
            $(digits!(@ $digit $to $r $l),)+
            "vshr.u32 ", $to!(8), ", d25, #", $right, "\n",
            $("vbic.i32 ", $pair, ", #0xe0000000\n",)+
        )
    };
    (@ 1 $to:ident $r:literal $l:literal) => { digits!(@ $to!(1), "d18" $r "d19" $l) };
    (@ 2 $to:ident $r:literal $l:literal) => { digits!(@ $to!(2), "d19" $r "d22" $l) };
    (@ 3 $to:ident $r:literal $l:literal) => { digits!(@ $to!(3), "d22" $r "d23" $l) };
    (@ 4 $to:ident $r:literal $l:literal) => { digits!(@ $to!(4), "d23" $r "d20" $l) };
    (@ 5 $to:ident $r:literal $l:literal) => { digits!(@ $to!(5), "d20" $r "d21" $l) };
    (@ 6 $to:ident $r:literal $l:literal) => { digits!(@ $to!(6), "d21" $r "d24" $l) };
    (@ 7 $to:ident $r:literal $l:literal) => { digits!(@ $to!(7), "d24" $r "d25" $l) };
    (@ $to:expr, $low:literal $right:literal $high:literal $left:literal) => {
        concat!("vshr.u32 ", $to, ", ", $low, ", #", $right, "\n", "vsli.32 ", $to, ", ", $high, ", #", $left, "\n")
    };
}

/// The digits of the first factor.
macro_rules! first_factor {
    () => {
        digits!(a; 0 8; (1 29 3) (2 26 6) (3 23 9) (4 20 12) (5 17 15) (6 14 18) (7 11 21); "q0" "q1" "q2" "q3")
    };
}

/// The digits of the second factor times `2^5`.
macro_rules! second_factor {
    () => {
        digits!(b; 5 3; (1 24 8) (2 21 11) (3 18 14) (4 15 17) (5 12 20) (6 9 23) (7 6 26); "q5" "q6" "q7" "q8")
    };
}

/// A product of two digits in both lanes.
macro_rules! pair {
    ($multiply:literal $sum:literal $i:tt $j:tt) => {
        concat!($multiply, " ", $sum, ", ", a!($i), ", ", b!($j), "\n")
    };
}

/// As [`pair`], for complex numbers.
#[rustfmt::skip]
macro_rules! complex {
    ($multiply:literal $sum:literal $i:tt $j:tt) => {
        concat!(
            $multiply, " ", $sum, ", ", b!($j),
            ", ", a!($i),
            "[0]\n",
            "vmlal.s32 ", $sum, ", ", c!($j),
            ", ", a!($i),
            "[1]\n",
        )
    };
}

/// Two columns of products, stored. Their products alternate, so that a product need not wait for
/// the previous sum.
macro_rules! two_columns {
    ($product:ident $i:tt $j:tt, $k:tt $l:tt; $($sum:literal $m:tt $n:tt),+) => {
        concat!(
            $product!("vmull.s32" "q14" $i $j),
            $product!("vmull.s32" "q15" $k $l),
            $($product!("vmlal.s32" $sum $m $n),)+
            "vst1.64 {{d28-d31}}, [r12]!\n",
        )
    };
}

/// All columns, to the stack.
macro_rules! columns {
    ($product:ident) => {
        concat!(
            two_columns!($product 0 0, 0 1; "q15" 1 0),
            two_columns!($product 0 2, 0 3; "q14" 1 1, "q15" 1 2, "q14" 2 0, "q15" 2 1, "q15" 3 0),
            two_columns!($product 0 4, 0 5; "q14" 1 3, "q15" 1 4, "q14" 2 2, "q15" 2 3, "q14" 3 1, "q15" 3 2, "q14" 4 0, "q15" 4 1, "q15" 5 0),
            two_columns!($product 0 6, 0 7; "q14" 1 5, "q15" 1 6, "q14" 2 4, "q15" 2 5, "q14" 3 3, "q15" 3 4, "q14" 4 2, "q15" 4 3, "q14" 5 1, "q15" 5 2, "q14" 6 0, "q15" 6 1, "q15" 7 0),
            two_columns!($product 0 8, 1 8; "q14" 1 7, "q15" 2 7, "q14" 2 6, "q15" 3 6, "q14" 3 5, "q15" 4 5, "q14" 4 4, "q15" 5 4, "q14" 5 3, "q15" 6 3, "q14" 6 2, "q15" 7 2, "q14" 7 1, "q15" 8 1, "q14" 8 0),
            two_columns!($product 2 8, 3 8; "q14" 3 7, "q15" 4 7, "q14" 4 6, "q15" 5 6, "q14" 5 5, "q15" 6 5, "q14" 6 4, "q15" 7 4, "q14" 7 3, "q15" 8 3, "q14" 8 2),
            two_columns!($product 4 8, 5 8; "q14" 5 7, "q15" 6 7, "q14" 6 6, "q15" 7 6, "q14" 7 5, "q15" 8 5, "q14" 8 4),
            two_columns!($product 6 8, 7 8; "q14" 7 7, "q15" 8 7, "q14" 8 6),
            $product!("vmull.s32" "q14" 8 8),
            "vst1.64 {{d28-d29}}, [r12]\n",
        )
    };
}

/// A step of the reduction: `$q m` clears the lowest column, whose carry moves on; meanwhile
/// `$next`, the quotient of the next column, is computed.
macro_rules! step {
    ($q:literal $next:literal; $c0:literal $c1:literal $c2:literal $c3:literal $c4:literal $c5:literal $c6:literal $c7:literal $c8:literal) => {
        concat!(
            step!(@ $c0 $q "d0[0]"), "vsra.s64 ", $c1, ", ", $c0, ", #29\n", step!(@ $c1 $q "d0[1]"),
            "vmovn.i64 ", $next, ", ", $c1, "\n",
            step!(@ $c2 $q "d1[0]"), step!(@ $c3 $q "d1[1]"),
            "vmul.i32 ", $next, ", ", $next, ", d4[1]\n",
            step!(@ $c4 $q "d2[0]"), step!(@ $c5 $q "d2[1]"), step!(@ $c6 $q "d3[0]"),
            "vbic.i32 ", $next, ", #0xe0000000\n",
            step!(@ $c7 $q "d3[1]"), step!(@ $c8 $q "d4[0]"),
        )
    };
    (@ $c:literal $q:literal $m:literal) => { concat!("vmlal.s32 ", $c, ", ", $q, ", ", $m, "\n") };
}

/// Subtracts `$factor m` from both results; `$above` is `2^29` times the factor.
macro_rules! less {
    ($factor:literal $above:literal) => {
        concat!(
            each!(less: (@ "q13" $factor "d0[0]") (@ "q14" $factor "d0[1]") (@ "q15" $factor "d1[0]") (@ "q4" $factor "d1[1]")
                (@ "q5" $factor "d2[0]") (@ "q6" $factor "d2[1]") (@ "q7" $factor "d3[0]") (@ "q8" $factor "d3[1]")
                (@ "q8" $above "d4[0]")),
        )
    };
    (@ $c:literal $factor:literal $m:literal) => { concat!("vmlsl.s32 ", $c, ", ", $factor, ", ", $m, "\n") };
}

/// Adds a column to the carry in `q9` and computes the next carry.
macro_rules! carry {
    ($($c:literal)+) => { concat!($("vshr.s64 q9, q9, #29\n", "vadd.i64 q9, q9, ", $c, "\n"),+) };
}

/// From the columns at `sp` both results at `r0`. The modulus is at `$m`. Changes `r12`.
macro_rules! reduce {
    ($m:literal) => {
        concat!(
            "vld1.32 {{d0-d3}}, [", $m, "]!\n",
            "vld1.32 {{d4}}, [", $m, "]\n",
            "mov r12, sp\n",
            "vld1.64 {{d8-d11}}, [r12]!\n vld1.64 {{d12-d15}}, [r12]!\n vld1.64 {{d16-d19}}, [r12]!\n",
            "vld1.64 {{d20-d23}}, [r12]!\n vld1.64 {{d24-d27}}, [r12]!\n vld1.64 {{d28-d31}}, [r12]!\n",
            "vmovn.i64 d5, q4\n vmul.i32 d5, d5, d4[1]\n vbic.i32 d5, #0xe0000000\n",
            step!("d5" "d6"; "q4" "q5" "q6" "q7" "q8" "q9" "q10" "q11" "q12"),
            step!("d6" "d5"; "q5" "q6" "q7" "q8" "q9" "q10" "q11" "q12" "q13"),
            step!("d5" "d6"; "q6" "q7" "q8" "q9" "q10" "q11" "q12" "q13" "q14"),
            step!("d6" "d5"; "q7" "q8" "q9" "q10" "q11" "q12" "q13" "q14" "q15"),
            "vld1.64 {{d8-d11}}, [r12]!\n vld1.64 {{d12-d15}}, [r12]!\n",
            step!("d5" "d6"; "q8" "q9" "q10" "q11" "q12" "q13" "q14" "q15" "q4"),
            "vld1.64 {{d16-d17}}, [r12]\n",
            step!("d6" "d5"; "q9" "q10" "q11" "q12" "q13" "q14" "q15" "q4" "q5"),
            step!("d5" "d6"; "q10" "q11" "q12" "q13" "q14" "q15" "q4" "q5" "q6"),
            step!("d6" "d5"; "q11" "q12" "q13" "q14" "q15" "q4" "q5" "q6" "q7"),
            step!("d5" "d6"; "q12" "q13" "q14" "q15" "q4" "q5" "q6" "q7" "q8"),
            // Eight columns, and the highest with all bits above it. The number is below 2 m: m is
            // subtracted, and added back where the result is negative.
            "vmov.i32 d5, #1\n vmov.i32 d6, #0x20000000\n",
            less!("d5" "d6"),
            "vshr.s64 q9, q13, #29\n vadd.i64 q9, q9, q14\n",
            carry!("q15" "q4" "q5" "q6" "q7" "q8"),
            "vshr.s64 q9, q9, #63\n vmovn.i64 d5, q9\n vshl.i32 d6, d5, #29\n",
            less!("d5" "d6"),
            "vsra.s64 q14, q13, #29\n vsra.s64 q15, q14, #29\n vsra.s64 q4, q15, #29\n vsra.s64 q5, q4, #29\n",
            "vsra.s64 q6, q5, #29\n vsra.s64 q7, q6, #29\n vsra.s64 q8, q7, #29\n",
            // Words of 64 bits, the words of each number together.
            "vsli.64 q13, q14, #29\n vsli.64 q13, q15, #58\n",
            "vshr.u64 q15, q15, #6\n vsli.64 q15, q4, #23\n vsli.64 q15, q5, #52\n",
            "vshr.u64 q5, q5, #12\n vsli.64 q5, q6, #17\n vsli.64 q5, q7, #46\n",
            "vshr.u64 q7, q7, #18\n vsli.64 q7, q8, #11\n",
            "vswp d27, d30\n vswp d11, d14\n",
            "add r12, r0, #32\n",
            "vst1.64 {{d26-d27}}, [r0]!\n vst1.64 {{d30-d31}}, [r12]!\n",
            "vst1.64 {{d10-d11}}, [r0]\n vst1.64 {{d14-d15}}, [r12]\n",
        )
    };
}

kernel! {
    /// `r[i] = a[i] b[i] / 2^256 mod m` for operands `a[0] b[0] a[1] b[1]`, `a[i] b[i] < 2^256 m`.
    /// Needs NEON. Stack: 344 bytes.
    pub(crate) fn multiply(r: &mut [[Word; 8]; 2], operands: &[&[Word; 8]; 4], m: &ShortDigits);
    ".fpu neon",
    "push {{r4, lr}}",
    "vpush {{d8-d15}}",
    "sub sp, sp, #272",
    "ldm r1, {{r1, r3, r4, lr}}",
    "mov r12, sp",
    "vld1.32 {{d18-d21}}, [r1]",
    "vld1.32 {{d22-d25}}, [r4]",
    side_by_side!(),
    first_factor!(),
    "vld1.32 {{d18-d21}}, [r3]",
    "vld1.32 {{d22-d25}}, [lr]",
    side_by_side!(),
    second_factor!(),
    columns!(pair),
    reduce!("r2"),
    "add sp, sp, #272",
    "vpop {{d8-d15}}",
    "pop {{r4, pc}}",
}

kernel! {
    /// `r = a b / 2^256 mod m` of complex numbers with parts below `m < 2^255`. Needs NEON. Stack:
    /// 336 bytes.
    pub(crate) fn complex_product(r: &mut [[Word; 8]; 2], a: &[[Word; 8]; 2], b: &[[Word; 8]; 2], m: &ShortDigits);
    ".fpu neon",
    "vpush {{d8-d15}}",
    "sub sp, sp, #272",
    "mov r12, sp",
    "vld1.32 {{d18-d21}}, [r1]!",
    "vld1.32 {{d22-d25}}, [r1]",
    side_by_side!(),
    first_factor!(),
    "vld1.32 {{d18-d21}}, [r2]!",
    "vld1.32 {{d22-d25}}, [r2]",
    side_by_side!(),
    second_factor!(),
    // The real parts of m - b₁ and the imaginary parts of b₀.
    "add r1, r3, #40",
    "vld1.32 {{d18-d21}}, [r1]!",
    "vld1.32 {{d22-d25}}, [r1]!",
    "vld1.32 {{d26}}, [r1]!",
    "vld1.32 {{d30-d31}}, [r1]",
    "vrev64.32 q14, q5",
    "vmla.i32 q9, q14, q15",
    "vrev64.32 q14, q6",
    "vmla.i32 q10, q14, q15",
    "vrev64.32 q14, q7",
    "vmla.i32 q11, q14, q15",
    "vrev64.32 q14, q8",
    "vmla.i32 q12, q14, q15",
    "vrev64.32 d28, d9",
    "vmla.i32 d26, d28, d30",
    columns!(complex),
    reduce!("r3"),
    "add sp, sp, #272",
    "vpop {{d8-d15}}",
    "bx lr",
}

/// Two operations at once with NEON. A value proves that this processor has NEON; the fields are
/// the kernels that the methods call.
#[derive(Debug, Clone, Copy)]
pub struct TwoWay {
    /// [`TwoWay::montgomery_mul`].
    pub montgomery_mul: extern "C" fn(&mut [[Word; 8]; 2], &[&[Word; 8]; 4], &ShortDigits),
    /// [`TwoWay::complex_product`].
    pub complex_product:
        extern "C" fn(&mut [[Word; 8]; 2], &[[Word; 8]; 2], &[[Word; 8]; 2], &ShortDigits),
}

impl TwoWay {
    const NEON: Self = Self { montgomery_mul: multiply, complex_product };

    /// The value if `features` and this processor, as far as is known without `std`, have NEON.
    #[must_use]
    pub fn available(features: Features) -> Option<Self> {
        features.allows(Features::NEON).then_some(Self::NEON)
    }

    /// Makes the value without detection.
    ///
    /// # Safety
    /// This processor must have NEON.
    #[must_use]
    pub const unsafe fn assumed() -> Self {
        Self::NEON
    }

    /// `r[0] = a b / 2^256 mod m` and `r[1] = c d / 2^256 mod m` in `[0, m)` for the operands
    /// `a b c d`; both products must be below `2^256 m`.
    pub fn montgomery_mul(
        self,
        r: &mut [[Word; 8]; 2],
        operands: &[&[Word; 8]; 4],
        m: &ShortDigits,
    ) {
        multiply(r, operands, m);
    }

    /// `r[0] + r[1] i = (a[0] + a[1] i)(b[0] + b[1] i) / 2^256 mod m` in `[0, m)` for `i² = -1`,
    /// parts in `[0, m)` and `m < 2^255`.
    pub fn complex_product(
        self,
        r: &mut [[Word; 8]; 2],
        a: &[[Word; 8]; 2],
        b: &[[Word; 8]; 2],
        m: &ShortDigits,
    ) {
        complex_product(r, a, b, m);
    }
}
