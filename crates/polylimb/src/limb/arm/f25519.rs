//! The field of 2^255 - 19 with `UMAAL`.
//!
//! **Elements** are numbers below 2^256. **Idea.** 2^256 is 38 and 2^255 is 19: the upper half of a
//! product is added 38 times to the lower one, then what lies from bit 255 on 19 times. A result is
//! below 2^255 + 1482, that of a difference below 2^256. **Time.** Constant.

use crate::limb::Word;

type El = [Word; 8];

/// Adds to `r4` to `r11`, under the carry `r2` of at most 2^20, 19 times what lies from bit 255 on.
/// Changes `r1`, `r2` and the flags.
macro_rules! fold_bits {
    () => {
        concat!(
            "lsl r2, r2, #1\n",
            "orr r2, r2, r11, lsr #31\n",
            "bic r11, r11, #0x80000000\n",
            times_19!(),
            propagate!("add"),
        )
    };
}

/// `r2` becomes 19 times itself. Changes `r1`.
macro_rules! times_19 {
    () => {
        "add r1, r2, r2, lsl #1\n add r2, r1, r2, lsl #4\n"
    };
}

/// Adds `r2` to `r4` to `r11`, or subtracts it.
macro_rules! propagate {
    ("add") => {
        propagate!("adds" "adcs" "adc")
    };
    ("subtract") => {
        propagate!("subs" "sbcs" "sbc")
    };
    ($first:literal $next:literal $last:literal) => {
        concat!(
            $first, " r4, r4, r2\n",
            $next, " r5, r5, #0\n",
            $next, " r6, r6, #0\n",
            $next, " r7, r7, #0\n",
            $next, " r8, r8, #0\n",
            $next, " r9, r9, #0\n",
            $next, " r10, r10, #0\n",
            $last, " r11, r11, #0\n",
        )
    };
}

/// `r4` to `r11` and the words at `r2` with carries. Changes `r1`, `r3`, `r12`, `lr`.
macro_rules! with_words {
    ($first:literal $next:literal) => {
        concat!(
            "ldm r2!, {{r1, r3, r12, lr}}\n",
            $first, " r4, r4, r1\n",
            each!(with_word: ($next "r5" "r3") ($next "r6" "r12") ($next "r7" "lr")),
            "ldm r2, {{r1, r3, r12, lr}}\n",
            each!(with_word: ($next "r8" "r1") ($next "r9" "r3") ($next "r10" "r12") ($next "r11" "lr")),
        )
    };
}

macro_rules! with_word {
    ($operation:literal $word:literal $other:literal) => {
        concat!($operation, " ", $word, ", ", $word, ", ", $other, "\n")
    };
}

/// Adds a word times the factor in `r1`, with the carry in `r2`.
macro_rules! times {
    ($word:literal $high:literal) => {
        concat!("umaal ", $word, ", r2, ", $high, ", r1\n")
    };
}

/// The lower twelve words of a product are on the stack, the upper four in `r11`, `r12`, `lr`,
/// `r3`: the element to `r4` to `r11`, and the lower eight words from the stack.
macro_rules! fold {
    () => {
        concat!(
            "add r0, sp, #32\n",
            "ldm r0, {{r0, r8, r9, r10}}\n",
            "mov r1, #38\n",
            "mov r2, #0\n",
            "pop {{r4-r7}}\n",
            each!(times: ("r4" "r0") ("r5" "r8") ("r6" "r9") ("r7" "r10")),
            "pop {{r8-r10}}\n",
            times!("r8" "r11"),
            "pop {{r11}}\n",
            each!(times: ("r9" "r12") ("r10" "lr") ("r11" "r3")),
            fold_bits!(),
        )
    };
}

routine! {
    /// `r = a b`. Stack: 72 bytes.
    multiply,
    "push {{r0, r6, r7, r11, lr}}",
    "ldm r1!, {{r4-r7}}",
    "sub sp, sp, #52",
    "str r1, [sp, #48]",
    "mov r0, sp",
    row!(fresh; 0 4 8 12 16 20 24 28),
    each!(store: ("r11" 32) ("r12" 36) ("lr" 40) ("r3" 44)),
    "ldr r1, [sp, #48]",
    "ldm r1, {{r4-r7}}",
    row!(stored; 16 20 24 28 32 36 40 44),
    fold!(),
    "ldr r0, [sp, #20]",
    "stm r0, {{r4-r11}}",
    "add sp, sp, #24",
    "pop {{r6, r7, r11, pc}}",
}

routine! {
    /// `r = a + b`. Stack: 16 bytes.
    add,
    "push {{r6, r7, r11, lr}}",
    "ldm r1, {{r4-r11}}",
    with_words!("adds" "adcs"),
    "mov r2, #0",
    "adc r2, r2, #0",
    fold_bits!(),
    "stm r0, {{r4-r11}}",
    "pop {{r6, r7, r11, pc}}",
}

routine! {
    /// `r = a - b`. The number is brought between 2^255 - 57 and 2^256 by `1 + 2 borrow - bit 255`
    /// times 2^255 - 19. Stack: 16 bytes.
    sub,
    "push {{r6, r7, r11, lr}}",
    "ldm r1, {{r4-r11}}",
    with_words!("subs" "sbcs"),
    "sbc r2, r2, r2",
    "mov r1, #1",
    "sub r1, r1, r11, lsr #31",
    "sub r2, r1, r2, lsl #1",
    "orr r11, r11, #0x80000000",
    times_19!(),
    propagate!("subtract"),
    "stm r0, {{r4-r11}}",
    "pop {{r6, r7, r11, pc}}",
}

routine! {
    /// `r = n a` for `n`, a word below 2^20, in `r2`. Stack: 16 bytes.
    multiply_small,
    "push {{r6, r7, r11, lr}}",
    "ldm r1, {{r4-r11}}",
    "umull r4, r3, r4, r2",
    "umull r5, r12, r5, r2",
    "adds r5, r5, r3",
    "umull r6, r3, r6, r2",
    "adcs r6, r6, r12",
    "umull r7, r12, r7, r2",
    "adcs r7, r7, r3",
    "umull r8, r3, r8, r2",
    "adcs r8, r8, r12",
    "umull r9, r12, r9, r2",
    "adcs r9, r9, r3",
    "umull r10, r3, r10, r2",
    "adcs r10, r10, r12",
    "umull r11, r12, r11, r2",
    "adcs r11, r11, r3",
    "adc r2, r12, #0",
    fold_bits!(),
    "stm r0, {{r4-r11}}",
    "pop {{r6, r7, r11, pc}}",
}

#[inline(always)]
pub(crate) fn product(a: &El, b: &El) -> El {
    call!(multiply, a.as_ptr(), b.as_ptr())
}

#[inline(always)]
pub(crate) fn sum(a: &El, b: &El) -> El {
    call!(add, a.as_ptr(), b.as_ptr())
}

#[inline(always)]
pub(crate) fn difference(a: &El, b: &El) -> El {
    call!(sub, a.as_ptr(), b.as_ptr())
}

/// `n a` for `n` below 2^20.
#[inline(always)]
pub(crate) fn small_multiple(a: &El, n: Word) -> El {
    call!(multiply_small, a.as_ptr(), n)
}
