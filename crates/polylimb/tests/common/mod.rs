//! Operands for differential tests, and the judge's number type.
//!
//! Uniform random operands almost never reach a rippling carry or a last correction, so every test
//! mixes them with operands of random bit density and with extremes.
#![allow(dead_code, reason = "each test binary uses its own part")]

use num_bigint::BigUint;
use polylimb::authors::entry::Domain;
use polylimb::authors::limb::{WORD_BITS, Word};
use rand_chacha::ChaCha8Rng;
use rand_core::{CryptoRng, RngCore, SeedableRng};

/// The generator of all tests; print the seed when a test fails.
pub fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// A broken generator.
pub struct Zeros;

impl RngCore for Zeros {
    fn next_u32(&mut self) -> u32 {
        0
    }
    fn next_u64(&mut self) -> u64 {
        0
    }
    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        bytes.fill(0);
    }
}

impl CryptoRng for Zeros {}

/// A number below `bound`, which is not 0.
pub fn below(rng: &mut ChaCha8Rng, bound: usize) -> usize {
    (rng.next_u64() % bound as u64) as usize
}

/// `words` words whose bits are set with a probability drawn per operand: from nearly none to
/// nearly all, in runs or scattered, or one of the extremes.
pub fn operand(rng: &mut ChaCha8Rng, words: usize) -> Vec<Word> {
    match below(rng, 10) {
        0 => vec![0; words],
        1 => vec![Word::MAX; words],
        2 => {
            let mut a = vec![0; words];
            a[below(rng, words)] = 1 << below(rng, WORD_BITS);
            a
        }
        // 2^k - 1 and its complement: carries ripple through the whole number.
        3 => low_ones(words, below(rng, words * WORD_BITS + 1)),
        4 => low_ones(words, below(rng, words * WORD_BITS + 1)).iter().map(|w| !w).collect(),
        // Whole words of zeros and ones.
        5 => (0..words).map(|_| if rng.next_u32() & 1 == 0 { 0 } else { Word::MAX }).collect(),
        6 => {
            let density = rng.next_u32();
            (0..words)
                .map(|_| {
                    (0..WORD_BITS).fold(0, |w, i| w | (Word::from(rng.next_u32() < density) << i))
                })
                .collect()
        }
        _ => (0..words).map(|_| rng.next_u64() as Word).collect(),
    }
}

/// `2^bits - 1`.
pub fn low_ones(words: usize, bits: usize) -> Vec<Word> {
    (0..words)
        .map(|i| match bits.saturating_sub(i * WORD_BITS) {
            0 => 0,
            b if b >= WORD_BITS => Word::MAX,
            b => (1 << b) - 1,
        })
        .collect()
}

/// A modulus of exactly `bits` bits (at least 2), odd if `odd`; random or extreme inside.
pub fn modulus(rng: &mut ChaCha8Rng, bits: usize, odd: bool) -> Vec<Word> {
    let words = bits.div_ceil(WORD_BITS);
    let mut m = operand(rng, words);
    let keep = low_ones(words, bits);
    for (m, k) in m.iter_mut().zip(&keep) {
        *m &= k;
    }
    m[(bits - 1) / WORD_BITS] |= 1 << ((bits - 1) % WORD_BITS);
    if odd {
        m[0] |= 1;
    }
    m
}

/// 101, or 2^1023 + 101 for algorithms that need long moduli.
pub fn modulus_in(domain: Domain) -> Vec<Word> {
    if domain.accepts(&[101]) {
        return vec![101];
    }
    let m = words(&((BigUint::from(1u32) << 1023) + 101u32), 1024 / WORD_BITS);
    assert!(domain.accepts(&m));
    m
}

/// A number in `[0, m)`: random of any density, or next to an end of the range.
pub fn residue(rng: &mut ChaCha8Rng, m: &[Word]) -> Vec<Word> {
    let big = big(m);
    let value = match below(rng, 8) {
        0 => big - 1u32,
        1 if big > BigUint::from(2u32) => big - 2u32,
        2 => BigUint::ZERO,
        3 => BigUint::from(1u32) % big,
        4 => &big >> 1,
        _ => self::big(&operand(rng, m.len())) % big,
    };
    words(&value, m.len())
}

/// The judge's form of `a`.
pub fn big(a: &[Word]) -> BigUint {
    BigUint::from_bytes_le(&a.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<_>>())
}

/// The low `len` words of `a`.
pub fn words(a: &BigUint, len: usize) -> Vec<Word> {
    let bytes = a.to_bytes_le();
    let mut padded = bytes.clone();
    padded.resize((len * WORD_BITS / 8).max(bytes.len()), 0);
    padded
        .chunks_exact(WORD_BITS / 8)
        .take(len)
        .map(|c| Word::from_le_bytes(c.try_into().expect("chunks have a word's size")))
        .collect()
}
