//! Text that the fields of eight words share: products and squares on the stack.

/// An operation on a register.
macro_rules! op {
    ($operation:literal $word:literal $other:literal) => {
        concat!($operation, " ", $word, ", ", $word, ", ", $other, "\n")
    };
}

/// `r4` to `r11` combined with the words at `r2`, with carries. Changes `r1`, `r2`, `r3`, `r12`,
/// `lr`.
macro_rules! combined {
    ($first:literal $next:literal) => {
        concat!(
            "ldm r2!, {{r1, r3, r12, lr}}\n",
            each!(op: ($first "r4" "r1") ($next "r5" "r3") ($next "r6" "r12") ($next "r7" "lr")),
            "ldm r2, {{r1, r3, r12, lr}}\n",
            each!(op: ($next "r8" "r1") ($next "r9" "r3") ($next "r10" "r12") ($next "r11" "lr")),
        )
    };
}

/// `$word + $carry β = $word + $carry + $a $b`.
macro_rules! uma {
    ($word:literal $carry:literal $a:literal $b:literal) => {
        concat!("umaal ", $word, ", ", $carry, ", ", $a, ", ", $b, "\n")
    };
}

/// The word of column `$at` gets the products of `r4` to `r7` with the last four words of `b`, the
/// latest first, and goes to the stack. Carries of rows: `r11`, `r12`, `lr`, `r3`.
macro_rules! column {
    ($at:literal; $b0:literal $b1:literal $b2:literal $b3:literal) => {
        concat!(
            each!(uma: ("r1" "r3" "r7" $b3) ("r1" "lr" "r6" $b2) ("r1" "r12" "r5" $b1) ("r1" "r11" "r4" $b0)),
            "str r1, [sp, #", $at, "]\n",
        )
    };
}

/// The next word of `b`.
macro_rules! next {
    ($b:literal $at:literal) => {
        concat!("ldr ", $b, ", [r2, #", $at, "]\n")
    };
}

/// The first product of a new row, without a word to add to …
macro_rules! fresh {
    ($carry:literal $a:literal, $at:literal) => {
        concat!("umull r1, ", $carry, ", ", $a, ", r8\n")
    };
    ($at:literal) => {
        "mov r1, #0\n"
    };
}

/// … or onto the stored word of the rows before.
macro_rules! stored {
    ($carry:literal $a:literal, $at:literal) => {
        concat!("ldr r1, [sp, #", $at, "]\n mov ", $carry, ", #0\n", uma!("r1" $carry $a "r8"))
    };
    ($at:literal) => {
        concat!("ldr r1, [sp, #", $at, "]\n")
    };
}

/// Four rows of a product as in `umaal_rows.rs`, with four words of `b` in registers and the
/// columns on the stack: `r4` to `r7` times the words at `r2`. The last column is in `r1` too, the
/// upper four words are in `r11`, `r12`, `lr`, `r3`.
macro_rules! four_rows {
    ($start:ident; $c0:literal $c1:literal $c2:literal $c3:literal $c4:literal $c5:literal $c6:literal $c7:literal) => {
        concat!(
            next!("r8" 0),
            $start!("r11" "r4", $c0),
            "str r1, [sp, #", $c0, "]\n",
            next!("r9" 4),
            $start!("r12" "r5", $c1),
            uma!("r1" "r11" "r4" "r9"),
            "str r1, [sp, #", $c1, "]\n",
            next!("r10" 8),
            $start!("lr" "r6", $c2),
            each!(uma: ("r1" "r12" "r5" "r9") ("r1" "r11" "r4" "r10")),
            "str r1, [sp, #", $c2, "]\n",
            next!("r0" 12),
            $start!("r3" "r7", $c3),
            each!(uma: ("r1" "lr" "r6" "r9") ("r1" "r12" "r5" "r10") ("r1" "r11" "r4" "r0")),
            "str r1, [sp, #", $c3, "]\n",
            next!("r8" 16),
            $start!($c4),
            column!($c4; "r8" "r0" "r10" "r9"),
            next!("r9" 20),
            $start!($c5),
            column!($c5; "r9" "r8" "r0" "r10"),
            next!("r10" 24),
            $start!($c6),
            column!($c6; "r10" "r9" "r8" "r0"),
            next!("r0" 28),
            $start!($c7),
            column!($c7; "r0" "r10" "r9" "r8"),
            // The rows end one after another.
            each!(uma: ("r11" "r3" "r7" "r9") ("r11" "lr" "r6" "r10") ("r11" "r12" "r5" "r0")
                ("r12" "r3" "r7" "r10") ("r12" "lr" "r6" "r0") ("lr" "r3" "r7" "r0")),
        )
    };
}

