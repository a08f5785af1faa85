//! Two multiplications, or two reductions, at once with NEON.
//!
//! **Source.** `[Sanchez2013]`; `[Cuiman2019]`, section IV.B. **Idea.** A vector of two 64-bit
//! lanes holds a word of each of two independent numbers; `VMLAL` multiplies and adds in both.
//! There is no `UMAAL`: the carry must be extracted (`VSHR`) and added. The papers do that after
//! each product, and every product waits for the carry of the product before. Here a row first
//! makes its eight products, then every word passes its upper half to the next word (`VAND`,
//! `VSRA`), all at once: two words are at most `2^33 - 2`, and the next product fits on top of
//! that. The carries run through only at the end. **Cost.** For two: 64 `VMLAL`, 246 executed
//! instructions in all for products, 342 for reductions. **Time.** Constant.

use polylimb::authors::limb::Word;

/// Adds eight products to the words of a row.
macro_rules! products {
    ($multiply:literal $factor:literal; $(($t:literal $tl:literal $th:literal))+; $($b:literal)+) => {
        concat!($($multiply, " ", $t, ", ", $factor, ", ", $b, "\n"),+)
    };
}

/// Every word keeps its low half and adds the high half of the word below; `$new` is the high half
/// of the highest. The mask is in `q5`.
macro_rules! pass_on {
    ($t0:literal $t1:literal $t2:literal $t3:literal $t4:literal $t5:literal $t6:literal $t7:literal $new:literal) => {
        concat!(
            "vshr.u64 ", $new, ", ", $t7, ", #32\n",
            pass_on!(@ $t7 $t6), pass_on!(@ $t6 $t5), pass_on!(@ $t5 $t4), pass_on!(@ $t4 $t3),
            pass_on!(@ $t3 $t2), pass_on!(@ $t2 $t1), pass_on!(@ $t1 $t0),
        )
    };
    (@ $to:literal $from:literal) => {
        concat!("vand ", $to, ", ", $to, ", q5\n", "vsra.u64 ", $to, ", ", $from, ", #32\n")
    };
}

/// A row of the products: a word of each `a` times its `b`; then the lowest words are complete.
macro_rules! row {
    ($place:ident; $t0:tt $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt $t6:tt $t7:tt $new:tt) => {
        concat!(
            "vld1.32 {{d8[0]}}, [r3]!\n vld1.32 {{d8[1]}}, [r5]!\n",
            row!(@ $place; $t0 $t1 $t2 $t3 $t4 $t5 $t6 $t7),
            row!(@ pass $t0 $t1 $t2 $t3 $t4 $t5 $t6 $t7 $new),
            row!(@ store $t0),
        )
    };
    (@ first; $($t:tt)+) => { products!("vmull.u32" "d8"; $($t)+; "d0" "d1" "d4" "d5" "d2" "d3" "d6" "d7") };
    (@ next; $($t:tt)+) => { products!("vmlal.u32" "d8"; $($t)+; "d0" "d1" "d4" "d5" "d2" "d3" "d6" "d7") };
    (@ pass $(($t:literal $tl:literal $th:literal))+) => { pass_on!($($t)+) };
    (@ store ($t:literal $low:literal $high:literal)) => {
        concat!("vst1.32 {{", $low, "[0]}}, [r0]!\n", "vst1.32 {{", $high, "[0]}}, [r1]!\n")
    };
}

/// The carries run through eight words, which are packed and stored at `$r0` and `$r1`.
macro_rules! finish {
    ($r0:literal $r1:literal; $t0:tt $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt $t6:tt $t7:tt) => {
        concat!(
            finish!(@ carry $t0 $t1), finish!(@ carry $t1 $t2), finish!(@ carry $t2 $t3), finish!(@ carry $t3 $t4),
            finish!(@ carry $t4 $t5), finish!(@ carry $t5 $t6), finish!(@ carry $t6 $t7),
            finish!(@ store $r0 $r1 $t0 $t1), finish!(@ store $r0 $r1 $t2 $t3),
            finish!(@ store $r0 $r1 $t4 $t5), finish!(@ store $r0 $r1 $t6 $t7),
        )
    };
    (@ carry ($from:literal $fl:literal $fh:literal) ($to:literal $tl:literal $th:literal)) => {
        concat!("vsra.u64 ", $to, ", ", $from, ", #32\n")
    };
    (@ store $r0:literal $r1:literal ($t:literal $low:literal $high:literal) ($u:literal $ul:literal $uh:literal)) => {
        concat!(
            "vsli.64 ", $t, ", ", $u, ", #32\n",
            "vst1.32 {{", $low, "}}, [", $r0, "]!\n",
            "vst1.32 {{", $high, "}}, [", $r1, "]!\n",
        )
    };
}

