//! Polynomials as sums of pairs of words, of which some begin at even words and some at odd ones.

use super::Clmul;
use super::vector::{MOST_WORDS, Pair};

/// A polynomial that is `Σ even[i] x^(128 i) + odd[i] x^(128 i + 64)`: adding a pair at any word is one instruction, and
/// each pair is put together once, when it is needed.
#[derive(Clone, Copy)]
pub(super) struct Sums<const PAIRS: usize = { MOST_WORDS + 1 }> {
    pub(super) even: [Pair; PAIRS],
    pub(super) odd: [Pair; PAIRS],
}

impl<const PAIRS: usize> Sums<PAIRS> {
    #[inline(always)]
    pub(super) fn zero() -> Self {
        Self { even: [Pair::zero(); PAIRS], odd: [Pair::zero(); PAIRS] }
    }

    /// `+= v x^(64 word)`.
    #[inline(always)]
    pub(super) fn add_at(&mut self, word: usize, v: Pair) {
        let row = if word.is_multiple_of(2) { &mut self.even } else { &mut self.odd };
        row[word / 2] = row[word / 2].xor(v);
    }

    /// `+= a x^(128 at)`.
    #[inline(always)]
    pub(super) fn add<const M: usize>(&mut self, at: usize, a: &Sums<M>) {
        for i in 0..M {
            self.add_at(2 * (at + i), a.even[i]);
            self.add_at(2 * (at + i) + 1, a.odd[i]);
        }
    }

    /// `+= a b x^(128 at)`; if `half_a` or `half_b`, the upper word of that factor is zero.
    #[inline(always)]
    pub(super) fn add_product(
        &mut self,
        k: Clmul,
        at: usize,
        (a, half_a): (Pair, bool),
        (b, half_b): (Pair, bool),
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
    pub(super) fn pair(&self, i: usize) -> Pair {
        let shifted = if i == 0 { self.odd[0].up() } else { self.odd[i].behind(self.odd[i - 1]) };
        self.even[i].xor(shifted)
    }
}
