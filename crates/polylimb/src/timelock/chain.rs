//! The squarings, modulo `N q` for a small random prime `q`, checked as they go.
//!
//! **Idea.** Nothing tells a wrong result from a right one, and a chain runs for days: one flipped
//! bit would lose it all. Modulo `N q` the same squarings also compute `x^(2^i) mod q`, which
//! `2^i mod q - 1` gives at once. A value that differs from it is wrong, and the chain goes back to
//! the one before.
//!
//! **What it catches.** A wrong value is `z` times the right one modulo `q`, and goes unnoticed if
//! `z^(2^k) = 1` after `k` more squarings. `q = 3 mod 4` leaves `z = ±1` only, so of random errors
//! one in 2^27 goes unnoticed. **Cost.** `q` has 29 bits, because these and `N`'s usual lengths fit
//! the digits of 52 bits that `N` alone takes: at 2048 bits the check is free. With 30
//! bits the faster multiplication of `montgomery_ifma/blocks.rs` would not serve that length.
//!
//! **Marks.** The chain keeps up to 64 values at equal distances. From them the proof takes a
//! fifth of the chain's time; without, it would take as long.

use super::prover::{Progress, Setting};
use super::puzzle::{Puzzle, absolute};
use crate::error::{Error, Result};
use crate::limb::{Natural, Word};
use crate::modmul::registry::Entry;
use crate::modmul::{ModMul, OddModulus, Options, is_probable_prime_vartime};
use crate::team::{Alone, Split, narrowed};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use rand_core::CryptoRng;
use zeroize::Zeroizing;

/// Bits of `q`.
pub(super) const PRIME_BITS: u32 = 29;
/// One number in 40 is such a prime; a generator that gives none in this many draws is broken.
const MOST_DRAWS: usize = 10_000;
/// The machine is broken if this many computations from one value are all wrong.
const MOST_TRIALS: usize = 3;
/// The most marks.
const MARKS: u64 = 64;
/// Squarings between marks are a multiple of this.
pub(super) const ROUND: u64 = 64;

/// The chain of squarings that solves a puzzle, and makes the proof. Public, in variable time.
///
/// [`Chain::state`] stores it at any time, [`Chain::resume`] goes on from there.
pub struct Chain {
    pub(super) puzzle: Puzzle,
    /// Modulo `N q`.
    pub(super) modmul: Arc<dyn ModMul>,
    pub(super) split: Arc<dyn Split>,
    /// `q`.
    pub(super) prime: u64,
    pub(super) done: u64,
    /// `x^(2^done)` modulo `N q`, as are all values.
    pub(super) value: Vec<Word>,
    /// `x^(2^(i d))` for the distance `d`, from `i = 0`.
    pub(super) marks: Vec<Vec<Word>>,
    pub(super) faults: u64,
    pub(super) proof: Progress,
    pub(super) setting: Option<Setting>,
}

impl Chain {
    /// The chain from its beginning, with a random `q`. The options choose kernel, algorithm and
    /// threads.
    ///
    /// # Errors
    /// [`Error::Randomness`]; as [`OddModulus::new`] for the options.
    pub fn new<R: CryptoRng + ?Sized>(
        puzzle: &Puzzle,
        options: &Options<'_>,
        rng: &mut R,
    ) -> Result<Self> {
        for _ in 0..MOST_DRAWS {
            // The top bit set, and 3 modulo 4.
            let prime = u64::from(rng.next_u32() >> (32 - PRIME_BITS) | 1 << (PRIME_BITS - 1) | 3);
            if suits(prime, puzzle) {
                return Self::start(puzzle, prime, options);
            }
        }
        Err(Error::Randomness)
    }

    /// The chain from its beginning with this `q`.
    pub(super) fn start(puzzle: &Puzzle, prime: u64, options: &Options<'_>) -> Result<Self> {
        let n = puzzle.modulus.as_words();
        let q = Natural::from(prime);
        let mut product = vec![0; n.len() + q.words().len()];
        puzzle.modulus.modmul().kernel().schoolbook(&mut product, n, q.words());
        let modulus = OddModulus::new_vartime(&product, options)?;
        // Threads that the algorithm does not use stay asleep.
        let team = options.team.clone().unwrap_or_else(|| Arc::new(Alone));
        let used = |entry: &Entry| entry.threads.most_within(team.threads());
        let threads = Entry::find(modulus.algorithm()).map_or(1, used);
        let words = modulus.as_words().len();
        let base = Natural::from_words(&puzzle.base[..]).to_words(words)?;
        Ok(Self {
            puzzle: puzzle.clone(),
            modmul: modulus.modmul().clone(),
            split: narrowed(team, threads),
            prime,
            done: 0,
            marks: vec![base.clone()],
            value: base,
            faults: 0,
            proof: Progress::start(words),
            setting: None,
        })
    }

