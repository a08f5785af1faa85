//! Montgomery's reduction modulo the prime of P-384, `2^384 - 2^128 - 2^96 + 2^32 - 1`.
//!
//! **Idea.** `2^384 - p = K = 2^128 + 2^96 - 2^32 + 1` has three words, the top one 1. The quotient
//! digit of a word `w` is `m = w + w 2^32`, and `T + m p = T - m K + m 2^384`: two products instead
//! of six (the 64-bit form of s2n-bignum's method). 15 operations a word; a row of six products
//! takes 27.

use crate::limb::Word;
use core::arch::asm;

/// Clears word `$w0` of six, which becomes the word above `$w5`. `r14` and `r15` are the low words
/// of `K`. Clobbers `rax rcx rdx rdi`, flags.
#[rustfmt::skip]
macro_rules! clear_word {
    ($w0:literal $w1:literal $w2:literal $w3:literal $w4:literal $w5:literal) => {
        concat!(
            "mov rdx, ", $w0, "\n",
            "shl rdx, 32\n",
            "add rdx, ", $w0, "\n",
            // m K: the lowest word is w0, the others rax, rcx and w0'.
            "mulx rax, rcx, r14\n",
            "mulx rcx, rdi, r15\n",
            "xor ", $w0, ", ", $w0, "\n",
            "add rax, rdi\n",
            "adc rcx, rdx\n",
            "adc ", $w0, ", 0\n",
            "sub ", $w1, ", rax\n",
            "sbb ", $w2, ", rcx\n",
            "sbb ", $w3, ", ", $w0, "\n",
            "sbb ", $w4, ", 0\n",
            "sbb ", $w5, ", 0\n",
            "mov ", $w0, ", rdx\n",
            "sbb ", $w0, ", 0\n",
        )
    };
}

/// `t / 2^384 mod p` in `[0, p)`.
///
/// - Requires twelve words at `t`, `t < 2^384 p`. Constant time. Needs BMI2. No stack. Clobbers all
///   but `rbx rbp rsp`, flags.
#[inline(always)]
pub(super) unsafe fn reduce(t: *const Word) -> [Word; 6] {
    let (r0, r1, r2, r3, r4, r5);
    // SAFETY: twelve words are read at `t`.
    unsafe {
        asm!(
            "mov r14, 0xffffffff00000001",
            "mov r15d, 0xffffffff",
            "mov r8, [rsi]",
            "mov r9, [rsi + 8]",
            "mov r10, [rsi + 16]",
            "mov r11, [rsi + 24]",
            "mov r12, [rsi + 32]",
            "mov r13, [rsi + 40]",
            clear_word!("r8" "r9" "r10" "r11" "r12" "r13"),
            clear_word!("r9" "r10" "r11" "r12" "r13" "r8"),
            clear_word!("r10" "r11" "r12" "r13" "r8" "r9"),
            clear_word!("r11" "r12" "r13" "r8" "r9" "r10"),
            clear_word!("r12" "r13" "r8" "r9" "r10" "r11"),
            clear_word!("r13" "r8" "r9" "r10" "r11" "r12"),
            "dec r14",
            "xor eax, eax",
            "add r8, [rsi + 48]",
            "adc r9, [rsi + 56]",
            "adc r10, [rsi + 64]",
            "adc r11, [rsi + 72]",
            "adc r12, [rsi + 80]",
            "adc r13, [rsi + 88]",
            "adc rax, 0",
            "mov rcx, r8",
            "mov rdx, r9",
            "mov rdi, r10",
            "sub rcx, r15",
            "mov r15, r12",
            "sbb rdx, r14",
            "mov r14, r11",
            "sbb rdi, -2",
            "sbb r14, -1",
            "mov rsi, r13",
            "sbb r15, -1",
            "sbb rsi, -1",
            "sbb rax, 0",
            "cmovnc r8, rcx",
            "cmovnc r9, rdx",
            "cmovnc r10, rdi",
            "cmovnc r11, r14",
            "cmovnc r12, r15",
            "cmovnc r13, rsi",
            inout("rsi") t => _,
            out("r8") r0,
            out("r9") r1,
            out("r10") r2,
            out("r11") r3,
            out("r12") r4,
            out("r13") r5,
            out("r14") _,
            out("r15") _,
            out("rax") _,
            out("rcx") _,
            out("rdx") _,
            out("rdi") _,
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3, r4, r5]
}
