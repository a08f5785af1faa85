//! Multiplication by operand caching with `UMLAL`, in rows of three words.
//!
//! **Source.** `[HutterWenger2011]`; carries and sums delayed: `[Taira2013]`, section 4.2.
//! **Idea.** As `limb/operand_caching.rs` of the catalogue says, with `e = 3`: three words of each
//! operand fill `r6` to `r11`. **Cost.** 64 products, 413 executed instructions in all, 358 with
//! carries and sums delayed. **Time.** Constant.

use crate::limb::Word;

/// An empty sum without a carry.
macro_rules! clear {
    () => {
        "mov r3, #0\n mov r4, #0\n mov r5, #0\n cmn r0, #0\n"
    };
}

macro_rules! all_rows {
    ($mode:ident) => {
        concat!(
            // The initial block: two words of each.
            clear!(),
            $mode!(("r3" "r4" "r5") 24; ("r6" "r9", "ldr r6, [r1, #4*6]", "ldr r9, [r2, #4*0]")),
            $mode!(("r4" "r5" "r3") 28; ("r6" "r10", "ldr r10, [r2, #4*1]") ("r7" "r9", "ldr r7, [r1, #4*7]")),
            $mode!(("r5" "r3" "r4") 32; ("r7" "r10")),
            "str r3, [r0, #36]\n",
            // The upper row, with its two legs.
            clear!(),
            $mode!(("r3" "r4" "r5") 12; ("r6" "r9", "ldr r6, [r1, #4*3]", "ldr r9, [r2, #4*0]")),
            $mode!(("r4" "r5" "r3") 16; ("r6" "r10", "ldr r10, [r2, #4*1]") ("r7" "r9", "ldr r7, [r1, #4*4]")),
            $mode!(("r5" "r3" "r4") 20; ("r7" "r10") ("r6" "r11", "ldr r11, [r2, #4*2]") ("r8" "r9", "ldr r8, [r1, #4*5]")),
            $mode!(onto ("r3" "r4" "r5") 24; ("r7" "r11") ("r8" "r10") ("r6" "r9", "ldr r9, [r2, #4*3]")),
            $mode!(onto ("r4" "r5" "r3") 28; ("r7" "r9") ("r8" "r11") ("r6" "r10", "ldr r10, [r2, #4*4]")),
            $mode!(onto ("r5" "r3" "r4") 32; ("r7" "r10") ("r8" "r9") ("r6" "r11", "ldr r6, [r1, #4*6]")),
            $mode!(onto ("r3" "r4" "r5") 36; ("r8" "r10") ("r6" "r9") ("r7" "r11", "ldr r7, [r1, #4*7]")),
            $mode!(("r4" "r5" "r3") 40; ("r6" "r10") ("r7" "r9")),
            $mode!(("r5" "r3" "r4") 44; ("r7" "r10")),
            "str r3, [r0, #48]\n",
            // The lower row.
            clear!(),
            $mode!(("r3" "r4" "r5") 0; ("r6" "r9", "ldr r6, [r1, #4*0]", "ldr r9, [r2, #4*0]")),
            $mode!(("r4" "r5" "r3") 4; ("r6" "r10", "ldr r10, [r2, #4*1]") ("r7" "r9", "ldr r7, [r1, #4*1]")),
            $mode!(("r5" "r3" "r4") 8; ("r7" "r10") ("r6" "r11", "ldr r11, [r2, #4*2]") ("r8" "r9", "ldr r8, [r1, #4*2]")),
            $mode!(onto ("r3" "r4" "r5") 12; ("r7" "r11") ("r8" "r10") ("r6" "r9", "ldr r9, [r2, #4*3]")),
            $mode!(onto ("r4" "r5" "r3") 16; ("r7" "r9") ("r8" "r11") ("r6" "r10", "ldr r10, [r2, #4*4]")),
            $mode!(onto ("r5" "r3" "r4") 20; ("r7" "r10") ("r8" "r9") ("r6" "r11", "ldr r11, [r2, #4*5]")),
            $mode!(onto ("r3" "r4" "r5") 24; ("r7" "r11") ("r8" "r10") ("r6" "r9", "ldr r9, [r2, #4*6]")),
            $mode!(onto ("r4" "r5" "r3") 28; ("r7" "r9") ("r8" "r11") ("r6" "r10", "ldr r10, [r2, #4*7]")),
            $mode!(onto ("r5" "r3" "r4") 32; ("r7" "r10") ("r8" "r9") ("r6" "r11", "ldr r6, [r1, #4*3]")),
            $mode!(onto ("r3" "r4" "r5") 36; ("r8" "r10") ("r6" "r9") ("r7" "r11", "ldr r7, [r1, #4*4]")),
            $mode!(onto ("r4" "r5" "r3") 40; ("r6" "r10") ("r7" "r9") ("r8" "r11", "ldr r8, [r1, #4*5]")),
            $mode!(onto ("r5" "r3" "r4") 44; ("r7" "r10") ("r8" "r9") ("r6" "r11", "ldr r6, [r1, #4*6]")),
            $mode!(onto ("r3" "r4" "r5") 48; ("r8" "r10") ("r6" "r9") ("r7" "r11", "ldr r7, [r1, #4*7]")),
            $mode!(("r4" "r5" "r3") 52; ("r6" "r10") ("r7" "r9")),
            $mode!(("r5" "r3" "r4") 56; ("r7" "r10")),
            "str r3, [r0, #60]\n",
        )
    };
}

kernel! {
    /// `r = a b`, each carry propagated at once. `r` disjoint from `a` and `b`. Stack: 36 bytes.
    pub fn multiply(r: &mut [Word; 16], a: &[Word; 8], b: &[Word; 8]);
    "push {{r4-r11, lr}}",
    all_rows!(at_once),
    "pop {{r4-r11, pc}}",
}

kernel! {
    /// As [`multiply`], with delayed carries and sums.
    pub fn delayed(r: &mut [Word; 16], a: &[Word; 8], b: &[Word; 8]);
    "push {{r4-r11, lr}}",
    all_rows!(delayed),
    "pop {{r4-r11, pc}}",
}
