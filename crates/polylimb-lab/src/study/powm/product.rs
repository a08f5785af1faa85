//! Products of powers, with few terms and with many: from numbers to number, the same terms each
//! time.

use super::numbers::Numbers as Powers;
use crate::record::Measurement;
use crate::study::Bench;
use crate::study::draw::{below, generator, random, to_words, words};
use num_bigint::BigUint;
use polylimb::authors::limb::Word;
use polylimb::authors::modmul::ModMul;
use polylimb::authors::powm::product::{Entry, Job, Term};
use polylimb::authors::powm::{self, Accumulator, Job as PowerJob};
use polylimb::powm::Exponent;
use polylimb::{Alone, Split};
use std::cell::OnceCell;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The operations and their numbers of terms: an equation of two bases as in signatures, and a
/// batch of such equations.
const OPS: [(&str, usize); 2] = [("product-of-2", 2), ("product-of-32", 32)];

/// Bases and exponents of the operation with the most terms; the others use the first ones.
pub(super) struct Numbers {
    modulus: BigUint,
    terms: Vec<(BigUint, BigUint)>,
    expected: [OnceCell<BigUint>; OPS.len()],
}

impl Numbers {
    /// Bases below the study's modulus, exponents of the same number of bits.
    pub(super) fn draw(seed: u64, powers: &Powers) -> Self {
        let rng = &mut generator(seed.wrapping_add(2), powers.bits);
        let modulus = powers.big_modulus().clone();
        let most = OPS.iter().map(|(_, terms)| *terms).max().unwrap_or(0);
        let terms = (0..most)
            .map(|_| {
                let (base, mut exponent) = (below(rng, &modulus), random(rng, powers.bits));
                exponent.set_bit(powers.bits as u64 - 1, true);
                (base, exponent)
            })
            .collect();
        Self { modulus, terms, expected: Default::default() }
    }

    /// Whether `result` is the product of the operation of index `op`. num-bigint computes it once
    /// for all rows.
    fn is_right(&self, op: usize, result: &[Word]) -> bool {
        let compute = || {
            self.terms[..OPS[op].1].iter().fold(BigUint::from(1u8), |product, (base, exponent)| {
                product * base.modpow(exponent, &self.modulus) % &self.modulus
            })
        };
        result == to_words(self.expected[op].get_or_init(compute), result.len())
    }
}

/// The method for a product.
#[derive(Clone, Copy)]
pub(super) enum By {
    /// A method of products.
    Product(&'static Entry),
    /// This method for each power, then their product.
    Powers(&'static powm::Entry),
}

impl By {
    /// Each power by itself, by the fastest method for public numbers.
    pub(super) fn powers() -> polylimb::Result<Self> {
        Ok(Self::Powers(powm::Entry::find("sliding-window")?))
    }
}

pub(super) struct Product<'a> {
    by: By,
    modmul: Box<dyn ModMul>,
    lanes: Arc<dyn Split>,
    numbers: &'a Numbers,
    bits: usize,
    /// Plain bases and exponents.
    terms: Vec<[Vec<Word>; 2]>,
    result: Vec<Word>,
    scratch: Vec<Word>,
}

impl<'a> Product<'a> {
    pub(super) fn new(
        by: By,
        modmul: Box<dyn ModMul>,
        lanes: Arc<dyn Split>,
        numbers: &'a Numbers,
    ) -> Self {
        let n = modmul.modulus().len();
        let term = |(base, exponent): &(BigUint, BigUint)| [to_words(base, n), words(exponent)];
        Self {
            by,
            lanes,
            numbers,
            bits: usize::try_from(numbers.modulus.bits()).expect("it is in memory"),
            terms: numbers.terms.iter().map(term).collect(),
            result: vec![0; n],
            scratch: vec![0; modmul.scratch_words()],
            modmul,
        }
    }

    fn compute(&mut self, terms: usize) {
        let modmul = &*self.modmul;
        let enter = |[base, _]: &[Vec<Word>; 2]| {
            let mut residue = vec![0; modmul.residue_words()];
            modmul.enter(&mut residue, base, &mut self.scratch);
            residue
        };
        let terms = &self.terms[..terms];
        let bases: Vec<Vec<Word>> = terms.iter().map(enter).collect();
        let exponents = terms.iter().map(|[_, e]| Exponent::with_len(e, self.bits));
        let terms: Vec<_> =
            bases.iter().zip(exponents).map(|(base, exponent)| Term { base, exponent }).collect();
        let mut product = vec![0; modmul.residue_words()];
        match self.by {
            By::Product(method) => {
                let job = Job { modmul, terms: &terms, split: &*self.lanes };
                method.product(&job, &mut product).expect("lanes and lengths fit");
            }
            By::Powers(method) => {
                let mut all = Accumulator::one(modmul);
                for Term { base, exponent } in terms {
                    let job = PowerJob { modmul, base, exponent, split: &Alone, width: None };
                    method.pow(&job, &mut product).expect("one lane");
                    all.mul(&product);
                }
                product.copy_from_slice(all.value());
            }
        }
        modmul.leave(&mut self.result, &product, &mut self.scratch);
    }
}

impl Bench for Product<'_> {
    fn ops(&self) -> Vec<&'static str> {
        OPS.map(|(op, _)| op).into()
    }

    fn time(&mut self, op: usize, batch: usize) -> Duration {
        let start = Instant::now();
        for _ in 0..batch {
            self.compute(black_box(OPS[op].1));
        }
        start.elapsed()
    }

    fn is_right(&mut self, op: usize, batch: usize) -> bool {
        batch == 0 || self.numbers.is_right(op, &self.result)
    }

    fn describe(&self, m: &mut Measurement) {
        m.params.insert("modmul".into(), self.modmul.name().into());
    }
}

/// The number of operations.
pub(super) const fn ops() -> usize {
    OPS.len()
}