    /// This many more squarings, at most to the end; then the value is checked.
    ///
    /// # Errors
    /// [`Error::FaultDetected`] if the same squarings went wrong three times; the chain stands at
    /// the last good value.
    pub fn advance(&mut self, squarings: u64) -> Result<()> {
        let end = self.done.saturating_add(squarings).min(self.puzzle.squarings);
        while self.done < end {
            let distance = self.distance();
            let step = (end - self.done).min(distance - self.done % distance);
            let expected = self.residue_after(self.done + step);
            self.value = self.checked(expected, |chain| chain.squared(&chain.value, step))?;
            self.done += step;
            if self.done.is_multiple_of(distance) {
                self.marks.push(self.value.clone());
            }
        }
        Ok(())
    }

    /// The squarings done.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done
    }

    /// How often a value was wrong and was computed again since the chain was made or resumed.
    #[must_use]
    pub fn faults(&self) -> u64 {
        self.faults
    }

    /// The result, the key of the file.
    ///
    /// # Errors
    /// [`Error::Parameter`] before the end.
    pub fn result(&self) -> Result<Zeroizing<Vec<u8>>> {
        if self.done < self.puzzle.squarings {
            return Err(Error::Parameter { expected: "a chain that has done all its squarings" });
        }
        self.modulo_n(&self.value)
    }

    /// A value modulo `N`, without its sign.
    pub(super) fn modulo_n(&self, value: &[Word]) -> Result<Zeroizing<Vec<u8>>> {
        absolute(&self.puzzle.modulus, &self.puzzle.modulus.reduce(value)?)
    }

    /// Squarings from mark to mark.
    pub(super) fn distance(&self) -> u64 {
        self.puzzle.squarings.div_ceil(MARKS).next_multiple_of(ROUND)
    }

    /// `x^(2^i) mod q`.
    pub(super) fn residue_after(&self, i: u64) -> u64 {
        let exponent = power_mod(2, i, self.prime - 1);
        power_mod(self.residue(&self.puzzle.base), exponent, self.prime)
    }

    /// The value modulo `q`.
    pub(super) fn residue(&self, value: &[Word]) -> u64 {
        remainder(value, self.prime)
    }

    /// What `compute` gives, once it is as expected modulo `q`.
    pub(super) fn checked(
        &mut self,
        expected: u64,
        compute: impl Fn(&Self) -> Vec<Word>,
    ) -> Result<Vec<Word>> {
        for _ in 0..MOST_TRIALS {
            let value = compute(self);
            if self.residue(&value) == expected {
                return Ok(value);
            }
            self.faults += 1;
        }
        Err(Error::FaultDetected)
    }

    /// `value^(2^squarings)`.
    fn squared(&self, value: &[Word], squarings: u64) -> Vec<Word> {
        let modmul = &*self.modmul;
        let mut scratch = vec![0; modmul.scratch_words()];
        let mut a = vec![0; modmul.residue_words()];
        let mut b = a.clone();
        modmul.enter(&mut a, value, &mut scratch);
        self.split.hold(&mut || {
            for _ in 0..squarings {
                modmul.sqr(&mut b, &a, &mut scratch);
                core::mem::swap(&mut a, &mut b);
            }
        });
        let mut value = vec![0; value.len()];
        modmul.leave(&mut value, &a, &mut scratch);
        value
    }
}

impl fmt::Debug for Chain {
    /// Omits the values: the last is a key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chain({} of {} squarings)", self.done, self.puzzle.squarings)
    }
}

/// Whether the number is a `q`: the base is neither 0 nor ±1 modulo it.
pub(super) fn suits(prime: u64, puzzle: &Puzzle) -> bool {
    prime >> (PRIME_BITS - 1) == 1
        && prime & 3 == 3
        && is_probable_prime_vartime(Natural::from(prime).words())
        && (2..prime - 1).contains(&remainder(&puzzle.base, prime))
}

/// A number modulo another of less than 56 bits.
pub(super) fn remainder(words: &[Word], by: u64) -> u64 {
    let bytes = words.iter().rev().flat_map(|word| word.to_be_bytes());
    bytes.fold(0, |rest, byte| (rest << 8 | u64::from(byte)) % by)
}

/// `base^exponent` modulo a number of at most 32 bits.
pub(super) fn power_mod(base: u64, exponent: u64, modulus: u64) -> u64 {
    let bits = (0..u64::BITS - exponent.leading_zeros()).rev();
    bits.fold(1 % modulus, |power, bit| {
        let square = power * power % modulus;
        if exponent >> bit & 1 == 1 { square * (base % modulus) % modulus } else { square }
    })
}

#[cfg(test)]
mod tests {
    use super::super::Trapdoor;
    use super::*;
    use crate::limb::Kernel;
    use core::sync::atomic::{AtomicU64, Ordering};
    use rand_chacha::ChaCha20Rng;
    use rand_core::SeedableRng;

    /// Flips a bit of squares `from` to `to`.
    struct Faulty {
        right: Arc<dyn ModMul>,
        bit: usize,
        squares: AtomicU64,
        from: u64,
        to: u64,
    }

    impl ModMul for Faulty {
        fn name(&self) -> &'static str {
            self.right.name()
        }

        fn modulus(&self) -> &[Word] {
            self.right.modulus()
        }

        fn kernel(&self) -> Kernel {
            self.right.kernel()
        }

        fn residue_words(&self) -> usize {
            self.right.residue_words()
        }

