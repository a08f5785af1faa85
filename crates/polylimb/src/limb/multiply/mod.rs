//! Products: operand scanning, product scanning, hybrid, operand caching, Karatsuba; unequal lengths;
//! low and high halves. Each a file.

pub(super) mod column;
pub(super) mod comba;
pub(super) mod high;
pub(super) mod hybrid;
pub(super) mod karatsuba;
pub(super) mod low;
mod memory;
pub(super) mod operand_caching;
pub(super) mod schoolbook;
pub(super) mod unbalanced;
