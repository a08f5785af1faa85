//! Products modulo primes of four words with `2^256 = c mod p`, `c` a word: 2^255 - 19 (`c = 38`)
//! and secp256k1.
//!
//! **Idea.** `c` times the high half is added to the low half, then `c` times the word above. A
//! remaining carry is worth `c` again, and then the low words are small: below 2^64 if `c` is
//! short. The result is any number below `2^256`. For a prime of 255 bits the bits from bit 255 on
//! are folded by half of `c`, and the result is short: below `2^255 + 2^62`. Sums of two such
//! results need less reduction.

use crate::field::prime::fixed::parameters::{Derived, PrimeParameters};
use crate::limb::Word;
use core::ptr::null;

/// `r8 … r11 = r8 … r15` modulo `p`. `bits255`: `p` has 255 bits and `c < 2^32`; `long`: any `c`.
/// Clobbers `rax rcx rdx rsi`, flags.
macro_rules! fold {
    ($size:ident) => {
        concat!(
            "mov rdx, {c}\n",
            "xor esi, esi\n",
            "mulx rcx, rax, r12\n",
            "adcx r8, rax\n",
            "adox r9, rcx\n",
            "mulx rcx, rax, r13\n",
            "adcx r9, rax\n",
            "adox r10, rcx\n",
            "mulx rcx, rax, r14\n",
            "adcx r10, rax\n",
            "adox r11, rcx\n",
            "mulx rcx, rax, r15\n",
            "adcx r11, rax\n",
            "adox rcx, rsi\n",
            "adc rcx, 0\n",
            fold_top!($size),
        )
    };
}

/// Adds the word `rcx` above `r8 … r11`, and the bits above `2^BITS`, modulo `p`.
macro_rules! fold_top {
    (bits255) => {
        "shld rcx, r11, 1\n\
         imul rcx, rcx, {c} / 2\n\
         btr r11, 63\n\
         add r8, rcx\n\
         adc r9, 0\n\
         adc r10, 0\n\
         adc r11, 0\n"
    };
    // The carry is worth c again; then the low words are below 2^128.
    (long) => {
        "mulx rcx, rax, rcx\n\
         add r8, rax\n\
         adc r9, rcx\n\
         adc r10, 0\n\
         adc r11, 0\n\
         cmovc rsi, rdx\n\
         add r8, rsi\n\
         adc r9, 0\n"
    };
}

/// [`kernel_4`] of a product or square and the [`fold`] for the `c` of `P`.
macro_rules! folded {
    ($a:expr, $b:expr, $product:expr) => {
        if const { is_bits255::<P, N>() } {
            kernel_4!($a, $b, null(); $product, fold!(bits255); c = P::FOLD)[0]
        } else {
            kernel_4!($a, $b, null(); $product, fold!(long); c = P::FOLD)[0]
        }
    };
}

const fn is_bits255<P: PrimeParameters<N>, const N: usize>() -> bool {
    P::BITS == 255 && P::FOLD >> 32 == 0
}

/// `a b mod p` in `[0, 2^256)`.
///
/// - Constant time. Needs BMI2, ADX. No stack. Clobbers all but `rbx rbp rsp`, flags. Cycles on Zen
///   5: 37, throughput 24.
#[inline(always)]
pub(super) unsafe fn mul<P: PrimeParameters<N>, const N: usize>(
    a: &[Word; 4],
    b: &[Word; 4],
) -> [Word; 4] {
    folded!(a.as_ptr(), b.as_ptr(), product_4!())
}

/// `a² mod p` in `[0, 2^256)`.
///
/// - Constant time. Needs BMI2, ADX. No stack. Clobbers all but `rbx rbp rsp`, flags. Cycles on Zen
///   5: 33, throughput 19.
#[inline(always)]
pub(super) unsafe fn sqr<P: PrimeParameters<N>, const N: usize>(a: &[Word; 4]) -> [Word; 4] {
    folded!(a.as_ptr(), null(), square_4!())
}

/// `t mod p` in `[0, 2^256)`.
///
/// - Constant time. Needs BMI2, ADX. No stack. Clobbers all but `rbx rbp rsp`, flags.
#[inline(always)]
pub(super) unsafe fn reduce<P: PrimeParameters<N>, const N: usize>(
    low: &[Word; 4],
    high: &[Word; 4],
) -> [Word; 4] {
    folded!(low.as_ptr(), high.as_ptr(), load_8!())
}

/// `n a mod p` in `[0, 2^256)`.
///
/// - Requires `n < 2^32` if the result is to be short. Constant time. Needs BMI2. No stack.
///   Clobbers `rdx`, flags.
#[inline(always)]
pub(super) unsafe fn mul_small<P: PrimeParameters<N>, const N: usize>(
    a: &[Word; 4],
    n: Word,
) -> [Word; 4] {
    let (r0, r1, r2, r3): (Word, Word, Word, Word);
    macro_rules! times_small {
        ($($top:literal),+) => {
            // SAFETY: reads four words at `a`, writes registers; the caller ensures BMI2.
            unsafe {
                core::arch::asm!(
                    "mulx {r1}, {r0}, [{a}]",
                    "mulx {r2}, {low}, [{a} + 8]",
                    "add {r1}, {low}",
                    "mulx {r3}, {low}, [{a} + 16]",
                    "adc {r2}, {low}",
                    "mulx {high}, {low}, [{a} + 24]",
                    "adc {r3}, {low}",
                    "adc {high}, 0",
                    $($top,)+
                    c = const P::FOLD,
                    a = in(reg) a.as_ptr(),
                    inout("rdx") n => _,
                    low = out(reg) _,
                    high = out(reg) _,
                    r0 = out(reg) r0,
                    r1 = out(reg) r1,
                    r2 = out(reg) r2,
                    r3 = out(reg) r3,
                    options(pure, readonly, nostack),
                );
            }
        };
    }
    if const { is_bits255::<P, N>() } {
        times_small!(
            "shld {high}, {r3}, 1",
            "imul {high}, {high}, {c} / 2",
            "btr {r3}, 63",
            "add {r0}, {high}",
            "adc {r1}, 0",
            "adc {r2}, 0",
            "adc {r3}, 0"
        );
    } else {
        times_small!(
            "mov rdx, {c}",
            "mulx {high}, {low}, {high}",
            "add {r0}, {low}",
            "adc {r1}, {high}",
            "adc {r2}, 0",
            "adc {r3}, 0",
            "sbb {low}, {low}",
            "and {low}, rdx",
            "add {r0}, {low}",
            "adc {r1}, 0"
        );
    }
    [r0, r1, r2, r3]
}
