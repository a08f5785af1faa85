//! The field of P-256 with `UMAAL`, in Montgomery's representation.
//!
//! **Idea.** `p = 2^256 - 2^224 + 2^192 + 2^96 - 1`. The lowest 96 bits `q` of a number are also
//! the factor of `p` that clears them, and `q p = q 2^96 (1 + 2^96 + 2^128 (2^32 - 1)) - q`: sums,
//! and for each word of `q` one product by `2^32 - 1`. Three times, of 96, 96 and 64 bits.
//! **Source.** The reduction by whole words: `[Montgomery1985]`. **Range.** Operands and results
//! are below `p`. **Time.** Constant.

use crate::limb::Word;

type El = [Word; 8];

/// Subtracts `p` from the eight words with `$above` over them, a number below `2 p`, unless that
/// would be negative. `$ones` is `2^32 - 1`. Changes the last register and the flags.
macro_rules! subtract_p {
    ($a:literal $b:literal $c:literal $d:literal $e:literal $f:literal $g:literal $h:literal, $above:literal, $ones:literal, $t:literal) => {
        concat!(
            op!("subs" $a $ones),
            each!(op: ("sbcs" $b $ones) ("sbcs" $c $ones) ("sbcs" $d "#0") ("sbcs" $e "#0") ("sbcs" $f "#0") ("sbcs" $g "#1")
                ("sbcs" $h $ones) ("sbc" $above "#0")),
            add_p!($a $b $c $d $e $f $g $h, $above, $t),
        )
    };
}

/// Adds `p` if `$mask` is all ones. Changes the last register and the flags.
macro_rules! add_p {
    ($a:literal $b:literal $c:literal $d:literal $e:literal $f:literal $g:literal $h:literal, $mask:literal, $t:literal) => {
        concat!(
            "lsr ", $t, ", ", $mask, ", #31\n",
            op!("adds" $a $mask),
            each!(op: ("adcs" $b $mask) ("adcs" $c $mask) ("adcs" $d "#0") ("adcs" $e "#0") ("adcs" $f "#0") ("adcs" $g $t)
                ("adc" $h $mask)),
        )
    };
}

/// The reduction of the sixteen words on the stack; the place of the result and the return address
/// are above them.
macro_rules! reduce {
    () => {
        concat!(
            "pop {{r0-r10}}\n",
            "mvn r11, #0\n",
            // The lowest words are r0 to r2, the carry of the products is r12.
            "mov r12, #0\n",
            each!(uma: ("r7" "r12" "r0" "r11") ("r8" "r12" "r1" "r11") ("r9" "r12" "r2" "r11")),
            op!("adds" "r3" "r0"),
            each!(op: ("adcs" "r4" "r1") ("adcs" "r5" "r2") ("adcs" "r6" "r0") ("adcs" "r7" "r1") ("adcs" "r8" "r2")
                ("adcs" "r9" "#0") ("adcs" "r10" "r12")),
            "pop {{r0-r2}}\n",
            each!(op: ("adcs" "r0" "#0") ("adcs" "r1" "#0") ("adcs" "r2" "#0")),
            "mov lr, #0\n",
            op!("adc" "lr" "#0"),
            // r3 to r5.
            "mov r12, #0\n",
            each!(uma: ("r10" "r12" "r3" "r11") ("r0" "r12" "r4" "r11") ("r1" "r12" "r5" "r11")),
            op!("adds" "r6" "r3"),
            each!(op: ("adcs" "r7" "r4") ("adcs" "r8" "r5") ("adcs" "r9" "r3") ("adcs" "r10" "r4") ("adcs" "r0" "r5")
                ("adcs" "r1" "#0") ("adcs" "r2" "r12")),
            "pop {{r3, r4}}\n",
            each!(op: ("adcs" "r3" "lr") ("adc" "r4" "#0")),
            // r6 and r7.
            "mov r12, #0\n",
            each!(uma: ("r2" "r12" "r6" "r11") ("r3" "r12" "r7" "r11")),
            op!("adds" "r9" "r6"),
            each!(op: ("adcs" "r10" "r7") ("adcs" "r0" "#0") ("adcs" "r1" "r6") ("adcs" "r2" "r7") ("adcs" "r3" "#0")
                ("adcs" "r4" "r12")),
            "mov r5, #0\n",
            op!("adc" "r5" "#0"),
            subtract_p!("r8" "r9" "r10" "r0" "r1" "r2" "r3" "r4", "r5", "r11", "r6"),
            "pop {{r12, lr}}\n",
            "stm r12!, {{r8-r10}}\n",
            "stm r12, {{r0-r4}}\n",
            "bx lr\n",
        )
    };
}

