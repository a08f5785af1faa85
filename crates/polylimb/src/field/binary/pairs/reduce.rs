//! Reduction by a sparse polynomial, a pair of words at a time from the top (the method of
//! `../reduce.rs`).
//!
//! If all exponents below m lie in one word (163, 283, 571), a word is folded by one carry-less
//! product with the polynomial's lower part; otherwise (409) by shifts, two per exponent for both
//! words of the pair. For 233 see `trinomial.rs`.

use super::{Pair, Pairs, Sums, trinomial};
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
    if const { trinomial::applies::<P>(N) } {
        return trinomial::reduce::<V, P>(&a);
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
