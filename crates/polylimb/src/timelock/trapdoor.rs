//! The maker's side: the order of the group gives the result at once.

use super::proof::{Proof, challenge};
use super::puzzle::{Puzzle, absolute, check_bits, to_bytes};
use crate::error::{Error, Result};
use crate::limb::{Kernel, Natural, Word};
use crate::modmul::{Modulus, OddModulus, Options};
use crate::powm::BatchOptions;
use crate::powm::primes::random_prime_avoiding;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

/// Bits drawn in addition to the modulus' bits, so that the base is uniform up to 2^-64.
const EXTRA_BITS: usize = 64;

/// The order of the group, with which its maker opens a puzzle at once. Secret; constant time;
/// wiped when dropped.
pub struct Trapdoor {
    modulus: OddModulus,
    /// `φ(N)`.
    order: Modulus,
    base: Vec<Word>,
}

impl Trapdoor {
    /// Two new primes of half the bits each, and a random base. How many candidates were drawn is
    /// public.
    ///
    /// # Errors
    /// [`Error::ModulusBits`] outside [`Puzzle::LEAST_BITS`] to [`Puzzle::MOST_BITS`];
    /// [`Error::Parameter`] for an odd number of bits; [`Error::Randomness`].
    pub fn generate<R: CryptoRng + ?Sized>(bits: usize, rng: &mut R) -> Result<Self> {
        check_bits(bits)?;
        if !bits.is_multiple_of(2) {
            return Err(Error::Parameter { expected: "the modulus: an even number of bits" });
        }
        // Their two top bits are set: the product has twice the length.
        let mut prime = || random_prime_avoiding(bits / 2, None, &BatchOptions::default(), rng);
        let (mut p, mut q) = (prime()?, prime()?);
        let modulus = OddModulus::new(&product(&p, &q), &Options::default())?;
        p[0] &= !1;
        q[0] &= !1;
        let order = Modulus::new(&product(&p, &q), &Options::default())?;
        let mut wide = vec![0; (bits + EXTRA_BITS).div_ceil(8)];
        rng.fill_bytes(&mut wide);
        let base = modulus.reduce(Natural::from_be_bytes(&wide).words())?;
        let trapdoor = Self { modulus, order, base };
        // A broken generator's base may be none.
        trapdoor.puzzle(1).map_err(|_| Error::Randomness)?;
        Ok(trapdoor)
    }

    /// The puzzle of this many squarings.
    ///
    /// # Errors
    /// [`Error::Parameter`] for none, or more than [`Puzzle::MOST_SQUARINGS`].
    pub fn puzzle(&self, squarings: u64) -> Result<Puzzle> {
        let bytes = self.modulus.byte_length();
        let modulus = to_bytes(self.modulus.as_words(), bytes);
        Puzzle::new(&modulus, &to_bytes(&self.base, bytes), squarings)
    }

    /// The result of the puzzle, by `2^T mod φ(N)`.
    ///
    /// # Errors
    /// [`Error::Key`] for another trapdoor's puzzle.
    pub fn solve(&self, puzzle: &Puzzle) -> Result<Zeroizing<Vec<u8>>> {
        self.check(puzzle)?;
        self.power(&self.power_of_two(puzzle)?)
    }

    /// The proof of the result. It contains the result.
    ///
    /// # Errors
    /// [`Error::Key`] for another trapdoor's puzzle.
    pub fn prove(&self, puzzle: &Puzzle) -> Result<Proof> {
        let result = self.solve(puzzle)?.to_vec();
        let prime = challenge(puzzle, &result)?;
        // ⌊2^T / ℓ⌋ = (2^T - r) / ℓ.
        let r = prime.pow_vartime(&[2], Natural::from(puzzle.squarings).words())?;
        let multiple = self.order.sub(&self.power_of_two(puzzle)?, &r)?;
        let order = Natural::from_words(self.order.as_words());
        let inverse = Natural::from_words(prime.as_words()).invert(&order)?;
        let quotient = self.order.mul(&Zeroizing::new(multiple), inverse.words())?;
        Ok(Proof { result, root: self.power(&Zeroizing::new(quotient))?.to_vec() })
    }

    fn check(&self, puzzle: &Puzzle) -> Result<()> {
        if (puzzle.modulus.as_words(), &puzzle.base) == (self.modulus.as_words(), &self.base) {
            return Ok(());
        }
        Err(Error::Key { wrong: "the puzzle is of another trapdoor" })
    }

    /// `2^T mod φ(N)`.
    fn power_of_two(&self, puzzle: &Puzzle) -> Result<Zeroizing<Vec<Word>>> {
        let squarings = Natural::from(puzzle.squarings);
        self.order.pow(&[2], squarings.words()).map(Zeroizing::new)
    }

    fn power(&self, exponent: &[Word]) -> Result<Zeroizing<Vec<u8>>> {
        let power = Zeroizing::new(self.modulus.pow(&self.base, exponent)?);
        absolute(&self.modulus, &power)
    }
}

impl fmt::Debug for Trapdoor {
    /// Omits everything secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Trapdoor({} bits)", self.modulus.bits())
    }
}

/// `a b` of equal lengths.
fn product(a: &[Word], b: &[Word]) -> Zeroizing<Vec<Word>> {
    let kernel = Kernel::PORTABLE;
    let mut r = Zeroizing::new(vec![0; a.len() + b.len()]);
    kernel.schoolbook(&mut r, a, b);
    r
}
