//! Wesolowski's proof that a result belongs to a puzzle, in `(Z/N)*/±1`.
//!
//! **Source.** `[Wesolowski2019]`, made non-interactive by a hash (Fiat and Shamir). **Idea.** For
//! a prime `ℓ` that the result itself determines, `2^T = ℓ ⌊2^T/ℓ⌋ + r`. The proof is
//! `π = x^⌊2^T/ℓ⌋`, and `π^ℓ x^r = y`. If that holds for a wrong `y`, the prover knows the `ℓ`-th
//! root of a number for an `ℓ` not of his choice, which takes the factors of `N`. So the proof
//! convinces if the prover is not the maker. In `(Z/N)*` itself -1 would be a known element of
//! order 2, and `-y` as good as `y`.
//!
//! **Challenge.** `ℓ` has 256 bits, twice the security of 128 bits: a prover can try many `y` and
//! take the `ℓ` that suits. It is the first prime among the SHA-256 of a name, the puzzle's digest,
//! `y` and a counter of 4 bytes, each with its highest and its lowest bit set. Primality by
//! Baillie-PSW. **Cost** of a check: two powers with exponents of 256 bits, `64` steps modulo `ℓ`,
//! and the search for `ℓ`.

use super::puzzle::{Puzzle, absolute, is_unit};
use crate::error::{Error, Result};
use crate::limb::Natural;
use crate::modmul::{OddModulus, Options, is_probable_prime_vartime};
use crate::team::Alone;
use alloc::vec::Vec;
use core::fmt;
use sha2::{Digest, Sha256};

const MAGIC: &[u8; 5] = b"PLTP\x01";
const CHALLENGE: &[u8] = b"polylimb timelock challenge";

/// A result and the proof that it is the puzzle's.
///
/// As bytes: `PLTP`, version 1, SHA-256 of the puzzle as a sealed file begins with it, `y` and `π`,
/// big-endian, each as long as `N`.
#[derive(Clone, PartialEq, Eq)]
pub struct Proof {
    /// `y`.
    pub(super) result: Vec<u8>,
    /// `π`.
    pub(super) root: Vec<u8>,
}

impl Proof {
    /// The result, which opens the sealed file; to be trusted after [`Puzzle::verify`].
    #[must_use]
    pub fn result(&self) -> &[u8] {
        &self.result
    }

    /// The proof as bytes.
    #[must_use]
    pub fn to_bytes(&self, puzzle: &Puzzle) -> Vec<u8> {
        [MAGIC, &puzzle.digest()[..], &self.result, &self.root].concat()
    }

    /// The proof of the puzzle in these bytes; not verified.
    ///
    /// # Errors
    /// [`Error::Encoding`] if they are none; [`Error::Key`] for a proof of another puzzle.
    pub fn from_bytes(puzzle: &Puzzle, bytes: &[u8]) -> Result<Self> {
        let none = Error::Encoding { expected: "a proof, version 1, which begins with PLTP" };
        let rest = bytes.strip_prefix(MAGIC).ok_or(none)?;
        let (digest, rest) = rest.split_first_chunk().ok_or(none)?;
        if puzzle.digest() != *digest {
            return Err(Error::Key { wrong: "the proof is of another puzzle" });
        }
        if rest.len() != 2 * puzzle.bytes() {
            return Err(Error::Encoding { expected: "a proof of two numbers as long as N" });
        }
        let (result, root) = rest.split_at(puzzle.bytes());
        Ok(Self { result: result.to_vec(), root: root.to_vec() })
    }
}

impl fmt::Debug for Proof {
    /// Omits the result, which is a key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Proof({} bytes)", self.result.len() + self.root.len())
    }
}

impl Puzzle {
    /// Whether the proof shows that its result is this puzzle's. Variable time.
    ///
    /// # Errors
    /// [`Error::Proof`] if it does not.
    pub fn verify(&self, proof: &Proof) -> Result<()> {
        // Any error here says that a number of the proof is out of its range.
        match self.equation_holds(proof) {
            Ok(true) => Ok(()),
            _ => Err(Error::Proof),
        }
    }

    /// Whether `π^ℓ x^r = ±y`, for units `π` and `y` that stand for themselves and their negatives.
    fn equation_holds(&self, proof: &Proof) -> Result<bool> {
        let modulus = &self.modulus;
        let read = |bytes: &[u8]| -> Result<Natural> {
            let number = Natural::from_be_bytes(bytes);
            let canonical = absolute(modulus, number.words())?[..] == *bytes;
            let taken = canonical && is_unit(modulus, number.words());
            if taken { Ok(number) } else { Err(Error::Proof) }
        };
        read(&proof.result)?;
        let root = read(&proof.root)?;
        let prime = challenge(self, &proof.result)?;
        let r = prime.pow_vartime(&[2], Natural::from(self.squarings).words())?;
        let terms = [(root.words(), prime.as_words()), (&self.base[..], &r[..])];
        let product = modulus.product_of_powers_vartime(&terms, &Alone)?;
        Ok(absolute(modulus, &product)?[..] == proof.result[..])
    }
}

/// `ℓ` for this result.
pub(super) fn challenge(puzzle: &Puzzle, result: &[u8]) -> Result<OddModulus> {
    let start = Sha256::new_with_prefix(CHALLENGE).chain_update(puzzle.digest());
    let start = start.chain_update(result);
    let candidate = |counter: u32| {
        let mut bytes: [u8; 32] =
            start.clone().chain_update(counter.to_be_bytes()).finalize().into();
        bytes[0] |= 1 << 7;
        bytes[31] |= 1;
        Natural::from_be_bytes(&bytes)
    };
    let is_prime = |candidate: &Natural| is_probable_prime_vartime(candidate.words());
    // One candidate in 89 is prime.
    let prime = (0..=u32::MAX).map(candidate).find(is_prime).ok_or(Error::Proof)?;
    OddModulus::new(prime.words(), &Options::default())
}
