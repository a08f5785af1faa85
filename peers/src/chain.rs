//! The interface of a peer: a dependent chain of modular multiplications by one factor.
//!
//! A loop over independent products would measure throughput, which no exponentiation reaches:
//! there each product waits for the previous one.

use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::time::{Duration, Instant};

/// `x = x * b mod m`, again and again.
pub trait Chain {
    /// That many times; returns how long they took.
    fn run(&mut self, times: usize) -> Duration;

    /// `x`, converted from the peer's form.
    fn value(&mut self) -> BigUint;
}

/// Times `step`, repeated: the loop of each chain.
#[inline]
pub fn timed(times: usize, mut step: impl FnMut()) -> Duration {
    let start = Instant::now();
    for _ in 0..times {
        step();
    }
    start.elapsed()
}

/// The operands all peers get: 64-bit words, the lowest first.
pub struct Case {
    /// Bits of the modulus.
    pub bits: usize,
    /// Odd, its highest bit set.
    pub m: Vec<u64>,
    /// The first `x`, below `m`.
    pub x: Vec<u64>,
    /// The factor, below `m`.
    pub b: Vec<u64>,
}

impl Case {
    /// Random operands for a modulus of `bits` bits, at least 64.
    pub fn random(bits: usize, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed ^ bits as u64);
        let mut draw = |bits: usize| {
            let mut words: Vec<u64> = (0..bits.div_ceil(64)).map(|_| rng.next_u64()).collect();
            let last = words.len() - 1;
            words[last] >>= words.len() * 64 - bits;
            words
        };
        let mut m = draw(bits);
        m[0] |= 1;
        m[(bits - 1) / 64] |= 1 << ((bits - 1) % 64);
        let [x, b] = [draw(bits), draw(bits)].map(|a| padded(&(number(&a) % number(&m)), m.len()));
        Self { bits, m, x, b }
    }

    /// The right value of a chain after `times` steps: `x * b^times mod m`.
    pub fn after(&self, times: usize) -> BigUint {
        let m = number(&self.m);
        number(&self.x) * number(&self.b).modpow(&times.into(), &m) % m
    }
}

/// The number with these words.
pub fn number(words: &[u64]) -> BigUint {
    BigUint::from_bytes_le(&bytes(words))
}

/// Its bytes, the lowest first.
pub fn bytes(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

fn padded(a: &BigUint, len: usize) -> Vec<u64> {
    let mut words = a.to_u64_digits();
    words.resize(len, 0);
    words
}
