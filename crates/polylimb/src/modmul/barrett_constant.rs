//! Barrett's constant.
//!
//! **Source.** `[Barrett1986]`; for partial reductions `[Giorgi2013]`. The papers have
//! `⌊r^(n+t) / M⌋`; one less in the numerator keeps it within `t + 1` words for `M = r^(n-1)`, 1
//! included, and the bound that the reductions need, `ν >= r^(n+t) / M - 1`, still holds.

use super::long_division::Divisor;
use crate::limb::{Kernel, Word};
use alloc::vec;
use alloc::vec::Vec;
use zeroize::Zeroizing;

/// `ν = ⌊(r^(n+t) - 1) / M⌋`, `t + 1` words, for a modulus of `n` words whose top word is not 0.
/// Constant time given the modulus' bit length; `(t + 1) n` word products.
pub(super) fn barrett_constant(kernel: Kernel, modulus: &[Word], t: usize) -> Zeroizing<Vec<Word>> {
    Divisor::new(kernel, modulus).divide(&vec![Word::MAX; modulus.len() + t]).0
}
