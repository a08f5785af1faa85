//! `square-pdep`: the bits of half a word deposited at the even places of a word by one instruction of BMI2.
//!
//! **Source.** Hilewitz, Lee 2006 (the instruction `pdep`). **Cost.** `n` reads, `2 n` writes, `2 n` instructions; no table. **Time.** Constant. Without the instruction
//! the result is that of `square-spread`.

use super::machine::{Machine, load, store};
use super::square_spread;
use crate::cpu::Features;
use crate::field::binary::x86_64::Bmi2;
use crate::limb::Word;

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
