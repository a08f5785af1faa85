//! Moduli and operands from a seed, and the independent results.
//!
//! num-bigint shares no code with what is measured; even the GMP baseline is judged by it.

use super::plan::Op;
use num_bigint::BigUint;
use polylimb::limb::{WORD_BITS, WORD_BYTES, Word};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

/// A modulus and two operands; the same for all algorithms of a size and a seed.
#[derive(Debug, Clone)]
pub(super) struct Numbers {
    pub(super) modulus: BigUint,
    pub(super) a: BigUint,
    pub(super) b: BigUint,
}

impl Numbers {
    /// A random odd modulus of exactly `bits` bits, at least 2, and two random numbers below it.
    pub(super) fn draw(seed: u64, bits: usize) -> Self {
        // One stream per size, so that a size's numbers do not depend on which others are measured.
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(bits as u64);
        let mut modulus = random(&mut rng, bits);
        modulus.set_bit(bits as u64 - 1, true);
        modulus.set_bit(0, true);
        // 64 bits more than the modulus: the bias of the remainder is below 2^-64.
        let a = random(&mut rng, bits + 64) % &modulus;
        let b = random(&mut rng, bits + 64) % &modulus;
        Self { modulus, a, b }
    }

    /// The modulus without leading zero words.
    pub(super) fn modulus_words(&self) -> Vec<Word> {
        to_words(&self.modulus, (self.modulus.bits() as usize).div_ceil(WORD_BITS))
    }

    /// What a batch of `count` operations must have led to: each product multiplies the last result by
    /// `b`, each square squares it, starting from `a`; entering and leaving return `a`.
    pub(super) fn expected(&self, op: Op, count: usize) -> BigUint {
        match op {
            Op::Mul => {
                &self.a * self.b.modpow(&BigUint::from(count), &self.modulus) % &self.modulus
            }
            Op::Sqr => (0..count).fold(self.a.clone(), |x, _| &x * &x % &self.modulus),
            Op::Enter | Op::Leave => self.a.clone(),
        }
    }
}

/// The words of `value`, least significant first, padded with zeros to `len`.
pub(super) fn to_words(value: &BigUint, len: usize) -> Vec<Word> {
    let mut bytes = value.to_bytes_le();
    bytes.resize(bytes.len().max(len * WORD_BYTES), 0);
    let word = |chunk: &[u8]| {
        let mut word = [0; WORD_BYTES];
        word.copy_from_slice(chunk);
        Word::from_le_bytes(word)
    };
    bytes.chunks_exact(WORD_BYTES).take(len).map(word).collect()
}

fn random(rng: &mut ChaCha8Rng, bits: usize) -> BigUint {
    let mut bytes = vec![0; bits.div_ceil(8)];
    rng.fill_bytes(&mut bytes);
    if let Some(top) = bytes.last_mut() {
        *top &= 0xff >> (bits.div_ceil(8) * 8 - bits);
    }
    BigUint::from_bytes_le(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_that_many_bits_odd_and_repeatable() {
        for bits in (2..140).chain([521, 1024]) {
            let n = Numbers::draw(7, bits);
            assert_eq!(n.modulus.bits(), bits as u64);
            assert!(n.modulus.bit(0) && n.a < n.modulus && n.b < n.modulus);
            assert_eq!(n.modulus, Numbers::draw(7, bits).modulus);
        }
        assert_ne!(Numbers::draw(1, 256).modulus, Numbers::draw(2, 256).modulus);
    }

    #[test]
    fn words_least_significant_first() {
        let value = (BigUint::from(1u8) << 64) + 0x0102u32;
        let words = to_words(&value, 16);
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        assert_eq!(BigUint::from_bytes_le(&bytes), value);
        assert_eq!((words.len(), words[0] as u8), (16, 2));
        assert!(to_words(&BigUint::ZERO, 0).is_empty());
    }

    #[test]
    fn expected_results_by_hand() {
        let n = Numbers { modulus: 23u32.into(), a: 5u32.into(), b: 7u32.into() };
        assert_eq!(n.expected(Op::Mul, 3), BigUint::from(5 * 343 % 23u32));
        assert_eq!(n.expected(Op::Sqr, 2), BigUint::from(625 % 23u32));
        assert_eq!(n.expected(Op::Enter, 9), BigUint::from(5u32));
    }
}
