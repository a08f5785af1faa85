//! Polynomials as sums of pairs of words; some pairs begin at even words and some at odd words.

use super::{MOST_WORDS, Pair};

/// A polynomial `Σ even[i] x^(128 i) + odd[i] x^(128 i + 64)`: adding a pair at any word is one
/// instruction, and each pair is combined once, when it is needed.
#[derive(Clone, Copy)]
pub(in super::super) struct Sums<V, const PAIRS: usize = { MOST_WORDS + 1 }> {
    pub(in super::super) even: [V; PAIRS],
    pub(in super::super) odd: [V; PAIRS],
}

impl<V: Pair, const PAIRS: usize> Sums<V, PAIRS> {
    #[inline(always)]
    pub(in super::super) fn zero() -> Self {
        Self { even: [V::zero(); PAIRS], odd: [V::zero(); PAIRS] }
    }

    /// `+= v x^(64 word)`.
    #[inline(always)]
    pub(in super::super) fn add_at(&mut self, word: usize, v: V) {
        let row = if word.is_multiple_of(2) { &mut self.even } else { &mut self.odd };
        row[word / 2] = row[word / 2].xor(v);
    }

    /// `+= a x^(128 at)`.
    #[inline(always)]
    pub(in super::super) fn add<const M: usize>(&mut self, at: usize, a: &Sums<V, M>) {
        for i in 0..M {
            self.add_at(2 * (at + i), a.even[i]);
            self.add_at(2 * (at + i) + 1, a.odd[i]);
        }
    }

    /// `+= a b x^(128 at)`; if `half_a` or `half_b`, the upper word of that factor is zero.
    #[inline(always)]
    pub(in super::super) fn add_product(
        &mut self,
        k: V::Proof,
        at: usize,
        (a, half_a): (V, bool),
        (b, half_b): (V, bool),
    ) {
        self.add_at(2 * at, a.clmul::<0x00>(k, b));
        if !half_a {
            self.add_at(2 * at + 1, a.clmul::<0x01>(k, b));
        }
        if !half_b {
            self.add_at(2 * at + 1, a.clmul::<0x10>(k, b));
        }
        if !half_a && !half_b {
            self.add_at(2 * at + 2, a.clmul::<0x11>(k, b));
        }
    }

    /// Words 2 i and 2 i + 1.
    #[inline(always)]
    pub(in super::super) fn pair(&self, i: usize) -> V {
        let shifted = if i == 0 { self.odd[0].up() } else { self.odd[i].behind(self.odd[i - 1]) };
        self.even[i].xor(shifted)
    }
}
