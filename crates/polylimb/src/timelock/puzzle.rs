//! The public numbers of a puzzle, and results in `(Z/N)*/±1`.
//!
//! | bytes | content |
//! |---|---|
//! | 4 | `PLTL` |
//! | 1 | version: 1 |
//! | 4 | bits of `N` |
//! | 8 | `T` |
//! | as many as `N` has | `N` |
//! | the same number | `x` |
//!
//! Numbers are big-endian. A sealed file begins so.

use crate::error::{Error, Result};
use crate::limb::{Natural, Word};
use crate::modmul::{OddModulus, Options};
use alloc::vec::Vec;
use core::fmt;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

const MAGIC: &[u8; 5] = b"PLTL\x01";
const SHORT: Error = Error::Encoding { expected: "a sealed file as long as it was made" };
/// Bytes of the cipher's tag.
const TAG_BYTES: usize = 16;

/// A modulus `N`, a base `x` and a number of squarings `T`: the task of computing `x^(2^T) mod N`.
///
/// `N` has [`Puzzle::LEAST_BITS`] to [`Puzzle::MOST_BITS`] bits and is odd, `x` lies in
/// `[2, N - 2]` and has no factor in common with `N`, `T` lies in `[1, 2^63]`. Nobody sees whether
/// `N` is hard to factor.
#[derive(Clone)]
pub struct Puzzle {
    pub(super) modulus: OddModulus,
    /// As many words as the modulus has.
    pub(super) base: Vec<Word>,
    pub(super) squarings: u64,
}

impl Puzzle {
    /// The fewest bits of a modulus; fewer are factored.
    pub const LEAST_BITS: usize = 1024;
    /// The most bits of a modulus.
    pub const MOST_BITS: usize = 16384;
    /// The most squarings: 50 000 years at six millions a second.
    pub const MOST_SQUARINGS: u64 = 1 << 63;

    /// The puzzle of these numbers; modulus and base are big-endian.
    ///
    /// # Errors
    /// [`Error::ModulusBits`], [`Error::OddModulusRequired`] for the modulus; [`Error::Parameter`]
    /// for base and squarings out of range; [`Error::NotInvertible`] for a base with a factor of
    /// the modulus.
    pub fn new(modulus: &[u8], base: &[u8], squarings: u64) -> Result<Self> {
        check_bits(Natural::from_be_bytes(modulus).bits_vartime())?;
        let modulus = OddModulus::from_be_bytes(modulus, &Options::default())?;
        if !(1..=Self::MOST_SQUARINGS).contains(&squarings) {
            return Err(Error::Parameter { expected: "squarings: 1 to 2^63" });
        }
        let n = modulus.as_words().len();
        let not_in_range = Error::Parameter { expected: "the base: from 2 to the modulus less 2" };
        let base = Natural::from_be_bytes(base).to_words(n).map_err(|_| not_in_range)?;
        let smaller = absolute(&modulus, &base).map_err(|_| not_in_range)?;
        if Natural::from_be_bytes(&smaller) < Natural::from(2) {
            return Err(not_in_range);
        }
        if !is_unit(&modulus, &base) {
            return Err(Error::NotInvertible);
        }
        Ok(Self { modulus, base, squarings })
    }

    /// The puzzle of a sealed file.
    ///
    /// # Errors
    /// [`Error::Encoding`] if it is no such file; as [`Puzzle::new`] for its numbers.
    pub fn of_file(file: &[u8]) -> Result<Self> {
        let (puzzle, sealed) = Self::decode(file)?;
        if sealed.len() < TAG_BYTES {
            return Err(SHORT);
        }
        Ok(puzzle)
    }

    /// The bits of the modulus.
    #[must_use]
    pub fn bits(&self) -> usize {
        self.modulus.bits()
    }

    /// `T`.
    #[must_use]
    pub fn squarings(&self) -> u64 {
        self.squarings
    }

    /// The bytes of a result.
    pub(super) fn bytes(&self) -> usize {
        self.modulus.byte_length()
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend((self.bits() as u32).to_be_bytes());
        bytes.extend(self.squarings.to_be_bytes());
        bytes.extend(to_bytes(self.modulus.as_words(), self.bytes()));
        bytes.extend(to_bytes(&self.base, self.bytes()));
        bytes
    }

    /// The puzzle at the start of a file, and what follows.
    pub(super) fn decode(file: &[u8]) -> Result<(Self, &[u8])> {
        let none = Error::Encoding { expected: "a sealed file, version 1, which begins with PLTL" };
        let rest = file.strip_prefix(MAGIC).ok_or(none)?;
        let (bits, rest) = rest.split_first_chunk().ok_or(SHORT)?;
        let (squarings, rest) = rest.split_first_chunk().ok_or(SHORT)?;
        let bits = u32::from_be_bytes(*bits) as usize;
        check_bits(bits)?;
        let (modulus, rest) = rest.split_at_checked(bits.div_ceil(8)).ok_or(SHORT)?;
        let (base, rest) = rest.split_at_checked(bits.div_ceil(8)).ok_or(SHORT)?;
        let puzzle = Self::new(modulus, base, u64::from_be_bytes(*squarings))?;
        if puzzle.bits() != bits {
            return Err(Error::Encoding {
                expected: "a modulus of as many bits as the header has",
            });
        }
        Ok((puzzle, rest))
    }

    /// What names the puzzle in states and proofs.
    pub(super) fn digest(&self) -> [u8; 32] {
        Sha256::digest(self.encode()).into()
    }
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Puzzle({} bits, {} squarings)", self.bits(), self.squarings)
    }
}

/// Whether moduli of this length are taken.
pub(super) fn check_bits(got_bits: usize) -> Result<()> {
    let (least_bits, most_bits) = (Puzzle::LEAST_BITS, Puzzle::MOST_BITS);
    if (least_bits..=most_bits).contains(&got_bits) {
        return Ok(());
    }
    Err(Error::ModulusBits { algorithm: "a time lock", least_bits, most_bits, got_bits })
}

/// The smaller of `a` and `N - a`, for an `a` below `N`: what stands for both.
pub(super) fn absolute(modulus: &OddModulus, a: &[Word]) -> Result<Zeroizing<Vec<u8>>> {
    let negative = Natural::from_words(modulus.neg(a)?);
    let smaller = Natural::from_words(a).min(negative);
    smaller.to_be_bytes_padded(modulus.byte_length()).map(Zeroizing::new)
}

pub(super) fn is_unit(modulus: &OddModulus, a: &[Word]) -> bool {
    Natural::from_words(a).gcd(&Natural::from_words(modulus.as_words())) == Natural::from(1)
}

/// A number that fits, in this many big-endian bytes.
pub(super) fn to_bytes(words: &[Word], bytes: usize) -> Vec<u8> {
    Natural::from_words(words).to_be_bytes_padded(bytes).unwrap_or_else(|_| unreachable!("it fits"))
}