kernel! {
    /// `r[i] = a[i] b[i]` for operands `a[0] b[0] a[1] b[1]`. Needs NEON. Stack: 80 bytes.
    pub(crate) fn multiply(r: &mut [[Word; 16]; 2], operands: &[&[Word; 8]; 4]);
    ".fpu neon",
    "push {{r4-r6, lr}}",
    "vpush {{d8-d15}}",
    "ldm r1, {{r3-r6}}",
    "add r1, r0, #64",
    "vld1.32 {{d0-d3}}, [r4]",
    "vld1.32 {{d4-d7}}, [r6]",
    "vzip.32 q0, q2",
    "vzip.32 q1, q3",
    "vmov.i64 q5, #0xffffffff",
    row!(first; ("q8" "d16" "d17") ("q9" "d18" "d19") ("q10" "d20" "d21") ("q11" "d22" "d23") ("q12" "d24" "d25") ("q13" "d26" "d27") ("q14" "d28" "d29") ("q15" "d30" "d31") ("q6" "d12" "d13")),
    row!(next; ("q9" "d18" "d19") ("q10" "d20" "d21") ("q11" "d22" "d23") ("q12" "d24" "d25") ("q13" "d26" "d27") ("q14" "d28" "d29") ("q15" "d30" "d31") ("q6" "d12" "d13") ("q8" "d16" "d17")),
    row!(next; ("q10" "d20" "d21") ("q11" "d22" "d23") ("q12" "d24" "d25") ("q13" "d26" "d27") ("q14" "d28" "d29") ("q15" "d30" "d31") ("q6" "d12" "d13") ("q8" "d16" "d17") ("q9" "d18" "d19")),
    row!(next; ("q11" "d22" "d23") ("q12" "d24" "d25") ("q13" "d26" "d27") ("q14" "d28" "d29") ("q15" "d30" "d31") ("q6" "d12" "d13") ("q8" "d16" "d17") ("q9" "d18" "d19") ("q10" "d20" "d21")),
    row!(next; ("q12" "d24" "d25") ("q13" "d26" "d27") ("q14" "d28" "d29") ("q15" "d30" "d31") ("q6" "d12" "d13") ("q8" "d16" "d17") ("q9" "d18" "d19") ("q10" "d20" "d21") ("q11" "d22" "d23")),
    row!(next; ("q13" "d26" "d27") ("q14" "d28" "d29") ("q15" "d30" "d31") ("q6" "d12" "d13") ("q8" "d16" "d17") ("q9" "d18" "d19") ("q10" "d20" "d21") ("q11" "d22" "d23") ("q12" "d24" "d25")),
    row!(next; ("q14" "d28" "d29") ("q15" "d30" "d31") ("q6" "d12" "d13") ("q8" "d16" "d17") ("q9" "d18" "d19") ("q10" "d20" "d21") ("q11" "d22" "d23") ("q12" "d24" "d25") ("q13" "d26" "d27")),
    row!(next; ("q15" "d30" "d31") ("q6" "d12" "d13") ("q8" "d16" "d17") ("q9" "d18" "d19") ("q10" "d20" "d21") ("q11" "d22" "d23") ("q12" "d24" "d25") ("q13" "d26" "d27") ("q14" "d28" "d29")),
    finish!("r0" "r1"; ("q6" "d12" "d13") ("q8" "d16" "d17") ("q9" "d18" "d19") ("q10" "d20" "d21") ("q11" "d22" "d23") ("q12" "d24" "d25") ("q13" "d26" "d27") ("q14" "d28" "d29")),
    "vpop {{d8-d15}}",
    "pop {{r4-r6, pc}}",
}

/// A row of both reductions: the lowest word times `-1/m`, times `m`; the next word of `t` is
/// added.
macro_rules! reduction_row {
    ($t0:tt $t1:tt $t2:tt $t3:tt $t4:tt $t5:tt $t6:tt $t7:tt $new:tt) => {
        concat!(
            "vld1.32 {{d6[0]}}, [r1]!\n vld1.32 {{d6[1]}}, [r3]!\n",
            reduction_row!(@ quotient $t0),
            products!("vmlal.u32" "d5"; $t0 $t1 $t2 $t3 $t4 $t5 $t6 $t7;
                "d0[0]" "d0[1]" "d1[0]" "d1[1]" "d2[0]" "d2[1]" "d3[0]" "d3[1]"),
            row!(@ pass $t0 $t1 $t2 $t3 $t4 $t5 $t6 $t7 $new),
            reduction_row!(@ take $new),
        )
    };
    (@ quotient ($t:literal $low:literal $high:literal)) => {
        concat!("vmovn.i64 d5, ", $t, "\n", "vmul.i32 d5, d5, d4\n")
    };
    (@ take ($t:literal $low:literal $high:literal)) => {
        concat!("vaddw.u32 ", $t, ", ", $t, ", d6\n")
    };
}

