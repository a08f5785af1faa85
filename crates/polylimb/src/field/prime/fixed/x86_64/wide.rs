//! Products and squares of four words, unreduced.

use crate::limb::Word;
use core::arch::asm;

/// `$text` with `rsi` and `rdi` in, `r8` to `r15` out.
macro_rules! kernel {
    ($text:expr, $a:expr, $b:expr) => {{
        let (r0, r1, r2, r3, r4, r5, r6, r7);
        // SAFETY: the caller's pointers are to the words that the text reads; it writes registers only.
        unsafe {
            asm!(
                $text,
                inout("rsi") $a => _,
                inout("rdi") $b => _,
                out("r8") r0,
                out("r9") r1,
                out("r10") r2,
                out("r11") r3,
                out("r12") r4,
                out("r13") r5,
                out("r14") r6,
                out("r15") r7,
                out("rax") _,
                out("rcx") _,
                out("rdx") _,
                options(pure, readonly, nostack),
            );
        }
        [[r0, r1, r2, r3], [r4, r5, r6, r7]]
    }};
}

/// `a b`.
///
/// - Constant time. Needs BMI2, ADX. No stack. Clobbers all but `rbx rbp rsp`, flags.
#[inline(always)]
pub(super) unsafe fn mul(a: &[Word; 4], b: &[Word; 4]) -> [[Word; 4]; 2] {
    kernel!(product_4!(), a.as_ptr(), b.as_ptr())
}

/// `a²`.
///
/// - Constant time. Needs BMI2, ADX. No stack. Clobbers all but `rbx rbp rsp`, flags.
#[inline(always)]
pub(super) unsafe fn sqr(a: &[Word; 4]) -> [[Word; 4]; 2] {
    kernel!(square_4!(), a.as_ptr(), a.as_ptr())
}
