//! Random operands: even bits, long runs of ones and zeros, numbers near a bound.

use num_bigint::BigUint;
use polylimb::authors::limb::Word;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// What a thread draws from, and the operands of its round.
pub struct Draw {
    pub rng: ChaCha8Rng,
    pub operands: Vec<(&'static str, Vec<u8>)>,
    /// Encodings that were accepted.
    pub accepted: u64,
}

impl Draw {
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream);
        Self { rng, operands: Vec::new(), accepted: 0 }
    }

    /// Keeps an operand for the report of a difference.
    pub fn keep(&mut self, name: &'static str, bytes: &[u8]) {
        self.operands.push((name, bytes.to_vec()));
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.rng.next_u64() % bound as u64) as usize
    }

    /// A number from `from` to `to`.
    pub fn within(&mut self, from: usize, to: usize) -> usize {
        from + self.below(to - from + 1)
    }

    /// A number of bits: each class `(weight, from, to)` as often as its weight says.
    pub fn bits(&mut self, classes: &[(usize, usize, usize)]) -> usize {
        let mut place = self.below(classes.iter().map(|class| class.0).sum());
        for &(weight, from, to) in classes {
            if place < weight {
                return self.within(from, to);
            }
            place -= weight;
        }
        unreachable!("below the sum of the weights")
    }

    pub fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.rng.fill_bytes(&mut bytes);
        bytes
    }

    /// A number of at most `bits` bits.
    pub fn number(&mut self, bits: usize) -> BigUint {
        let mut bytes = vec![0; bits.div_ceil(8)];
        if self.below(3) > 0 {
            self.rng.fill_bytes(&mut bytes);
        } else {
            let (mut left, mut ones) = (0, false);
            for i in 0..bits {
                if left == 0 {
                    (left, ones) = (self.within(1, 80), !ones);
                }
                bytes[i / 8] |= u8::from(ones) << (i % 8);
                left -= 1;
            }
        }
        if let Some(last) = bytes.last_mut() {
            *last &= 0xff >> (8 * bits.div_ceil(8) - bits);
        }
        BigUint::from_bytes_le(&bytes)
    }

    /// A number below `bound`, often next to it or to zero.
    pub fn reduced(&mut self, bound: &BigUint) -> BigUint {
        match self.below(8) {
            0 => bound - 1_u8 - BigUint::from(self.below(4)) % bound,
            1 => BigUint::from(self.below(4)) % bound,
            _ => self.number(bound.bits() as usize) % bound,
        }
    }

    /// A modulus of exactly `bits` bits, at least 64.
    pub fn modulus(&mut self, bits: usize, odd: bool) -> BigUint {
        let mut modulus = self.number(bits);
        modulus.set_bit(bits as u64 - 1, true);
        modulus.set_bit(0, odd);
        modulus
    }
}

/// The number in `bytes` bytes, most significant first.
pub fn padded(number: &BigUint, bytes: usize) -> Vec<u8> {
    let digits = number.to_bytes_be();
    let short = if *number == BigUint::ZERO { &[][..] } else { &digits };
    [&vec![0; bytes - short.len()], short].concat()
}

/// The number in the library's words, as many as its bytes need.
pub fn words(bytes: &[u8]) -> Vec<Word> {
    let word =
        |bytes: &[u8]| bytes.iter().fold(0, |word: Word, byte| word << 8 | Word::from(*byte));
    bytes.rchunks(size_of::<Word>()).map(word).collect()
}

/// The number in these words.
pub fn big(words: &[Word]) -> BigUint {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    BigUint::from_bytes_le(&bytes)
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
