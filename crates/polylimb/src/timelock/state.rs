//! A chain as bytes.
//!
//! | bytes | content |
//! |---|---|
//! | 4 | `PLTS` |
//! | 1 | version: 1 |
//! | 32 | SHA-256 of the puzzle as a sealed file begins with it |
//! | 4 | `q` |
//! | 8 | squarings done |
//! | 8 | rounds of the proof done |
//! | as many as `N` and 29 bits have | the value |
//! | the same number | the product of the proof |
//! | the same number each | the marks but the first |
//! | 32 | SHA-256 of all before |
//!
//! Numbers are big-endian. The hash tells what was damaged; what was damaged before it was hashed,
//! the check modulo `q` tells.

use super::chain::{Chain, PRIME_BITS, suits};
use super::proof::challenge;
use super::puzzle::{Puzzle, to_bytes};
use crate::error::{Error, Result};
use crate::limb::Natural;
use crate::modmul::Options;
use alloc::vec::Vec;
use sha2::{Digest, Sha256};

const MAGIC: &[u8; 5] = b"PLTS\x01";
const HASH_BYTES: usize = 32;

const NONE: Error = Error::Encoding { expected: "a state, version 1, which begins with PLTS" };
const DAMAGED: Error = Error::Encoding { expected: "a state as it was written" };

impl Chain {
    /// All that [`Chain::resume`] needs: up to 67 numbers of the size of `N`, checked once more.
    ///
    /// # Errors
    /// [`Error::FaultDetected`] if a value changed in memory: an earlier state may be whole.
    pub fn state(&self) -> Result<Vec<u8>> {
        self.check_values()?;
        Ok(self.encode())
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.puzzle.digest());
        bytes.extend((self.prime as u32).to_be_bytes());
        bytes.extend(self.done.to_be_bytes());
        bytes.extend(self.proof.rounds.to_be_bytes());
        for value in [&self.value, &self.proof.product].into_iter().chain(&self.marks[1..]) {
            bytes.extend(to_bytes(value, value_bytes(&self.puzzle)));
        }
        bytes.extend(Sha256::digest(&bytes));
        bytes
    }

    /// The chain of [`Chain::state`]. Options may differ from those before.
    ///
    /// # Errors
    /// [`Error::Encoding`] if the state was damaged, or is none; [`Error::Key`] if it is of another
    /// puzzle; [`Error::FaultDetected`] if a value in it is wrong; as [`Chain::new`] for the
    /// options.
    pub fn resume(puzzle: &Puzzle, state: &[u8], options: &Options<'_>) -> Result<Self> {
        let rest = state.strip_prefix(MAGIC).ok_or(NONE)?;
        let (_, hash) = state.split_last_chunk::<HASH_BYTES>().ok_or(DAMAGED)?;
        let rest = rest.strip_suffix(hash).ok_or(DAMAGED)?;
        if Sha256::digest(&state[..state.len() - HASH_BYTES])[..] != hash[..] {
            return Err(DAMAGED);
        }
        let (digest, rest) = rest.split_first_chunk().ok_or(DAMAGED)?;
        if puzzle.digest() != *digest {
            return Err(Error::Key { wrong: "the state is of another puzzle" });
        }
        let (prime, rest) = rest.split_first_chunk().ok_or(DAMAGED)?;
        let (done, rest) = rest.split_first_chunk().ok_or(DAMAGED)?;
        let (rounds, values) = rest.split_first_chunk().ok_or(DAMAGED)?;
        let prime = u64::from(u32::from_be_bytes(*prime));
        if !suits(prime, puzzle) {
            return Err(DAMAGED);
        }
        let mut chain = Self::start(puzzle, prime, options)?;
        chain.done = u64::from_be_bytes(*done);
        chain.proof.rounds = u64::from_be_bytes(*rounds);
        chain.take_values(values)?;
        chain.check_values()?;
        Ok(chain)
    }

    fn take_values(&mut self, bytes: &[u8]) -> Result<()> {
        let (each, words) = (value_bytes(&self.puzzle), self.value.len());
        let marks = self.done / self.distance();
        let proof_possible = self.done == self.puzzle.squarings || self.proof.rounds == 0;
        if self.done > self.puzzle.squarings
            || self.proof.rounds > self.proof_rounds()
            || !proof_possible
            || !bytes.len().is_multiple_of(each)
            || (bytes.len() / each) as u64 != 2 + marks
        {
            return Err(DAMAGED);
        }
        let mut values = bytes.chunks_exact(each).map(|bytes| {
            let value = Natural::from_be_bytes(bytes);
            if value < Natural::from_words(self.modmul.modulus()) {
                value.to_words(words)
            } else {
                Err(DAMAGED)
            }
        });
        let mut next = || values.next().ok_or(DAMAGED)?;
        let (value, product) = (next()?, next()?);
        let marks = values.collect::<Result<Vec<_>>>()?;
        (self.value, self.proof.product) = (value, product);
        self.marks.extend(marks);
        Ok(())
    }

    fn check_values(&self) -> Result<()> {
        let marks = self.marks.iter().zip(0..);
        let mut marks = marks.map(|(mark, i)| (mark, self.residue_after(i * self.distance())));
        let right = |(value, residue): (&Vec<_>, u64)| self.residue(value) == residue;
        let product = match self.proof.rounds {
            0 => 1,
            rounds => self.product_residue(&challenge(&self.puzzle, &self.result()?)?, rounds)?,
        };
        let value = self.residue_after(self.done);
        if marks.all(right) && right((&self.value, value)) && right((&self.proof.product, product))
        {
            return Ok(());
        }
        Err(Error::FaultDetected)
    }
}

/// Bytes of a number below `N q`.
fn value_bytes(puzzle: &Puzzle) -> usize {
    (puzzle.bits() + PRIME_BITS as usize).div_ceil(8)
}
