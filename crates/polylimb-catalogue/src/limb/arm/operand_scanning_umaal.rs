//! Multiplication by operand scanning with `UMAAL`.
//!
//! **Source.** `[Cuiman2019]`, Fig. 1 (`asm_mp_mul_256`). **Idea.** One word of `a` after another,
//! each times all of `b`; `(C, V) = U + a b + C` is a single instruction. As printed, `b` stays in
//! eight registers, and every word of the product is loaded and stored for each of its products
//! ([`as_printed`]). The alternative loads the word of `b` for each product; the eight words of the
//! product that a row changes stay in registers, whose roles rotate by one per row ([`rows`]): only
//! the lowest word is stored. **Cost.** 64 products; 217 executed instructions as printed, 168 with
//! the product in registers. **Time.** Constant.

use polylimb::authors::limb::Word;

/// The first row, without a word to add to: the registers of the carry and of the word change
/// places.
macro_rules! first_row {
    ($($low:literal $high:literal $b:literal $at:literal;)+) => {
        concat!($(
            "mov ", $high, ", #0\n",
            "umlal ", $low, ", ", $high, ", r3, ", $b, "\n",
            "str ", $low, ", [r0, #", $at, "]\n",
        )+)
    };
}

/// Another row, added to the product in memory.
macro_rules! row {
    ($i:literal; $first:literal $($at:literal)+; $last:literal) => {
        concat!(
            "ldr r3, [r1, #", $i, "]\n",
            "ldr r12, [r0, #", $first, "]\n",
            "umlal r12, lr, r3, r4\n",
            "str r12, [r0, #", $first, "]\n",
            row!(@ ($($at)+) ("r5" "r6" "r7" "r8" "r9" "r10" "r11")),
            "str lr, [r0, #", $last, "]\n",
        )
    };
    (@ ($($at:literal)+) ($($b:literal)+)) => {
        concat!($(
            "ldr r12, [r0, #", $at, "]\n",
            "umaal r12, lr, r3, ", $b, "\n",
            "str r12, [r0, #", $at, "]\n",
        )+)
    };
}

kernel! {
    /// `r = a b` as in Fig. 1. `r` disjoint from `b`. Stack: 36 bytes.
    pub(super) fn as_printed(r: &mut [Word; 16], a: &[Word; 8], b: &[Word; 8]);
    "push {{r4-r11, lr}}",
    "ldm r2, {{r4-r11}}",
    "ldr r3, [r1]",
    "umull r12, lr, r3, r4",
    "str r12, [r0]",
    first_row!(
        "lr" "r12" "r5" 4; "r12" "lr" "r6" 8; "lr" "r12" "r7" 12; "r12" "lr" "r8" 16;
        "lr" "r12" "r9" 20; "r12" "lr" "r10" 24; "lr" "r12" "r11" 28;
    ),
    "str r12, [r0, #32]",
    "and lr, lr, #0",
    row!(4; 4 8 12 16 20 24 28 32; 36),
    "and lr, lr, #0",
    row!(8; 8 12 16 20 24 28 32 36; 40),
    "and lr, lr, #0",
    row!(12; 12 16 20 24 28 32 36 40; 44),
    "and lr, lr, #0",
    row!(16; 16 20 24 28 32 36 40 44; 48),
    "and lr, lr, #0",
    row!(20; 20 24 28 32 36 40 44 48; 52),
    "and lr, lr, #0",
    row!(24; 24 28 32 36 40 44 48 52; 56),
    "and lr, lr, #0",
    row!(28; 28 32 36 40 44 48 52 56; 60),
    "pop {{r4-r11, pc}}",
}

/// The lowest row of the product, without a word to add to.
macro_rules! opening_row {
    ($($at:literal $low:literal $high:literal)+) => {
        concat!($(
            "ldr r12, [r2, #", $at, "]\n",
            "mov ", $high, ", #0\n",
            "umlal ", $low, ", ", $high, ", r3, r12\n",
        )+)
    };
}

/// Another row, added to the product in registers; `$carry` becomes its highest word.
macro_rules! register_row {
    ($i:literal; $lowest:literal $($word:literal)+; $carry:literal) => {
        concat!(
            "ldr r3, [r1, #", $i, "]\n",
            "mov ", $carry, ", #0\n",
            "ldr r12, [r2]\n",
            "umaal ", $lowest, ", ", $carry, ", r3, r12\n",
            "str ", $lowest, ", [r0, #", $i, "]\n",
            register_row!(@ $carry (4 8 12 16 20 24 28) ($($word)+)),
        )
    };
    (@ $carry:literal ($at1:literal $at2:literal $at3:literal $at4:literal $at5:literal $at6:literal $at7:literal)
        ($w1:literal $w2:literal $w3:literal $w4:literal $w5:literal $w6:literal $w7:literal)) => {
        each!(register_product: ($carry $at1 $w1) ($carry $at2 $w2) ($carry $at3 $w3) ($carry $at4 $w4)
            ($carry $at5 $w5) ($carry $at6 $w6) ($carry $at7 $w7))
    };
}

macro_rules! register_product {
    ($carry:literal $at:literal $word:literal) => {
        concat!("ldr r12, [r2, #", $at, "]\n", "umaal ", $word, ", ", $carry, ", r3, r12\n",)
    };
}

/// Stores the highest words.
macro_rules! store_high {
    ($($word:literal $at:literal)+) => {
        concat!($("str ", $word, ", [r0, #", $at, "]\n"),+)
    };
}

kernel! {
    /// `r = a b` with eight words of the product in registers. `r` disjoint from `a` and `b`.
    /// Stack: 36 bytes.
    pub(super) fn rows(r: &mut [Word; 16], a: &[Word; 8], b: &[Word; 8]);
    "push {{r4-r11, lr}}",
    "ldr r3, [r1]",
    "ldr r12, [r2]",
    "umull r4, r5, r3, r12",
    "str r4, [r0]",
    opening_row!(4 "r5" "r6" 8 "r6" "r7" 12 "r7" "r8" 16 "r8" "r9" 20 "r9" "r10" 24 "r10" "r11" 28 "r11" "lr"),
    register_row!(4; "r5" "r6" "r7" "r8" "r9" "r10" "r11" "lr"; "r4"),
    register_row!(8; "r6" "r7" "r8" "r9" "r10" "r11" "lr" "r4"; "r5"),
    register_row!(12; "r7" "r8" "r9" "r10" "r11" "lr" "r4" "r5"; "r6"),
    register_row!(16; "r8" "r9" "r10" "r11" "lr" "r4" "r5" "r6"; "r7"),
    register_row!(20; "r9" "r10" "r11" "lr" "r4" "r5" "r6" "r7"; "r8"),
    register_row!(24; "r10" "r11" "lr" "r4" "r5" "r6" "r7" "r8"; "r9"),
    register_row!(28; "r11" "lr" "r4" "r5" "r6" "r7" "r8" "r9"; "r10"),
    store_high!("lr" 32 "r4" 36 "r5" 40 "r6" 44 "r7" 48 "r8" 52 "r9" 56 "r10" 60),
    "pop {{r4-r11, pc}}",
}
