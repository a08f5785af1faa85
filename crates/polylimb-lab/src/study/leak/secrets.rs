//! Secrets with more or fewer ones, in random order.

use crate::study::draw::generator;
use polylimb::authors::limb::{WORD_BITS, Word};
use rand_chacha::ChaCha8Rng;
use rand_core::RngCore;

/// The number of densities of ones, from none to all.
pub const DENSITIES: usize = 9;
/// The number of different secrets of each density.
const EACH: usize = 32;

pub(super) struct Secrets {
    rng: ChaCha8Rng,
    /// Words and number of ones, by density.
    pool: Vec<(Vec<Word>, usize)>,
}

impl Secrets {
    /// Secrets of `bits` bits; the top one is always set.
    pub(super) fn draw(seed: u64, bits: usize) -> Self {
        let mut rng = generator(seed, bits);
        let pool = (0..DENSITIES * EACH)
            .map(|i| {
                // The number of bytes, out of 256 equally likely ones, that give a one.
                let ones = (i / EACH * 256).div_ceil(DENSITIES - 1) as u32;
                let mut words = vec![0; bits.div_ceil(WORD_BITS)];
                for bit in 0..bits {
                    let one = bit + 1 == bits || rng.next_u32() & 0xff < ones;
                    words[bit / WORD_BITS] |= Word::from(one) << (bit % WORD_BITS);
                }
                let ones = words.iter().map(|w| w.count_ones() as usize).sum();
                (words, ones)
            })
            .collect();
        Self { rng, pool }
    }

    /// Words of a secret.
    pub(super) fn words(&self) -> usize {
        self.pool[0].0.len()
    }

    /// Copies a random one and returns the number of its ones.
    pub(super) fn next(&mut self, secret: &mut [Word]) -> usize {
        let (words, ones) = &self.pool[self.rng.next_u32() as usize % self.pool.len()];
        secret.copy_from_slice(words);
        *ones
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_one_to_all_ones_and_in_between() {
        let mut secrets = Secrets::draw(5, 521);
        let ones: Vec<usize> = secrets.pool.iter().map(|s| s.1).collect();
        assert!(ones[..EACH].iter().all(|&n| n == 1));
        assert!(ones[(DENSITIES - 1) * EACH..].iter().all(|&n| n == 521));
        for (i, &n) in ones.iter().enumerate() {
            let expected = 521 * (i / EACH) / (DENSITIES - 1);
            assert!(n.abs_diff(expected) < 80, "{i}: {n} for {expected}");
        }
        let mut secret = vec![0; secrets.words()];
        let drawn: std::collections::BTreeSet<usize> =
            (0..200).map(|_| secrets.next(&mut secret)).collect();
        assert!(drawn.len() > 50 && secret[520 / WORD_BITS] >> (520 % WORD_BITS) == 1);
    }
}