/// The product of the numbers at `r1` and `r2`: words 0 to 11 on the stack, word 11 in `r1` too,
/// the upper four in `r11`, `r12`, `lr`, `r3`. Needs 52 bytes of stack.
macro_rules! product {
    () => {
        concat!(
            "ldm r1!, {{r4-r7}}\n",
            "str r1, [sp, #48]\n",
            four_rows!(fresh; 0 4 8 12 16 20 24 28),
            "str r11, [sp, #32]\n str r12, [sp, #36]\n str lr, [sp, #40]\n str r3, [sp, #44]\n",
            "ldr r1, [sp, #48]\n",
            "ldm r1, {{r4-r7}}\n",
            four_rows!(stored; 16 20 24 28 32 36 40 44),
        )
    };
}

/// The end of a column of the square: its word is doubled and gets a square, or 0, with the carry
/// of the squares in `r0`.
macro_rules! doubled {
    ($add:literal $word:literal, $square:literal) => {
        concat!(op!($add $word $word), uma!($word "r0" $square $square))
    };
}

/// The square of the number in `r4` to `r11`: words 0 to 7 on the stack, the others in `r2`, `r3`,
/// `r12`, `r1`, `lr`, `r5`, `r6`, `r0`; `r4` becomes 0. A column is the sum of the products above
/// the diagonal; then it is doubled and gets its word of the diagonal.
macro_rules! squared {
    () => {
        concat!(
            "mov r1, #0\n",
            "umull lr, r0, r4, r4\n",
            "str lr, [sp]\n",
            "umull lr, r2, r4, r5\n",
            doubled!("adds" "lr", "r1"),
            "str lr, [sp, #4]\n",
            "mov lr, #0\n",
            uma!("lr" "r2" "r4" "r6"),
            doubled!("adcs" "lr", "r5"),
            "str lr, [sp, #8]\n",
            "umull lr, r3, r5, r6\n",
            uma!("lr" "r2" "r4" "r7"),
            doubled!("adcs" "lr", "r1"),
            "str lr, [sp, #12]\n",
            "mov lr, #0\n",
            each!(uma: ("lr" "r3" "r5" "r7") ("lr" "r2" "r4" "r8")),
            doubled!("adcs" "lr", "r6"),
            "str lr, [sp, #16]\n",
            "umull lr, r12, r6, r7\n",
            each!(uma: ("lr" "r3" "r5" "r8") ("lr" "r2" "r4" "r9")),
            doubled!("adcs" "lr", "r1"),
            "str lr, [sp, #20]\n",
            "mov lr, #0\n",
            each!(uma: ("lr" "r12" "r6" "r8") ("lr" "r3" "r5" "r9") ("lr" "r2" "r4" "r10")),
            doubled!("adcs" "lr", "r7"),
            "str lr, [sp, #24]\n",
            "umull lr, r1, r7, r8\n",
            each!(uma: ("lr" "r12" "r6" "r9") ("lr" "r3" "r5" "r10") ("lr" "r2" "r4" "r11")),
            "mov r4, #0\n",
            doubled!("adcs" "lr", "r4"),
            "str lr, [sp, #28]\n",
            each!(uma: ("r2" "r3" "r5" "r11") ("r2" "r12" "r6" "r10") ("r2" "r1" "r7" "r9")),
            doubled!("adcs" "r2", "r8"),
            "mov lr, #0\n",
            each!(uma: ("r3" "r12" "r6" "r11") ("r3" "r1" "r7" "r10") ("r3" "lr" "r8" "r9")),
            doubled!("adcs" "r3", "r4"),
            each!(uma: ("r12" "r1" "r7" "r11") ("r12" "lr" "r8" "r10")),
            doubled!("adcs" "r12", "r9"),
            "mov r5, #0\n",
            each!(uma: ("r1" "lr" "r8" "r11") ("r1" "r5" "r9" "r10")),
            doubled!("adcs" "r1", "r4"),
            uma!("lr" "r5" "r9" "r11"),
            doubled!("adcs" "lr", "r10"),
            "mov r6, #0\n",
            uma!("r5" "r6" "r10" "r11"),
            doubled!("adcs" "r5", "r4"),
            doubled!("adcs" "r6", "r11"),
            "adc r0, r0, #0\n",
        )
    };
}

