//! `square-clmul`: the carry-less product of each word with itself.
//!
//! **Source.** `[Gueron2010]` (the instruction PCLMULQDQ); `[Taverne2011]` (squares). **Cost.** `n`
//! reads, `2 n` writes, `n` products; no table. **Time.** Constant. Without the instruction it
//! computes like `square-spread`.

use super::square_spread;
use polylimb::authors::field::binary::words::{Machine, load, store};
use polylimb::authors::field::binary::{Clmul, Product};
use polylimb::authors::limb::Word;
use polylimb::cpu::Features;

/// `r = a²`.
pub(super) fn square<M: Machine + ?Sized>(m: &mut M, r: &mut [Word], a: &[Word]) {
    let Some(clmul) = Clmul::available(Features::detect()) else {
        return square_spread::square(m, r, a);
    };
    for i in 0..a.len() {
        let double = clmul.square(&[load(m, a, i)]);
        store(m, r, 2 * i, double.words()[0]);
        store(m, r, 2 * i + 1, double.words()[1]);
    }
}
