//! The field of 2^255 - 19 with `UMAAL`.
//!
//! **Elements** are numbers below 2^256. **Idea.** 2^256 is 38 and 2^255 is 19: the upper half of a
//! product is added 38 times to the lower one, then what lies from bit 255 on 19 times. A result is
//! below 2^255 + 1482, a difference below 2^256. **Time.** Constant.

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
            "add ",
            $t,
            ", ",
            $word,
            ", ",
            $word,
            ", lsl #1\n",
            "add ",
            $word,
            ", ",
            $t,
            ", ",
            $word,
            ", lsl #4\n",
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

routine! {
    /// `r = a²` for `a` in `r4` to `r11`. Stack: 40 bytes.
    square,
    "push {{r0, lr}}",
    "sub sp, sp, #32",
    squared!(),
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
    /// `r4` to `r11`, `a`, become `a + b`. Stack: 4 bytes.
    add,
    "push {{lr}}",
    combined!("adds" "adcs"),
    "mov r2, #0",
    "adc r2, r2, #0",
    fold_bits!("r2", "r4" "r5" "r6" "r7" "r8" "r9" "r10" "r11", "r1"),
    "pop {{pc}}",
}

routine! {
    /// `r4` to `r11`, `a`, become `a + b` of products: after a carry the number is below 2964.
    /// Stack: 4 bytes.
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
    /// `r4` to `r11`, `a`, become `a - b`. The number is brought between 2^255 - 57 and 2^256 by `1
    /// + 2 borrow - bit 255` times 2^255 - 19. Stack: 4 bytes.
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
    /// `r4` to `r11`, `a`, become `a - b` of products: after a borrow the number is at least 2^255
    /// - 1482. Stack: 4 bytes.
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

/// `r4` to `r11` become the element at `$from` or the one two places above, by the flags of
/// `USUB8`.
macro_rules! select {
    ($from:literal) => {
        concat!(
            "add r1, sp, #8+",
            $from,
            "\n",
            "ldm r1, {{r4-r11}}\n",
            "add r1, sp, #8+64+",
            $from,
            "\n",
            "ldm r1!, {{r0, r2, r3, r12}}\n",
            "sel r4, r4, r0\n sel r5, r5, r2\n sel r6, r6, r3\n sel r7, r7, r12\n",
            "ldm r1, {{r0, r2, r3, r12}}\n",
            "sel r8, r8, r0\n sel r9, r9, r2\n sel r10, r10, r3\n sel r11, r11, r12\n",
        )
    };
}

/// A step of the ladder of Curve25519, as `curve/montgomery.rs` explains it: `p` and `q` in
/// `points` become `2 p`, or `2 q` where `second` is all ones, and `p + q`. Coordinates are
/// products or below 2^255. Stack: 300 bytes.
#[unsafe(naked)]
pub(super) extern "C" fn step(points: &mut [El; 4], u: &El, second: Word) {
    core::arch::naked_asm!(
        "push {{r4-r11, lr}}",
        "sub sp, sp, #192",
        "push {{r0, r1}}",
        "mov r3, #0",
        "usub8 r3, r3, r2",
        concat!(
            each!(run: (load P 0) (add P 32) (store S 0) (load P 0) (sub P 32) (store S 32)),
            each!(run: (load P 64) (add P 96) (store S 64) (load P 64) (sub P 96) (store S 96)),
            select!(0),
            run!(sqr S 128),
            select!(32),
            run!(sqr S 160),
            each!(run: (mul S 96 = S 96, S 0) (mul S 64 = S 64, S 32) (add S 96) (sqr P 64)),
            each!(run: (load S 96) (sub S 64) (sqr S 32)),
            place!("r0" P 96),
            "ldr r1, [sp, #4]\n",
            place!("r2" S 32),
            "bl {mul}\n",
            run!(mul P 0 = S 128, S 160),
            each!(run: (load S 128) (sub S 160) (store S 0)),
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

functions! {}

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
