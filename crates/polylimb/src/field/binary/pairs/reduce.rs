//! Reduction by a sparse polynomial, a pair of words at a time from the top (the method of
//! `../reduce.rs`).
//!
//! If all exponents below m lie in one word (163, 283, 571), a word is folded by one carry-less
//! product with the polynomial's lower part; otherwise (409) by shifts, two per exponent for both
//! words of the pair. For 233 see below.

use super::{Pair, Pairs, Sums};
use crate::field::binary::Polynomial;
use crate::limb::{WORD_BITS, Word};

/// Whole words by which x^m moves down for exponent `e`, rounded up, and the bits by which that is
/// too far.
const fn distance<P: Polynomial>(e: usize) -> (usize, usize) {
    let words = (P::DEGREE - e).div_ceil(WORD_BITS);
    (words, words * WORD_BITS - (P::DEGREE - e))
}

/// The polynomial without x^m, shifted up by `shift`, if that fits one word.
const fn factor<P: Polynomial>(shift: usize) -> Option<Word> {
    if P::LOWER[0] + shift >= WORD_BITS {
        return None;
    }
    let (mut factor, mut i) = (0, 0);
    while i < P::LOWER.len() {
        factor |= 1 << (P::LOWER[i] + shift);
        i += 1;
    }
    Some(factor)
}

/// `a`, of `2 N` words, modulo `P`.
#[inline(always)]
pub(in super::super) fn reduce<V: Pair, const N: usize, P: Polynomial>(
    k: V::Proof,
    mut a: Sums<V>,
) -> Pairs<V> {
    if const { is_trinomial::<P>(N) } {
        return reduce_trinomial::<V, P>(&a);
    }
    // The pairs that lie entirely above x^m.
    for i in (N.div_ceil(2)..N).rev() {
        fold_pair::<V, P>(k, &mut a, i);
    }
    // The pair with x^m; the words that it folds into are below it.
    let (last, used) = (N.div_ceil(2) - 1, P::DEGREE % WORD_BITS);
    let pair = a.pair(last);
    let keep = if N.is_multiple_of(2) {
        fold_upper::<V, P>(&mut a, pair.shr(used));
        V::new(Word::MAX, (1 << used) - 1)
    } else {
        fold_lower::<V, P>(k, &mut a, pair.shr(used).xor(pair.down().shl(WORD_BITS - used)));
        V::new((1 << used) - 1, 0)
    };
    let mut r = [V::zero(); _];
    for (i, r) in r.iter_mut().enumerate().take(last) {
        *r = a.pair(i);
    }
    r[last] = pair.and(keep);
    r
}

/// Folds words `2 i` and `2 i + 1`.
#[inline(always)]
fn fold_pair<V: Pair, P: Polynomial>(k: V::Proof, a: &mut Sums<V>, i: usize) {
    let v = a.pair(i);
    let (words, shift) = distance::<P>(0);
    if let Some(factor) = factor::<P>(shift) {
        let factor = V::new(factor, 0);
        a.add_at(2 * i - words, v.clmul::<0x00>(k, factor));
        a.add_at(2 * i + 1 - words, v.clmul::<0x01>(k, factor));
        return;
    }
    for &e in P::LOWER {
        let (words, shift) = distance::<P>(e);
        a.add_at(2 * i - words, v.shl(shift));
        if shift > 0 {
            a.add_at(2 * i + 1 - words, v.shr(WORD_BITS - shift));
        }
    }
}

/// `+=` the upper word of `above` times x^m.
#[inline(always)]
fn fold_upper<V: Pair, P: Polynomial>(a: &mut Sums<V>, above: V) {
    const {
        let bits = WORD_BITS - P::DEGREE % WORD_BITS;
        let mut i = 0;
        while i < P::LOWER.len() {
            let (word, shift) = (P::LOWER[i] / WORD_BITS, P::LOWER[i] % WORD_BITS);
            assert!(word < 2 && bits + shift <= WORD_BITS, "what is folded spills over");
            i += 1;
        }
    }
    let mut rows = [V::zero(); 2];
    for &e in P::LOWER {
        let row = &mut rows[e / WORD_BITS];
        *row = row.xor(above.shl(e % WORD_BITS));
    }
    a.add_at(0, rows[1].uppers(rows[0]));
}

/// `+= above x^m`.
#[inline(always)]
fn fold_lower<V: Pair, P: Polynomial>(k: V::Proof, a: &mut Sums<V>, above: V) {
    if let Some(factor) = factor::<P>(0) {
        let factor = V::new(factor, 0);
        a.add_at(0, above.clmul::<0x00>(k, factor));
        a.add_at(1, above.clmul::<0x01>(k, factor));
        return;
    }
    for &e in P::LOWER {
        let (word, shift) = (e / WORD_BITS, e % WORD_BITS);
        a.add_at(word, above.shl(shift));
        if shift > 0 {
            a.add_at(word + 1, above.shr(WORD_BITS - shift));
        }
    }
}

// Products and squares modulo `x^m + x^k + 1` in four words, whole pairs at a time: less than half
// the time of reduction word by word (`reduce.rs`).
//
// **Reduction.** `c = l + h x^m` becomes `l + t + (t x^k mod x^m)` with `t = h + ⌊h / x^(m-k)⌋`:
// the part of `h x^k` from `x^m` on is folded like `h`, once.
//
// **Squares.** With `a = l + h x^((m+1)/2)` the square is `l(x²) + x h(x²)`, since m is odd. Since
// k is even, the halves can be reduced before they are spread: with `u = ⌊h / x^((m-1-k)/2)⌋` it
// is `e(x²) + x o(x²)`, where `o = h + (h x^(k/2) mod x^((m-1)/2))` and `e = l + u + u x^(k/2)`.
// Each half is one pair, and two instructions spread it.

/// Whether these functions serve the polynomial in `n` words.
pub(super) const fn is_trinomial<P: Polynomial>(n: usize) -> bool {
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
fn reduce_trinomial<V: Pair, P: Polynomial>(c: &Sums<V>) -> Pairs<V> {
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
pub(super) fn sqr_trinomial<V: Pair, P: Polynomial>(proof: V::Proof, a: &Pairs<V>) -> Pairs<V> {
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
