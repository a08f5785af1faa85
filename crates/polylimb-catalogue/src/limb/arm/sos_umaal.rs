//! Montgomery reduction with `UMAAL` of a complete product (separated operand scanning), row by
//! row.
//!
//! **Source.** `[Koc1996]` (SOS); with `UMAAL` `[Cuiman2019]` (`asm_mp_reduct_512`). **Idea.**
//! `q = t₀ (-1/m)` clears the lowest word of `t + q m`, eight times. The eight words that a row
//! changes stay in registers, whose roles rotate by one per row; the carry into the upper half
//! stays in its flag from row to row. **Cost.** 64 products and 8 for the `q`; with the last
//! subtraction 203 executed instructions. **Time.** Constant.

use polylimb::authors::limb::Word;

/// A row: adds `q m` to the words `$w0` to `$w7`; `$w0` becomes the highest word.
macro_rules! row {
    ($next:literal; $w0:literal $w1:literal $w2:literal $w3:literal $w4:literal $w5:literal $w6:literal $w7:literal) => {
        concat!(
            "mul r12, ", $w0, ", r3\n",
            "mov lr, #0\n",
            each!(product: ($w0 0) ($w1 4) ($w2 8) ($w3 12) ($w4 16) ($w5 20) ($w6 24) ($w7 28)),
            "ldr ", $w0, ", [r1, #", $next, "]\n",
            "adcs ", $w0, ", ", $w0, ", lr\n",
        )
    };
}

macro_rules! product {
    ($word:literal $at:literal) => {
        concat!("ldr r0, [r2, #", $at, "]\n", "umaal ", $word, ", lr, r12, r0\n",)
    };
}

kernel! {
    /// `r = t / 2^256 mod m` for `t < 2^256 m`; `minus_inverse` is `-1/m mod 2^32`. Stack: 40
    /// bytes.
    pub(super) fn rows(r: &mut [Word; 8], t: &[Word; 16], m: &[Word; 8], minus_inverse: Word);
    "push {{r0, r4-r11, lr}}",
    "ldm r1, {{r4-r11}}",
    "cmn r0, #0", // no carry
    row!(32; "r4" "r5" "r6" "r7" "r8" "r9" "r10" "r11"),
    row!(36; "r5" "r6" "r7" "r8" "r9" "r10" "r11" "r4"),
    row!(40; "r6" "r7" "r8" "r9" "r10" "r11" "r4" "r5"),
    row!(44; "r7" "r8" "r9" "r10" "r11" "r4" "r5" "r6"),
    row!(48; "r8" "r9" "r10" "r11" "r4" "r5" "r6" "r7"),
    row!(52; "r9" "r10" "r11" "r4" "r5" "r6" "r7" "r8"),
    row!(56; "r10" "r11" "r4" "r5" "r6" "r7" "r8" "r9"),
    row!(60; "r11" "r4" "r5" "r6" "r7" "r8" "r9" "r10"),
    "mov r3, #0",
    "adc r3, r3, #0",
    subtract_once!("r3", "r2"),
    "pop {{r0}}",
    "stm r0, {{r4-r11}}",
    "pop {{r4-r11, pc}}",
}
