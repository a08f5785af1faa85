//! Multiplication by operand caching with `UMAAL`: rows of four words, columns of a row at a time.
//!
//! **Source.** Operand caching: `[HutterWenger2011]`; with `UMAAL`: `[Fujii2017]`. **Idea.** Four
//! words of `a` stay in registers, three words of `b` pass by, and each of the four has a carry of
//! its own. A column is up to four `UMAAL` on one word; each also adds the carry of its row: no
//! flag, no third word. Where a row ends, the next column starts with its carry. **Cost.** Eight
//! words: two rows, 64 products, 24 loads of one word and 24 stores, 126 executed instructions in
//! all. Twelve words: three rows, 144 products, 277 instructions. **Time.** Constant.

use crate::limb::Word;

/// Adds to the word in `r1`; `$carry` is the carry of the row of `$a`.
macro_rules! product {
    ($carry:literal $a:literal $b:literal) => {
        onto!("r1" $carry $a $b)
    };
}

macro_rules! onto {
    ($word:literal $carry:literal $a:literal $b:literal) => {
        concat!("umaal ", $word, ", ", $carry, ", ", $a, ", ", $b, "\n")
    };
}

/// Word `$k` of `b`.
macro_rules! load {
    ($b:literal $k:literal) => {
        concat!("ldr ", $b, ", [r2, #4*", $k, "]\n")
    };
}

/// The first product of column `$k` with a new row, whose columns begin at word `$row`: without a
/// word to add to …
macro_rules! fresh {
    ($carry:literal $a:literal $b:literal, $row:literal $k:literal) => {
        concat!("umull r1, ", $carry, ", ", $a, ", ", $b, "\n")
    };
    ($row:literal $k:literal) => {
        "mov r1, #0\n"
    };
}

/// … or onto the stored word of the row before.
macro_rules! stored {
    ($carry:literal $a:literal $b:literal, $row:literal $k:literal) => {
        concat!(stored!($row $k), "mov ", $carry, ", #0\n", product!($carry $a $b))
    };
    ($row:literal $k:literal) => {
        concat!("ldr r1, [r0, #4*(", $row, "+", $k, ")]\n")
    };
}

macro_rules! store {
    ($word:literal $row:literal $k:literal) => {
        concat!("str ", $word, ", [r0, #4*(", $row, "+", $k, ")]\n")
    };
}

/// `r4` to `r7` times `b`, from column `$row` on. Carries: `r11`, `r12`, `lr`, `r3`; words of `b`:
/// `r8` to `r10`.
macro_rules! row {
    ($start:ident $row:literal; $($k:literal)+; $($end:literal)+) => {
        concat!(
            load!("r8" 0),
            $start!("r11" "r4" "r8", $row 0),
            store!("r1" $row 0),
            load!("r9" 1),
            $start!("r12" "r5" "r8", $row 1),
            product!("r11" "r4" "r9"),
            store!("r1" $row 1),
            load!("r10" 2),
            $start!("lr" "r6" "r8", $row 2),
            each!(product: ("r12" "r5" "r9") ("r11" "r4" "r10")),
            store!("r1" $row 2),
            $start!("r3" "r7" "r8", $row 3),
            load!("r8" 3),
            each!(product: ("lr" "r6" "r9") ("r12" "r5" "r10") ("r11" "r4" "r8")),
            store!("r1" $row 3),
            columns!($start $row "r9" "r10" "r8"; $($k)+; $($end)+),
        )
    };
}

/// Columns of four products, with the words of `b` before in `$x`, `$y`, `$z`; then the ends.
macro_rules! columns {
    ($start:ident $row:literal $x:literal $y:literal $z:literal; $k:literal $($ks:literal)*; $($end:literal)+) => {
        concat!(
            $start!($row $k),
            product!("r3" "r7" $x),
            load!($x $k),
            each!(product: ("lr" "r6" $y) ("r12" "r5" $z) ("r11" "r4" $x)),
            store!("r1" $row $k),
            columns!($start $row $y $z $x; $($ks)*; $($end)+),
        )
    };
    // The rows end one after another.
    ($start:ident $row:literal $x:literal $y:literal $z:literal; ; $k0:literal $k1:literal $k2:literal $k3:literal) => {
        concat!(
            each!(onto: ("r11" "r3" "r7" $x) ("r11" "lr" "r6" $y) ("r11" "r12" "r5" $z)),
            store!("r11" $row $k0),
            each!(onto: ("r12" "r3" "r7" $y) ("r12" "lr" "r6" $z)),
            store!("r12" $row $k1),
            onto!("lr" "r3" "r7" $z),
            store!("lr" $row $k2),
            store!("r3" $row $k3),
        )
    };
}

kernel! {
    /// `r = a b`. `r` disjoint from `a` and `b`. Stack: 40 bytes.
    pub fn multiply(r: &mut [Word; 16], a: &[Word; 8], b: &[Word; 8]);
    "push {{r4-r11, lr}}",
    "ldm r1!, {{r4-r7}}",
    "str r1, [sp, #-4]!",
    row!(fresh 0; 4 5 6 7; 8 9 10 11),
    "ldr r1, [sp], #4",
    "ldm r1, {{r4-r7}}",
    row!(stored 4; 4 5 6 7; 8 9 10 11),
    "pop {{r4-r11, pc}}",
}

kernel! {
    /// The same for twelve words. Stack: 40 bytes.
    pub(crate) fn multiply_twelve(r: &mut [Word; 24], a: &[Word; 12], b: &[Word; 12]);
    "push {{r4-r11, lr}}",
    "ldm r1!, {{r4-r7}}",
    "str r1, [sp, #-4]!",
    row!(fresh 0; 4 5 6 7 8 9 10 11; 12 13 14 15),
    "ldr r1, [sp]",
    "ldm r1!, {{r4-r7}}",
    "str r1, [sp]",
    row!(stored 4; 4 5 6 7 8 9 10 11; 12 13 14 15),
    "ldr r1, [sp], #4",
    "ldm r1, {{r4-r7}}",
    row!(stored 8; 4 5 6 7 8 9 10 11; 12 13 14 15),
    "pop {{r4-r11, pc}}",
}
