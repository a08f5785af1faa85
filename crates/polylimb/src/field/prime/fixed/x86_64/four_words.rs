//! Products and squares of four words, all eight words of the result in registers, with the frame
//! around a kernel and two Montgomery reductions.
//!
//! | register | holds |
//! |---|---|
//! | `rsi`, `rdi` | the factors in memory, `rdi` the prime if there is no second factor |
//! | `r8` … `r15` | the result, least significant first; `r15` until then the prime in memory |
//! | `rdx` | the multiplier |
//! | `rax`, `rcx` | halves of products |
//!
//! Afterwards `rsi` points to the prime.

use crate::limb::Word;
use core::ptr::null;

/// One row beyond the first: adds `[rsi + 8 i]` times the words at `rdi` to five accumulators, the
/// last of them new. Low halves in the CF chain, high halves in the OF chain.
#[rustfmt::skip]
macro_rules! row_4 {
    ($i:literal; $a:literal $b:literal $c:literal $d:literal $new:literal) => {
        row_4!($i, ""; $a $b $c $d $new)
    };
    // `$then`: instructions that follow the load of the last word at `rsi`.
    ($i:literal, $then:literal; $a:literal $b:literal $c:literal $d:literal $new:literal) => {
        concat!(
            "mov rdx, [rsi + 8*", $i, "]\n",
            $then,
            "xor ", $new, ", ", $new, "\n",
            "mulx rcx, rax, [rdi]\n",
            "adcx ", $a, ", rax\n",
            "adox ", $b, ", rcx\n",
            "mulx rcx, rax, [rdi + 8]\n",
            "adcx ", $b, ", rax\n",
            "adox ", $c, ", rcx\n",
            "mulx rcx, rax, [rdi + 16]\n",
            "adcx ", $c, ", rax\n",
            "adox ", $d, ", rcx\n",
            "mulx rcx, rax, [rdi + 24]\n",
            "adcx ", $d, ", rax\n",
            "adox ", $new, ", rcx\n",
            "adc ", $new, ", 0\n",
        )
    };
}

/// `r8 … r15 = [rsi] [rdi]`. Clobbers `rax rcx rdx`, flags.
macro_rules! product_4 {
    () => {
        concat!(
            "mov rdx, [rsi]\n",
            "mulx r9, r8, [rdi]\n",
            "mulx r10, rax, [rdi + 8]\n",
            "add r9, rax\n",
            "mulx r11, rax, [rdi + 16]\n",
            "adc r10, rax\n",
            "mulx r12, rax, [rdi + 24]\n",
            "adc r11, rax\n",
            "adc r12, 0\n",
            row_4!(1; "r9" "r10" "r11" "r12" "r13"),
            row_4!(2; "r10" "r11" "r12" "r13" "r14"),
            row_4!(3, "mov rsi, r15\n"; "r11" "r12" "r13" "r14" "r15"),
        )
    };
}

/// `r8 … r15 = [rsi]²`: the six mixed products; then their doubles in the CF chain and the squares
/// in the OF chain. Clobbers `rax rcx rdx`, flags.
macro_rules! square_4 {
    () => {
        concat!(
            "mov rdx, [rsi]\n",
            "mulx r10, r9, [rsi + 8]\n",
            "mulx r11, rax, [rsi + 16]\n",
            "mulx r12, rcx, [rsi + 24]\n",
            "add r10, rax\n",
            "adc r11, rcx\n",
            "adc r12, 0\n",
            "mov rdx, [rsi + 8]\n",
            "xor r13d, r13d\n",
            "mulx rcx, rax, [rsi + 16]\n",
            "adcx r11, rax\n",
            "adox r12, rcx\n",
            "mulx rcx, rax, [rsi + 24]\n",
            "adcx r12, rax\n",
            "adox r13, rcx\n",
            "adc r13, 0\n",
            "mov rdx, [rsi + 16]\n",
            "mulx r14, rax, [rsi + 24]\n",
            "add r13, rax\n",
            "adc r14, 0\n",
            "mov rdx, [rsi]\n",
            "xor r15d, r15d\n",
            "mulx rax, r8, rdx\n",
            "adcx r9, r9\n",
            "adox r9, rax\n",
            "mov rdx, [rsi + 8]\n",
            "mulx rcx, rax, rdx\n",
            "adcx r10, r10\n",
            "adox r10, rax\n",
            "adcx r11, r11\n",
            "adox r11, rcx\n",
            "mov rdx, [rsi + 16]\n",
            "mulx rcx, rax, rdx\n",
            "adcx r12, r12\n",
            "adox r12, rax\n",
            "adcx r13, r13\n",
            "adox r13, rcx\n",
            "mov rdx, [rsi + 24]\n",
            "mulx rcx, rax, rdx\n",
            "adcx r14, r14\n",
            "adox r14, rax\n",
            "adcx r15, r15\n",
            "adox r15, rcx\n",
            "mov rsi, rdi\n",
        )
    };
}

