//! `square-table`: looks up four bits at a time, with zeros between them.
//!
//! **Source.** `[Schroeppel1995]`; `[Aranha2009]`, Algorithm 1. **Cost.** `n` reads of words,
//! `n W / 4` of the table, `2 n` writes. **Time.** Addresses depend on `a`: constant without a
//! cache, and with one if the 16 bytes of the table lie in one line, which is not guaranteed.

use polylimb::authors::field::binary::words::{Machine, load, store};
use polylimb::authors::limb::{WORD_BITS, Word};

/// Bit i of the index in bit 2 i.
static SPREAD: [u8; 16] = {
    let mut table = [0; 16];
    let mut u = 0;
    while u < 16 {
        table[u] = (u & 1 | (u & 2) << 1 | (u & 4) << 2 | (u & 8) << 3) as u8;
        u += 1;
    }
    table
};

/// `r = a²`.
pub(super) fn square<M: Machine + ?Sized>(m: &mut M, r: &mut [Word], a: &[Word]) {
    for i in 0..a.len() {
        let w = load(m, a, i);
        for half in 0..2 {
            let mut spread = 0;
            for height in (0..WORD_BITS / 2).step_by(4) {
                let u = (w >> (half * WORD_BITS / 2 + height)) as usize & 15;
                spread |= Word::from(load(m, &SPREAD, u)) << (2 * height);
            }
            store(m, r, 2 * i + half, spread);
        }
    }
}
