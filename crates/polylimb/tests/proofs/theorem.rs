//! Statements, and the runs that prove them.

use super::polynomial::Polynomial;
use super::recheck;
use super::vector::Abstract;
use super::word::{Follow, Relation, Run, with};
use num_bigint::BigInt;
use std::println;

/// Proves `theorem` by running it in all cases; prints what it took.
///
/// With `carries_apart` a small carry is a case of its own where it is 0. A formula that subtracts
/// multiples of a carry needs it, because an interval does not know that both vanish together.
pub(crate) fn prove(name: &str, carries_apart: bool, theorem: impl Fn()) {
    run(name, carries_apart, Follow::Values, theorem);
}

/// [`prove`] without polynomials: ranges of numbers of many digits.
pub(crate) fn prove_ranges(name: &str, theorem: impl Fn()) {
    run(name, false, Follow::Ranges, theorem);
}

/// [`prove`] of a formula of several products modulo `m`; see `formulas.rs`.
pub(super) fn prove_formula(name: &str, m: &BigInt, theorem: impl Fn()) {
    run(name, false, Follow::Numbers, || {
        with(|run| run.modulus = m.clone());
        theorem();
    });
}

fn run(name: &str, carries_apart: bool, follow: Follow, theorem: impl Fn()) {
    let start = std::time::Instant::now();
    recheck::begin(name);
    let (mut choices, mut cases) = (std::vec::Vec::new(), 0_u32);
    loop {
        with(|run| *run = Run::new(choices, carries_apart, follow));
        theorem();
        cases += 1;
        choices = with(|run| core::mem::take(&mut run.choices));
        // The next case: the last choice that has one left.
        while choices.last().is_some_and(|(case, cases)| case + 1 == *cases) {
            choices.pop();
        }
        let Some((case, _)) = choices.last_mut() else { break };
        *case += 1;
    }
    let what = match follow {
        Follow::Ranges => "range",
        // Formulas without words.
        Follow::Numbers if with(|run| run.is_empty()) => "value",
        _ => "range and value",
    };
    println!("theorem: {name}: {what}, {cases} cases, {} ms", start.elapsed().as_millis());
}

/// A number as digits of these bits by turns, the same in all lanes.
pub(crate) struct Number<'a> {
    digits: &'a [Abstract],
    bits: [u32; 2],
}

impl<'a> Number<'a> {
    pub(crate) fn new(digits: &'a [Abstract], radix: u32) -> Self {
        Self::by_turns(digits, [radix; 2])
    }

    pub(crate) fn by_turns(digits: &'a [Abstract], bits: [u32; 2]) -> Self {
        Self { digits, bits }
    }

    /// Its value.
    pub(crate) fn value(&self) -> Polynomial {
        let mut value = Polynomial::default();
        for (k, digit) in self.digits.iter().enumerate().rev() {
            let digit = with(|run| run.polynomial(digit.word()));
            value = &value.scale(&(BigInt::from(1) << self.bits[k % 2])) + &digit;
        }
        value
    }

    /// # Panics
    /// If a digit may be negative or exceed `most`, or the top digit `most_top`.
    pub(crate) fn verify(&self, most: u64, most_top: u64) {
        for (k, digit) in self.digits.iter().enumerate() {
            let (low, high) = with(|run| run.interval(digit.word()));
            let most = BigInt::from(if k + 1 == self.digits.len() { most_top } else { most });
            let holds = low >= BigInt::ZERO && high <= most;
            assert!(holds, "digit {k} is in [{low}, {high}], and should be in [0, {most}]");
        }
    }
}

/// These first lanes of vectors hold the digits of one number, or of two by turns.
pub(crate) fn set_lanes(lanes: usize, numbers: usize) {
    with(|run| (run.lanes, run.numbers) = (lanes, numbers));
}

/// Of the vectors that receive carries, the kernel drops the carry out of this one.
pub(crate) fn set_alone(vector: usize) {
    with(|run| run.alone = Some(vector));
}

/// The digits in memory of degree two that were multiplied again, in the order in which they were
/// made: what they are, and the variables in their place.
pub(crate) fn multiplied_again() -> std::vec::Vec<[u64; 2]> {
    let mut names = with(|run| run.names.clone());
    names.sort_unstable();
    names
}

/// A product by Montgomery's method in blocks of `block` digits. The quotient's digits are the
/// columns themselves, and what they add is `h B^block - 1`; the last block's are multiplied
/// by `kappa`, and add `m`.
pub(crate) struct Montgomery<'a> {
    /// Bits of a digit: `B = 2^radix`.
    pub(crate) radix: u32,
    pub(crate) block: usize,
    pub(crate) m: &'a [Abstract],
    pub(crate) h: &'a [Abstract],
    pub(crate) kappa: &'a [Abstract],
    /// The carry out of the last block, whose columns are a multiple of `B^block`.
    pub(crate) carry: Abstract,
}