routine! {
    /// `r = a b / 2^256`. Stack: 72 bytes.
    multiply,
    "push {{r0, lr}}",
    "sub sp, sp, #64",
    product!(),
    "str r11, [sp, #48]",
    "str r12, [sp, #52]",
    "str lr, [sp, #56]",
    "str r3, [sp, #60]",
    reduce!(),
}

routine! {
    /// `r = a² / 2^256` for `a` in `r4` to `r11`. Stack: 72 bytes.
    square,
    "push {{r0, lr}}",
    "sub sp, sp, #64",
    squared!(),
    "str r2, [sp, #32]",
    "str r3, [sp, #36]",
    "str r12, [sp, #40]",
    "str r1, [sp, #44]",
    "str lr, [sp, #48]",
    "str r5, [sp, #52]",
    "str r6, [sp, #56]",
    "str r0, [sp, #60]",
    reduce!(),
}

routine! {
    /// `r4` to `r11`, `a`, become `a + b`. Stack: 4 bytes.
    add,
    "push {{lr}}",
    combined!("adds" "adcs"),
    "mov r2, #0",
    "adc r2, r2, #0",
    "mvn r1, #0",
    subtract_p!("r4" "r5" "r6" "r7" "r8" "r9" "r10" "r11", "r2", "r1", "r3"),
    "pop {{pc}}",
}

routine! {
    /// `r4` to `r11`, `a`, become `a - b`. Stack: 4 bytes.
    sub,
    "push {{lr}}",
    combined!("subs" "sbcs"),
    "sbc r2, r2, r2",
    add_p!("r4" "r5" "r6" "r7" "r8" "r9" "r10" "r11", "r2", "r3"),
    "pop {{pc}}",
}

/// `times` doublings of the Jacobian point `x`, `2 y`, `z`, with `a z⁴`, as `double_times` of
/// `curve/weierstrass/common_denominator.rs`; the last leaves `a z⁴` as it was. Stack: 280 bytes.
#[unsafe(naked)]
pub(crate) extern "C" fn double_times(point: &mut [El; 4], times: usize) {
    core::arch::naked_asm!(
        "push {{r4-r11, lr}}",
        "sub sp, sp, #160",
        "push {{r0, r1}}",
        "2:",
        concat!(
            each!(run: (load P 32) (sqr S 32)),
            each!(run: (load P 0) (sqr S 0)),
            each!(run: (mul P 64 = P 32, P 64) (mul S 64 = P 0, S 32)),
            // The slope, 3 x² + a z⁴.
            each!(run: (load S 0) (add S 0) (add S 0) (add P 96) (store S 0) (sqr S 96)),
            each!(run: (load S 32) (sqr S 128)),
            each!(run: (load S 96) (sub S 64) (sub S 64) (store P 0)),
            each!(run: (load S 64) (sub P 0) (store S 32)),
            each!(run: (mul S 96 = S 0, S 32)),
            each!(run: (load S 96) (add S 96) (sub S 128) (store P 32)),
        ),
        "ldr r1, [sp, #4]",
        "subs r1, r1, #1",
        "str r1, [sp, #4]",
        "beq 3f",
        run!(mul P 96 = P 96, S 128),
        "b 2b",
        "3:",
        "add sp, sp, #168",
        "pop {{r4-r11, pc}}",
        add = sym add,
        sub = sym sub,
        mul = sym multiply,
        sqr = sym square,
    )
}

/// Adds the affine point behind a Jacobian one, the formulas and conditions as for `add_affine` of
/// `curve/weierstrass/jacobian.rs`. Stack: 250 bytes.
#[unsafe(naked)]
pub(crate) extern "C" fn add_affine(points: &mut [El; 5]) {
    core::arch::naked_asm!(
        "push {{r4-r11, lr}}",
        "sub sp, sp, #128",
        "push {{r0, r1}}",
        concat!(
            each!(run: (load P 64) (sqr S 0) (mul S 32 = P 64, S 0)),
            each!(run: (mul S 64 = P 96, S 0) (mul S 96 = P 128, S 32)),
            each!(run: (load S 64) (sub P 0) (store S 64) (sqr S 0)),
            each!(run: (mul P 64 = P 64, S 64)),
            each!(run: (load S 96) (sub P 32) (store S 96) (sqr S 32)),
            each!(run: (mul S 64 = S 64, S 0) (mul S 0 = P 0, S 0)),
            each!(run: (load S 32) (sub S 64) (sub S 0) (sub S 0) (store P 0)),
            each!(run: (load S 0) (sub P 0) (store S 0)),
            each!(run: (mul S 0 = S 96, S 0) (mul S 64 = P 32, S 64)),
            each!(run: (load S 0) (sub S 64) (store P 32)),
        ),
        "add sp, sp, #136",
        "pop {{r4-r11, pc}}",
        sub = sym sub,
        mul = sym multiply,
        sqr = sym square,
    )
}

functions! {}