/// Loads `r8 … r15` from the words at `rsi`, then those at `rdi`; `rsi = r15`.
macro_rules! load_8 {
    () => {
        "mov r8, [rsi]\nmov r9, [rsi + 8]\nmov r10, [rsi + 16]\nmov r11, [rsi + 24]\nmov rsi, r15\n\
         mov r12, [rdi]\nmov r13, [rdi + 8]\nmov r14, [rdi + 16]\nmov r15, [rdi + 24]\n"
    };
}

/// An `asm!` of the texts. Inputs: the factors `$a` and `$b` and the prime `$m` in memory. Outputs:
/// `r8` to `r15` as two numbers.
macro_rules! kernel_4 {
    ($a:expr, $b:expr, $m:expr; $($text:expr),+ $(; $constant:ident = $value:expr)*) => {{
        let (a, b, m): (*const Word, *const Word, *const Word) = ($a, $b, $m);
        let (r0, r1, r2, r3, r4, r5, r6, r7);
        // SAFETY: the text reads the words behind the pointers and writes registers only.
        unsafe {
            core::arch::asm!(
                $($text,)+
                $($constant = const $value,)*
                inout("rsi") a => _,
                inout("rdi") b => _,
                out("r8") r0,
                out("r9") r1,
                out("r10") r2,
                out("r11") r3,
                out("r12") r4,
                out("r13") r5,
                out("r14") r6,
                inout("r15") m => r7,
                out("rax") _,
                out("rcx") _,
                out("rdx") _,
                options(pure, readonly, nostack),
            );
        }
        [[r0, r1, r2, r3], [r4, r5, r6, r7]]
    }};
}

/// The end of a Montgomery reduction: adds the words `r8 … r11` to the upper half and subtracts the
/// prime of the words `$p0` to `$p3` once, if it can. Changes `rax`, `r12` to `r15`, flags.
#[rustfmt::skip]
macro_rules! add_upper_half {
    ($p0:literal, $p1:literal, $p2:literal, $p3:literal) => {
        concat!(
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
            "sub r8, ", $p0, "\n",
            "sbb r9, ", $p1, "\n",
            "sbb r10, ", $p2, "\n",
            "sbb r11, ", $p3, "\n",
            "sbb rax, 0\n",
            "cmovc r8, r12\n",
            "cmovc r9, r13\n",
            "cmovc r10, r14\n",
            "cmovc r11, r15\n",
        )
    };
}

/// `a b`.
///
/// - Constant time. Needs BMI2, ADX. No stack. Clobbers all but `rbx rbp rsp`, flags.
#[inline(always)]
pub(super) unsafe fn mul(a: &[Word; 4], b: &[Word; 4]) -> [[Word; 4]; 2] {
    kernel_4!(a.as_ptr(), b.as_ptr(), null(); product_4!())
}

/// `a²`.
///
/// - Constant time. Needs BMI2, ADX. No stack. Clobbers all but `rbx rbp rsp`, flags.
#[inline(always)]
pub(super) unsafe fn sqr(a: &[Word; 4]) -> [[Word; 4]; 2] {
    kernel_4!(a.as_ptr(), a.as_ptr(), null(); square_4!())
}

