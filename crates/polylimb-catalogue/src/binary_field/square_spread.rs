//! `square-spread`: spreads the bits in `log2` steps: half of them by half the distance, then half
//! of each half.
//!
//! **Source.** `[Warren2002]`, "shuffling bits" (the spreading half of a perfect shuffle).
//! **Cost.** `n` reads, `2 n` writes, `2 log2 W` shifts and masks for each word; no table.
//! **Time.** Constant.

use polylimb::authors::field::binary::words::{Machine, load, store};
use polylimb::authors::field::binary::{Comb, Everywhere, Product};
use polylimb::authors::limb::Word;

/// `r = a²`.
pub(super) fn square<M: Machine + ?Sized>(m: &mut M, r: &mut [Word], a: &[Word]) {
    for i in 0..a.len() {
        let double = Comb::HERE.square(&[load(m, a, i)]);
        store(m, r, 2 * i, double.words()[0]);
        store(m, r, 2 * i + 1, double.words()[1]);
    }
}
