//! Montgomery reduction with `UMAAL` of a complete product (separated operand scanning).
//!
//! **Source.** `[Koc1996]` (SOS); with `UMAAL` `[Cuiman2019]` (`asm_mp_reduct_512`). **Idea.**
//! `q = t₀ (-1/m)` clears the lowest word of `t + q m`, eight times: four rows at a time, column by
//! column as `umaal_rows.rs` multiplies; each `q` is computed when its column is complete. The
//! carry into the upper half stays in its flag from row to row, because no other instruction
//! changes it.
//! **Cost.** 64 products and 8 for the `q`; with the last subtraction 198 executed instructions.
//! **Time.** Constant.

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
/// the lowest word of `m`.
macro_rules! begin {
    ($carry:literal $q:literal $lowest:literal) => {
        concat!(
            load!($q, "sp", 36),
            "mul ", $q, ", r0, ", $q, "\n",
            "mov ", $carry, ", #0\n",
            onto!($carry $q $lowest),
        )
    };
}

/// The end of a column: its word goes to the stack.
macro_rules! store {
    ($at:literal) => {
        concat!("str r0, [sp, #", $at, "]\n")
    };
}

/// Adds the carry of a row that has ended.
macro_rules! carry {
    ($carry:literal) => {
        concat!("adcs r0, r0, ", $carry, "\n")
    };
}

/// Four rows: eight words from `$low` on, the next four from `r1` and `$high` on; the upper eight
/// of these to the stack. `q`: `r4` to `r7`; carries: `r11`, `r12`, `lr`, `r3`; words of `m`: `r8`
/// to `r10`.
macro_rules! four_rows {
    ($low:literal; $h0:literal $h1:literal $h2:literal $h3:literal) => {
        concat!(
            load!("r0", $low, 0),
            load!("r8", "r2", 0),
            begin!("r11" "r4" "r8"),
            load!("r0", $low, 4),
            load!("r9", "r2", 4),
            onto!("r11" "r4" "r9"),
            begin!("r12" "r5" "r8"),
            load!("r0", $low, 8),
            load!("r10", "r2", 8),
            each!(onto: ("r11" "r4" "r10") ("r12" "r5" "r9")),
            begin!("lr" "r6" "r8"),
            // The fourth word of m is needed while the lowest is still in its register: it is
            // loaded into the register of the fourth q.
            load!("r0", $low, 12),
            load!("r7", "r2", 12),
            each!(onto: ("r11" "r4" "r7") ("r12" "r5" "r10") ("lr" "r6" "r9")),
            begin!("r3" "r7" "r8"),
            load!("r8", "r2", 12),
            load!("r0", $low, 16),
            onto!("r3" "r7" "r9"),
            load!("r9", "r2", 16),
            each!(onto: ("lr" "r6" "r10") ("r12" "r5" "r8") ("r11" "r4" "r9")),
            store!(0),
            load!("r0", $low, 20),
            onto!("r3" "r7" "r10"),
            load!("r10", "r2", 20),
            each!(onto: ("lr" "r6" "r8") ("r12" "r5" "r9") ("r11" "r4" "r10")),
            store!(4),
            load!("r0", $low, 24),
            onto!("r3" "r7" "r8"),
            load!("r8", "r2", 24),
            each!(onto: ("lr" "r6" "r9") ("r12" "r5" "r10") ("r11" "r4" "r8")),
            store!(8),
            load!("r0", $low, 28),
            onto!("r3" "r7" "r9"),
            load!("r9", "r2", 28),
            each!(onto: ("lr" "r6" "r10") ("r12" "r5" "r8") ("r11" "r4" "r9")),
            store!(12),
            // The rows end one after another.
            load!("r0", "r1", $h0),
            each!(onto: ("r3" "r7" "r10") ("lr" "r6" "r8") ("r12" "r5" "r9")),
            carry!("r11"),
            store!(16),
            load!("r0", "r1", $h1),
            each!(onto: ("r3" "r7" "r8") ("lr" "r6" "r9")),
            carry!("r12"),
            store!(20),
            load!("r0", "r1", $h2),
            onto!("r3" "r7" "r9"),
            carry!("lr"),
            store!(24),
            load!("r0", "r1", $h3),
            carry!("r3"),
            store!(28),
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
    four_rows!("r1"; 32 36 40 44),
    four_rows!("sp"; 48 52 56 60),
    "mov r3, #0",
    "adc r3, r3, #0",
    "pop {{r4-r11}}",
    subtract_once!("r3", "r2"),
    "pop {{r0, r3}}",
    "stm r0, {{r4-r11}}",
    "pop {{r4-r11, pc}}",
}
