//! Multiplication by operand caching with `UMAAL`: rows of four words, columns of a row at a time.
//!
//! **Source.** Operand caching: `[HutterWenger2011]`; with `UMAAL`: `[Fujii2017]`. **Idea.** Four
//! words of `a` stay in registers, three words of `b` pass by, and each of the four has a carry of
//! its own. A column is up to four `UMAAL` on one word; each also adds the carry of its
//! row: no flag, no third word. Where a row ends, the next column starts with its carry. **Cost.**
//! Two rows: 64 products, 24 loads of one word and 24 stores, 126 executed instructions in all.
//! **Time.** Constant.

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

/// The next word of `b`.
macro_rules! load {
    ($b:literal $at:literal) => {
        concat!("ldr ", $b, ", [r2, #", $at, "]\n")
    };
}

/// The first product of a column with a new row: without a word to add to …
macro_rules! fresh {
    ($carry:literal $a:literal $b:literal, $at:literal) => {
        concat!("umull r1, ", $carry, ", ", $a, ", ", $b, "\n")
    };
    ($at:literal) => {
        "mov r1, #0\n"
    };
}

/// … or onto the stored word of the row before.
macro_rules! stored {
    ($carry:literal $a:literal $b:literal, $at:literal) => {
        concat!("ldr r1, [r0, #", $at, "]\n", "mov ", $carry, ", #0\n", product!($carry $a $b))
    };
    ($at:literal) => {
        concat!("ldr r1, [r0, #", $at, "]\n")
    };
}

macro_rules! store {
    ($word:literal $at:literal) => {
        concat!("str ", $word, ", [r0, #", $at, "]\n")
    };
}

/// `r4` to `r7` times `b`, from the column at `c0` on. Carries: `r11`, `r12`, `lr`, `r3`; words of
/// `b`: `r8` to `r10`.
macro_rules! row {
    ($start:ident; $c0:literal $c1:literal $c2:literal $c3:literal $c4:literal $c5:literal $c6:literal $c7:literal
        $c8:literal $c9:literal $c10:literal $c11:literal) => {
        concat!(
            load!("r8" 0),
            $start!("r11" "r4" "r8", $c0),
            store!("r1" $c0),
            load!("r9" 4),
            $start!("r12" "r5" "r8", $c1),
            product!("r11" "r4" "r9"),
            store!("r1" $c1),
            load!("r10" 8),
            $start!("lr" "r6" "r8", $c2),
            each!(product: ("r12" "r5" "r9") ("r11" "r4" "r10")),
            store!("r1" $c2),
            $start!("r3" "r7" "r8", $c3),
            load!("r8" 12),
            each!(product: ("lr" "r6" "r9") ("r12" "r5" "r10") ("r11" "r4" "r8")),
            store!("r1" $c3),
            $start!($c4),
            product!("r3" "r7" "r9"),
            load!("r9" 16),
            each!(product: ("lr" "r6" "r10") ("r12" "r5" "r8") ("r11" "r4" "r9")),
            store!("r1" $c4),
            $start!($c5),
            product!("r3" "r7" "r10"),
            load!("r10" 20),
            each!(product: ("lr" "r6" "r8") ("r12" "r5" "r9") ("r11" "r4" "r10")),
            store!("r1" $c5),
            $start!($c6),
            product!("r3" "r7" "r8"),
            load!("r8" 24),
            each!(product: ("lr" "r6" "r9") ("r12" "r5" "r10") ("r11" "r4" "r8")),
            store!("r1" $c6),
            $start!($c7),
            product!("r3" "r7" "r9"),
            load!("r9" 28),
            each!(product: ("lr" "r6" "r10") ("r12" "r5" "r8") ("r11" "r4" "r9")),
            store!("r1" $c7),
            // The rows end one after another.
            each!(onto: ("r11" "r3" "r7" "r10") ("r11" "lr" "r6" "r8") ("r11" "r12" "r5" "r9")),
            store!("r11" $c8),
            each!(onto: ("r12" "r3" "r7" "r8") ("r12" "lr" "r6" "r9")),
            store!("r12" $c9),
            onto!("lr" "r3" "r7" "r9"),
            store!("lr" $c10),
            store!("r3" $c11),
        )
    };
}

kernel! {
    /// `r = a b`. `r` disjoint from `a` and `b`. Stack: 40 bytes.
    pub fn multiply(r: &mut [Word; 16], a: &[Word; 8], b: &[Word; 8]);
    "push {{r4-r11, lr}}",
    "ldm r1!, {{r4-r7}}",
    "str r1, [sp, #-4]!",
    row!(fresh; 0 4 8 12 16 20 24 28 32 36 40 44),
    "ldr r1, [sp], #4",
    "ldm r1, {{r4-r7}}",
    row!(stored; 16 20 24 28 32 36 40 44 48 52 56 60),
    "pop {{r4-r11, pc}}",
}
