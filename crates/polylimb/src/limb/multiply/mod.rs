//! Products: operand scanning, product scanning, Karatsuba; each a file.

pub(super) mod comba;
pub(super) mod schoolbook;

use super::{Kernel, Word};

/// See [`Kernel::mul`].
pub(super) fn product(
    kernel: Kernel,
    r: &mut [Word],
    a: &[Word],
    b: &[Word],
    _scratch: &mut [Word],
) {
    kernel.schoolbook(r, a, b);
}

/// See [`Kernel::mul_scratch`].
pub(super) fn product_scratch(_kernel: Kernel, _a_words: usize, _b_words: usize) -> usize {
    0
}

/// See [`Kernel::mul_low`].
pub(super) fn low_product(
    kernel: Kernel,
    r: &mut [Word],
    a: &[Word],
    b: &[Word],
    _scratch: &mut [Word],
) {
    kernel.schoolbook_low(r, a, b);
}

/// See [`Kernel::mul_low_scratch`].
pub(super) fn low_product_scratch(_kernel: Kernel, _words: usize) -> usize {
    0
}
