//! Sums and differences modulo a number of eight or twelve words, unrolled.
//!
//! **Source.** `[Taira2013]`, section 4.1, unrolls them too, and branches for the correction; here
//! the carry or borrow is a factor 0 or 1. **Time.** Constant.

use crate::limb::Word;

/// Combines `r4` to `r11` with the words at `[r2, $from]`.
macro_rules! combine {
    ($from:literal; $first:literal $next:literal) => {
        concat!(
            combine!(@ $first "r4" $from "0"), combine!(@ $next "r5" $from "4"), combine!(@ $next "r6" $from "8"),
            combine!(@ $next "r7" $from "12"), combine!(@ $next "r8" $from "16"), combine!(@ $next "r9" $from "20"),
            combine!(@ $next "r10" $from "24"), combine!(@ $next "r11" $from "28"),
        )
    };
    (@ $operation:literal $word:literal $from:literal $at:literal) => {
        concat!(
            "ldr r12, [r2, #", $from, "+", $at, "]\n",
            $operation, " ", $word, ", ", $word, ", r12\n",
        )
    };
}

kernel! {
    /// `r = a + b mod m` for `a` and `b` below `m`. Stack: 36 bytes.
    pub fn add(r: &mut [Word; 8], a: &[Word; 8], b: &[Word; 8], m: &[Word; 8]);
    "push {{r4-r11, lr}}",
    "ldm r1, {{r4-r11}}",
    combine!(0; "adds" "adcs"),
    "mov r1, #0",
    "adc r1, r1, #0",
    subtract_once!("r1", "r3"),
    "stm r0, {{r4-r11}}",
    "pop {{r4-r11, pc}}",
}

kernel! {
    /// `r = a - b mod m` for `a` and `b` below `m`. Stack: 36 bytes.
    pub fn sub(r: &mut [Word; 8], a: &[Word; 8], b: &[Word; 8], m: &[Word; 8]);
    "push {{r4-r11, lr}}",
    "ldm r1, {{r4-r11}}",
    combine!(0; "subs" "sbcs"),
    "sbc r1, r1, r1",
    add_back!("r1", "r3"),
    "stm r0, {{r4-r11}}",
    "pop {{r4-r11, pc}}",
}

kernel! {
    /// `r = a + b` of sixteen words each, the upper eight modulo `m`; both upper halves below `m`.
    /// Stack: 36 bytes.
    pub fn add_wide(r: &mut [Word; 16], a: &[Word; 16], b: &[Word; 16], m: &[Word; 8]);
    "push {{r4-r11, lr}}",
    "ldm r1!, {{r4-r11}}",
    combine!(0; "adds" "adcs"),
    "stm r0!, {{r4-r11}}",
    "ldm r1, {{r4-r11}}",
    combine!(32; "adcs" "adcs"),
    "mov r1, #0",
    "adc r1, r1, #0",
    subtract_once!("r1", "r3"),
    "stm r0, {{r4-r11}}",
    "pop {{r4-r11, pc}}",
}

kernel! {
    /// `r = a - b` of sixteen words each, the upper eight modulo `m`; both upper halves below `m`.
    /// Stack: 36 bytes.
    pub fn sub_wide(r: &mut [Word; 16], a: &[Word; 16], b: &[Word; 16], m: &[Word; 8]);
    "push {{r4-r11, lr}}",
    "ldm r1!, {{r4-r11}}",
    combine!(0; "subs" "sbcs"),
    "stm r0!, {{r4-r11}}",
    "ldm r1, {{r4-r11}}",
    combine!(32; "sbcs" "sbcs"),
    "sbc r1, r1, r1",
    add_back!("r1", "r3"),
    "stm r0, {{r4-r11}}",
    "pop {{r4-r11, pc}}",
}

kernel! {
    /// As [`add`]. Stack: 36 bytes.
    pub(crate) fn add_twelve(r: &mut [Word; 12], a: &[Word; 12], b: &[Word; 12], m: &[Word; 12]);
    "push {{r4-r11, lr}}",
    twelve!("adds" "adcs"; "r1!" "r2"),
    subtract_once_twelve!("r1" "r3"),
    "pop {{r4-r11, pc}}",
}

kernel! {
    /// As [`sub`]. Stack: 36 bytes.
    pub(crate) fn sub_twelve(r: &mut [Word; 12], a: &[Word; 12], b: &[Word; 12], m: &[Word; 12]);
    "push {{r4-r11, lr}}",
    twelve!("subs" "sbcs"; "r1!" "r2"),
    "sbc r1, r1, r1",
    add_back_twelve!("r1" "r3"),
    "pop {{r4-r11, pc}}",
}

kernel! {
    /// As [`add_wide`]. Stack: 36 bytes.
    pub(crate) fn add_wide_twelve(r: &mut [Word; 24], a: &[Word; 24], b: &[Word; 24], m: &[Word; 12]);
    "push {{r4-r11, lr}}",
    twelve!("adds" "adcs"; "r1!" "r2"),
    twelve!("adcs" "adcs"; "r1!" "r2"),
    subtract_once_twelve!("r1" "r3"),
    "pop {{r4-r11, pc}}",
}

kernel! {
    /// As [`sub_wide`]. Stack: 36 bytes.
    pub(crate) fn sub_wide_twelve(r: &mut [Word; 24], a: &[Word; 24], b: &[Word; 24], m: &[Word; 12]);
    "push {{r4-r11, lr}}",
    twelve!("subs" "sbcs"; "r1!" "r2"),
    twelve!("sbcs" "sbcs"; "r1!" "r2"),
    "sbc r1, r1, r1",
    add_back_twelve!("r1" "r3"),
    "pop {{r4-r11, pc}}",
}
