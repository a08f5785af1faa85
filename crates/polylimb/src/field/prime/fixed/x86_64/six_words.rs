//! Montgomery products and reductions modulo a prime of six words with two free bits, as BLS12-381
//! has: all seven words of an intermediate result stay in registers. Sums of two products with one
//! reduction: `[Longa2022]`.
//!
//! **Idea.** As the rows of `many_words.rs`; a row that clears the lowest word follows each row of
//! the product. The cleared register is the top of the next row. The free bits make a carry out of
//! the seventh word impossible.
//!
//! | register | holds |
//! |---|---|
//! | `r8` … `r14` | the intermediate result; the lowest word moves up by one register a row |
//! | `rdi`, `r15` | the factors in memory |
//! | `rsi` | the prime in memory |
//! | `rdx` | the multiplier |
//! | `rax`, `rcx` | halves of products |

use crate::field::prime::fixed::parameters::{Derived, PrimeParameters};
use crate::limb::Word;
use core::arch::asm;

/// Adds the multiple of the prime at `rsi` that clears `$lowest`. Clobbers `rax rcx rdx`, flags.
macro_rules! clear_lowest {
    ($lowest:literal $($acc:literal)*) => {
        concat!(
            "mov rdx, {m_inverse}\n",
            "imul rdx, ", $lowest, "\n",
            "xor eax, eax\n",
            columns!("rsi"; $lowest $($acc)*; 0 1 2 3 4 5),
        )
    };
}

/// Rows `$i` of a product, each with its step of the reduction; `$second` follows each row of the
/// product.
macro_rules! reduced_rows {
    ($second:ident; ; $($acc:literal)*) => {
        ""
    };
    ($second:ident; $i:literal $($is:literal)*;
        $lowest:literal $a:literal $b:literal $c:literal $d:literal $e:literal $top:literal) => {
        concat!(
            "mov rdx, [r15 + 8*", $i, "]\n",
            "xor ", $top, ", ", $top, "\n",
            columns!("rdi"; $lowest $a $b $c $d $e $top; 0 1 2 3 4 5),
            $second!($i; $lowest $a $b $c $d $e $top),
            clear_lowest!($lowest $a $b $c $d $e $top),
            reduced_rows!($second; $($is)*; $a $b $c $d $e $top $lowest),
        )
    };
}

macro_rules! no_second {
    ($i:literal; $($acc:literal)*) => {
        ""
    };
}

/// Row `$i` of the product of the factors behind the first ones.
macro_rules! second {
    ($i:literal; $($acc:literal)*) => {
        concat!(
            "mov rdx, [r15 + 48 + 8*", $i, "]\n",
            "xor eax, eax\n",
            columns!("rdi + 48"; $($acc)*; 0 1 2 3 4 5),
        )
    };
}

/// Subtracts the prime at `rsi` once if it can; the second registers are free.
macro_rules! subtract_once {
    ($($i:literal $r:literal $d:literal $subtract:literal)*) => {
        concat!(
            $("mov ", $d, ", ", $r, "\n",)*
            $($subtract, " ", $d, ", [rsi + 8*", $i, "]\n",)*
            $("cmovnc ", $r, ", ", $d, "\n",)*
        )
    };
}

/// An `asm!` of the rows of a product or of two, and a subtraction of the prime.
macro_rules! kernel_6 {
    ($P:ident, $second:ident, $a:expr, $b:expr) => {{
        let (a, b): (*const Word, *const Word) = ($a, $b);
        let (r0, r1, r2, r3, r4, r5);
        // SAFETY: the text reads the words behind the pointers and writes registers only.
        unsafe {
            asm!(
                clear!("r8" "r9" "r10" "r11" "r12" "r13"),
                reduced_rows!($second; 0 1 2 3 4 5; "r8" "r9" "r10" "r11" "r12" "r13" "r14"),
                subtract_once!(0 "r14" "rax" "sub" 1 "r8" "rcx" "sbb" 2 "r9" "rdx" "sbb"
                    3 "r10" "rdi" "sbb" 4 "r11" "r15" "sbb" 5 "r12" "r13" "sbb"),
                m_inverse = const $P::M_INVERSE,
                inout("rdi") a => _,
                inout("r15") b => _,
                in("rsi") const { &$P::MODULUS }.as_ptr(),
                out("r14") r0,
                out("r8") r1,
                out("r9") r2,
                out("r10") r3,
                out("r11") r4,
                out("r12") r5,
                out("r13") _,
                out("rax") _,
                out("rcx") _,
                out("rdx") _,
                options(pure, readonly, nostack),
            );
        }
        [r0, r1, r2, r3, r4, r5]
    }};
}

