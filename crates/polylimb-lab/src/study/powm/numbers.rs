//! Modulus, base and exponents, and the independent results.

use crate::study::draw::{below, generator, modulus, random, to_words, words};
use num_bigint::BigUint;
use polylimb::authors::limb::{WORD_BITS, Word};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The number of exponents that take turns: one alone would say little about a method whose time
/// depends on the exponent's ones.
pub(super) const EXPONENTS: usize = 4;

/// Common to all methods of a size and a seed.
pub(super) struct Numbers {
    pub(super) bits: usize,
    pub(super) modulus: Vec<Word>,
    pub(super) base: Vec<Word>,
    /// As long as the modulus, with the top bit set.
    pub(super) exponents: [Vec<Word>; EXPONENTS],
    big: Big,
    /// The correct result of a batch, by its first exponent and its length.
    expected: RefCell<BTreeMap<(usize, usize), Vec<Word>>>,
}

struct Big {
    modulus: BigUint,
    base: BigUint,
    exponents: [BigUint; EXPONENTS],
}

impl Numbers {
    /// A random odd modulus of exactly `bits` bits, at least 2, a base below it, exponents of the
    /// same number of bits.
    pub(super) fn draw(seed: u64, bits: usize) -> Self {
        let rng = &mut generator(seed, bits);
        let modulus = modulus(rng, bits);
        let base = below(rng, &modulus);
        let exponents = [(); EXPONENTS].map(|()| {
            let mut exponent = random(rng, bits);
            exponent.set_bit(bits as u64 - 1, true);
            exponent
        });
        let n = bits.div_ceil(WORD_BITS);
        Self {
            bits,
            modulus: words(&modulus),
            base: to_words(&base, n),
            exponents: exponents.each_ref().map(|e| to_words(e, n)),
            big: Big { modulus, base, exponents },
            expected: RefCell::default(),
        }
    }

    /// The modulus.
    pub(super) const fn big_modulus(&self) -> &BigUint {
        &self.big.modulus
    }

    /// Whether `result` is the correct end of a chain of `count` powers, from the exponent of index
    /// `first` on. num-bigint computes it, once for all methods.
    pub(super) fn is_right(&self, result: &[Word], first: usize, count: usize) -> bool {
        let big = &self.big;
        let compute = || {
            let power = (first..first + count).fold(big.base.clone(), |x, i| {
                x.modpow(&big.exponents[i % EXPONENTS], &big.modulus)
            });
            to_words(&power, result.len())
        };
        result == self.expected.borrow_mut().entry((first, count)).or_insert_with(compute)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_by_hand() {
        let mut n = Numbers::draw(1, 5);
        n.big = Big {
            modulus: 23u32.into(),
            base: 5u32.into(),
            exponents: [3u32, 17, 2, 31].map(BigUint::from),
        };
        // 5^3 = 10; 10^17 = 17; then 17^2 = 13; from 5 alone 5^2 = 2.
        assert!(n.is_right(&[10], 0, 1) && n.is_right(&[17], 0, 2) && n.is_right(&[13], 0, 3));
        assert!(n.is_right(&[2], 2, 1) && !n.is_right(&[3], 2, 1));
    }

    #[test]
    fn exponents_are_full_length_and_differ() {
        for bits in [2, 64, 521] {
            let n = Numbers::draw(9, bits);
            assert!(n.big.exponents.iter().all(|e| e.bits() == bits as u64));
            assert!(bits < 64 || n.big.exponents[0] != n.big.exponents[1]);
        }
    }
}
