//! Products of two numbers side by side with NEON, in 14 signed digits of 28 bits, unreduced and
//! reduced: BLS12-381's pairings ([`crate::field`]'s `short_digits`, which has the same in
//! intrinsics, and the source).
//!
//! **Idea.** Vectors have the same digit of both numbers. Products are summed two or four columns
//! at a time, so that a product does not wait for the last sum. A complex product is `(a₀, a₁) b₀`
//! and then `(-a₁, a₀) b₁`. A reduction goes by columns: all quotients and the constant's digits
//! stay in registers, and a column that waits for a quotient adds its other products meanwhile.
//! **Cost.** 392 `VMLAL` of a complex product, 196 of two products or of a reduction; in all 576,
//! 336 and 403 executed instructions. **Time.** Constant.
//!
//! Results are returned, in memory to which `r0` points by the convention of C.

#![allow(
    improper_ctypes_definitions,
    reason = "both sides are Rust; only the convention is that of C"
)]

/// A number; the last two digits are 0.
pub(crate) type Number = [[i32; 4]; 4];
/// The columns of a sum of unreduced products; the top one is 0 or a carry.
pub(crate) type Columns = [[i64; 2]; 14];

/// Of a prime: `p`; `(κ p + 1) / 2^28`; `κ = -1/p mod 2^28` and `2^398 / p`, rounded.
pub(crate) type Constants = [Number; 3];

/// The products of the heads of both lists, of the next ones, and so on, by turns into two sums.
/// The first instructions are `$first` and `$second`. Between the products are other lines. `$end`
/// is told the next instructions, so it knows whether both sums are used.
macro_rules! sum {
    ($end:tt $first:tt $second:tt [$sum:tt $other:tt] [$a:tt $($as:tt)*] [$b:tt $($bs:tt)*] [$($line:expr $(, $more:expr)*)?]) => {
        concat!(
            $first, " ", $sum, ", ", $a, ", ", $b, "\n",
            $($line, "\n",)?
            sum!($end $second "vmlal.s32" [$other $sum] [$($as)*] [$($bs)*] [$($($more),*)?]),
        )
    };
    ([$end:ident $($of:tt)*] $first:tt $second:tt $sums:tt $a:tt $b:tt [$($line:expr),*]) => {
        concat!($($line, "\n",)* $end!($first $second $($of)*))
    };
}

/// A number of 14 digits.
#[rustfmt::skip]
macro_rules! load {
    ($from:literal $q0:literal $q1:literal $q2:literal $d:literal) => {
        concat!(
            "vld1.32 {{", $q0, "}}, [", $from, "]!\nvld1.32 {{", $q1, "}}, [", $from, "]!\n",
            "vld1.32 {{", $q2, "}}, [", $from, "]!\nvld1.32 {{", $d, "}}, [", $from, "]!\n",
        )
    };
}

/// The same numbers with digits that can be multiplied, side by side: each hands on what exceeds
/// it. From the vectors of both, by turns.
#[rustfmt::skip]
macro_rules! factors {
    ($v0:literal $v1:literal, $v2:literal $v3:literal, $v4:literal $v5:literal, $v6:literal: $d12:literal $d13:literal;
        $d11:literal $d10:literal $d9:literal $d8:literal $d7:literal $d6:literal $d5:literal $d4:literal $d3:literal $d2:literal $d1:literal) => {
        concat!(
            "vzip.32 ", $v0, ", ", $v1, "\nvzip.32 ", $v2, ", ", $v3, "\nvzip.32 ", $v4, ", ", $v5, "\n",
            "vtrn.32 ", $d12, ", ", $d13, "\n",
            factors!(@ $v6 "q15" "d30" $d13),
            factors!(@ $v5 "q7" "d14" $d11), "vadd.i32 ", $d12, ", ", $d12, ", d15\n",
            factors!(@ $v4 "q15" "d30" $d9), "vadd.i32 ", $d10, ", ", $d10, ", d31\n",
            factors!(@ $v3 "q7" "d14" $d7), "vadd.i32 ", $d8, ", ", $d8, ", d15\n",
            factors!(@ $v2 "q15" "d30" $d5), "vadd.i32 ", $d6, ", ", $d6, ", d31\n",
            factors!(@ $v1 "q7" "d14" $d3), "vadd.i32 ", $d4, ", ", $d4, ", d15\n",
            factors!(@ $v0 "q15" "d30" $d1), "vadd.i32 ", $d2, ", ", $d2, ", d31\n",
        )
    };
    (@ $v:literal $above:literal $low:literal $d:literal) => {
        concat!(
            "vrshr.s32 ", $above, ", ", $v, ", #28\n",
            low_bits!($v),
            "vadd.i32 ", $d, ", ", $d, ", ", $low, "\n",
        )
    };
}