/// `a b / 2^384 mod p` in `[0, p)`.
///
/// - Requires six words at `a` and `b`, `a < p < 2^382`; any `b`. Constant time. Needs BMI2, ADX.
///   No stack. Clobbers all but `rbx rbp rsp`, flags.
#[inline(always)]
pub(super) unsafe fn mul<P: PrimeParameters<N>, const N: usize>(
    a: *const Word,
    b: *const Word,
) -> [Word; 6] {
    kernel_6!(P, no_second, a, b)
}

/// `(a₀ b₀ + a₁ b₁) / 2^384 mod p` in `[0, p)`: below `1.5 p` before the subtraction.
///
/// - Requires twelve words at `a` and `b`, `a₀, a₁, b₀, b₁ <= p < 2^382`. Constant time. Needs
///   BMI2, ADX. No stack. Clobbers all but `rbx rbp rsp`, flags.
#[inline(always)]
pub(super) unsafe fn sum_of_two<P: PrimeParameters<N>, const N: usize>(
    a: *const Word,
    b: *const Word,
) -> [Word; 6] {
    kernel_6!(P, second, a, b)
}

/// `t / 2^384 mod p` in `[0, p)`.
///
/// - Requires twelve words at `t`, `t < 2^384 p`, `p < 2^382`. Constant time. Needs BMI2, ADX. No
///   stack. Clobbers all but `rbx rbp rsp`, flags.
#[inline(always)]
pub(super) unsafe fn reduce<P: PrimeParameters<N>, const N: usize>(t: *const Word) -> [Word; 6] {
    let (r0, r1, r2, r3, r4, r5): (Word, Word, Word, Word, Word, Word);
    // SAFETY: the text reads twelve words at `t`, six at the prime, and writes registers only.
    unsafe {
        asm!(
            "mov r8, [rdi]",
            "mov r9, [rdi + 8]",
            "mov r10, [rdi + 16]",
            "mov r11, [rdi + 24]",
            "mov r12, [rdi + 32]",
            "mov r13, [rdi + 40]",
            // The cleared word is 0, and the new top.
            clear_lowest!("r8" "r9" "r10" "r11" "r12" "r13" "r8"),
            clear_lowest!("r9" "r10" "r11" "r12" "r13" "r8" "r9"),
            clear_lowest!("r10" "r11" "r12" "r13" "r8" "r9" "r10"),
            clear_lowest!("r11" "r12" "r13" "r8" "r9" "r10" "r11"),
            clear_lowest!("r12" "r13" "r8" "r9" "r10" "r11" "r12"),
            clear_lowest!("r13" "r8" "r9" "r10" "r11" "r12" "r13"),
            "add r8, [rdi + 48]",
            "adc r9, [rdi + 56]",
            "adc r10, [rdi + 64]",
            "adc r11, [rdi + 72]",
            "adc r12, [rdi + 80]",
            "adc r13, [rdi + 88]",
            subtract_once!(0 "r8" "rax" "sub" 1 "r9" "rcx" "sbb" 2 "r10" "rdx" "sbb" 3 "r11" "rdi" "sbb"
                4 "r12" "r14" "sbb" 5 "r13" "r15" "sbb"),
            m_inverse = const P::M_INVERSE,
            inout("rdi") t => _,
            in("rsi") const { &P::MODULUS }.as_ptr(),
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
            options(pure, readonly, nostack),
        );
    }
    [r0, r1, r2, r3, r4, r5]
}
