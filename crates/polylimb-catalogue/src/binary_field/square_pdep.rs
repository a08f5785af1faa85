//! `square-pdep`: the bits of half a word deposited at the even places of a word by one instruction
//! of BMI2.
//!
//! **Source.** `[Hilewitz2006]` (the instruction `pdep`). **Cost.** `n` reads, `2 n` writes, `2 n`
//! instructions; no table. **Time.** Constant. Without the instruction it computes like
//! `square-spread`.

use super::square_spread;
use polylimb::cpu::Features;
use polylimb::field::binary::Bmi2;
use polylimb::field::binary::words::{Machine, load, store};
use polylimb::limb::Word;

/// `r = a²`.
pub(super) fn square<M: Machine + ?Sized>(m: &mut M, r: &mut [Word], a: &[Word]) {
    let Some(bmi2) = Bmi2::available(Features::detect()) else {
        return square_spread::square(m, r, a);
    };
    for i in 0..a.len() {
        let w = load(m, a, i);
        store(m, r, 2 * i, bmi2.spread(w));
        store(m, r, 2 * i + 1, bmi2.spread(w >> 32));
    }
}