/// The low 28 bits as signed digits.
macro_rules! low_bits {
    ($v:literal) => {
        concat!("vshl.i32 ", $v, ", ", $v, ", #4\nvshr.s32 ", $v, ", ", $v, ", #4\n")
    };
}

/// In place of the imaginary and the real part of `a` both factors of its square.
#[rustfmt::skip]
macro_rules! square {
    ($difference:literal $im:literal $sum:literal $twice:literal) => {
        concat!(
            "vsub.i32 ", $difference, ", ", $twice, ", ", $sum, "\nvmov ", $im, ", ", $sum, "\n",
            "vadd.i32 ", $sum, ", ", $sum, ", ", $twice, "\n",
            "vadd.i32 ", $twice, ", ", $twice, ", ", $twice, "\n",
        )
    };
}

/// In `d16` to `d29`.
macro_rules! first_factors {
    () => {
        factors!("q8" "q9", "q10" "q11", "q12" "q13", "q14": "d28" "d29";
            "d27" "d26" "d25" "d24" "d23" "d22" "d21" "d20" "d19" "d18" "d17")
    };
}

/// In `d0` to `d13`.
macro_rules! second_factors {
    () => {
        factors!("q0" "q1", "q2" "q3", "q4" "q5", "q6": "d12" "d13";
            "d11" "d10" "d9" "d8" "d7" "d6" "d5" "d4" "d3" "d2" "d1")
    };
}

/// The next column begins with the sum that is to be reduced.
macro_rules! column {
    ("q7") => {
        "vld1.64 {{d14}}, [r1]!\nvld1.64 {{d15}}, [r12]!\n"
    };
    ("q15") => {
        "vld1.64 {{d30}}, [r1]!\nvld1.64 {{d31}}, [r12]!\n"
    };
}

/// A column hands on what exceeds a digit, to both sums of the next one or to the only one.
#[rustfmt::skip]
macro_rules! carry {
    ("vmlal.s32" "vmlal.s32" $column:tt $next:tt $other:tt) => {
        concat!(
            "vrsra.s64 ", $other, ", ", $column, ", #28\n",
            "vadd.i64 ", $next, ", ", $next, ", ", $other, "\n",
        )
    };
    ($first:tt $second:tt $column:tt $next:tt $other:tt) => {
        concat!("vrsra.s64 ", $next, ", ", $column, ", #28\n")
    };
}

/// The next column, in which the quotients `$q` have these digits of a constant, while `$line`s
/// finish the column.
macro_rules! next_column {
    ($column:tt $next:tt $other:tt $q:tt $h:tt $lines:tt) => {
        concat!(
            column!($next),
            sum!([carry $column $next $other] "vmlal.s32" "vmull.s32" [$next $other] $q $h $lines),
        )
    };
}

