//! The field of 2^255 - 19 with `UMAAL`.
//!
//! **Elements** are numbers below 2^256. **Idea.** 2^256 is 38 and 2^255 is 19: the upper half of a
//! product is added 38 times to the lower one, then what lies from bit 255 on 19 times. A result is
//! below 2^255 + 1482, that of a difference below 2^256. **Time.** Constant.

use crate::limb::{Bits, Mask, Word, swap_if};
use zeroize::Zeroize;

type El = [Word; 8];

/// Adds to the eight words, under a carry of at most 2^20, 19 times what lies from bit 255 on.
/// Changes the carry, the last register and the flags.
macro_rules! fold_bits {
    ($carry:literal, $a:literal $b:literal $c:literal $d:literal $e:literal $f:literal $g:literal $h:literal, $t:literal) => {
        concat!(
            "lsl ", $carry, ", ", $carry, ", #1\n",
            "orr ", $carry, ", ", $carry, ", ", $h, ", lsr #31\n",
            "bic ", $h, ", ", $h, ", #0x80000000\n",
            times_19!($carry $t),
            op!("adds" $a $carry),
            each!(op: ("adcs" $b "#0") ("adcs" $c "#0") ("adcs" $d "#0") ("adcs" $e "#0") ("adcs" $f "#0") ("adcs" $g "#0") ("adc" $h "#0")),
        )
    };
}

/// 19 times itself. Changes the second register.
macro_rules! times_19 {
    ($word:literal $t:literal) => {
        concat!(
            "add ", $t, ", ", $word, ", ", $word, ", lsl #1\n",
            "add ", $word, ", ", $t, ", ", $word, ", lsl #4\n",
        )
    };
}

/// An operation on a register.
macro_rules! op {
    ($operation:literal $word:literal $other:literal) => {
        concat!($operation, " ", $word, ", ", $word, ", ", $other, "\n")
    };
}

/// `r4` to `r11` become the words at `r1` combined with those at `r2`, with carries. Changes `r1`,
/// `r2`, `r3`, `r12`, `lr`.
macro_rules! combined {
    ($first:literal $next:literal) => {
        concat!(
            "ldm r1, {{r4-r11}}\n",
            "ldm r2!, {{r1, r3, r12, lr}}\n",
            each!(op: ($first "r4" "r1") ($next "r5" "r3") ($next "r6" "r12") ($next "r7" "lr")),
            "ldm r2, {{r1, r3, r12, lr}}\n",
            each!(op: ($next "r8" "r1") ($next "r9" "r3") ($next "r10" "r12") ($next "r11" "lr")),
        )
    };
}

