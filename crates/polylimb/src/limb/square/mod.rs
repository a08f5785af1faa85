//! Squares: operand scanning, product scanning, Karatsuba; each a file.

pub(super) mod comba;
pub(super) mod schoolbook;

use super::{Kernel, Word};

/// See [`Kernel::sqr`].
pub(super) fn square(kernel: Kernel, r: &mut [Word], a: &[Word], _scratch: &mut [Word]) {
    kernel.schoolbook_square(r, a);
}

/// See [`Kernel::sqr_scratch`].
pub(super) fn square_scratch(_kernel: Kernel, _words: usize) -> usize {
    0
}
