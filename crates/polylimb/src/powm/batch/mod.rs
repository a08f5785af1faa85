//! Many powers at once: eight exponentiations in the lanes of one core, each with its own modulus,
//! base and exponent.
//!
//! **Representation.** Radix 2^52, digit `i` of all eight numbers in one vector (`tile.rs`).
//! Nothing crosses lanes, so no instruction moves digits, and the number of products decides the
//! time of a multiplication. Numbers are blocks of five digits of `tile.rs`. **Residues** lie in
//! `[0, 4M)`, with `R > 8M`.
//!
//! **Secrets.** Moduli, bases, exponents. Public: all lengths in words, the bit lengths of the
//! moduli, and the stated lengths of the exponents.
//!
//! **One source** over [`Vector`](crate::limb::simd::Vector): AVX-512 IFMA, or its slow portable
//! twin.
//!
//! Read `tile.rs`, `montgomery.rs`, then `pow.rs`.

use super::{Exponent, fixed_window};
use crate::cpu::Features;
use crate::error::{Error, Result};
use crate::limb::simd::LANES;
use crate::limb::{Word, bit_length_vartime};
use crate::modmul::{Modulus, Options};
use crate::team::{Alone, Split, each_chunk};
use alloc::vec;
use alloc::vec::Vec;
use operations::Operations;
use pow::pow;
use set_up::Constants;
use tile::take;

mod karatsuba;
mod montgomery;
mod operations;
mod pow;
mod set_up;
mod tile;

// The face for applications: [`BatchJob::pow_all`] for any number of powers, [`BatchPowm`] for up
// to eight fixed moduli.

/// The longest modulus in bits: a column of two products and the carry into it stay below 2^63.
pub(super) const MOST_BITS: usize = 16_384;

/// One power: `base^exponent mod modulus`.
#[derive(Clone, Copy)]
pub struct BatchJob<'a> {
    /// Odd, at least 3, at most 16384 bits; may have leading zero words.
    pub modulus: &'a [Word],
    /// Any number of words; need not be below the modulus.
    pub base: &'a [Word],
    /// Any length. The time depends on this public length.
    pub exponent: Exponent<'a>,
}

/// How a batch is computed.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct BatchOptions<'a> {
    /// The CPU features that may be used; features that this CPU lacks are ignored. Without AVX-512
    /// IFMA the results are the same, but one [`Modulus`](crate::modmul::Modulus) per job is
    /// faster.
    pub features: Features,
    /// Runs the eights in parallel.
    pub split: &'a dyn Split,
}

impl Default for BatchOptions<'_> {
    fn default() -> Self {
        Self { features: Features::detect(), split: &Alone }
    }
}

impl BatchJob<'_> {
    /// All powers `base^exponent mod modulus`, in the order of the jobs, each as long as its
    /// modulus is in words.
    ///
    /// Computes eight jobs at a time, grouped by size; the longest modulus and exponent of an eight
    /// determine its time. Constant time, given the lengths.
    ///
    /// ```
    /// use polylimb::powm::{BatchJob, BatchOptions, Exponent};
    /// let (hundred, seven) = (Exponent::new(&[100]), Exponent::new(&[7]));
    /// let jobs = [
    ///     BatchJob { modulus: &[101], base: &[2], exponent: hundred },
    ///     BatchJob { modulus: &[99], base: &[2], exponent: seven },
    /// ];
    /// let powers = BatchJob::pow_all(&jobs, &BatchOptions::default())?;
    /// assert_eq!(powers, [[1], [29]]);
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Job`] with the index of the first job whose modulus is even, below 3 or too long.
    pub fn pow_all(jobs: &[Self], options: &BatchOptions<'_>) -> Result<Vec<Vec<Word>>> {
        for (index, job) in jobs.iter().enumerate() {
            check(index, job.modulus)?;
        }
        let mut order: Vec<usize> = (0..jobs.len()).collect();
        // The longest first, so that the last eights to run are short ones.
        order.sort_by_key(|&i| {
            core::cmp::Reverse((bit_length_vartime(jobs[i].modulus), jobs[i].exponent.len()))
        });
        let mut eights: Vec<_> = order.chunks(LANES).map(|of| (of, Vec::new())).collect();
        each_chunk(options.split, &mut eights, 1, |_, eight| {
            let (of, powers) = &mut eight[0];
            let pick = |i: &usize| jobs[*i];
            let moduli: Vec<_> = of.iter().map(|i| pick(i).modulus).collect();
            let bases: Vec<_> = of.iter().map(|i| pick(i).base).collect();
            let exponents: Vec<_> = of.iter().map(|i| pick(i).exponent).collect();
            *powers = BatchPowm::checked(&moduli, options.features).powers(&bases, &exponents);
        });
        let mut powers = vec![Vec::new(); jobs.len()];
        for (of, found) in eights {
            for (&i, power) in of.iter().zip(found) {
                powers[i] = power;
            }
        }
        Ok(powers)
    }

    /// [`BatchJob::pow_all`] where the CPU has lanes, else a [`Modulus`] for each job, which is
    /// faster there and takes bases below the moduli only.
    ///
    /// # Errors
    /// As [`BatchJob::pow_all`]; [`Error::NotReduced`].
    pub(crate) fn powers(jobs: &[Self], options: &BatchOptions<'_>) -> Result<Vec<Vec<Word>>> {
        if options.features.allows(Features::IFMA) {
            return Self::pow_all(jobs, options);
        }
        let mut powers = vec![Err(Error::PartPanicked); jobs.len()];
        each_chunk(options.split, &mut powers, 1, |i, power| {
            let job = &jobs[i];
            power[0] = Modulus::new(job.modulus, &Options::default())
                .and_then(|modulus| modulus.residue(job.base))
                .and_then(|base| base.raised(job.exponent, &fixed_window::ENTRY, None))
                .map(|power| power.to_words());
        });
        powers.into_iter().collect()
    }
}

/// Up to eight moduli with everything that depends on them alone, for repeated powers.
///
/// ```
/// use polylimb::cpu::Features;
/// use polylimb::powm::{BatchPowm, Exponent};
/// let batch = BatchPowm::new(&[&[101], &[99]], Features::detect())?;
/// let (hundred, seven) = (Exponent::new(&[100]), Exponent::new(&[7]));
/// assert_eq!(batch.pow(&[&[2], &[2]], &[hundred, seven])?, [[1], [29]]);
/// # Ok::<(), polylimb::Error>(())
/// ```
pub struct BatchPowm {
    operations: &'static Operations,
    constants: Constants,
    /// Words of each modulus.
    words: Vec<usize>,
}

