//! The raw private operation of RSA with known factors, and the plain power modulo the same number.

use crate::record::Measurement;
use crate::study::Bench;
use crate::study::draw::{below, generator, random, to_words, words};
use num_bigint::BigUint;
use polylimb::authors::limb::{WORD_BITS, Word};
use polylimb::authors::modmul::is_probable_prime_vartime;
use polylimb::modmul::{Modulus, Options};
use polylimb::powm::CrtModulus;
use polylimb::{Error, Split};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The public exponent.
const E: u32 = 65537;

/// With fewer bits for each prime there may not be enough primes.
const LEAST_PRIME_BITS: usize = 16;

/// Whether a modulus of `bits` bits can be the product of `primes` different primes.
pub(super) const fn has(primes: usize, bits: usize) -> bool {
    bits >= LEAST_PRIME_BITS * primes
}

/// A private key and an operand.
pub(super) struct Numbers {
    primes: Vec<BigUint>,
    modulus: BigUint,
    /// `1/e` modulo the product of all `p - 1`.
    exponent: BigUint,
    base: BigUint,
    /// The operand after a number of private operations.
    expected: RefCell<BTreeMap<usize, Vec<Word>>>,
}

impl Numbers {
    /// Random primes of nearly the same lengths, whose product has exactly `bits` bits.
    ///
    /// # Errors
    /// [`Error::Parameter`] if `bits` is too small.
    pub(super) fn draw(seed: u64, bits: usize, primes: usize) -> polylimb::Result<Self> {
        if !has(primes, bits) {
            return Err(Error::Parameter {
                expected: "a modulus of at least 16 bits for each prime",
            });
        }
        let rng = &mut generator(seed.wrapping_add(3 + primes as u64), bits);
        let mut drawn: Vec<BigUint> = Vec::new();
        while drawn.len() < primes {
            let i = drawn.len();
            let prime = prime(rng, bits / primes + usize::from(i < bits % primes));
            if !drawn.contains(&prime) {
                drawn.push(prime);
            }
        }
        let modulus = drawn.iter().product();
        let group: BigUint = drawn.iter().map(|p| p - 1u8).product();
        let exponent = BigUint::from(E).modinv(&group).ok_or(Error::NotInvertible)?;
        let base = below(rng, &modulus);
        Ok(Self { primes: drawn, modulus, exponent, base, expected: RefCell::default() })
    }

    fn len(&self) -> usize {
        (self.modulus.bits() as usize).div_ceil(WORD_BITS)
    }

    /// Whether `result` is the operand raised `times` times. num-bigint computes it once for all
    /// rows.
    fn is_right(&self, result: &[Word], times: usize) -> bool {
        let compute = || {
            let raise = |x: BigUint, _| x.modpow(&self.exponent, &self.modulus);
            to_words(&(0..times).fold(self.base.clone(), raise), self.len())
        };
        result == self.expected.borrow_mut().entry(times).or_insert_with(compute)
    }
}

/// A probable prime of exactly `bits` bits that allows [`E`]. Its top three bits are set, so that
/// the product of up to five of them has the sum of their lengths.
fn prime(rng: &mut ChaCha8Rng, bits: usize) -> BigUint {
    loop {
        let mut p = random(rng, bits);
        for bit in [bits - 1, bits - 2, bits - 3, 0] {
            p.set_bit(bit as u64, true);
        }
        let fits = (&p - 1u8) % E != BigUint::ZERO;
        if fits && is_probable_prime_vartime(&words(&p)) {
            return p;
        }
    }
}

/// The owner of the key.
enum Owner {
    /// Knows the factors.
    Factors(Box<CrtModulus>),
    /// Knows only the modulus and the private exponent.
    Exponent(Modulus, Vec<Word>),
}

pub(super) struct Private<'a> {
    owner: Owner,
    /// The source of masks.
    rng: ChaCha8Rng,
    numbers: &'a Numbers,
    x: Vec<Word>,
}

impl<'a> Private<'a> {
    /// By the factors, on these threads.
    ///
    /// # Errors
    /// The library's.
    pub(super) fn by_factors(
        numbers: &'a Numbers,
        kernel: &'static str,
        split: &Arc<dyn Split>,
    ) -> polylimb::Result<Self> {
        let primes: Vec<_> = numbers.primes.iter().map(words).collect();
        let primes: Vec<&[Word]> = primes.iter().map(Vec::as_slice).collect();
        let team = Some(Arc::clone(split));
        let mut options = Options::default();
        options.kernel = Some(kernel);
        options.team = team;
        let key = CrtModulus::from_primes(&primes, &words(&E.into()), &options)?;
        Ok(Self::new(Owner::Factors(Box::new(key)), numbers))
    }

    /// By the private exponent alone.
    ///
    /// # Errors
    /// The library's.
    pub(super) fn by_exponent(
        numbers: &'a Numbers,
        kernel: &'static str,
    ) -> polylimb::Result<Self> {
        let mut options = Options::default();
        options.kernel = Some(kernel);
        let modulus = Modulus::new(&words(&numbers.modulus), &options)?;
        let owner = Owner::Exponent(modulus, to_words(&numbers.exponent, numbers.len()));
        Ok(Self::new(owner, numbers))
    }

    fn new(owner: Owner, numbers: &'a Numbers) -> Self {
        let x = to_words(&numbers.base, numbers.len());
        Self { owner, rng: ChaCha8Rng::seed_from_u64(1), numbers, x }
    }
}

impl Bench for Private<'_> {
    fn ops(&self) -> Vec<&'static str> {
        vec!["crt"]
    }

    fn time(&mut self, _: usize, batch: usize) -> Duration {
        self.x = to_words(&self.numbers.base, self.numbers.len());
        let start = Instant::now();
        for _ in 0..batch {
            self.x = match &self.owner {
                Owner::Factors(key) => key.private(&self.x, &mut self.rng).expect("primes"),
                Owner::Exponent(modulus, exponent) => {
                    modulus.pow(&self.x, exponent).expect("reduced")
                }
            };
        }
        start.elapsed()
    }

    fn is_right(&mut self, _: usize, batch: usize) -> bool {
        self.numbers.is_right(&self.x, batch)
    }

    fn describe(&self, m: &mut Measurement) {
        m.params.insert("primes".into(), self.numbers.primes.len().into());
        let modmul = match &self.owner {
            Owner::Factors(key) => key.modulus().modmul().name(),
            Owner::Exponent(modulus, _) => modulus.modmul().name(),
        };
        m.params.insert("modmul".into(), modmul.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_all_bits_and_undo_the_public_exponent() {
        for (bits, primes) in [(32, 2), (48, 3), (64, 4), (97, 3), (256, 2)] {
            let n = Numbers::draw(5, bits, primes).unwrap();
            assert_eq!((n.modulus.bits(), n.primes.len()), (bits as u64, primes));
            let power = n.base.modpow(&n.exponent, &n.modulus);
            assert_eq!(power.modpow(&E.into(), &n.modulus), n.base);
            assert!(n.is_right(&to_words(&power, n.len()), 1));
            assert!(!n.is_right(&to_words(&n.base, n.len()), 1));
        }
        assert!(Numbers::draw(5, 31, 2).is_err());
    }
}