        fn scratch_words(&self) -> usize {
            self.right.scratch_words()
        }

        fn enter(&self, r: &mut [Word], plain: &[Word], scratch: &mut [Word]) {
            self.right.enter(r, plain, scratch);
        }

        fn leave(&self, plain: &mut [Word], r: &[Word], scratch: &mut [Word]) {
            self.right.leave(plain, r, scratch);
        }

        fn one(&self, r: &mut [Word]) {
            self.right.one(r);
        }

        fn mul(&self, r: &mut [Word], a: &[Word], b: &[Word], scratch: &mut [Word]) {
            self.right.mul(r, a, b, scratch);
        }

        fn sqr(&self, r: &mut [Word], a: &[Word], scratch: &mut [Word]) {
            self.right.sqr(r, a, scratch);
            if (self.from..self.to).contains(&self.squares.fetch_add(1, Ordering::Relaxed)) {
                let word = self.bit / 32 % self.residue_words();
                r[word] ^= 1 << (self.bit % 32 % Word::BITS as usize);
            }
        }
    }

    fn chain() -> (Trapdoor, Chain) {
        let mut rng = ChaCha20Rng::seed_from_u64(1);
        let trapdoor = Trapdoor::generate(1024, &mut rng).unwrap();
        let puzzle = trapdoor.puzzle(1000).unwrap();
        let chain = Chain::new(&puzzle, &Options::default(), &mut rng).unwrap();
        (trapdoor, chain)
    }

    /// Makes the squares `from` to `to` wrong.
    fn break_squares(chain: &mut Chain, bit: usize, from: u64, to: u64) {
        let right = chain.modmul.clone();
        chain.modmul = Arc::new(Faulty { right, bit, squares: AtomicU64::new(0), from, to });
    }

    #[test]
    fn a_flipped_bit_is_noticed_and_the_squarings_done_again() {
        let (trapdoor, mut chain) = chain();
        let right = chain.modmul.clone();
        let expected = trapdoor.solve(&chain.puzzle).unwrap();
        let mut faults = 0;
        for (bit, square) in (0..600).step_by(19).zip((0..1000).step_by(31)) {
            let mut chain = Chain::start(&chain.puzzle, chain.prime, &Options::default()).unwrap();
            chain.modmul = right.clone();
            break_squares(&mut chain, bit, square, square + 1);
            chain.advance(u64::MAX).unwrap();
            assert_eq!((chain.faults(), chain.result().unwrap()), (1, expected.clone()));
            faults += chain.faults();
        }
        assert!(faults >= 30);
        // In the proof, too: the rounds are done again.
        chain.advance(500).unwrap();
        chain.advance(u64::MAX).unwrap();
        break_squares(&mut chain, 70, 30, 31);
        let proof = chain.prove(u64::MAX).unwrap().unwrap();
        assert_eq!((chain.faults(), proof), (1, trapdoor.prove(&chain.puzzle).unwrap()));
    }

    #[test]
    fn a_proof_from_a_wrong_mark_is_not_given_out() {
        let (_, mut chain) = chain();
        chain.advance(u64::MAX).unwrap();
        // Right modulo q, wrong modulo N.
        let q = Natural::from(chain.prime);
        assert_eq!(Kernel::PORTABLE.add_assign(&mut chain.marks[3], q.words()), 0);
        assert_eq!(chain.prove(u64::MAX), Err(Error::FaultDetected));
        assert_eq!(chain.proved_rounds(), 0);
    }

    #[test]
    fn what_is_always_wrong_is_an_error_and_the_last_good_value_stays() {
        let (trapdoor, mut chain) = chain();
        chain.advance(300).unwrap();
        let (right, state) = (chain.modmul.clone(), chain.state());
        break_squares(&mut chain, 3, 0, u64::MAX);
        assert_eq!(chain.advance(200), Err(Error::FaultDetected));
        assert_eq!((chain.faults(), chain.done(), chain.state()), (3, 300, state));
        chain.modmul = right;
        chain.advance(700).unwrap();
        assert_eq!(chain.result(), trapdoor.solve(&chain.puzzle));
    }

    #[test]
    fn a_wrong_value_in_a_whole_state_is_noticed() {
        let (_, mut chain) = chain();
        chain.advance(300).unwrap();
        let (mut refused, words) = (0, chain.value.len());
        for word in 0..words {
            for value in 0..=chain.marks.len() {
                let mut wrong =
                    Chain::resume(&chain.puzzle, &chain.state().unwrap(), &Options::default())
                        .unwrap();
                let values = [&mut wrong.value].into_iter().chain(&mut wrong.marks);
                if value == 1 {
                    // The base itself is the puzzle's.
                    continue;
                }
                values.into_iter().nth(value).unwrap()[word] ^= 1;
                assert_eq!(wrong.state(), Err(Error::FaultDetected));
                let resumed = Chain::resume(&chain.puzzle, &wrong.encode(), &Options::default());
                assert!(matches!(resumed, Err(Error::FaultDetected)), "{resumed:?}");
                refused += 1;
            }
        }
        assert!(refused >= words * 4, "only {refused} wrong values");
    }
}