/// The numbers `t / 2^392` at `r0` from the columns at `r1`. The constants are at `r2`.
macro_rules! reduce {
    () => {
        concat!(
            "add r12, r2, #64\nvld1.32 {{d0-d3}}, [r12]!\nvld1.32 {{d4-d7}}, [r12]!\n",
            "vld1.32 {{d7[0]}}, [r12]!\nvld1.32 {{d12}}, [r2]!\nadd r12, r1, #224\n",
            column!("q7"),
            reduce!(@ rising "q7" "q15" "q4" "q5"
                ["d6[0]" "d5[1]" "d5[0]" "d4[1]" "d4[0]" "d3[1]" "d3[0]" "d2[1]" "d2[0]" "d1[1]" "d1[0]" "d0[1]"]
                ["d28" "d27" "d26" "d25" "d24" "d23" "d22" "d21" "d20" "d19" "d18" "d17" "d16"]),
            // The last quotient is one by the prime.
            next_column!("q15" "q7" "q5"
                ["d16" "d17" "d18" "d19" "d20" "d21" "d22" "d23" "d24" "d25" "d26" "d27" "d28"]
                ["d6[1]" "d6[0]" "d5[1]" "d5[0]" "d4[1]" "d4[0]" "d3[1]" "d3[0]" "d2[1]" "d2[0]" "d1[1]" "d1[0]" "d0[1]"]
                ["", "", "", "vmovn.i64 d29, q15", "vmul.i32 d29, d29, d7[0]", "", "", "vshl.i32 d29, d29, #4",
                    "vshr.s32 d29, d29, #4", "vmlal.s32 q15, d29, d12[0]"]),
            "vmlal.s32 q7, d29, d12[1]\n",
            reduce!(@ falling "q7" "q15" "q4" "q5" "vld1.32 {{d12}}, [r2]!\n" "d12[0]" "" "d12[1]"
                ["d16" "d17" "d18" "d19" "d20" "d21" "d22" "d23" "d24" "d25" "d26" "d27" "d28"]),
            "vmovn.i64 d29, q15\n",
            low_bits!("q8"), low_bits!("q9"), low_bits!("q10"), low_bits!("q11"), low_bits!("q12"), low_bits!("q13"),
            low_bits!("q14"),
            "vuzp.32 q8, q9\nvuzp.32 q10, q11\nvuzp.32 q12, q13\nvtrn.32 d28, d29\nvmov.i32 d30, #0\n",
            reduce!(@ store "d16-d17" "d20-d21" "d24-d25" "d28" "d30"),
            reduce!(@ store "d18-d19" "d22-d23" "d26-d27" "d29" "d30"),
        )
    };
    (@ rising $column:tt $next:tt $other:tt $others:tt $h:tt [$q:tt $($qs:tt)*]) => {
        concat!(
            reduce!(@ before $next $column $others $other $h [$($qs)*]),
            next_column!($column $next $other
                ["d16" "d17" "d18" "d19" "d20" "d21" "d22" "d23" "d24" "d25" "d26" "d27"] $h
                ["", "", "", concat!("vmovn.i64 ", $q, ", ", $column), "", concat!("vshl.i32 ", $q, ", ", $q, ", #4"), "",
                    concat!("vshr.s32 ", $q, ", ", $q, ", #4")]),
            "vmlal.s32 ", $next, ", ", $q, ", d0[0]\n",
        )
    };
    (@ before $column:tt $next:tt $other:tt $others:tt [] $q:tt) => { "" };
    (@ before $column:tt $next:tt $other:tt $others:tt [$h:tt $($hs:tt)*] $q:tt) => {
        reduce!(@ rising $column $next $other $others [$($hs)*] $q)
    };
    (@ falling $column:tt $next:tt $other:tt $others:tt $load:tt $p:tt $loads:tt $ps:tt [$q:tt $($qs:tt)*]) => {
        concat!(
            next_column!($column $next $other [$($qs)*]
                ["d6[1]" "d6[0]" "d5[1]" "d5[0]" "d4[1]" "d4[0]" "d3[1]" "d3[0]" "d2[1]" "d2[0]" "d1[1]" "d1[0]"]
                ["", "", "", concat!("vmovn.i64 ", $q, ", ", $column)]),
            reduce!(@ falling_p $column $next $other $others $load $p $loads $ps [$($qs)*]),
        )
    };
    (@ falling_p $column:tt $next:tt $other:tt $others:tt $load:tt $p:tt $loads:tt $ps:tt []) => { "" };
    (@ falling_p $column:tt $next:tt $other:tt $others:tt $load:tt $p:tt $loads:tt $ps:tt $qs:tt) => {
        concat!(
            $load, "vmlal.s32 ", $next, ", d29, ", $p, "\n",
            reduce!(@ falling $next $column $others $other $loads $ps $load $p $qs),
        )
    };
    (@ store $($v:literal)+) => { concat!($("vst1.32 {{", $v, "}}, [r0]!\n",)+) };
}

