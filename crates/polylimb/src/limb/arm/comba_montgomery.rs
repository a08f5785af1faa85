//! Montgomery reduction by product scanning with `UMLAL`.
//!
//! **Source.** Montgomery's method with Comba's columns: `[Grossschadl2005]`; `[Taira2013]`,
//! section 4.3. **Idea.** The columns of `t + q m` one after another in three words; in each of the
//! lower eight the sum of all products but one determines the `q` that clears it. The words of `q`
//! wait in the result's memory until the upper columns replace them. **Cost.** 64 products and 8
//! for the `q`; 515 executed instructions in all, 472 with carries delayed. **Time.** Constant.

use crate::limb::Word;

/// Loads `q` and `m` of a product.
macro_rules! operands {
    ($i:literal $j:literal) => {
        concat!("ldr r6, [r0, #4*", $i, "]\n ldr r7, [r2, #4*", $j, "]\n")
    };
}

/// `q` of a column whose word is `$low`.
macro_rules! quotient {
    ($low:literal $at:literal) => {
        concat!("mul r6, ", $low, ", r8\n str r6, [r0, #", $at, "]\n")
    };
}

/// Columns whose carries are propagated at once.
macro_rules! column {
    (low $sum:tt $at:literal; $($product:tt)*) => {
        concat!($(column!(@ $sum $product),)* column!(@ accumulate $sum $at), column!(@ clear $sum $at))
    };
    (high $sum:tt $at:literal $to:literal; $($product:tt)*) => {
        concat!($(column!(@ $sum $product),)* column!(@ accumulate $sum $at), at_once!(@ store $sum $to))
    };
    (top $sum:tt) => {
        column!(@ accumulate $sum 60)
    };
    (@ ($low:literal $middle:literal $high:literal) ($i:literal $j:literal)) => {
        concat!(operands!($i $j), product!("adds" $low $middle $high, "r6" "r7"))
    };
    (@ accumulate ($low:literal $middle:literal $high:literal) $at:literal) => {
        accumulate!("r1" $low $middle $high, $at)
    };
    // The word becomes 0; the third word of the next column starts with it.
    (@ clear ($low:literal $middle:literal $high:literal) $at:literal) => {
        concat!(quotient!($low $at), product!("adds" $low $middle $high, "r6" "r9"))
    };
}

/// Columns whose first product takes the carry of the column before and which leave their own.
macro_rules! late {
    (low ($low:literal $middle:literal $high:literal) $at:literal; $($products:tt)*) => {
        concat!(
            late!(@ products ($low $middle $high) $($products)*),
            "ldr lr, [r1, #", $at, "]\n",
            "adds ", $low, ", ", $low, ", lr\n",
            quotient!($low $at),
            last!("adcs" $low $middle, "r6" "r9"),
        )
    };
    (high $sum:tt $at:literal $to:literal; $first:tt) => {
        concat!(late!(@ first $sum $first), late!(@ accumulate $sum $at), at_once!(@ store $sum $to))
    };
    (high $sum:tt $at:literal $to:literal; $first:tt $($rest:tt)+) => {
        concat!(late!(@ first $sum $first), late!(@ onto $at $sum $($rest)+), at_once!(@ store $sum $to))
    };
    (top ($low:literal $middle:literal $high:literal)) => {
        concat!("adc ", $middle, ", ", $middle, ", #0\n", late!(@ accumulate ($low $middle $high) 60))
    };
    (@ products $sum:tt) => { "" };
    (@ products $sum:tt $first:tt $($rest:tt)*) => {
        concat!(late!(@ first $sum $first), $(column!(@ $sum $rest),)*)
    };
    (@ first ($low:literal $middle:literal $high:literal) ($i:literal $j:literal)) => {
        concat!(operands!($i $j), product!("adcs" $low $middle $high, "r6" "r7"))
    };
    (@ onto $at:literal ($low:literal $middle:literal $high:literal) ($i:literal $j:literal)) => {
        concat!(operands!($i $j), last_onto!("r1" $low $middle, "r6" "r7", $at))
    };
    (@ onto $at:literal $sum:tt $product:tt $($rest:tt)+) => {
        concat!(column!(@ $sum $product), late!(@ onto $at $sum $($rest)+))
    };
    (@ accumulate ($low:literal $middle:literal $high:literal) $at:literal) => {
        concat!(
            "ldr lr, [r1, #", $at, "]\n",
            "adds ", $low, ", ", $low, ", lr\n",
            "adcs ", $middle, ", ", $middle, ", #0\n",
        )
    };
}

