//! Montgomery reduction with `UMAAL` of a complete product (separated operand scanning).
//!
//! **Source.** `[Koc1996]` (SOS); with `UMAAL` `[Cuiman2019]` (`asm_mp_reduct_512`). **Idea.**
//! `q = t₀ (-1/m)` clears the lowest word of `t + q m`, eight times: four rows at a time, column by
//! column as `umaal_rows.rs` multiplies; each `q` is computed when its column is complete. The
//! carry into the upper half stays in its flag from row to row, because no other instruction
//! changes it.
//! **Cost.** 64 products and 8 for the `q`; with the last subtraction 198 executed instructions.
//! Twelve words: 144 and 12, 370 instructions.
//! **Time.** Constant.

use super::umaal_rows::multiply_twelve;
use crate::limb::Word;

/// Adds to the word in `r0`; `$carry` is the carry of the row of `$q`.
macro_rules! onto {
    ($carry:literal $q:literal $m:literal) => {
        concat!("umaal r0, ", $carry, ", ", $q, ", ", $m, "\n")
    };
}

macro_rules! load {
    ($register:literal, $from:literal, $at:literal) => {
        concat!("ldr ", $register, ", [", $from, ", #", $at, "]\n")
    };
}

/// The column's lowest word is complete except for the row that begins here: `$q` clears it with
/// the lowest word of `m`. `-1/m` is at `$inverse` on the stack.
macro_rules! begin {
    ($inverse:literal $carry:literal $q:literal $lowest:literal) => {
        concat!(
            load!($q, "sp", $inverse),
            "mul ", $q, ", r0, ", $q, "\n",
            "mov ", $carry, ", #0\n",
            onto!($carry $q $lowest),
        )
    };
}

/// The end of column `$k`: its word goes to the stack.
macro_rules! store {
    ($k:literal) => {
        concat!("str r0, [sp, #4*", $k, "-16]\n")
    };
}

/// Adds the carry of a row that has ended.
macro_rules! carry {
    ($carry:literal) => {
        concat!("adcs r0, r0, ", $carry, "\n")
    };
}

/// Four rows: words from `$low` on, the next four from `r1` and word `$high` on; all but the lowest
/// four of these to the stack. `q`: `r4` to `r7`; carries: `r11`, `r12`, `lr`, `r3`; words of `m`:
/// `r8` to `r10`.
macro_rules! four_rows {
    ($low:literal $high:literal $inverse:literal; $($k:literal)+; $($end:literal)+) => {
        concat!(
            load!("r0", $low, 0),
            load!("r8", "r2", 0),
            begin!($inverse "r11" "r4" "r8"),
            load!("r0", $low, 4),
            load!("r9", "r2", 4),
            onto!("r11" "r4" "r9"),
            begin!($inverse "r12" "r5" "r8"),
            load!("r0", $low, 8),
            load!("r10", "r2", 8),
            each!(onto: ("r11" "r4" "r10") ("r12" "r5" "r9")),
            begin!($inverse "lr" "r6" "r8"),
            // The fourth word of m is needed while the lowest is still in its register: it is
            // loaded into the register of the fourth q.
            load!("r0", $low, 12),
            load!("r7", "r2", 12),
            each!(onto: ("r11" "r4" "r7") ("r12" "r5" "r10") ("lr" "r6" "r9")),
            begin!($inverse "r3" "r7" "r8"),
            load!("r8", "r2", 12),
            columns!($low $high "r9" "r10" "r8"; $($k)+; $($end)+),
        )
    };
}