/// The number in `q0` to `q3` with digits that hand on what exceeds them.
#[rustfmt::skip]
macro_rules! carried {
    ($a0:literal $a1:literal $a2:literal $a3:literal $below:literal) => {
        concat!(
            "vrshr.s32 ", $a0, ", q0, #28\nvrshr.s32 ", $a1, ", q1, #28\n",
            "vrshr.s32 ", $a2, ", q2, #28\nvrshr.s32 ", $a3, ", q3, #28\n",
            low_bits!("q0"), low_bits!("q1"), low_bits!("q2"), low_bits!("q3"),
            "vext.32 ", $a3, ", ", $a2, ", ", $a3, ", #3\nvext.32 ", $a2, ", ", $a1, ", ", $a2, ", #3\n",
            "vmov.i32 ", $below, ", #0\nvext.32 ", $a1, ", ", $a0, ", ", $a1, ", #3\n",
            "vext.32 ", $a0, ", ", $below, ", ", $a0, ", #3\n",
            "vadd.i32 q0, q0, ", $a0, "\nvadd.i32 q1, q1, ", $a1, "\n",
            "vadd.i32 q2, q2, ", $a2, "\nvadd.i32 q3, q3, ", $a3, "\n",
        )
    };
}

/// A row of products: `$x` with the heads of the list, each into a column's sum.
macro_rules! row {
    ($term:ident $first:tt $x:tt [$sum:tt $($sums:tt)*] [$y:tt $($ys:tt)*]) => {
        concat!($term!($first $sum $x $y), row!($term $first $x [$($sums)*] [$($ys)*]))
    };
    ($term:ident $first:tt $x:tt $sums:tt $ys:tt) => { "" };
}

/// Rows, from one to the next of which the list loses its head.
macro_rules! rows {
    ($term:ident $first:tt $sums:tt [$x:tt $($xs:tt)*] [$y:tt $($ys:tt)*]) => {
        concat!(row!($term $first $x $sums [$y $($ys)*]), rows!($term "vmlal.s32" $sums [$($xs)*] [$($ys)*]))
    };
    ($term:ident $first:tt $sums:tt $xs:tt $ys:tt) => { "" };
}

/// A product of digits.
#[rustfmt::skip]
macro_rules! vector_by_digit {
    ($multiply:tt $sum:tt $a:tt $b:tt) => { concat!($multiply, " ", $sum, ", ", $a, ", ", $b, "\n") };
}

#[rustfmt::skip]
macro_rules! digit_by_vector {
    ($multiply:tt $sum:tt $b:tt $a:tt) => { concat!($multiply, " ", $sum, ", ", $a, ", ", $b, "\n") };
}

/// All columns of two products, two at a time.
#[rustfmt::skip]
macro_rules! two {
    () => {
        concat!(
            "add r12, r0, #224\n",
            two!(@ rising ["d13" "d12" "d11" "d10" "d9" "d8" "d7" "d6" "d5" "d4" "d3" "d2" "d1" "d0"]),
            two!(@ falling ["d17" "d18" "d19" "d20" "d21" "d22" "d23" "d24" "d25" "d26" "d27" "d28" "d29"]),
        )
    };
    (@ rising []) => { "" };
    (@ rising [$b:tt $c:tt $($bs:tt)*]) => {
        concat!(
            two!(@ rising [$($bs)*]),
            two!(@ "" ["q15" "q7"]
                ["d16" "d17" "d18" "d19" "d20" "d21" "d22" "d23" "d24" "d25" "d26" "d27" "d28" "d29"] [$b $c $($bs)*]),
        )
    };
    (@ falling [$a:tt]) => { two!(@ "vmov.i32 q15, #0\n" ["q7"] ["d13"] [$a]) };
    (@ falling [$a:tt $c:tt $($as:tt)*]) => {
        concat!(
            two!(@ "" ["q7" "q15"]
                ["d13" "d12" "d11" "d10" "d9" "d8" "d7" "d6" "d5" "d4" "d3" "d2" "d1" "d0"] [$a $c $($as)*]),
            two!(@ falling [$($as)*]),
        )
    };
    (@ $before:literal $sums:tt $x:tt $y:tt) => {
        concat!(
            $before, rows!(vector_by_digit "vmull.s32" $sums $x $y),
            "vswp d15, d30\nvst1.64 {{d14-d15}}, [r0]!\nvst1.64 {{d30-d31}}, [r12]!\n",
        )
    };
}

