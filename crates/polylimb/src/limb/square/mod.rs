//! Squares: operand scanning, product scanning, Karatsuba; one file each.

pub(super) mod comba;
pub(super) mod karatsuba;
pub(super) mod schoolbook;
