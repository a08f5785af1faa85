//! Statements, and the runs that prove them.

use super::polynomial::Polynomial;
use super::vector::Abstract;
use super::word::{Run, with};
use num_bigint::BigInt;
use std::println;

/// Proves `theorem` by running it in all cases; prints what it took.
///
/// With `carries_apart` a small carry is a case of its own where it is 0. A formula that subtracts
/// multiples of a carry needs it, because an interval does not know that both vanish together.
pub(crate) fn prove(name: &str, carries_apart: bool, theorem: impl Fn()) {
    run(name, carries_apart, true, theorem);
}

/// [`prove`] without polynomials: ranges of numbers of many digits.
pub(crate) fn prove_ranges(name: &str, theorem: impl Fn()) {
    run(name, false, false, theorem);
}

fn run(name: &str, carries_apart: bool, values: bool, theorem: impl Fn()) {
    let start = std::time::Instant::now();
    let (mut choices, mut cases) = (std::vec::Vec::new(), 0_u32);
    loop {
        with(|run| *run = Run::new(choices, carries_apart, values));
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
    let what = if values { "range and value" } else { "range" };
    println!("theorem: {name}: {what}, {cases} cases, {} ms", start.elapsed().as_millis());
}

/// A number as digits of `radix` bits, the same in all lanes.
pub(crate) struct Number<'a> {
    digits: &'a [Abstract],
    radix: u32,
}

impl<'a> Number<'a> {
    pub(crate) fn new(digits: &'a [Abstract], radix: u32) -> Self {
        Self { digits, radix }
    }

    /// Its value.
    pub(crate) fn value(&self) -> Polynomial {
        let mut value = Polynomial::default();
        for (k, digit) in self.digits.iter().enumerate() {
            let weight = BigInt::from(1) << (k * self.radix as usize);
            let digit = with(|run| run.polynomial(digit.word()));
            value = &value + &digit.scale(&weight);
        }
        value
    }

    /// # Panics
    /// If a digit may be negative or exceed `most`, or the top digit `most_top`.
    pub(crate) fn verify(&self, most: u64, most_top: u64) {
        let top = self.digits.len() - 1;
        for (k, digit) in self.digits.iter().enumerate() {
            let (low, high) = with(|run| run.interval(digit.word()));
            let most = BigInt::from(if k == top { most_top } else { most });
            let holds = low >= BigInt::ZERO && high <= most;
            assert!(holds, "digit {k} is in [{low}, {high}], and should be in [0, {most}]");
        }
    }
}

impl Polynomial {
    /// # Panics
    /// If the polynomial is not 0 modulo the odd `m` for all values of the variables that satisfy
    /// the run's relations.
    pub(crate) fn verify_zero_modulo(&self, m: &BigInt) {
        let mut rest = self.modulo(m);
        with(|run| {
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