/// The products of the vectors `$a` by the digits in `d0` to `d6`, four columns at a time, so that
/// a product does not wait for the last sum.
#[rustfmt::skip]
macro_rules! complex {
    ($before:ident $after:ident $first:tt [$a0:tt $a1:tt $a2:tt $a3:tt $a4:tt $a5:tt $a6:tt $a7:tt $a8:tt $a9:tt $a10:tt $a11:tt $a12:tt $a13:tt]) => {
        complex!(@ $before $after $first
            [$a0 $a1 $a2 $a3 $a4 $a5 $a6 $a7 $a8 $a9 $a10 $a11 $a12 $a13]
            [$a1 $a2 $a3 $a4 $a5 $a6 $a7 $a8 $a9 $a10 $a11 $a12 $a13]
            [$a5 $a6 $a7 $a8 $a9 $a10 $a11 $a12 $a13] [$a9 $a10 $a11 $a12 $a13] [$a13]
            ["d6[1]" "d6[0]" "d5[1]" "d5[0]" "d4[1]" "d4[0]" "d3[1]" "d3[0]" "d2[1]" "d2[0]" "d1[1]" "d1[0]" "d0[1]" "d0[0]"])
    };
    (@ $before:ident $after:ident $first:tt $all:tt $from1:tt $from5:tt $from9:tt $from13:tt $b:tt) => {
        concat!(
            $before!(four), rows!(vector_by_digit $first ["q7" "q6" "q5" "q4"] $all ["d1[1]" "d1[0]" "d0[1]" "d0[0]"]), $after!(four),
            $before!(four), rows!(vector_by_digit $first ["q7" "q6" "q5" "q4"] $all
                ["d3[1]" "d3[0]" "d2[1]" "d2[0]" "d1[1]" "d1[0]" "d0[1]" "d0[0]"]), $after!(four),
            $before!(four), rows!(vector_by_digit $first ["q7" "q6" "q5" "q4"] $all
                ["d5[1]" "d5[0]" "d4[1]" "d4[0]" "d3[1]" "d3[0]" "d2[1]" "d2[0]" "d1[1]" "d1[0]" "d0[1]" "d0[0]"]), $after!(four),
            $before!(two), rows!(vector_by_digit $first ["q5" "q4"] $all $b), $after!(two),
            $before!(four), rows!(digit_by_vector $first ["q4" "q5" "q6" "q7"] $b $from1), $after!(four),
            $before!(four), rows!(digit_by_vector $first ["q4" "q5" "q6" "q7"] $b $from5), $after!(four),
            $before!(four), rows!(digit_by_vector $first ["q4" "q5" "q6" "q7"] $b $from9), $after!(four),
            $before!(last), rows!(digit_by_vector $first ["q4"] $b $from13), $after!(two),
        )
    };
}

/// The sums begin with products; what is above the last column is 0.
macro_rules! new {
    (last) => {
        "vmov.i32 q5, #0\n"
    };
    ($columns:ident) => {
        ""
    };
}

macro_rules! to_stack {
    (two) => {
        "vst1.64 {{d8-d11}}, [r12]!\n"
    };
    (four) => {
        "vst1.64 {{d8-d11}}, [r12]!\nvst1.64 {{d12-d15}}, [r12]!\n"
    };
}

macro_rules! from_stack {
    (last) => {
        from_stack!(two)
    };
    (two) => {
        "vld1.64 {{d8-d11}}, [r12]!\n"
    };
    (four) => {
        "vld1.64 {{d8-d11}}, [r12]!\nvld1.64 {{d12-d15}}, [r12]!\n"
    };
}

