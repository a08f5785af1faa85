//! Products: operand scanning, product scanning, Karatsuba; unequal lengths; low halves. Each a file.

pub(super) mod column;
pub(super) mod comba;
pub(super) mod karatsuba;
pub(super) mod low;
pub(super) mod schoolbook;
pub(super) mod unbalanced;
