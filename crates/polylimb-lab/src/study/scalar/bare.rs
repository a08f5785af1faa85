//! Products and squares outside of any curve: alone, one after another, and in the numbers that
//! `[Arruda2014]` prints.

use crate::judge::curve::number;
use crate::study::draw::{below, generator, to_words};
use num_bigint::BigUint;
use polylimb::authors::limb::Word;
use polylimb::authors::modmul::ModMul;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::mem::swap;
use std::sync::Arc;

/// A number of squares and of products, evenly mixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Mix {
    /// The squares.
    pub(super) squares: usize,
    /// The products.
    pub(super) products: usize,
}

impl Mix {
    /// Whether each is a square, in order.
    fn squares(self) -> impl Iterator<Item = bool> {
        let all = self.squares + self.products;
        (0..all).map(move |i| (i + 1) * self.squares / all > i * self.squares / all)
    }
}

/// The published counts: the additions of points in one scalar multiplication.
pub(super) struct Published {
    /// Bits of the curve's prime.
    pub(super) bits: usize,
    /// The counts.
    pub(super) mix: Mix,
    /// The source of the counts.
    pub(super) source: &'static str,
}

/// The squares `q` and products `m` of `[Arruda2014]`. It prints no counts for 256 bits: these
/// follow from the 151 additions of Table 15 in the same way as the others, `q = 4 · 151 - 2` and
/// `m = 7 · 151 - 3`.
pub(super) const PUBLISHED: [Published; 4] = [
    Published {
        bits: 256,
        mix: Mix { squares: 602, products: 1054 },
        source: "Table 15, by the rule of the others",
    },
    Published { bits: 384, mix: Mix { squares: 862, products: 1509 }, source: "Table 37" },
    Published { bits: 521, mix: Mix { squares: 1102, products: 1929 }, source: "Table 24" },
    Published { bits: 1536, mix: Mix { squares: 282, products: 494 }, source: "Table 41" },
];

/// Two numbers below the prime, and the correct results.
pub(super) struct Pair {
    prime: BigUint,
    a: BigUint,
    b: BigUint,
    expected: RefCell<BTreeMap<Mix, BigUint>>,
}

impl Pair {
    pub(super) fn draw(seed: u64, prime: &[Word]) -> Self {
        let prime = number(prime);
        let rng = &mut generator(seed ^ 1, prime.bits() as usize);
        let (a, b) = (below(rng, &prime), below(rng, &prime));
        Self { prime, a, b, expected: RefCell::default() }
    }

    /// Whether `plain` is the correct end of the chain: squares of the last result and its products
    /// with `b`, from `a` on. num-bigint computes it, once for all rows.
    fn is_right(&self, plain: &[Word], mix: Mix) -> bool {
        let step = |x: BigUint, square| {
            if square { &x * &x % &self.prime } else { x * &self.b % &self.prime }
        };
        let compute = || mix.squares().fold(self.a.clone(), step);
        number(plain) == *self.expected.borrow_mut().entry(mix).or_insert_with(compute)
    }
}

/// One multiplication with its buffers.
pub(super) struct Bare {
    modmul: Arc<dyn ModMul>,
    a: Vec<Word>,
    b: Vec<Word>,
    x: Vec<Word>,
    next: Vec<Word>,
    scratch: Vec<Word>,
}

impl Bare {
    pub(super) fn new(modmul: Arc<dyn ModMul>, pair: &Pair) -> Self {
        let mut scratch = vec![0; modmul.scratch_words()];
        let mut enter = |n: &BigUint| {
            let mut residue = vec![0; modmul.residue_words()];
            modmul.enter(&mut residue, &to_words(n, modmul.modulus().len()), &mut scratch);
            residue
        };
        let (a, b) = (enter(&pair.a), enter(&pair.b));
        Self { x: a.clone(), next: a.clone(), a, b, modmul, scratch }
    }

    /// Returns to the start of the chain.
    pub(super) fn begin(&mut self) {
        self.x.copy_from_slice(&self.a);
    }

    /// Squares and products, each of the last result.
    pub(super) fn run(&mut self, mix: Mix) {
        for square in mix.squares() {
            if square {
                self.modmul.sqr(&mut self.next, &self.x, &mut self.scratch);
            } else {
                self.modmul.mul(&mut self.next, &self.x, &self.b, &mut self.scratch);
            }
            swap(&mut self.next, &mut self.x);
        }
    }

    /// Whether the result of the chain is correct.
    pub(super) fn is_right(&mut self, pair: &Pair, mix: Mix) -> bool {
        let mut plain = vec![0; self.modmul.modulus().len()];
        self.modmul.leave(&mut plain, &self.x, &mut self.scratch);
        pair.is_right(&plain, mix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mix_has_its_numbers_evenly() {
        for Published { mix, .. } in PUBLISHED.iter().chain(&[
            Published { bits: 0, mix: Mix { squares: 3, products: 0 }, source: "" },
            Published { bits: 0, mix: Mix { squares: 0, products: 4 }, source: "" },
        ]) {
            let order: Vec<bool> = mix.squares().collect();
            assert_eq!(order.len(), mix.squares + mix.products);
            assert_eq!(order.iter().filter(|square| **square).count(), mix.squares);
        }
        let thirds: Vec<bool> = Mix { squares: 1, products: 2 }.squares().collect();
        assert_eq!(thirds, [false, false, true]);
    }

    #[test]
    fn the_published_counts_follow_from_the_additions_of_table_15() {
        for (published, additions) in PUBLISHED.iter().zip([151, 216, 276, 71]) {
            assert_eq!(published.mix.squares, 4 * additions - 2);
            assert_eq!(published.mix.products, 7 * additions - 3);
        }
    }

    #[test]
    fn expected_results_by_hand() {
        let small = |n: u32| BigUint::from(n);
        let pair =
            Pair { prime: small(23), a: small(5), b: small(7), expected: RefCell::default() };
        // 5 · 7 = 12, 12 · 7 = 15, 15² = 18.
        let mix = Mix { squares: 1, products: 2 };
        assert!(pair.is_right(&[18], mix) && !pair.is_right(&[17], mix));
    }
}
