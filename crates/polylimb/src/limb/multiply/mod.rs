//! Products: operand scanning, product scanning, Karatsuba; unequal lengths; low and high halves.
//! One file each.

pub(super) mod column;
pub(super) mod comba;
pub(super) mod high;
pub(super) mod karatsuba;
pub(super) mod low;
pub(super) mod schoolbook;
pub(super) mod unbalanced;
