//! Products and squares modulo `x^m + x^k + 1` in four words, whole pairs at a time: less than half
//! the time of reduction word by word (`reduce.rs`).
//!
//! **Reduction.** `c = l + h x^m` becomes `l + t + (t x^k mod x^m)` with `t = h + ⌊h / x^(m-k)⌋`:
//! the part of `h x^k` from `x^m` on is folded like `h`, once.
//!
//! **Squares.** With `a = l + h x^((m+1)/2)` the square is `l(x²) + x h(x²)`, since m is odd. Since
//! k is even, the halves can be reduced before they are spread: with `u = ⌊h / x^((m-1-k)/2)⌋` it
//! is `e(x²) + x o(x²)`, where `o = h + (h x^(k/2) mod x^((m-1)/2))` and `e = l + u + u x^(k/2)`.
//! Each half is one pair, and two instructions spread it.

use super::{Pair, Pairs, Sums};
use crate::field::binary::Polynomial;
use crate::limb::{WORD_BITS, Word};

/// Whether these functions serve the polynomial in `n` words.
pub(super) const fn applies<P: Polynomial>(n: usize) -> bool {
    let (m, lower) = (P::DEGREE, P::LOWER);
    n == 4
        && WORD_BITS == 64
        && lower.len() == 2
        && m % 2 == 1
        && lower[0].is_multiple_of(2)
        && 64 < lower[0]
        && lower[0] < 128
        && 128 < m - lower[0]
        && m - lower[0] < 192
}

/// The pair `above`, shifted left by `bits` from 1 to 63, with the top bits of `below` shifted in.
#[inline(always)]
fn moved_in<V: Pair>(above: V, below: V, bits: usize) -> V {
    above.shl(bits).xor(above.behind(below).shr(WORD_BITS - bits))
}

/// `c` of eight words modulo the polynomial.
#[inline(always)]
pub(super) fn reduce<V: Pair, P: Polynomial>(c: &Sums<V>) -> Pairs<V> {
    let (m, k) = (P::DEGREE, P::LOWER[0]);
    let c: [V; 4] = [c.pair(0), c.pair(1), c.pair(2), c.pair(3)];
    // h = c / x^m, 64 - m % 64 bits above three words.
    let up = WORD_BITS - m % WORD_BITS;
    let h = [moved_in(c[2], c[1], up), moved_in(c[3], c[2], up)];
    // Two words and some bits.
    let down = (m - k) % WORD_BITS;
    let beyond = h[1].shr(down).xor(h[1].down().shl(WORD_BITS - down));
    let t = [h[0].xor(beyond), h[1]];
    // A word and some bits.
    let up = k % WORD_BITS;
    let shifted = [t[0].up().shl(up), t[1].behind(t[0]).shl(up).xor(t[0].shr(WORD_BITS - up))];
    let keep = V::new(Word::MAX, (1 << (m % WORD_BITS)) - 1);
    let mut r = [V::zero(); _];
    r[0] = c[0].xor(t[0]).xor(shifted[0]);
    r[1] = c[1].xor(t[1]).xor(shifted[1]).and(keep);
    r
}

/// `a²`.
#[inline(always)]
pub(super) fn sqr<V: Pair, P: Polynomial>(proof: V::Proof, a: &Pairs<V>) -> Pairs<V> {
    let (m, s) = (P::DEGREE, P::LOWER[0] / 2);
    let half = m.div_ceil(2);
    let bits = half % WORD_BITS;
    let l = a[0].and(V::new(Word::MAX, (1 << bits) - 1));
    // Bits from `half` on, in the upper word of the first pair.
    let h = moved_in(a[1], a[0], WORD_BITS - bits);
    let to = |v: V| v.shl(s).xor(v.up().shr(WORD_BITS - s));
    let o = h.xor(to(h)).and(V::new(Word::MAX, (1 << (bits - 1)) - 1));
    let u = h.down().shr((half - 1 - s) % WORD_BITS);
    let e = l.xor(u).xor(to(u));
    let mut r = [V::zero(); _];
    r[0] = e.clmul::<0x00>(proof, e).xor(o.clmul::<0x00>(proof, o).shl(1));
    r[1] = e.clmul::<0x11>(proof, e).xor(o.clmul::<0x11>(proof, o).shl(1));
    r
}
