//! Random numbers from a seed, and their words.

use num_bigint::BigUint;
use polylimb::authors::limb::{WORD_BITS, Word};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

/// The generator of a size. A size's numbers do not depend on the other measured sizes.
pub(super) fn generator(seed: u64, bits: usize) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(bits as u64);
    rng
}

/// A random number of at most `bits` bits.
pub(super) fn random(rng: &mut ChaCha8Rng, bits: usize) -> BigUint {
    let mut bytes = vec![0; bits.div_ceil(8)];
    rng.fill_bytes(&mut bytes);
    if let Some(top) = bytes.last_mut() {
        *top &= 0xff >> (bits.div_ceil(8) * 8 - bits);
    }
    BigUint::from_bytes_le(&bytes)
}

/// A random odd modulus of exactly `bits` bits, at least 2.
pub(super) fn modulus(rng: &mut ChaCha8Rng, bits: usize) -> BigUint {
    let mut modulus = random(rng, bits);
    modulus.set_bit(bits as u64 - 1, true);
    modulus.set_bit(0, true);
    modulus
}

/// A random number below the modulus.
pub(super) fn below(rng: &mut ChaCha8Rng, modulus: &BigUint) -> BigUint {
    // 64 bits more than the modulus: the bias of the remainder is below 2^-64.
    random(rng, modulus.bits() as usize + 64) % modulus
}

/// The number of these words.
pub(super) fn number(words: &[Word]) -> BigUint {
    BigUint::from_bytes_le(&words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>())
}

/// The words of `value` without leading zeros.
pub(super) fn words(value: &BigUint) -> Vec<Word> {
    to_words(value, (value.bits() as usize).div_ceil(WORD_BITS))
}

/// The words of `value`, least significant first, padded with zeros to `len`.
pub(super) fn to_words(value: &BigUint, len: usize) -> Vec<Word> {
    let mut bytes = value.to_bytes_le();
    bytes.resize(bytes.len().max(len * (WORD_BITS / 8)), 0);
    let word = |chunk: &[u8]| {
        let mut word = [0; (WORD_BITS / 8)];
        word.copy_from_slice(chunk);
        Word::from_le_bytes(word)
    };
    bytes.chunks_exact(WORD_BITS / 8).take(len).map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_that_many_bits_odd_and_repeatable() {
        for bits in (2..140).chain([521, 1024]) {
            let draw = |seed| {
                let rng = &mut generator(seed, bits);
                let m = modulus(rng, bits);
                (below(rng, &m), m)
            };
            let (a, m) = draw(7);
            assert_eq!(m.bits(), bits as u64);
            assert!(m.bit(0) && a < m);
            assert_eq!(draw(7), (a, m.clone()));
            assert!(bits < 64 || draw(8).1 != m);
        }
    }

    #[test]
    fn words_least_significant_first() {
        let value = (BigUint::from(1u8) << 64) + 0x0102u32;
        let words = to_words(&value, 16);
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        assert_eq!(BigUint::from_bytes_le(&bytes), value);
        assert_eq!((words.len(), words[0] as u8), (16, 2));
        assert!(to_words(&BigUint::ZERO, 0).is_empty());
        assert_eq!(super::words(&value).len(), 65_usize.div_ceil(WORD_BITS));
    }
}
