//! Batches of powers against num-bigint: the vectors of this CPU and their portable twin, word for
//! word.

use crate::common::{below, big, low_ones, modulus, operand, rng, words};
use num_bigint::BigUint;
use polylimb::authors::limb::{WORD_BITS, Word};
use polylimb::cpu::Features;
use polylimb::powm::{BatchJob, BatchOptions, BatchPowm, Exponent};
use polylimb::{Error, Team};
use rand_chacha::ChaCha8Rng;

/// One power, and the number of bits of the exponent that count.
struct Case {
    m: Vec<Word>,
    base: Vec<Word>,
    exponent: Vec<Word>,
    bits: usize,
}

impl Case {
    fn new(m: Vec<Word>, base: Vec<Word>, exponent: Vec<Word>) -> Self {
        let bits = exponent.len() * WORD_BITS;
        Self { m, base, exponent, bits }
    }

    /// A modulus of `bits` bits, a base of about its length or longer, an exponent of at most
    /// `exponent_bits`.
    fn random(rng: &mut ChaCha8Rng, bits: usize, exponent_bits: usize) -> Self {
        let m = modulus(rng, bits, true);
        let m = if big(&m) == BigUint::from(1u32) { vec![3] } else { m };
        let base = match below(rng, 8) {
            0 => vec![],
            1 => m.clone(),
            2 => words(&(big(&m) - 1u32), m.len()),
            3 => operand(rng, m.len() + 1),
            4 => operand(rng, 3 * m.len() + 2),
            _ => operand(rng, m.len()),
        };
        let exponent = operand(rng, exponent_bits.div_ceil(WORD_BITS).max(1));
        let bits = exponent_bits.saturating_sub(below(rng, 5));
        Self { m, base, exponent, bits }
    }

    fn job(&self) -> BatchJob<'_> {
        let exponent = Exponent::with_len(&self.exponent, self.bits);
        BatchJob { modulus: &self.m, base: &self.base, exponent }
    }

    fn expected(&self) -> Vec<Word> {
        let exponent = big(&self.exponent) % (BigUint::from(1u32) << self.bits);
        words(&big(&self.base).modpow(&exponent, &big(&self.m)), self.m.len())
    }
}

/// Compares all cases on all vectors; returns the number of compared powers.
fn compare(cases: &[Case]) -> usize {
    let jobs: Vec<_> = cases.iter().map(Case::job).collect();
    for features in [Features::detect(), Features::NONE] {
        let mut options = BatchOptions::default();
        options.features = features;
        let powers = BatchJob::pow_all(&jobs, &options).expect("good jobs");
        assert_eq!(powers.len(), cases.len());
        for (i, (case, power)) in cases.iter().zip(&powers).enumerate() {
            let Case { m, base, exponent, bits } = case;
            assert_eq!(
                *power,
                case.expected(),
                "job {i} of {}: {base:x?}^{exponent:x?} ({bits} bits) mod {m:x?}, {features:?}",
                cases.len()
            );
        }
    }
    2 * cases.len()
}

#[test]
fn every_short_size() {
    let mut rng = rng(41);
    let mut compared = 0;
    for bits in 2..=330 {
        let cases: Vec<_> = (0..8).map(|_| Case::random(&mut rng, bits, 20)).collect();
        compared += compare(&cases);
    }
    assert!(compared >= 329 * 16);
}

#[test]
fn every_count_and_all_sizes_in_one_call() {
    let mut rng = rng(42);
    let mut compared = compare(&[]);
    for count in 1..=17 {
        let cases: Vec<_> = (0..count)
            .map(|_| {
                let bits = 2 + below(&mut rng, 1200);
                let exponent = below(&mut rng, 150);
                Case::random(&mut rng, bits, exponent)
            })
            .collect();
        compared += compare(&cases);
    }
    assert!(compared >= 2 * 17 * 9);
}

#[test]
fn long_sizes() {
    let mut rng = rng(43);
    let mut compared = 0;
    for bits in [512, 521, 1021, 1024, 1037, 1038, 1536, 2048, 2077, 2078, 2079, 3072, 4096, 8192] {
        let cases: Vec<_> = (0..8)
            .map(|lane| {
                let shorter = if lane < 4 { 0 } else { below(&mut rng, bits - 2) };
                let exponent = if bits <= 1024 { bits } else { 100 };
                Case::random(&mut rng, bits - shorter, exponent)
            })
            .collect();
        compared += compare(&cases);
    }
    assert!(compared >= 14 * 16);
}

/// Moduli and operands that make all digits extreme: carries, the last subtractions, residues next
/// to `4M`.
#[test]
fn extreme_moduli() {
    let mut compared = 0;
    for bits in [64_usize, 257, 260, 517, 520, 1037, 1040, 2077, 2081, 3117, 4157] {
        let n = bits.div_ceil(WORD_BITS);
        let power = BigUint::from(1u32) << bits;
        let moduli = [&power - 1u32, (&power >> 1) + 1u32, &power - (&power >> 52) - 1u32];
        let mut cases = Vec::new();
        for m in &moduli {
            let m = if m.bit(0) { m.clone() } else { m + 1u32 };
            for base in [m.clone() - 1u32, m.clone() - 2u32, BigUint::from(2u32)] {
                cases.push(Case::new(words(&m, n), words(&base, n), low_ones(2, 2 * WORD_BITS)));
            }
        }
        compared += compare(&cases);
    }
    assert!(compared >= 11 * 18);
}

