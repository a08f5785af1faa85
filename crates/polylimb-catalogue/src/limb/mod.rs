//! Products by columns, by hybrid scanning and by operand caching.
//!
//! [`comba`] has the products and squares of `montgomery-comba`. [`hybrid()`] and
//! [`operand_caching()`] save loads and stores: the portable forms of the kernels in the study of
//! 32-bit Arm, for processors with many registers and no cache; on others they gain nothing. They
//! are in no register; the study calls them.

#[cfg(all(
    target_arch = "arm",
    target_os = "linux",
    target_abi = "eabihf",
    not(polylimb_word = "8")
))]
pub mod arm;
pub mod comba;
#[cfg(all(target_arch = "x86_64", not(any(polylimb_word = "8", polylimb_word = "32"))))]
mod comba_mulx;
mod hybrid;
mod memory;
mod operand_caching;

pub use hybrid::mul as hybrid;
pub use operand_caching::mul as operand_caching;

use polylimb::authors::limb::{DoubleWord, WORD_BITS, Word};

/// `w + a b + carry` as the word and the next carry.
#[inline(always)]
const fn mac(w: Word, a: Word, b: Word, carry: Word) -> (Word, Word) {
    let t = w as DoubleWord + a as DoubleWord * b as DoubleWord + carry as DoubleWord;
    (t as Word, (t >> WORD_BITS) as Word)
}

/// `a + b + carry` as the word and the next carry.
#[inline(always)]
const fn adc(a: Word, b: Word, carry: Word) -> (Word, Word) {
    let t = a as DoubleWord + b as DoubleWord + carry as DoubleWord;
    (t as Word, (t >> WORD_BITS) as Word)
}