impl BatchPowm {
    /// For 1 to 8 odd moduli, at least 3 and at most 16384 bits each. Constant time, given their
    /// bits.
    ///
    /// # Errors
    /// [`Error::Job`] with the index of a modulus outside this range; [`Error::Length`] for no
    /// modulus or more than 8.
    pub fn new(moduli: &[&[Word]], features: Features) -> Result<Self> {
        if moduli.is_empty() || moduli.len() > LANES {
            let got = moduli.len();
            return Err(Error::Length { what: "a batch of moduli", expected: LANES, got });
        }
        for (index, modulus) in moduli.iter().enumerate() {
            check(index, modulus)?;
        }
        Ok(Self::checked(moduli, features))
    }

    fn checked(moduli: &[&[Word]], features: Features) -> Self {
        let operations = Operations::best(features);
        let bits = || moduli.iter().map(|m| bit_length_vartime(m));
        let (least, most) = (bits().min().unwrap_or(2), bits().max().unwrap_or(2));
        let constants = Constants::new(operations, lanes(moduli), least, most);
        let words = moduli.iter().map(|m| m.len()).collect();
        Self { operations, constants, words }
    }

    /// `bases[i]^exponents[i]` modulo the i-th modulus, each as long as the modulus is in words.
    /// The bases need not be below the moduli. Constant time, given the lengths.
    ///
    /// # Errors
    /// [`Error::Length`] unless there are as many bases and exponents as moduli.
    pub fn pow(&self, bases: &[&[Word]], exponents: &[Exponent<'_>]) -> Result<Vec<Vec<Word>>> {
        let expected = self.words.len();
        for (what, got) in [("the bases", bases.len()), ("the exponents", exponents.len())] {
            if got != expected {
                return Err(Error::Length { what, expected, got });
            }
        }
        Ok(self.powers(bases, exponents))
    }

    fn powers(&self, bases: &[&[Word]], exponents: &[Exponent<'_>]) -> Vec<Vec<Word>> {
        let rows = pow(self.operations, &self.constants, lanes(bases), lanes(exponents));
        let power = |(lane, &words): (usize, &usize)| {
            let mut power = vec![0; words];
            take(&mut power, rows.as_flattened(), lane);
            power
        };
        self.words.iter().enumerate().map(power).collect()
    }

    /// The vectors in use: `avx512-ifma` or `portable`.
    #[must_use]
    pub fn vectors(&self) -> &'static str {
        self.operations.name
    }
}

/// One value for each lane: lanes without a job repeat the first.
fn lanes<T: Copy>(of: &[T]) -> [T; LANES] {
    core::array::from_fn(|i| of.get(i).copied().unwrap_or(of[0]))
}

fn check(index: usize, modulus: &[Word]) -> Result<()> {
    let bits = bit_length_vartime(modulus);
    if bits < 2 || modulus[0] & 1 == 0 {
        return Err(Error::Job { index, expected: "a modulus that is odd and at least 3" });
    }
    if bits > MOST_BITS {
        return Err(Error::Job { index, expected: "a modulus of at most 16384 bits" });
    }
    Ok(())
}
