//! Powers of one base, whose table is made before the clock starts.

use super::numbers::{EXPONENTS, Numbers};
use crate::record::Measurement;
use crate::study::Bench;
use polylimb::Split;
use polylimb::authors::limb::Word;
use polylimb::authors::modmul::ModMul;
use polylimb::authors::powm::fixed_base::{Entry, Prepared, Request};
use polylimb::powm::Exponent;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Residues in the table.
const ENTRIES: usize = 256;

pub(super) struct FixedBase<'a> {
    prepared: Box<dyn Prepared>,
    modmul: Arc<dyn ModMul>,
    lanes: Arc<dyn Split>,
    numbers: &'a Numbers,
    power: Vec<Word>,
    plain: Vec<Word>,
    scratch: Vec<Word>,
    /// The index of the first exponent of the last batch.
    first: usize,
}

impl<'a> FixedBase<'a> {
    /// # Errors
    /// The method's, for a number of threads that it does not support.
    pub(super) fn new(
        method: &Entry,
        modmul: Arc<dyn ModMul>,
        lanes: Arc<dyn Split>,
        numbers: &'a Numbers,
    ) -> polylimb::Result<Self> {
        let mut scratch = vec![0; modmul.scratch_words()];
        let mut base = vec![0; modmul.residue_words()];
        modmul.enter(&mut base, &numbers.base, &mut scratch);
        let prepared = method.prepare(&Request {
            modmul: Arc::clone(&modmul),
            base: &base,
            bits: numbers.bits,
            threads: lanes.threads(),
            max_entries: ENTRIES,
        })?;
        let plain = numbers.base.clone();
        Ok(Self { prepared, modmul, lanes, numbers, power: base, plain, scratch, first: 0 })
    }
}

impl Bench for FixedBase<'_> {
    fn ops(&self) -> Vec<&'static str> {
        vec!["fixed-base"]
    }

    fn time(&mut self, _: usize, batch: usize) -> Duration {
        let numbers = self.numbers;
        self.first = (self.first + 1) % EXPONENTS;
        self.plain.copy_from_slice(&numbers.base);
        let start = Instant::now();
        for i in self.first..self.first + batch {
            let exponent = Exponent::with_len(&numbers.exponents[i % EXPONENTS], numbers.bits);
            self.prepared.pow(&mut self.power, exponent, &*self.lanes);
            self.modmul.leave(&mut self.plain, &self.power, &mut self.scratch);
        }
        start.elapsed()
    }

    fn is_right(&mut self, _: usize, batch: usize) -> bool {
        // Only the last power of a batch is kept.
        match batch.checked_sub(1) {
            Some(last) => self.numbers.is_right(&self.plain, (self.first + last) % EXPONENTS, 1),
            None => self.numbers.is_right(&self.plain, 0, 0),
        }
    }

    fn describe(&self, m: &mut Measurement) {
        m.params.insert("modmul".into(), self.modmul.name().into());
        m.params.insert("entries".into(), self.prepared.entries().into());
    }
}