macro_rules! columns {
    ($mode:ident) => {
        concat!(
            $mode!(low ("r3" "r4" "r5") 0; ),
            $mode!(low ("r4" "r5" "r3") 4; (0 1)),
            $mode!(low ("r5" "r3" "r4") 8; (0 2) (1 1)),
            $mode!(low ("r3" "r4" "r5") 12; (0 3) (1 2) (2 1)),
            $mode!(low ("r4" "r5" "r3") 16; (0 4) (1 3) (2 2) (3 1)),
            $mode!(low ("r5" "r3" "r4") 20; (0 5) (1 4) (2 3) (3 2) (4 1)),
            $mode!(low ("r3" "r4" "r5") 24; (0 6) (1 5) (2 4) (3 3) (4 2) (5 1)),
            $mode!(low ("r4" "r5" "r3") 28; (0 7) (1 6) (2 5) (3 4) (4 3) (5 2) (6 1)),
            $mode!(high ("r5" "r3" "r4") 32 0; (1 7) (2 6) (3 5) (4 4) (5 3) (6 2) (7 1)),
            $mode!(high ("r3" "r4" "r5") 36 4; (2 7) (3 6) (4 5) (5 4) (6 3) (7 2)),
            $mode!(high ("r4" "r5" "r3") 40 8; (3 7) (4 6) (5 5) (6 4) (7 3)),
            $mode!(high ("r5" "r3" "r4") 44 12; (4 7) (5 6) (6 5) (7 4)),
            $mode!(high ("r3" "r4" "r5") 48 16; (5 7) (6 6) (7 5)),
            $mode!(high ("r4" "r5" "r3") 52 20; (6 7) (7 6)),
            $mode!(high ("r5" "r3" "r4") 56 24; (7 7)),
            $mode!(top ("r3" "r4" "r5")),
            "str r3, [r0, #28]\n",
        )
    };
}

/// Moves the arguments to their registers and clears the sum and the carry.
macro_rules! enter {
    () => {
        "push {{r4-r11, lr}}\n mov r8, r3\n ldr r9, [r2]\n mov r3, #0\n mov r4, #0\n mov r5, #0\n cmn r0, #0\n"
    };
}

kernel! {
    /// `r = t / 2^256 mod m` for `t < 2^256 m`; `minus_inverse` is `-1/m mod 2^32`. `r` disjoint
    /// from `t` and `m`. Stack: 36 bytes.
    pub fn reduce(r: &mut [Word; 8], t: &[Word; 16], m: &[Word; 8], minus_inverse: Word);
    enter!(),
    columns!(column),
    "mov r3, r4",
    "ldm r0, {{r4-r11}}",
    subtract_once_by_mask!("r3", "r2"),
    "stm r0, {{r4-r11}}",
    "pop {{r4-r11, pc}}",
}

kernel! {
    /// As [`reduce`], with delayed carries.
    pub fn delayed(r: &mut [Word; 8], t: &[Word; 16], m: &[Word; 8], minus_inverse: Word);
    enter!(),
    columns!(late),
    "mov r3, r4",
    "ldm r0, {{r4-r11}}",
    subtract_once_by_mask!("r3", "r2"),
    "stm r0, {{r4-r11}}",
    "pop {{r4-r11, pc}}",
}
