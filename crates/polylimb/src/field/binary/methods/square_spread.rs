//! `square-spread`: half of the bits moved away by half of the distance, then half of each half.
//!
//! **Source.** Warren 2002, "shuffling bits" (the spreading half of a perfect shuffle). **Cost.** `n` reads, `2 n` writes, `2 log2 W` shifts and masks for each
//! word; no table. **Time.** Constant.

use super::machine::{Machine, load, store};
use crate::field::binary::square::square_words;
use crate::limb::Word;

/// `r = a²`.
pub(super) fn square<M: Machine + ?Sized>(m: &mut M, r: &mut [Word], a: &[Word]) {
    for i in 0..a.len() {
        let mut double = [0; 2];
        square_words(&mut double, &[load(m, a, i)]);
        store(m, r, 2 * i, double[0]);
        store(m, r, 2 * i + 1, double[1]);
    }
}