/// Montgomery products modulo the prime of P-256, `2^256 - 2^224 + 2^192 + 2^96 - 1`.
///
/// **Idea.** `p = -1 mod 2^64`, so the quotient digit that clears a word `w` is `w` itself, and
/// `w + w p = (w 2^32) 2^64 + (w (2^64 - 2^32 + 1)) 2^192`: a reduction without any multiplication
/// (`[Gueron2013]`). Here the second summand comes from the shifts of the first, by a subtraction.
/// The reduction follows the product; the processor overlaps them, because the low words are final
/// early.
pub(super) mod p256 {
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
                "mov ecx, 0xffffffff\n",
                "mov rdi, 0xffffffff00000001\n",
                add_upper_half!("-1", "rcx", "0", "rdi"),
            )
        };
    }

    /// `a b / 2^256 mod p` in `[0, p)`.
    ///
    /// - Requires `a b < 2^256 p`. Constant time. Needs BMI2, ADX. No stack. Clobbers all but
    ///   `rbx rbp rsp`, flags. Cycles on Zen 5: 32, throughput 28.
    #[inline(always)]
    pub(in super::super) unsafe fn mul(a: &[Word; 4], b: &[Word; 4]) -> [Word; 4] {
        kernel_4!(a.as_ptr(), b.as_ptr(), null(); product_4!(), reduce!())[0]
    }

    /// `a² / 2^256 mod p` in `[0, p)`.
    ///
    /// - Requires `a² < 2^256 p`. Constant time. Needs BMI2, ADX. No stack. Clobbers all but
    ///   `rbx rbp rsp`, flags. Cycles on Zen 5: 27, throughput 24.
    #[inline(always)]
    pub(in super::super) unsafe fn sqr(a: &[Word; 4]) -> [Word; 4] {
        kernel_4!(a.as_ptr(), null(), null(); square_4!(), reduce!())[0]
    }

    /// `t / 2^256 mod p` in `[0, p)`.
    ///
    /// - Requires `t < 2^256 p`. Constant time. Needs BMI2, ADX. No stack. Clobbers all but
    ///   `rbx rbp rsp`, flags.
    #[inline(always)]
    pub(in super::super) unsafe fn reduce(low: &[Word; 4], high: &[Word; 4]) -> [Word; 4] {
        kernel_4!(low.as_ptr(), high.as_ptr(), null(); load_8!(), reduce!())[0]
    }
}

/// Montgomery products modulo any prime of four words: the orders of the curves, P-224.
///
/// **Idea.** As for P-256 the reduction follows the product; here each quotient digit costs a row
/// of `mulx`. The register of a cleared word takes the word above.
pub(super) mod montgomery {
    use crate::field::prime::fixed::parameters::{Derived, PrimeParameters};
    use crate::limb::Word;

    /// Adds the multiple of the prime at `rsi` that clears word `$a` of four, which becomes the
    /// word above `$d`. `rdi` is `-1/p`. Clobbers `rax rcx rdx`, flags.
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
                add_upper_half!("[rsi]", "[rsi + 8]", "[rsi + 16]", "[rsi + 24]"),
            )
        };
    }

    /// `a b / 2^256 mod p` in `[0, p)`.
    ///
    /// - Requires `a b < 2^256 p`. Constant time. Needs BMI2, ADX. No stack. Clobbers all but
    ///   `rbx rbp rsp`, flags. Cycles on Zen 5: 55, throughput 44.
    #[inline(always)]
    pub(in super::super) unsafe fn mul<P: PrimeParameters<N>, const N: usize>(
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
    pub(in super::super) unsafe fn sqr<P: PrimeParameters<N>, const N: usize>(
        a: &[Word; 4],
    ) -> [Word; 4] {
        kernel_4!(a.as_ptr(), const { &P::MODULUS }.as_ptr(), const { &P::MODULUS }.as_ptr(); square_4!(), reduce!(); m_inverse = P::M_INVERSE)
            [0]
    }

    /// `t / 2^256 mod p` in `[0, p)`.
    ///
    /// - Requires `t < 2^256 p`. Constant time. Needs BMI2, ADX. No stack. Clobbers all but
    ///   `rbx rbp rsp`, flags.
    #[inline(always)]
    pub(in super::super) unsafe fn reduce<P: PrimeParameters<N>, const N: usize>(
        low: &[Word; 4],
        high: &[Word; 4],
    ) -> [Word; 4] {
        kernel_4!(low.as_ptr(), high.as_ptr(), const { &P::MODULUS }.as_ptr(); load_8!(), reduce!(); m_inverse = P::M_INVERSE)
            [0]
    }
}