/// Columns of each part.
macro_rules! apart {
    (two) => {
        "vswp d9, d10\nvst1.64 {{d8-d9}}, [r0]!\nvst1.64 {{d10-d11}}, [r3]!\n"
    };
    (four) => {
        concat!(
            apart!(two),
            "vswp d13, d14\nvst1.64 {{d12-d13}}, [r0]!\nvst1.64 {{d14-d15}}, [r3]!\n"
        )
    };
}

kernel! {
    /// The columns of `a b` for complex numbers with digits of a little more than 28 bits times 8:
    /// `a₀ b₀ - a₁ b₁` and `a₁ b₀ + a₀ b₁`. Needs NEON. Stack: 512 bytes.
    pub(crate) fn complex_wide(a: &[Number; 2], b: &[Number; 2]) -> [Columns; 2];
    ".fpu neon",
    "vpush {{d8-d15}}",
    "sub sp, sp, #448",
    "vld1.32 {{d0-d3}}, [r2]!",
    "vld1.32 {{d4-d7}}, [r2]!",
    carried!("q8" "q9" "q10" "q11" "q15"),
    load!("r1" "d16-d17" "d20-d21" "d24-d25" "d28"),
    "add r1, r1, #8",
    load!("r1" "d18-d19" "d22-d23" "d26-d27" "d29"),
    first_factors!(),
    "mov r12, sp",
    complex!(new to_stack "vmull.s32"
        ["d16" "d17" "d18" "d19" "d20" "d21" "d22" "d23" "d24" "d25" "d26" "d27" "d28" "d29"]),
    // (-a₁, a₀).
    "vuzp.32 q8, q9\nvuzp.32 q10, q11\nvuzp.32 q12, q13\nvtrn.32 d28, d29",
    "vneg.s32 q9, q9\nvneg.s32 q11, q11\nvneg.s32 q13, q13\nvneg.s32 d29, d29",
    "vzip.32 q9, q8\nvzip.32 q11, q10\nvzip.32 q13, q12\nvtrn.32 d29, d28",
    "vld1.32 {{d0-d3}}, [r2]!",
    "vld1.32 {{d4-d7}}, [r2]",
    carried!("q4" "q5" "q6" "q7" "q15"),
    "mov r12, sp",
    "add r3, r0, #224",
    complex!(from_stack apart "vmlal.s32"
        ["d18" "d19" "d16" "d17" "d22" "d23" "d20" "d21" "d26" "d27" "d24" "d25" "d29" "d28"]),
    "add sp, sp, #448",
    "vpop {{d8-d15}}",
    "bx lr",
}

kernel! {
    /// The columns of `(a₀ + a₁)(a₀ - a₁)` and `2 a₀ a₁`. Needs NEON. Stack: 64 bytes.
    pub(crate) fn square_wide(a: &[Number; 2]) -> [Columns; 2];
    ".fpu neon",
    "vpush {{d8-d15}}",
    load!("r1" "d18-d19" "d22-d23" "d26-d27" "d29"),
    "add r1, r1, #8",
    load!("r1" "d16-d17" "d20-d21" "d24-d25" "d28"),
    square!("q0" "q1" "q8" "q9"),
    square!("q2" "q3" "q10" "q11"),
    square!("q4" "q5" "q12" "q13"),
    square!("d12" "d13" "d28" "d29"),
    first_factors!(),
    second_factors!(),
    two!(),
    "vpop {{d8-d15}}",
    "bx lr",
}

kernel! {
    /// The columns of `a b` and `c d` for the operands `a b c d`. Needs NEON. Stack: 64 bytes.
    pub(crate) fn two_wide(operands: &[&Number; 4]) -> [Columns; 2];
    ".fpu neon",
    "vpush {{d8-d15}}",
    "ldm r1, {{r1, r2, r3, r12}}",
    load!("r1" "d16-d17" "d20-d21" "d24-d25" "d28"),
    load!("r3" "d18-d19" "d22-d23" "d26-d27" "d29"),
    load!("r2" "d0-d1" "d4-d5" "d8-d9" "d12"),
    load!("r12" "d2-d3" "d6-d7" "d10-d11" "d13"),
    first_factors!(),
    second_factors!(),
    two!(),
    "vpop {{d8-d15}}",
    "bx lr",
}