#[test]
fn edge_exponents_and_bases() {
    let mut rng = rng(44);
    let n = 300_usize.div_ceil(WORD_BITS);
    let m = modulus(&mut rng, 300, true);
    let mut exponents = vec![vec![], vec![0], vec![0; n], vec![1], vec![2], vec![3]];
    for k in (0..n * WORD_BITS).step_by(23) {
        let mut power = vec![0; n];
        power[k / WORD_BITS] = 1 << (k % WORD_BITS);
        exponents.push(power);
        exponents.push(low_ones(n, k));
    }
    exponents.push(vec![Word::MAX; n]);
    exponents.push(vec![Word::MAX; 2 * n]);
    exponents.push(words(&(big(&m) - 1u32), n));
    let bases = [vec![], vec![0], vec![1], m.clone(), operand(&mut rng, n), vec![Word::MAX; 4 * n]];
    let mut cases = Vec::new();
    for exponent in &exponents {
        for base in &bases {
            cases.push(Case::new(m.clone(), base.clone(), exponent.clone()));
        }
    }
    assert!(compare(&cases) >= 2 * 6 * 30);
}

#[test]
fn leading_zeros_keep_their_place() {
    let job = BatchJob { modulus: &[7, 0, 0], base: &[3, 0], exponent: Exponent::new(&[2]) };
    assert_eq!(BatchJob::pow_all(&[job], &BatchOptions::default()).unwrap(), [[2, 0, 0]]);
}

#[test]
fn a_team_computes_the_same() {
    let mut rng = rng(45);
    let team = Team::new(2).expect("two threads");
    let cases: Vec<_> =
        (0..41).map(|i| Case::random(&mut rng, if i % 3 == 0 { 700 } else { 300 }, 60)).collect();
    let jobs: Vec<_> = cases.iter().map(Case::job).collect();
    let mut options = BatchOptions::default();
    options.split = &team;
    let powers = BatchJob::pow_all(&jobs, &options).expect("good jobs");
    for (case, power) in cases.iter().zip(&powers) {
        assert_eq!(*power, case.expected());
    }
}

#[test]
fn moduli_that_stay() {
    let mut rng = rng(46);
    for features in [Features::detect(), Features::NONE] {
        for count in [1, 5, 8] {
            let moduli: Vec<_> = (0..count).map(|i| modulus(&mut rng, 400 + i, true)).collect();
            let refer: Vec<&[Word]> = moduli.iter().map(Vec::as_slice).collect();
            let batch = BatchPowm::new(&refer, features).expect("odd moduli");
            for _ in 0..3 {
                let cases: Vec<_> = moduli
                    .iter()
                    .map(|m| Case::new(m.clone(), operand(&mut rng, m.len()), operand(&mut rng, 2)))
                    .collect();
                let bases: Vec<_> = cases.iter().map(|c| c.base.as_slice()).collect();
                let exponents: Vec<_> = cases.iter().map(|c| Exponent::new(&c.exponent)).collect();
                let powers = batch.pow(&bases, &exponents).expect("as many");
                for (case, power) in cases.iter().zip(&powers) {
                    assert_eq!(*power, case.expected());
                }
            }
            let error = batch.pow(&[], &[]).unwrap_err();
            assert_eq!(error, Error::Length { what: "the bases", expected: count, got: 0 });
        }
    }
    if BatchPowm::new(&[&[3]], Features::detect()).unwrap().vectors() == "portable" {
        println!("SKIPPED avx512-ifma: this CPU lacks it");
    }
}

#[test]
fn bad_moduli_are_named() {
    let long = vec![Word::MAX; 16_384 / WORD_BITS + 1];
    let bad: [&[Word]; 6] = [&[], &[0], &[1], &[1, 0], &[6], &long];
    for modulus in bad {
        let exponent = Exponent::new(&[1]);
        let good = BatchJob { modulus: &[5], base: &[2], exponent };
        let jobs = [good, good, BatchJob { modulus, ..good }];
        let error = BatchJob::pow_all(&jobs, &BatchOptions::default()).unwrap_err();
        assert!(matches!(error, Error::Job { index: 2, .. }), "{error}");
        assert!(error.to_string().starts_with("job 2 needs a modulus"), "{error}");
        let error = BatchPowm::new(&[&[5], modulus], Features::NONE).err().expect("refused");
        assert!(matches!(error, Error::Job { index: 1, .. }), "{error}");
    }
    for count in [0, 9] {
        let moduli: Vec<&[Word]> = vec![&[5]; count];
        let error = BatchPowm::new(&moduli, Features::NONE).err().expect("refused");
        assert_eq!(error, Error::Length { what: "a batch of moduli", expected: 8, got: count });
    }
}
