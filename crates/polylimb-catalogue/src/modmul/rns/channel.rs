//! One channel: arithmetic modulo `m = 2^w - c`, `w =` [`WORD_BITS`].
//!
//! **Source.** `[Crandall1992]` (pseudo-Mersenne reduction): `2^w ≡ c`, so a high word folds onto a
//! low one by a product with `c`. **Range.** A channel's value is *any* word of the right class,
//! not only a word below `m`: a fold needs no final correction; its carry is folded, too. Only
//! [`Channel::canonical`] gives numbers in `[0, m)`. **Constant time**, in `c` too.

use polylimb::authors::limb::{DoubleWord, Mask, WORD_BITS, Word};

/// Every `c` is smaller, so `c²` fits the word and three folds suffice.
pub(super) const C_BOUND: Word = 1 << 15;

/// A sum of products of words, at most [`Sum::MOST`].
#[derive(Clone, Copy, Default)]
pub(super) struct Sum {
    low: DoubleWord,
    carries: Word,
}

impl Sum {
    /// The most products of one sum.
    pub(super) const MOST: usize = 1 << 10;

    /// Adds `a b`.
    #[inline(always)]
    pub(super) fn add_product(&mut self, a: Word, b: Word) {
        let carry;
        (self.low, carry) = self.low.overflowing_add(a as DoubleWord * b as DoubleWord);
        self.carries += carry as Word;
    }

    /// Adds the products of two equally long slices.
    #[inline(always)]
    pub(super) fn add_products(&mut self, a: &[Word], b: &[Word]) {
        assert!(a.len() == b.len());
        for (&a, &b) in a.iter().zip(b) {
            self.add_product(a, b);
        }
    }
}

/// The modulus `2^w - c` of a channel, odd.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Channel {
    pub(super) c: Word,
}

impl Channel {
    /// `2^w - c`.
    pub(super) fn modulus(self) -> Word {
        self.c.wrapping_neg()
    }

    /// The class of a sum. With `c < 2^15` and `w >= 32` the folds leave less than `2^(w+16)`, then
    /// less than `2^w + 2^31`, then a word: after a carry the low word is below `2^31`.
    #[inline(always)]
    pub(super) fn reduce(self, sum: Sum) -> Word {
        let c = self.c as DoubleWord;
        let s = (sum.low >> WORD_BITS) * c
            + (sum.low as Word) as DoubleWord
            + sum.carries as DoubleWord * (c * c);
        self.finish(s)
    }

    /// The class of an `s` below `2^(w+16)`: the last two folds.
    #[inline(always)]
    fn finish(self, s: DoubleWord) -> Word {
        let s = (s >> WORD_BITS) * self.c as DoubleWord + (s as Word) as DoubleWord;
        (s as Word).wrapping_add(((s >> WORD_BITS) as Word).wrapping_mul(self.c))
    }

    /// The class of a sum of few words.
    #[inline(always)]
    fn fold(self, low: DoubleWord) -> Word {
        self.reduce(Sum { low, carries: 0 })
    }

    /// `a + b`.
    #[inline(always)]
    pub(super) fn add(self, a: Word, b: Word) -> Word {
        self.fold(a as DoubleWord + b as DoubleWord)
    }

    /// `a - b`.
    #[inline(always)]
    pub(super) fn sub(self, a: Word, b: Word) -> Word {
        // b <= 2^w - 1 < 2m.
        self.fold(a as DoubleWord + 2 * self.modulus() as DoubleWord - b as DoubleWord)
    }

    /// `a b`.
    #[inline(always)]
    pub(super) fn mul(self, a: Word, b: Word) -> Word {
        self.fold(a as DoubleWord * b as DoubleWord)
    }

    /// `a 2^w + b`: a step of Horner's scheme.
    #[inline(always)]
    pub(super) fn shift_add(self, a: Word, b: Word) -> Word {
        self.finish(a as DoubleWord * self.c as DoubleWord + b as DoubleWord)
    }

    /// The number in `[0, m)` of the class of `a`.
    pub(super) fn canonical(self, a: Word) -> Word {
        // a >= m exactly if a + c carries, and a + c - 2^w = a - m.
        let (difference, carry) = a.overflowing_add(self.c);
        Mask::from_bit(carry as Word).select(difference, a)
    }

    /// `a^e`.
    pub(super) fn pow(self, a: Word, e: Word) -> Word {
        let mut r = 1;
        for i in (0..WORD_BITS).rev() {
            r = self.mul(r, r);
            r = Mask::from_bit((e >> i) & 1).select(self.mul(r, a), r);
        }
        r
    }

    /// `1/a` for a prime `m` and an `a` that it does not divide (Fermat).
    pub(super) fn invert(self, a: Word) -> Word {
        self.pow(a, self.modulus() - 2)
    }

    /// The class of a number, by Horner's scheme.
    pub(super) fn of_number(self, number: &[Word]) -> Word {
        number.iter().rev().fold(0, |r, &word| self.shift_add(r, word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXTREMES: [Word; 8] = [
        0,
        1,
        2,
        1 << (WORD_BITS - 1),
        Word::MAX - (1 << 15),
        Word::MAX - 58,
        Word::MAX - 1,
        Word::MAX,
    ];

    #[test]
    fn the_operations_at_the_extremes() {
        let mut compared = 0;
        for c in [1, 5, 59, C_BOUND - 1] {
            let channel = Channel { c };
            let m = channel.modulus() as u128;
            let class = |r: Word| r as u128 % m;
            for (a, b) in EXTREMES.into_iter().flat_map(|a| EXTREMES.map(|b| (a, b))) {
                let (x, y) = (a as u128, b as u128);
                assert_eq!(class(channel.add(a, b)), (x + y) % m);
                assert_eq!(class(channel.sub(a, b)), (x + 2 * m - y) % m);
                assert_eq!(class(channel.mul(a, b)), (x * y) % m, "{a} {b} mod {m}");
                assert_eq!(class(channel.shift_add(a, b)), (x * c as u128 + y) % m);
                assert_eq!(channel.canonical(a) as u128, x % m);
                compared += 5;
            }
        }
        assert!(compared >= 1000);
    }

    #[test]
    fn the_longest_sum_of_the_largest_products() {
        for c in [1, 59, C_BOUND - 1] {
            let channel = Channel { c };
            let mut sum = Sum::default();
            sum.add_products(&[Word::MAX; Sum::MOST], &[Word::MAX; Sum::MOST]);
            // (2^w - 1)² ≡ (c - 1)².
            let expected = Sum::MOST as u128 * (c as u128 - 1).pow(2) % channel.modulus() as u128;
            assert_eq!(channel.canonical(channel.reduce(sum)) as u128, expected);
        }
    }
}