/// Places of elements in a formula: `P` behind the pointer at the top of the stack, `S` on the
/// stack above two words.
macro_rules! place {
    ($r:literal P $at:literal) => {
        concat!("ldr ", $r, ", [sp]\n add ", $r, ", ", $r, ", #", $at, "\n")
    };
    ($r:literal S $at:literal) => {
        concat!("add ", $r, ", sp, #8+", $at, "\n")
    };
}

/// A step of a formula. `add` and `sub` take and leave the first operand in `r4` to `r11`, `sqr`
/// takes it from there.
macro_rules! run {
    (load $p:ident $a:literal) => {
        concat!(place!("r1" $p $a), "ldm r1, {{r4-r11}}\n")
    };
    (store $p:ident $r:literal) => {
        concat!(place!("r0" $p $r), "stm r0, {{r4-r11}}\n")
    };
    (add $p:ident $b:literal) => {
        concat!(place!("r2" $p $b), "bl {add}\n")
    };
    (sub $p:ident $b:literal) => {
        concat!(place!("r2" $p $b), "bl {sub}\n")
    };
    (sqr $p:ident $r:literal) => {
        concat!(place!("r0" $p $r), "bl {sqr}\n")
    };
    (mul $rp:ident $r:literal = $ap:ident $a:literal, $bp:ident $b:literal) => {
        concat!(place!("r0" $rp $r), place!("r1" $ap $a), place!("r2" $bp $b), "bl {mul}\n")
    };
}

/// The functions of a field of eight words from its routines `multiply`, `square`, `add` and `sub`.
macro_rules! functions {
    () => {
        /// `a b`, as [`multiply`] reduces it.
        #[inline(always)]
        pub(crate) fn product<const N: usize>(a: &[Word; N], b: &[Word; N]) -> [Word; N] {
            call!("", multiply, "", a.as_ptr(), b.as_ptr())
        }

        /// `a²`, as [`square`] reduces it.
        #[inline(always)]
        pub(crate) fn squared<const N: usize>(a: &[Word; N]) -> [Word; N] {
            call!("ldm r1, {{r4-r11}}", square, "", a.as_ptr(), 0)
        }

        /// `a + b`, as [`add`] reduces it.
        #[inline(always)]
        pub(crate) fn sum<const N: usize>(a: &[Word; N], b: &[Word; N]) -> [Word; N] {
            call!("ldm r1, {{r4-r11}}", add, "stm r0, {{r4-r11}}", a.as_ptr(), b.as_ptr())
        }

        /// `a - b`, as [`sub`] reduces it.
        #[inline(always)]
        pub(crate) fn difference<const N: usize>(a: &[Word; N], b: &[Word; N]) -> [Word; N] {
            call!("ldm r1, {{r4-r11}}", sub, "stm r0, {{r4-r11}}", a.as_ptr(), b.as_ptr())
        }
    };
}
