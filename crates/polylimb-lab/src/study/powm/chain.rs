//! One method for one modulus, with chained powers: each raises the last result to the next
//! exponent.

use super::numbers::{EXPONENTS, Numbers};
use crate::record::Measurement;
use crate::registry::powm::Power;
use crate::study::Bench;
use polylimb::authors::limb::Word;
use std::mem::swap;
use std::time::{Duration, Instant};

pub(super) struct Chain<'a> {
    power: Power,
    numbers: &'a Numbers,
    x: Vec<Word>,
    next: Vec<Word>,
    /// The index of the first exponent of the last batch.
    first: usize,
}

impl<'a> Chain<'a> {
    pub(super) fn new(power: Power, numbers: &'a Numbers) -> Self {
        let x = numbers.base.clone();
        Self { power, numbers, next: x.clone(), x, first: 0 }
    }
}

impl Bench for Chain<'_> {
    fn ops(&self) -> Vec<&'static str> {
        vec!["powm"]
    }

    fn time(&mut self, _: usize, batch: usize) -> Duration {
        let numbers = self.numbers;
        self.first = (self.first + 1) % EXPONENTS;
        self.x.copy_from_slice(&numbers.base);
        let start = Instant::now();
        for i in self.first..self.first + batch {
            let exponent = &numbers.exponents[i % EXPONENTS];
            self.power.pow(&mut self.next, &self.x, exponent, numbers.bits);
            swap(&mut self.next, &mut self.x);
        }
        start.elapsed()
    }

    fn is_right(&mut self, _: usize, batch: usize) -> bool {
        self.numbers.is_right(&self.x, self.first, batch)
    }

    fn describe(&self, m: &mut Measurement) {
        if let Some(modmul) = self.power.modmul() {
            m.params.insert("modmul".into(), modmul.into());
        }
    }
}
