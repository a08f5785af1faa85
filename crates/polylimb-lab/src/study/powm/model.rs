//! What the cost model predicts of each row, what was counted, and what was measured.
//!
//! Predicted is the published model (Lara, Borges, Portugal, equations 5 and 8) for the binary method on equal
//! stretches, and the library's own expectation for every method; counted are the operations of the very exponents
//! that were timed. A time is predicted from the counts and from what a squaring and a product take here, then
//! compared as a share of the sequential binary method's: that is the same on any machine where squarings and
//! products cost alike.

use super::count::{Taken, count};
use super::numbers::Numbers;
use crate::analysis::speedup::BINARY;
use crate::failure::{Failure, Result};
use crate::measure::statistics::count as real;
use crate::record::Measurement;
use polylimb::cpu::Features;
use polylimb::limb::Kernel;
use polylimb::modmul::{self, ModMul, Request};
use polylimb::powm::model::{Counts, published};
use polylimb::powm::{Exponent, Method, find};
use std::mem::swap;
use std::time::Instant;

/// A row of the study, predicted and counted.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The method.
    pub algorithm: String,
    /// Its lanes.
    pub lanes: usize,
    /// Bits of modulus and exponent.
    pub bits: usize,
    /// What it multiplied with.
    pub modmul: String,
    /// Equation 5, for the binary method on equal stretches.
    pub equation_5: Option<Counts>,
    /// What one is expected to wait for with a random exponent.
    pub expected: Counts,
    /// What was counted, the mean of the timed exponents.
    pub counted: Taken,
    /// The expected time, in ns.
    pub predicted: f64,
    /// The measured one.
    pub measured: f64,
    /// Both as shares of the sequential binary method's, where that was measured.
    pub shares: Option<(f64, f64)>,
}

/// Compares every row of the library whose lanes are its threads; `seed` is the one the study drew from.
///
/// # Errors
/// [`Failure::Run`] if a row cannot be built again.
pub fn compare(measurements: &[Measurement], seed: u64) -> Result<Vec<Comparison>> {
    let mut comparisons = Vec::new();
    let mut numbers: Option<Numbers> = None;
    for m in measurements.iter().filter(|m| m.op == "powm" && m.library) {
        if m.params.get("lanes") != Some(&m.threads.into()) {
            continue;
        }
        let numbers = match &mut numbers {
            Some(numbers) if numbers.bits == m.bits => numbers,
            other => other.insert(Numbers::draw(seed, m.bits)),
        };
        let failed = |e: polylimb::Error| Failure::run(format!("{}: {e}", m.algorithm));
        comparisons.push(of_row(m, numbers).map_err(failed)?);
    }
    let yardstick = |c: &Comparison| {
        let same = |y: &&Comparison| {
            y.algorithm == BINARY && y.bits == c.bits && y.modmul == c.modmul && y.lanes == 1
        };
        comparisons.iter().find(same).map(|y| (c.predicted / y.predicted, c.measured / y.measured))
    };
    let shares: Vec<_> = comparisons.iter().map(yardstick).collect();
    for (c, shares) in comparisons.iter_mut().zip(shares) {
        c.shares = shares;
    }
    Ok(comparisons)
}

fn of_row(m: &Measurement, numbers: &Numbers) -> polylimb::Result<Comparison> {
    let method = find(&m.algorithm)?;
    let width = m.params.get("width").and_then(serde_json::Value::as_u64).map(|w| w as usize);
    let name = m.params.get("modmul").and_then(serde_json::Value::as_str).unwrap_or_default();
    let kernel = Kernel::by_name(&m.kernel, Features::detect())?;
    let request = Request { kernel, ..Request::new(&numbers.modulus) };
    let modmul = modmul::find(name)?.build(&request)?;
    let expected = (method.expected)(m.bits, m.threads, width).critical();
    let (squaring, product) = unit_times(&*modmul, numbers);
    Ok(Comparison {
        algorithm: m.algorithm.clone(),
        lanes: m.threads,
        bits: m.bits,
        modmul: name.to_owned(),
        equation_5: [BINARY, "parallel-binary"]
            .contains(&m.algorithm.as_str())
            .then(|| published(m.bits, m.threads)),
        expected,
        counted: counted(method, &*modmul, numbers, m.threads, width)?,
        predicted: expected.squarings * squaring + expected.products * product,
        measured: m.time(),
        shares: None,
    })
}

/// The mean over the exponents of the study.
fn counted(
    method: &Method,
    modmul: &dyn ModMul,
    numbers: &Numbers,
    lanes: usize,
    width: Option<usize>,
) -> polylimb::Result<Taken> {
    let mut base = vec![0; modmul.residue_words()];
    modmul.enter(&mut base, &numbers.base, &mut vec![0; modmul.scratch_words()]);
    let mut sum = Taken::default();
    for exponent in &numbers.exponents {
        let exponent = Exponent::with_len(exponent, numbers.bits);
        let taken = count(method, modmul, &base, exponent, lanes, width)?;
        sum = Taken {
            total: sum.total.plus(taken.total),
            critical: sum.critical.plus(taken.critical),
        };
    }
    let share = 1.0 / real(numbers.exponents.len());
    let mean = |c: Counts| Counts::new(c.squarings * share, c.products * share);
    Ok(Taken { total: mean(sum.total), critical: mean(sum.critical) })
}

/// What a squaring and a product take, in ns: the smallest of some chains.
fn unit_times(modmul: &dyn ModMul, numbers: &Numbers) -> (f64, f64) {
    const CHAINS: usize = 20;
    const LENGTH: usize = 64;
    let mut scratch = vec![0; modmul.scratch_words()];
    let mut x = vec![0; modmul.residue_words()];
    modmul.enter(&mut x, &numbers.base, &mut scratch);
    let (b, mut next) = (x.clone(), x.clone());
    let mut smallest = |square: bool| {
        let mut chain = || {
            let start = Instant::now();
            for _ in 0..LENGTH {
                if square {
                    modmul.sqr(&mut next, &x, &mut scratch);
                } else {
                    modmul.mul(&mut next, &x, &b, &mut scratch);
                }
                swap(&mut next, &mut x);
            }
            start.elapsed().as_secs_f64() * 1e9 / real(LENGTH)
        };
        (0..CHAINS).map(|_| chain()).fold(f64::INFINITY, f64::min)
    };
    (smallest(true), smallest(false))
}