/// Subtracts `r2` from `r4` to `r11`.
macro_rules! subtract_word {
    () => {
        concat!(
            op!("subs" "r4" "r2"),
            each!(op: ("sbcs" "r5" "#0") ("sbcs" "r6" "#0") ("sbcs" "r7" "#0") ("sbcs" "r8" "#0") ("sbcs" "r9" "#0")
                ("sbcs" "r10" "#0") ("sbc" "r11" "#0")),
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

/// Four rows of a product as in `umaal_rows.rs`, with four words of `b` in registers and the columns
/// on the stack: `r4` to `r7` times the words at `r2`. The last column is in `r1` too, the upper
/// four words are in `r11`, `r12`, `lr`, `r3`.
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

/// The product of the numbers at `r1` and `r2`: words 0 to 11 on the stack, word 11 in `r1` too, the
/// upper four in `r11`, `r12`, `lr`, `r3`. Needs 52 bytes of stack.
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

routine! {
    /// `r = a b`. Stack: 60 bytes.
    multiply,
    "push {{r0, lr}}",
    "sub sp, sp, #52",
    product!(),
    "add r0, sp, #32",
    "ldm r0, {{r8-r10}}",
    "mov r0, #38",
    "mov r2, #0",
    "pop {{r4-r7}}",
    each!(uma: ("r4" "r2" "r8" "r0") ("r5" "r2" "r9" "r0") ("r6" "r2" "r10" "r0") ("r7" "r2" "r1" "r0")),
    "pop {{r8-r10}}",
    uma!("r8" "r2" "r11" "r0"),
    "pop {{r11}}",
    each!(uma: ("r9" "r2" "r12" "r0") ("r10" "r2" "lr" "r0") ("r11" "r2" "r3" "r0")),
    fold_bits!("r2", "r4" "r5" "r6" "r7" "r8" "r9" "r10" "r11", "r1"),
    "add sp, sp, #20",
    "pop {{r0, lr}}",
    "stm r0, {{r4-r11}}",
    "bx lr",
}

/// The end of a column of the square: its word is doubled and gets a square, or 0, with the carry
/// of the squares in `r0`.
macro_rules! doubled {
    ($add:literal $word:literal, $square:literal) => {
        concat!(op!($add $word $word), uma!($word "r0" $square $square))
    };
}

routine! {
    /// `r = a²` for `a` in `r4` to `r11`. A column is the sum of the products above the diagonal; then it is doubled and gets
    /// its word of the diagonal. Carries of rows: `r2`, `r3`, `r12`,
    /// `r1`, `lr`, `r5`, `r6`, which become the upper words in turn. Stack: 40 bytes.
    square,
    "push {{r0, lr}}",
    "sub sp, sp, #32",
    "mov r1, #0",
    "umull lr, r0, r4, r4",
    "str lr, [sp]",
    "umull lr, r2, r4, r5",
    doubled!("adds" "lr", "r1"),
    "str lr, [sp, #4]",
    "mov lr, #0",
    uma!("lr" "r2" "r4" "r6"),
    doubled!("adcs" "lr", "r5"),
    "str lr, [sp, #8]",
    "umull lr, r3, r5, r6",
    uma!("lr" "r2" "r4" "r7"),
    doubled!("adcs" "lr", "r1"),
    "str lr, [sp, #12]",
    "mov lr, #0",
    each!(uma: ("lr" "r3" "r5" "r7") ("lr" "r2" "r4" "r8")),
    doubled!("adcs" "lr", "r6"),
    "str lr, [sp, #16]",
    "umull lr, r12, r6, r7",
    each!(uma: ("lr" "r3" "r5" "r8") ("lr" "r2" "r4" "r9")),
    doubled!("adcs" "lr", "r1"),
    "str lr, [sp, #20]",
    "mov lr, #0",
    each!(uma: ("lr" "r12" "r6" "r8") ("lr" "r3" "r5" "r9") ("lr" "r2" "r4" "r10")),
    doubled!("adcs" "lr", "r7"),
    "str lr, [sp, #24]",
    "umull lr, r1, r7, r8",
    each!(uma: ("lr" "r12" "r6" "r9") ("lr" "r3" "r5" "r10") ("lr" "r2" "r4" "r11")),
    "mov r4, #0",
    doubled!("adcs" "lr", "r4"),
    "str lr, [sp, #28]",
    each!(uma: ("r2" "r3" "r5" "r11") ("r2" "r12" "r6" "r10") ("r2" "r1" "r7" "r9")),
    doubled!("adcs" "r2", "r8"),
    "mov lr, #0",
    each!(uma: ("r3" "r12" "r6" "r11") ("r3" "r1" "r7" "r10") ("r3" "lr" "r8" "r9")),
    doubled!("adcs" "r3", "r4"),
    each!(uma: ("r12" "r1" "r7" "r11") ("r12" "lr" "r8" "r10")),
    doubled!("adcs" "r12", "r9"),
    "mov r5, #0",
    each!(uma: ("r1" "lr" "r8" "r11") ("r1" "r5" "r9" "r10")),
    doubled!("adcs" "r1", "r4"),
    uma!("lr" "r5" "r9" "r11"),
    doubled!("adcs" "lr", "r10"),
    "mov r6, #0",
    uma!("r5" "r6" "r10" "r11"),
    doubled!("adcs" "r5", "r4"),
    doubled!("adcs" "r6", "r11"),
    "adc r0, r0, #0",
    "mov r7, #38",
    "pop {{r8-r11}}",
    each!(uma: ("r8" "r4" "r2" "r7") ("r9" "r4" "r3" "r7") ("r10" "r4" "r12" "r7") ("r11" "r4" "r1" "r7")),
    "pop {{r1-r3, r12}}",
    each!(uma: ("r1" "r4" "lr" "r7") ("r2" "r4" "r5" "r7") ("r3" "r4" "r6" "r7") ("r12" "r4" "r0" "r7")),
    fold_bits!("r4", "r8" "r9" "r10" "r11" "r1" "r2" "r3" "r12", "r5"),
    "pop {{r0, lr}}",
    "stm r0!, {{r8-r11}}",
    "stm r0, {{r1-r3, r12}}",
    "bx lr",
}

routine! {
    /// `r4` to `r11` become `a + b`. Stack: 4 bytes.
    add,
    "push {{lr}}",
    combined!("adds" "adcs"),
    "mov r2, #0",
    "adc r2, r2, #0",
    fold_bits!("r2", "r4" "r5" "r6" "r7" "r8" "r9" "r10" "r11", "r1"),
    "pop {{pc}}",
}

routine! {
    /// `r4` to `r11` become `a + b` of products: after a carry the number is below 2964. Stack: 4 bytes.
    add_products,
    "push {{lr}}",
    combined!("adds" "adcs"),
    "sbc r2, r2, r2",
    "mov r1, #38",
    "bic r2, r1, r2",
    op!("add" "r4" "r2"),
    "pop {{pc}}",
}

routine! {
    /// `r4` to `r11` become `a - b`. The number is brought between 2^255 - 57 and 2^256 by `1 + 2 borrow - bit 255`
    /// times 2^255 - 19. Stack: 4 bytes.
    sub,
    "push {{lr}}",
    combined!("subs" "sbcs"),
    "sbc r2, r2, r2",
    "mov r1, #1",
    "sub r1, r1, r11, lsr #31",
    "sub r2, r1, r2, lsl #1",
    "orr r11, r11, #0x80000000",
    times_19!("r2" "r1"),
    subtract_word!(),
    "pop {{pc}}",
}

routine! {
    /// `r4` to `r11` become `a - b` of products: after a borrow the number is at least 2^255 - 1482. Stack: 4 bytes.
    sub_products,
    "push {{lr}}",
    combined!("subs" "sbcs"),
    "sbc r2, r2, r2",
    "and r2, r2, #38",
    subtract_word!(),
    "pop {{pc}}",
}

routine! {
    /// `r = r + n a`, with `n` below 2^20 in `r2`. Stack: 4 bytes.
    add_multiple,
    "push {{r0, lr}}",
    "ldm r1!, {{r3, r12, lr}}",
    "ldm r0, {{r4-r11}}",
    "mov r0, #0",
    each!(uma: ("r4" "r0" "r3" "r2") ("r5" "r0" "r12" "r2") ("r6" "r0" "lr" "r2")),
    "ldm r1!, {{r3, r12, lr}}",
    each!(uma: ("r7" "r0" "r3" "r2") ("r8" "r0" "r12" "r2") ("r9" "r0" "lr" "r2")),
    "ldm r1, {{r3, r12}}",
    each!(uma: ("r10" "r0" "r3" "r2") ("r11" "r0" "r12" "r2")),
    fold_bits!("r0", "r4" "r5" "r6" "r7" "r8" "r9" "r10" "r11", "r1"),
    "pop {{r0, lr}}",
    "stm r0, {{r4-r11}}",
    "bx lr",
}

/// Places on the stack of a step: the points' pointer, that of `u`, six elements.
macro_rules! place {
    ($r:literal P $at:literal) => {
        concat!("ldr ", $r, ", [sp]\n add ", $r, ", ", $r, ", #", $at, "\n")
    };
    ($r:literal S $at:literal) => {
        concat!("add ", $r, ", sp, #8+", $at, "\n")
    };
}

/// A product, a square, or a sum or difference that goes to a place or stays in registers.
macro_rules! run {
    (mul $rp:ident $r:literal = $ap:ident $a:literal, $bp:ident $b:literal) => {
        concat!(place!("r0" $rp $r), place!("r1" $ap $a), place!("r2" $bp $b), "bl {mul}\n")
    };
    (sqr $rp:ident $r:literal) => {
        concat!(place!("r0" $rp $r), "bl {sqr}\n")
    };
    ($routine:literal = $ap:ident $a:literal, $bp:ident $b:literal) => {
        concat!(place!("r1" $ap $a), place!("r2" $bp $b), "bl {", $routine, "}\n")
    };
    ($routine:literal $rp:ident $r:literal = $ap:ident $a:literal, $bp:ident $b:literal) => {
        concat!(
            run!($routine = $ap $a, $bp $b),
            place!("r0" $rp $r),
            "stm r0, {{r4-r11}}\n",
        )
    };
}

/// `r4` to `r11` become the element at `$from` or the one two places above, by the flags of `USUB8`.
macro_rules! select {
    ($from:literal) => {
        concat!(
            "add r1, sp, #8+", $from, "\n",
            "ldm r1, {{r4-r11}}\n",
            "add r1, sp, #8+64+", $from, "\n",
            "ldm r1!, {{r0, r2, r3, r12}}\n",
            "sel r4, r4, r0\n sel r5, r5, r2\n sel r6, r6, r3\n sel r7, r7, r12\n",
            "ldm r1, {{r0, r2, r3, r12}}\n",
            "sel r8, r8, r0\n sel r9, r9, r2\n sel r10, r10, r3\n sel r11, r11, r12\n",
        )
    };
}

/// A step of the ladder of Curve25519, as `curve/montgomery.rs` explains it: `p` and `q` in `points`
/// become `2 p`, or `2 q` where `second` is all ones, and `p + q`. Coordinates are products or below
/// 2^255. Stack: 300 bytes.
#[unsafe(naked)]
extern "C" fn step(points: &mut [El; 4], u: &El, second: Word) {
    core::arch::naked_asm!(
        "push {{r4-r11, lr}}",
        "sub sp, sp, #192",
        "push {{r0, r1}}",
        "mov r3, #0",
        "usub8 r3, r3, r2",
        concat!(
            run!("add" S 0 = P 0, P 32),
            run!("sub" S 32 = P 0, P 32),
            run!("add" S 64 = P 64, P 96),
            run!("sub" S 96 = P 64, P 96),
            select!(0),
            run!(sqr S 128),
            select!(32),
            run!(sqr S 160),
            run!(mul S 96 = S 96, S 0),
            run!(mul S 64 = S 64, S 32),
            run!("add" = S 96, S 64),
            run!(sqr P 64),
            run!("sub" = S 96, S 64),
            run!(sqr S 32),
            place!("r0" P 96),
            "ldr r1, [sp, #4]\n",
            place!("r2" S 32),
            "bl {mul}\n",
            run!(mul P 0 = S 128, S 160),
            run!("sub" S 0 = S 128, S 160),
            place!("r0" S 128),
            place!("r1" S 0),
            "movw r2, #0xdb41\n movt r2, #1\n",
            "bl {small}\n",
            run!(mul P 32 = S 0, S 128),
        ),
        "add sp, sp, #200",
        "pop {{r4-r11, pc}}",
        add = sym add_products,
        sub = sym sub_products,
        mul = sym multiply,
        sqr = sym square,
        small = sym add_multiple,
    )
}

#[inline(always)]
pub(crate) fn product(a: &El, b: &El) -> El {
    call!("", multiply, "", a.as_ptr(), b.as_ptr())
}

#[inline(always)]
pub(crate) fn squared(a: &El) -> El {
    call!("ldm r1, {{r4-r11}}", square, "", a.as_ptr(), 0)
}

#[inline(always)]
pub(crate) fn sum(a: &El, b: &El) -> El {
    call!("", add, "stm r0, {{r4-r11}}", a.as_ptr(), b.as_ptr())
}

#[inline(always)]
pub(crate) fn difference(a: &El, b: &El) -> El {
    call!("", sub, "stm r0, {{r4-r11}}", a.as_ptr(), b.as_ptr())
}

/// `k` times the point of coordinate `u`, below 2^255, as a fraction.
pub(crate) fn ladder(u: &El, k: Bits<'_>) -> [El; 2] {
    let (mut one, zero) = ([0; 8], [0; 8]);
    one[0] = 1;
    let mut points = [one, zero, *u, one];
    let mut swapped = Mask::FALSE;
    for i in (0..k.len()).rev() {
        let bit = Mask::from_bit(k.bit(i));
        step(&mut points, u, (bit ^ swapped).word());
        swapped = bit;
    }
    let [x, z, other_x, other_z] = &mut points;
    swap_if(x, other_x, swapped);
    swap_if(z, other_z, swapped);
    let r = [*x, *z];
    points.zeroize();
    r
}
