//! Montgomery products modulo any prime of four words: the orders of the curves, P-224.
//!
//! **Idea.** As for P-256 the reduction follows the product; here each quotient digit costs a row
//! of `mulx`. The register of a cleared word takes the word above.

use crate::field::prime::fixed::parameters::{Derived, PrimeParameters};
use crate::limb::Word;

/// Adds the multiple of the prime at `rsi` that clears word `$a` of four, which becomes the word
/// above `$d`. `rdi` is `-1/p`. Clobbers `rax rcx rdx`, flags.
#[rustfmt::skip]
macro_rules! clear_word {
    ($a:literal $b:literal $c:literal $d:literal) => {
        concat!(
            "mov rdx, ", $a, "\n",
            "imul rdx, rdi\n",
            "xor eax, eax\n",
            "mulx rcx, rax, [rsi]\n",
            "adcx ", $a, ", rax\n",
            "adox ", $b, ", rcx\n",
            "mulx rcx, rax, [rsi + 8]\n",
            "adcx ", $b, ", rax\n",
            "adox ", $c, ", rcx\n",
            "mulx rcx, rax, [rsi + 16]\n",
            "adcx ", $c, ", rax\n",
            "adox ", $d, ", rcx\n",
            "mulx rcx, rax, [rsi + 24]\n",
            "adcx ", $d, ", rax\n",
            // $a is 0.
            "adox ", $a, ", rcx\n",
            "adc ", $a, ", 0\n",
        )
    };
}

/// `r8 … r11 = r8 … r15 / 2^256 mod p` for a number below `2^256 p` and the prime at `rsi`.
/// Clobbers `rax rcx rdx rdi`, flags.
macro_rules! reduce {
    () => {
        concat!(
            "mov rdi, {m_inverse}\n",
            clear_word!("r8" "r9" "r10" "r11"),
            clear_word!("r9" "r10" "r11" "r8"),
            clear_word!("r10" "r11" "r8" "r9"),
            clear_word!("r11" "r8" "r9" "r10"),
            "xor eax, eax\n",
            "add r12, r8\n",
            "adc r13, r9\n",
            "adc r14, r10\n",
            "adc r15, r11\n",
            "adc rax, 0\n",
            "mov r8, r12\n",
            "mov r9, r13\n",
            "mov r10, r14\n",
            "mov r11, r15\n",
            "sub r8, [rsi]\n",
            "sbb r9, [rsi + 8]\n",
            "sbb r10, [rsi + 16]\n",
            "sbb r11, [rsi + 24]\n",
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
///   `rbx rbp rsp`, flags. Cycles on Zen 5: 55, throughput 44.
#[inline(always)]
pub(super) unsafe fn mul<P: PrimeParameters<N>, const N: usize>(
    a: &[Word; 4],
    b: &[Word; 4],
) -> [Word; 4] {
    kernel_4!(a.as_ptr(), b.as_ptr(), const { &P::MODULUS }.as_ptr(); product_4!(), reduce!(); m_inverse = P::M_INVERSE)
        [0]
}

/// `a² / 2^256 mod p` in `[0, p)`.
///
/// - Requires `a² < 2^256 p`. Constant time. Needs BMI2, ADX. No stack. Clobbers all but
///   `rbx rbp rsp`, flags. Cycles on Zen 5: 52, throughput 39.
#[inline(always)]
pub(super) unsafe fn sqr<P: PrimeParameters<N>, const N: usize>(a: &[Word; 4]) -> [Word; 4] {
    kernel_4!(a.as_ptr(), const { &P::MODULUS }.as_ptr(), const { &P::MODULUS }.as_ptr(); square_4!(), reduce!(); m_inverse = P::M_INVERSE)
        [0]
}

/// `t / 2^256 mod p` in `[0, p)`.
///
/// - Requires `t < 2^256 p`. Constant time. Needs BMI2, ADX. No stack. Clobbers all but
///   `rbx rbp rsp`, flags.
#[inline(always)]
pub(super) unsafe fn reduce<P: PrimeParameters<N>, const N: usize>(
    low: &[Word; 4],
    high: &[Word; 4],
) -> [Word; 4] {
    kernel_4!(low.as_ptr(), high.as_ptr(), const { &P::MODULUS }.as_ptr(); load_8!(), reduce!(); m_inverse = P::M_INVERSE)
        [0]
}