kernel! {
    /// `r[i] = t[i] / 2^256 mod m` for `t[i] < 2^256 m`; `minus_inverse` is `-1/m mod 2^32`. Needs
    /// NEON. Stack: 100 bytes.
    pub(crate) fn reduce(r: &mut [[Word; 8]; 2], t: &[[Word; 16]; 2], m: &[Word; 8], minus_inverse: Word);
    ".fpu neon",
    "push {{r4-r11, lr}}",
    "vpush {{d8-d15}}",
    "vdup.32 d4, r3",
    "add r3, r1, #64",
    "vld1.32 {{d0-d3}}, [r2]",
    "vld1.32 {{d24-d27}}, [r1]!",
    "vld1.32 {{d28-d31}}, [r3]!",
    "vzip.32 q12, q14",
    "vzip.32 q13, q15",
    "vmovl.u32 q8, d24",
    "vmovl.u32 q9, d25",
    "vmovl.u32 q10, d28",
    "vmovl.u32 q11, d29",
    "vmovl.u32 q12, d26",
    "vmovl.u32 q13, d27",
    "vmovl.u32 q14, d30",
    "vmovl.u32 q15, d31",
    "vmov.i64 q5, #0xffffffff",
    reduction_row!(("q8" "d16" "d17") ("q9" "d18" "d19") ("q10" "d20" "d21") ("q11" "d22" "d23") ("q12" "d24" "d25") ("q13" "d26" "d27") ("q14" "d28" "d29") ("q15" "d30" "d31") ("q6" "d12" "d13")),
    reduction_row!(("q9" "d18" "d19") ("q10" "d20" "d21") ("q11" "d22" "d23") ("q12" "d24" "d25") ("q13" "d26" "d27") ("q14" "d28" "d29") ("q15" "d30" "d31") ("q6" "d12" "d13") ("q8" "d16" "d17")),
    reduction_row!(("q10" "d20" "d21") ("q11" "d22" "d23") ("q12" "d24" "d25") ("q13" "d26" "d27") ("q14" "d28" "d29") ("q15" "d30" "d31") ("q6" "d12" "d13") ("q8" "d16" "d17") ("q9" "d18" "d19")),
    reduction_row!(("q11" "d22" "d23") ("q12" "d24" "d25") ("q13" "d26" "d27") ("q14" "d28" "d29") ("q15" "d30" "d31") ("q6" "d12" "d13") ("q8" "d16" "d17") ("q9" "d18" "d19") ("q10" "d20" "d21")),
    reduction_row!(("q12" "d24" "d25") ("q13" "d26" "d27") ("q14" "d28" "d29") ("q15" "d30" "d31") ("q6" "d12" "d13") ("q8" "d16" "d17") ("q9" "d18" "d19") ("q10" "d20" "d21") ("q11" "d22" "d23")),
    reduction_row!(("q13" "d26" "d27") ("q14" "d28" "d29") ("q15" "d30" "d31") ("q6" "d12" "d13") ("q8" "d16" "d17") ("q9" "d18" "d19") ("q10" "d20" "d21") ("q11" "d22" "d23") ("q12" "d24" "d25")),
    reduction_row!(("q14" "d28" "d29") ("q15" "d30" "d31") ("q6" "d12" "d13") ("q8" "d16" "d17") ("q9" "d18" "d19") ("q10" "d20" "d21") ("q11" "d22" "d23") ("q12" "d24" "d25") ("q13" "d26" "d27")),
    reduction_row!(("q15" "d30" "d31") ("q6" "d12" "d13") ("q8" "d16" "d17") ("q9" "d18" "d19") ("q10" "d20" "d21") ("q11" "d22" "d23") ("q12" "d24" "d25") ("q13" "d26" "d27") ("q14" "d28" "d29")),
    "mov r12, r0",
    "add lr, r0, #32",
    finish!("r12" "lr"; ("q6" "d12" "d13") ("q8" "d16" "d17") ("q9" "d18" "d19") ("q10" "d20" "d21") ("q11" "d22" "d23") ("q12" "d24" "d25") ("q13" "d26" "d27") ("q14" "d28" "d29")),
    // The word above the eight words.
    "vshr.u64 q8, q14, #32",
    "vmov.32 r3, d16[0]",
    "vmov.32 r1, d17[0]",
    "vpop {{d8-d15}}",
    "ldm r0, {{r4-r11}}",
    subtract_once!("r3", "r2"),
    "stm r0!, {{r4-r11}}",
    "ldm r0, {{r4-r11}}",
    subtract_once!("r1", "r2"),
    "stm r0, {{r4-r11}}",
    "pop {{r4-r11, pc}}",
}
