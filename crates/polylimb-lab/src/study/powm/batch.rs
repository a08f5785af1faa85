//! Eight different powers at once, an eight for each thread: each raises its last result again.

use crate::record::Measurement;
use crate::study::Bench;
use crate::study::draw::{below, generator, modulus, random, to_words, words};
use num_bigint::BigUint;
use polylimb::Split;
use polylimb::authors::limb::{WORD_BITS, Word};
use polylimb::authors::team::each_chunk;
use polylimb::cpu::Features;
use polylimb::powm::{BatchPowm, Exponent};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The powers of a batch.
const EIGHT: usize = 8;

/// Eight moduli of the same bits, each with a base and an exponent.
pub(super) struct Numbers {
    bits: usize,
    jobs: [Job; EIGHT],
    /// The results of the jobs, by number of repetitions.
    expected: RefCell<BTreeMap<usize, Vec<Vec<Word>>>>,
}

struct Job {
    modulus: BigUint,
    base: BigUint,
    exponent: BigUint,
}

impl Numbers {
    /// Random odd moduli of exactly `bits` bits, at least 2, bases below them, exponents of the
    /// same number of bits.
    pub(super) fn draw(seed: u64, bits: usize) -> Self {
        let rng = &mut generator(seed.wrapping_add(1), bits);
        let jobs = [(); EIGHT].map(|()| {
            let modulus = modulus(rng, bits);
            let (base, mut exponent) = (below(rng, &modulus), random(rng, bits));
            exponent.set_bit(bits as u64 - 1, true);
            Job { modulus, base, exponent }
        });
        Self { bits, jobs, expected: RefCell::default() }
    }

    fn len(&self) -> usize {
        self.bits.div_ceil(WORD_BITS)
    }

    fn bases(&self) -> Vec<Vec<Word>> {
        self.jobs.iter().map(|job| to_words(&job.base, self.len())).collect()
    }

    /// Whether each result is its base, raised `times` times. num-bigint computes it once for all
    /// rows.
    fn are_right(&self, results: &[Vec<Word>], times: usize) -> bool {
        let compute = || {
            let power = |job: &Job| {
                let raise = |x: BigUint, _| x.modpow(&job.exponent, &job.modulus);
                to_words(&(0..times).fold(job.base.clone(), raise), self.len())
            };
            self.jobs.iter().map(power).collect()
        };
        results == self.expected.borrow_mut().entry(times).or_insert_with(compute)
    }
}

pub(super) struct Batch<'a> {
    numbers: &'a Numbers,
    exponents: Vec<Vec<Word>>,
    /// One eight for each thread, with its last results.
    eights: Vec<(BatchPowm, Vec<Vec<Word>>)>,
    split: Arc<dyn Split>,
}

impl<'a> Batch<'a> {
    /// # Errors
    /// For moduli that are too long.
    pub(super) fn new(
        numbers: &'a Numbers,
        features: Features,
        split: &Arc<dyn Split>,
    ) -> polylimb::Result<Self> {
        let moduli: Vec<_> = numbers.jobs.iter().map(|job| words(&job.modulus)).collect();
        let moduli: Vec<&[Word]> = moduli.iter().map(Vec::as_slice).collect();
        let eight = |_| Ok((BatchPowm::new(&moduli, features)?, numbers.bases()));
        Ok(Self {
            numbers,
            exponents: numbers.jobs.iter().map(|job| words(&job.exponent)).collect(),
            eights: (0..split.threads()).map(eight).collect::<polylimb::Result<_>>()?,
            split: Arc::clone(split),
        })
    }
}

impl Bench for Batch<'_> {
    fn ops(&self) -> Vec<&'static str> {
        vec!["batch"]
    }

    fn time(&mut self, _: usize, batch: usize) -> Duration {
        let bits = self.numbers.bits;
        let exponents: Vec<_> =
            self.exponents.iter().map(|words| Exponent::with_len(words, bits)).collect();
        self.eights.iter_mut().for_each(|(_, x)| *x = self.numbers.bases());
        let powers = u32::try_from(EIGHT * self.eights.len()).expect("few threads");
        let start = Instant::now();
        for _ in 0..batch {
            each_chunk(&*self.split, &mut self.eights, 1, |_, eight| {
                let (powm, x) = &mut eight[0];
                let bases: Vec<&[Word]> = x.iter().map(Vec::as_slice).collect();
                *x = powm.pow(&bases, &exponents).expect("eight of each");
            });
        }
        start.elapsed() / powers
    }

    fn is_right(&mut self, _: usize, batch: usize) -> bool {
        self.eights.iter().all(|(_, x)| self.numbers.are_right(x, batch))
    }

    fn describe(&self, m: &mut Measurement) {
        m.params.insert("modmul".into(), self.eights[0].0.vectors().into());
        m.params.insert("powers".into(), (EIGHT * self.eights.len()).into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lane_has_numbers_of_its_own_and_counts() {
        let n = Numbers::draw(3, 70);
        for (i, a) in n.jobs.iter().enumerate() {
            assert!(a.modulus.bits() == 70 && a.exponent.bits() == 70);
            assert!(n.jobs[..i].iter().all(|b| a.modulus != b.modulus && a.base != b.base));
        }
        let mut results: Vec<_> = n
            .jobs
            .iter()
            .map(|j| to_words(&j.base.modpow(&j.exponent, &j.modulus), n.len()))
            .collect();
        assert!(n.are_right(&results, 1) && n.are_right(&n.bases(), 0));
        results[7][0] ^= 1;
        assert!(!n.are_right(&results, 1));
    }
}
