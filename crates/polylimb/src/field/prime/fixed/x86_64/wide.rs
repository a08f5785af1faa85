//! Products and squares of four words, unreduced.

use crate::limb::Word;
use core::ptr::null;

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
