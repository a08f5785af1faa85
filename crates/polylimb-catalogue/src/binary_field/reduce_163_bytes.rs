//! `reduce-163-bytes`: modulo x^163 + x^7 + x^6 + x^3 + 1, a byte at a time.
//!
//! **Source.** `[Seo2008]`; `[Aranha2009]`, Algorithm 5. Its line 4 prints t≫3 twice; one of them
//! is t≪3. **Cost.** 88 reads, 66 writes. **Time.** Constant.

use polylimb::authors::field::binary::words::{Machine, load, store};

/// The first 21 bytes of `c` = `c` modulo the polynomial.
pub fn reduce<M: Machine + ?Sized>(m: &mut M, c: &mut [u8; 42]) {
    for i in (21..=41).rev() {
        let t = load(m, c, i);
        add(m, c, i - 21, t << 5);
        add(m, c, i - 20, t << 4 ^ t << 3 ^ t ^ t >> 3);
        add(m, c, i - 19, t >> 4 ^ t >> 5);
    }
    let top = load(m, c, 20);
    let t = top >> 3;
    add(m, c, 0, t << 7 ^ t << 6 ^ t << 3 ^ t);
    add(m, c, 1, t >> 1 ^ t >> 2);
    // The printed count has a fourth read: the byte in `top`.
    m.read();
    store(m, c, 20, top & 7);
}

/// `c[i] += w`, however many terms `w` has.
fn add<M: Machine + ?Sized>(m: &mut M, c: &mut [u8], i: usize, w: u8) {
    let sum = load(m, c, i) ^ w;
    store(m, c, i, sum);
}