impl Montgomery<'_> {
    /// The digits of the columns that the last block's quotient makes vanish; `n` digits in all.
    pub(crate) fn low(n: usize, block: usize) -> std::vec::Vec<Abstract> {
        with(|run| run.names[n - block..n].iter().map(|[low, _]| Abstract::of(*low)).collect())
    }

    /// `B^n r` less `product` and all multiples that were added, for every modulus of `n` digits.
    ///
    /// That `carry` is the exact quotient is left to the comment of the kernel.
    ///
    /// # Panics
    /// If the last block is not the block below times `kappa` modulo `B^block`.
    pub(crate) fn rest(&self, r: &Polynomial, product: &Polynomial) -> Polynomial {
        let digits = |x: &[Abstract]| -> std::vec::Vec<Polynomial> {
            x.iter().map(|x| with(|run| run.polynomial(x.word()))).collect()
        };
        let (k, n) = (self.block, self.m.len());
        let weight = |i: usize| BigInt::from(1) << (self.radix as usize * i);
        let sum = |digits: std::vec::Vec<Polynomial>| {
            let weighted = digits.iter().enumerate().map(|(i, digit)| digit.scale(&weight(i)));
            weighted.fold(Polynomial::default(), |sum, digit| &sum + &digit)
        };
        let [m, h, kappa] = [self.m, self.h, self.kappa].map(|x| sum(digits(x)));
        // Digits of quotients: the value, and its name.
        let names: std::vec::Vec<[Polynomial; 2]> = with(|run| {
            let names = run.names.clone();
            names.iter().map(|words| words.map(|word| run.polynomial(word))).collect()
        });
        assert_eq!(names.len(), n + k, "the quotient's digits");
        let number = |from: usize, i: usize| {
            sum(names[from..from + k].iter().map(|d| d[i].clone()).collect())
        };
        let mut expected = product.clone();
        for from in (0..n - k).step_by(k) {
            expected = &expected + &(&number(from, 1) * &h).scale(&weight(from + k));
            expected = &expected - &number(from, 0).scale(&weight(from));
        }
        let (low, last) = (number(n - k, 1), number(n, 0));
        (&last - &(&low * &kappa)).verify_multiple_of(&weight(k));
        // What the last block adds, less the columns that vanish, and their carry.
        let mut columns = number(n - k, 0);
        for (i, digit) in digits(self.m).iter().enumerate().take(k) {
            let lower = sum(names[n..n + k - i].iter().map(|d| d[1].clone()).collect());
            columns = &columns + &(&lower * digit).scale(&weight(i));
        }
        let added = &(&number(n, 1) * &m) - &columns;
        let carry = with(|run| run.polynomial(self.carry.word())).scale(&weight(k));
        expected = &expected + &(&added + &carry).scale(&weight(n - k));
        &r.scale(&weight(n)) - &expected
    }
}

impl Polynomial {
    /// # Panics
    /// If a coefficient is no multiple of `m`.
    pub(crate) fn verify_multiple_of(&self, m: &BigInt) {
        recheck::claim("the value", (self, 0), &[], m);
        assert!(self.is_multiple_of(m), "the value is wrong by {:?}", self.modulo(m));
    }

    /// # Panics
    /// Unless the polynomial is a multiple of `m` and a number in `(-bound, bound)`.
    pub(crate) fn verify_small_modulo(&self, m: &BigInt, bound: &BigInt) {
        let small = self.modulo(m).centred(m);
        (self - &small).verify_multiple_of(m);
        let [low, high] = with(|run| run.range(&small));
        assert!(-bound < low && high < *bound, "[{low:x}, {high:x}], and should be small");
    }

    /// # Panics
    /// If the polynomial is not 0 modulo the odd `m` for all values of the variables that satisfy
    /// the run's relations.
    pub(crate) fn verify_zero_modulo(&self, m: &BigInt) {
        let mut rest = self.modulo(m);
        with(|run| {
            let mut replacements = std::vec::Vec::new();
            for Relation { zero, pivot } in run.relations.iter().rev() {
                let unit = zero.coefficient(*pivot);
                let size: BigInt = unit.magnitude().clone().into();
                recheck::claim("a relation", (zero, 0), &[], &size);
                let rest = zero.scale(&(&unit / &size));
                let bits = size.bits() - 1;
                let by = &Polynomial::variable(*pivot).scale(&size) - &rest;
                replacements.push((*pivot, by, bits));
            }
            recheck::claim("the value", (self, 0), &replacements, m);
            for relation in run.relations.iter().rev() {
                let unit = relation.zero.coefficient(relation.pivot);
                let inverse = unit.modinv(m).expect("the powers of 2 are units");
                let times = rest.coefficient(relation.pivot) * inverse;
                rest = (&rest - &relation.zero.scale(&times)).modulo(m);
            }
        });
        assert!(rest == Polynomial::default(), "the value is wrong by {rest:?}");
    }
}