kernel! {
    /// The numbers `t / 2^392` modulo the prime. Needs NEON. Stack: 64 bytes.
    pub(crate) fn reduce(t: &[Columns; 2], constants: &Constants) -> [Number; 2];
    ".fpu neon",
    "vpush {{d8-d15}}",
    reduce!(),
    "vpop {{d8-d15}}",
    "bx lr",
}

/// Sums of vectors at `r1` and `r2`, to `r0`.
#[rustfmt::skip]
macro_rules! sums {
    ($sum:literal) => {
        concat!(
            "vld1.64 {{d0-d3}}, [r1]!\nvld1.64 {{d4-d7}}, [r1]!\n",
            "vld1.64 {{d16-d19}}, [r2]!\nvld1.64 {{d20-d23}}, [r2]!\n",
            $sum, " q0, q0, q8\n", $sum, " q1, q1, q9\n", $sum, " q2, q2, q10\n", $sum, " q3, q3, q11\n",
            "vst1.64 {{d0-d3}}, [r0]!\nvst1.64 {{d4-d7}}, [r0]!\n",
        )
    };
    (columns $sum:literal) => {
        concat!(
            sums!($sum), sums!($sum), sums!($sum),
            "vld1.64 {{d0-d3}}, [r1]!\nvld1.64 {{d16-d19}}, [r2]!\n",
            $sum, " q0, q0, q8\n", $sum, " q1, q1, q9\nvst1.64 {{d0-d3}}, [r0]!\n",
        )
    };
}

kernel! {
    /// `a + b` digit by digit. Needs NEON.
    pub(crate) fn add(a: &Number, b: &Number) -> Number;
    ".fpu neon",
    sums!("vadd.i32"),
    "bx lr",
}

kernel! {
    /// `a - b`. Needs NEON.
    pub(crate) fn sub(a: &Number, b: &Number) -> Number;
    ".fpu neon",
    sums!("vsub.i32"),
    "bx lr",
}

kernel! {
    /// `a + b` column by column. Needs NEON.
    pub(crate) fn add_wide(a: &Columns, b: &Columns) -> Columns;
    ".fpu neon",
    sums!(columns "vadd.i64"),
    "bx lr",
}

kernel! {
    /// `a - b`. Needs NEON.
    pub(crate) fn sub_wide(a: &Columns, b: &Columns) -> Columns;
    ".fpu neon",
    sums!(columns "vsub.i64"),
    "bx lr",
}

kernel! {
    /// The same number with digits of 28 bits and a little. Needs NEON.
    pub(crate) fn carried(a: &Number) -> Number;
    ".fpu neon",
    "vld1.32 {{d0-d3}}, [r1]!",
    "vld1.32 {{d4-d7}}, [r1]",
    carried!("q8" "q9" "q10" "q11" "q12"),
    "vst1.32 {{d0-d3}}, [r0]!",
    "vst1.32 {{d4-d7}}, [r0]",
    "bx lr",
}

kernel! {
    /// Less the multiple of the prime that is nearest by the top digit. Needs NEON.
    pub(crate) fn settle(a: &Number, constants: &Constants) -> Number;
    ".fpu neon",
    "vld1.32 {{d0-d3}}, [r1]!",
    "vld1.32 {{d4-d7}}, [r1]",
    carried!("q8" "q9" "q10" "q11" "q12"),
    "ldr r3, [r2, #132]",
    "vdup.32 d16, r3",
    "vmull.s32 q9, d6, d16",
    "vrshr.s64 q9, q9, #34",
    "vmovn.i64 d20, q9",
    "vdup.32 q10, d20[1]",
    "vld1.32 {{d16-d19}}, [r2]!",
    "vld1.32 {{d24-d27}}, [r2]",
    "vmls.i32 q0, q8, q10",
    "vmls.i32 q1, q9, q10",
    "vmls.i32 q2, q12, q10",
    "vmls.i32 q3, q13, q10",
    carried!("q8" "q9" "q10" "q11" "q12"),
    "vst1.32 {{d0-d3}}, [r0]!",
    "vst1.32 {{d4-d7}}, [r0]",
    "bx lr",
}
