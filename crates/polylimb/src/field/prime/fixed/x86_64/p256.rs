//! Montgomery products modulo the prime of P-256, `2^256 - 2^224 + 2^192 + 2^96 - 1`.
//!
//! **Idea.** `p = -1 mod 2^64`, so the quotient digit that clears a word `w` is `w` itself, and
//! `w + w p = (w 2^32) 2^64 + (w (2^64 - 2^32 + 1)) 2^192`: a reduction without any multiplication
//! (`[Gueron2013]`). Here the second summand comes from the shifts of the first, by a subtraction.
//! The reduction follows the product; the processor overlaps them, because the low words are final
//! early.

use crate::limb::Word;
use core::ptr::null;

/// Clears word `$w0` of four, which becomes the word above `$w3`. `rsi` is 32. Clobbers
/// `rax rcx rdx`, flags.
#[rustfmt::skip]
macro_rules! clear_word {
    ($w0:literal $w1:literal $w2:literal $w3:literal) => {
        concat!(
            "shlx rax, ", $w0, ", rsi\n",
            "shrx rcx, ", $w0, ", rsi\n",
            // w0 (2^64 - 2^32 + 1) = rdx + w0' 2^64
            "mov rdx, ", $w0, "\n",
            "sub rdx, rax\n",
            "sbb ", $w0, ", rcx\n",
            "add ", $w1, ", rax\n",
            "adc ", $w2, ", rcx\n",
            "adc ", $w3, ", rdx\n",
            "adc ", $w0, ", 0\n",
        )
    };
}

/// `r8 … r11 = r8 … r15 / 2^256 mod p` for a number below `2^256 p`. Clobbers
/// `rax rcx rdx rsi rdi`, flags.
macro_rules! reduce {
    () => {
        concat!(
            "mov esi, 32\n",
            clear_word!("r8" "r9" "r10" "r11"),
            clear_word!("r9" "r10" "r11" "r8"),
            clear_word!("r10" "r11" "r8" "r9"),
            clear_word!("r11" "r8" "r9" "r10"),
            "xor eax, eax\n",
            "mov ecx, 0xffffffff\n",
            "mov rdi, 0xffffffff00000001\n",
            "add r12, r8\n",
            "adc r13, r9\n",
            "adc r14, r10\n",
            "adc r15, r11\n",
            "adc rax, 0\n",
            "mov r8, r12\n",
            "mov r9, r13\n",
            "mov r10, r14\n",
            "mov r11, r15\n",
            "sub r8, -1\n",
            "sbb r9, rcx\n",
            "sbb r10, 0\n",
            "sbb r11, rdi\n",
            "sbb rax, 0\n",
            "cmovc r8, r12\n",
            "cmovc r9, r13\n",
            "cmovc r10, r14\n",
            "cmovc r11, r15\n",
        )
    };
}

/// `a b / 2^256 mod p` in `[0, p)`.
///
/// - Requires `a b < 2^256 p`. Constant time. Needs BMI2, ADX. No stack. Clobbers all but
///   `rbx rbp rsp`, flags. Cycles on Zen 5: 32, throughput 28.
#[inline(always)]
pub(super) unsafe fn mul(a: &[Word; 4], b: &[Word; 4]) -> [Word; 4] {
    kernel_4!(a.as_ptr(), b.as_ptr(), null(); product_4!(), reduce!())[0]
}

/// `a² / 2^256 mod p` in `[0, p)`.
///
/// - Requires `a² < 2^256 p`. Constant time. Needs BMI2, ADX. No stack. Clobbers all but
///   `rbx rbp rsp`, flags. Cycles on Zen 5: 27, throughput 24.
#[inline(always)]
pub(super) unsafe fn sqr(a: &[Word; 4]) -> [Word; 4] {
    kernel_4!(a.as_ptr(), null(), null(); square_4!(), reduce!())[0]
}

/// `t / 2^256 mod p` in `[0, p)`.
///
/// - Requires `t < 2^256 p`. Constant time. Needs BMI2, ADX. No stack. Clobbers all but
///   `rbx rbp rsp`, flags.
#[inline(always)]
pub(super) unsafe fn reduce(low: &[Word; 4], high: &[Word; 4]) -> [Word; 4] {
    kernel_4!(low.as_ptr(), high.as_ptr(), null(); load_8!(), reduce!())[0]
}
