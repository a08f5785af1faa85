//! One method for one modulus, its powers chained: each raises the last one's result to the next exponent; with a table for one
//! base each raises that one.

use super::numbers::{EXPONENTS, Numbers};
use crate::record::Measurement;
use crate::registry::powm::Power;
use crate::study::Bench;
use polylimb::limb::Word;
use std::mem::swap;
use std::time::{Duration, Instant};

pub(super) struct Chain<'a> {
    power: Power,
    numbers: &'a Numbers,
    x: Vec<Word>,
    next: Vec<Word>,
    /// The exponent the last batch began with.
    first: usize,
    /// Powers a call computes, each of which takes so much less time.
    at_once: u32,
}

impl<'a> Chain<'a> {
    pub(super) fn new(power: Power, numbers: &'a Numbers) -> Self {
        let x = numbers.base.clone();
        let at_once = power.at_once();
        Self { power, numbers, next: x.clone(), x, first: 0, at_once }
    }
}

impl Bench for Chain<'_> {
    fn ops(&self) -> Vec<&'static str> {
        vec![self.power.op()]
    }

    fn time(&mut self, _: usize, batch: usize) -> Duration {
        let numbers = self.numbers;
        self.first = (self.first + 1) % EXPONENTS;
        self.x.copy_from_slice(&numbers.base);
        let start = Instant::now();
        for i in self.first..self.first + batch {
            let exponent = &numbers.exponents[i % EXPONENTS];
            let base = if self.power.keeps_base() { &numbers.base } else { &self.x };
            self.power.pow(&mut self.next, base, exponent, numbers.bits);
            swap(&mut self.next, &mut self.x);
        }
        start.elapsed() / self.at_once
    }

    fn is_right(&mut self, _: usize, batch: usize) -> bool {
        match batch.checked_sub(1) {
            Some(last) if self.power.keeps_base() => {
                self.numbers.is_right(&self.x, (self.first + last) % EXPONENTS, 1)
            }
            _ => self.numbers.is_right(&self.x, self.first, batch),
        }
    }

    fn describe(&self, m: &mut Measurement) {
        if let Some(modmul) = self.power.modmul() {
            m.params.insert("modmul".into(), modmul.into());
        }
    }
}
