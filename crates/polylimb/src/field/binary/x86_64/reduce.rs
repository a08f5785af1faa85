//! Reduction by a sparse polynomial, a pair of words at a time from the top (the method of `../reduce.rs`).
//!
//! Where all exponents below m lie in one word (163, 283, 571), a word is folded by one carry-less product with the
//! polynomial's lower part; else (233, 409) by shifts, two to an exponent for both words of the pair.

use super::Clmul;
use super::vector::{DoublePairs, Pair, Pairs};
use crate::field::binary::Polynomial;
use crate::limb::{WORD_BITS, Word};

/// Whole words by which x^m moves down for exponent `e`, rounded up, and bits by which that is too far.
const fn distance<P: Polynomial>(e: usize) -> (usize, usize) {
    let words = (P::DEGREE - e).div_ceil(WORD_BITS);
    (words, words * WORD_BITS - (P::DEGREE - e))
}

/// The lower part of the polynomial, moved up by `shift`, if it has at most a word and all of it is `words` below x^m.
const fn factor<P: Polynomial>() -> Option<Word> {
    let (words, _) = distance::<P>(0);
    let (mut factor, mut i) = (0, 0);
    while i < P::LOWER.len() {
        let (w, shift) = distance::<P>(P::LOWER[i]);
        if w != words {
            return None;
        }
        factor |= 1 << shift;
        i += 1;
    }
    Some(factor)
}

/// `r += v x^(64 word)`.
#[inline(always)]
fn add_at(r: &mut DoublePairs, word: usize, v: Pair) {
    let i = word / 2;
    if word.is_multiple_of(2) {
        r[i] = r[i].xor(v);
    } else {
        r[i] = r[i].xor(v.up());
        r[i + 1] = r[i + 1].xor(v.down());
    }
}

/// `a`, of `2 N` words, modulo `P`.
#[inline(always)]
pub(super) fn reduce<const N: usize, P: Polynomial>(k: Clmul, a: DoublePairs) -> Pairs {
    let mut r = a;
    // The pairs that lie above x^m as a whole.
    for i in (N.div_ceil(2)..N).rev() {
        fold_pair::<P>(k, &mut r, i);
    }
    // From x^m to the end of the pair that it lies in: at most 63 bits and a word.
    let (top, used) = (P::DEGREE / WORD_BITS, P::DEGREE % WORD_BITS);
    let pair = r[top / 2];
    let (above, mask) = if top % 2 == 0 {
        let above = pair.shr(used).xor(pair.down().shl(WORD_BITS - used));
        (above, Pair::new((1 << used) - 1, 0))
    } else {
        (pair.down().shr(used), Pair::new(Word::MAX, (1 << used) - 1))
    };
    r[top / 2] = pair.and(mask);
    match const { factor::<P>() } {
        Some(factor) if top % 2 == 0 => {
            let factor = Pair::new(factor >> distance::<P>(0).1, 0);
            r[0] = r[0].xor(above.clmul::<0x00>(k, factor));
            add_at(&mut r, 1, above.clmul::<0x01>(k, factor));
        }
        _ => {
            for &e in P::LOWER {
                let (word, shift) = (e / WORD_BITS, e % WORD_BITS);
                add_at(&mut r, word, above.shl(shift));
                if shift > 0 {
                    add_at(&mut r, word + 1, above.shr(WORD_BITS - shift));
                }
            }
        }
    }
    *r.first_chunk().expect("fewer pairs in an element")
}

/// Folds words `2 i` and `2 i + 1`.
#[inline(always)]
fn fold_pair<P: Polynomial>(k: Clmul, r: &mut DoublePairs, i: usize) {
    let v = r[i];
    if let Some(factor) = const { factor::<P>() } {
        let (words, factor) = (distance::<P>(0).0, Pair::new(factor, 0));
        add_at(r, 2 * i - words, v.clmul::<0x00>(k, factor));
        add_at(r, 2 * i + 1 - words, v.clmul::<0x01>(k, factor));
        return;
    }
    for &e in P::LOWER {
        let (words, shift) = distance::<P>(e);
        add_at(r, 2 * i - words, v.shl(shift));
        if shift > 0 {
            add_at(r, 2 * i + 1 - words, v.shr(WORD_BITS - shift));
        }
    }
}
