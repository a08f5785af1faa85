//! Squares: operand scanning, product scanning, Karatsuba; each a file.

pub(super) mod comba;
pub(super) mod karatsuba;
pub(super) mod schoolbook;
