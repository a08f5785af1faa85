//! `reduce-163-registers`: modulo x^163 + x^7 + x^6 + x^3 + 1, three bytes of sums in registers.
//!
//! **Source.** `[Aranha2009]`, Algorithm 6. In print the first line of the accumulation is r0 ← (r0
//! ⊕ t ⊕ (t≫1))≫4; it is r0 ⊕ ((t ⊕ (t≫1))≫4). The print also leaves the five top bits of c[20];
//! here they are reduced as in Algorithm 5. **Idea.** Each byte reaches three neighbours, whose
//! sums wait in registers until they are complete. **Cost.** 42 reads and 22 writes, and 3 of each
//! for the top bits. **Time.** Constant.

use polylimb::authors::field::binary::words::{Machine, load, store};

/// Adds the terms of byte `t`. Afterwards `r0` is complete, `r1` misses one term, `r2` begins.
fn accumulate(r0: &mut u8, r1: &mut u8, r2: &mut u8, t: u8) {
    let s0 = t << 4;
    *r0 ^= (t ^ t >> 1) >> 4;
    *r1 ^= t ^ t << 3 ^ s0 ^ t >> 3;
    *r2 = s0 << 1;
}

/// The first 21 bytes of `c` = `c` modulo the polynomial, for a product: `c[41]` = 0. Leaves the
/// bytes above unchanged.
pub fn reduce<M: Machine + ?Sized>(m: &mut M, c: &mut [u8; 42]) {
    let (mut ra, mut rb, mut rc) = (0, 0, 0);
    let (mut i, mut j) = (21, 40);
    while i > 3 {
        accumulate(&mut rb, &mut rc, &mut ra, load(m, c, j));
        add(m, c, i, rb);
        accumulate(&mut rc, &mut ra, &mut rb, load(m, c, j - 1));
        add(m, c, i - 1, rc);
        accumulate(&mut ra, &mut rb, &mut rc, load(m, c, j - 2));
        add(m, c, i - 2, ra);
        i -= 3;
        j -= 3;
    }
    accumulate(&mut rb, &mut rc, &mut ra, load(m, c, 22));
    add(m, c, 3, rb);
    accumulate(&mut rc, &mut ra, &mut rb, load(m, c, 21));
    add(m, c, 2, rc);
    add(m, c, 1, ra);
    add(m, c, 0, rb);
    let top = load(m, c, 20);
    let t = top >> 3;
    add(m, c, 0, t << 7 ^ t << 6 ^ t << 3 ^ t);
    add(m, c, 1, t >> 1 ^ t >> 2);
    store(m, c, 20, top & 7);
}

/// `c[i] += w`.
fn add<M: Machine + ?Sized>(m: &mut M, c: &mut [u8], i: usize, w: u8) {
    let sum = load(m, c, i) ^ w;
    store(m, c, i, sum);
}