/// Columns of four products, with the words of `m` before in `$x`, `$y`, `$z`; then the ends.
macro_rules! columns {
    ($low:literal $high:literal $x:literal $y:literal $z:literal; $k:literal $($ks:literal)*; $($end:literal)+) => {
        concat!(
            "ldr r0, [", $low, ", #4*", $k, "]\n",
            onto!("r3" "r7" $x),
            "ldr ", $x, ", [r2, #4*", $k, "]\n",
            each!(onto: ("lr" "r6" $y) ("r12" "r5" $z) ("r11" "r4" $x)),
            store!($k),
            columns!($low $high $y $z $x; $($ks)*; $($end)+),
        )
    };
    // The rows end one after another.
    ($low:literal $high:literal $x:literal $y:literal $z:literal; ; $k0:literal $k1:literal $k2:literal $k3:literal) => {
        concat!(
            "ldr r0, [r1, #4*", $high, "]\n",
            each!(onto: ("r3" "r7" $x) ("lr" "r6" $y) ("r12" "r5" $z)),
            carry!("r11"),
            store!($k0),
            "ldr r0, [r1, #4*(", $high, "+1)]\n",
            each!(onto: ("r3" "r7" $y) ("lr" "r6" $z)),
            carry!("r12"),
            store!($k1),
            "ldr r0, [r1, #4*(", $high, "+2)]\n",
            onto!("r3" "r7" $z),
            carry!("lr"),
            store!($k2),
            "ldr r0, [r1, #4*(", $high, "+3)]\n",
            carry!("r3"),
            store!($k3),
        )
    };
}

kernel! {
    /// `r = t / 2^256 mod m` for `t < 2^256 m`; `minus_inverse` is `-1/m mod 2^32`. Stack: 76
    /// bytes.
    pub fn by_four(r: &mut [Word; 8], t: &[Word; 16], m: &[Word; 8], minus_inverse: Word);
    "push {{r0, r3, r4-r11, lr}}",
    "sub sp, sp, #32",
    "cmn r0, #0", // no carry
    four_rows!("r1" 8 36; 4 5 6 7; 8 9 10 11),
    four_rows!("sp" 12 36; 4 5 6 7; 8 9 10 11),
    "mov r3, #0",
    "adc r3, r3, #0",
    "pop {{r4-r11}}",
    subtract_once!("r3", "r2"),
    "pop {{r0, r3}}",
    "stm r0, {{r4-r11}}",
    "pop {{r4-r11, pc}}",
}

kernel! {
    /// The same for twelve words and `2^384`. Stack: 92 bytes.
    pub(crate) fn twelve_by_four(r: &mut [Word; 12], t: &[Word; 24], m: &[Word; 12], minus_inverse: Word);
    "push {{r0, r3, r4-r11, lr}}",
    "sub sp, sp, #48",
    "cmn r0, #0", // no carry
    four_rows!("r1" 12 52; 4 5 6 7 8 9 10 11; 12 13 14 15),
    four_rows!("sp" 16 52; 4 5 6 7 8 9 10 11; 12 13 14 15),
    four_rows!("sp" 20 52; 4 5 6 7 8 9 10 11; 12 13 14 15),
    "ldr r0, [sp, #48]",
    "mov r3, #0",
    "adc r3, r3, #0",
    twelve!("subs" "sbcs"; "sp!" "r2"),
    "sbc r3, r3, #0",
    "sub r2, r2, #48",
    add_back_twelve!("r3" "r2"),
    "add sp, sp, #8",
    "pop {{r4-r11, pc}}",
}

/// `r = a b / 2^384 mod m` for `a b < 2^384 m`; the last word of `m` is `-1/m mod 2^32`. The
/// product stays on the stack, where nothing clears it first. Stack: 204 bytes.
#[unsafe(naked)]
pub(crate) extern "C" fn montgomery_twelve(
    r: &mut [Word; 12],
    a: &[Word; 12],
    b: &[Word; 12],
    m: &[Word; 13],
) {
    core::arch::naked_asm!(
        "push {{r0, r3, r4, lr}}",
        "sub sp, sp, #96",
        "mov r0, sp",
        "bl {multiply}",
        "ldr r0, [sp, #96]",
        "mov r1, sp",
        "ldr r2, [sp, #100]",
        "ldr r3, [r2, #48]",
        "bl {reduce}",
        "add sp, sp, #104",
        "pop {{r4, pc}}",
        multiply = sym multiply_twelve,
        reduce = sym twelve_by_four,
    )
}
