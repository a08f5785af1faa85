//! Products modulo primes of four words with `2^256 = c mod p`, `c` a word: 2^255 - 19 (`c = 38`) and secp256k1.
//!
//! **Idea.** The high half times `c` goes onto the low half, the word above it times `c` too; the carry that may
//! remain is worth `c` again, and then the low words are small: below 2^64 if `c` is short. The result is any number
//! below `2^256`.

use crate::field::prime::fixed::parameters::{Derived, PrimeParameters};
use crate::limb::Word;
use core::ptr::null;

/// `r8 … r11 = r8 … r15` modulo `p`. `short`: `c < 2^32`, `long`: any `c`. Clobbers `rax rcx rdx rsi`, flags.
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
            "adc r10, 0\n",
            "adc r11, 0\n",
            "cmovc rsi, rdx\n",
            "add r8, rsi\n",
            fold_carry!($size),
        )
    };
}

/// `r9 r8 += rcx c`, the carry in CF.
macro_rules! fold_top {
    (short) => {
        "imul rcx, rdx\nadd r8, rcx\nadc r9, 0\n"
    };
    (long) => {
        "mulx rcx, rax, rcx\nadd r8, rax\nadc r9, rcx\n"
    };
}

/// The carry of the last addition: none if what is left is below 2^64.
macro_rules! fold_carry {
    (short) => {
        ""
    };
    (long) => {
        "adc r9, 0\n"
    };
}

/// [`kernel_4`] of a product or square and the [`fold`] for the `c` of `P`.
macro_rules! folded {
    ($a:expr, $b:expr, $product:expr) => {
        if const { P::FOLD >> 32 == 0 } {
            kernel_4!($a, $b, null(); $product, fold!(short); c = P::FOLD)[0]
        } else {
            kernel_4!($a, $b, null(); $product, fold!(long); c = P::FOLD)[0]
        }
    };
}

/// `a b mod p` in `[0, 2^256)`.
///
/// - Constant time. Needs BMI2, ADX. No stack. Clobbers all but `rbx rbp rsp`, flags. Cycles on Zen 5: 37, throughput 24.
#[inline(always)]
pub(super) unsafe fn mul<P: PrimeParameters<N>, const N: usize>(
    a: &[Word; 4],
    b: &[Word; 4],
) -> [Word; 4] {
    folded!(a.as_ptr(), b.as_ptr(), product_4!())
}

/// `a² mod p` in `[0, 2^256)`.
///
/// - Constant time. Needs BMI2, ADX. No stack. Clobbers all but `rbx rbp rsp`, flags. Cycles on Zen 5: 33, throughput 19.
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
