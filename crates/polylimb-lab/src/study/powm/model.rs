//! The cost model's prediction for each row, the counts, and the measurements.
//!
//! Predictions come from the published model (`[Lara2009]`, equations 5 and 8) for the binary
//! method on equal stretches, and from the library's own expectation for every method. Counts are
//! of the operations with the timed exponents. A time is predicted from the counts and from the
//! times of a squaring and a product here, then compared as a share of the sequential binary
//! method's time. This share is the same on every machine with equal costs of squarings and
//! products.

use super::count::{Taken, count};
use super::numbers::Numbers;
use crate::analysis::speedup::BINARY;
use crate::failure::{Failure, Result};
use crate::measure::statistics::count as real;
use crate::record::{Measurement, Multiplications, PowerRow};
use crate::registry;
use polylimb::authors::limb::Kernel;
use polylimb::authors::modmul::{ModMul, Request};
use polylimb::authors::powm::{Counts, Entry};
use polylimb::cpu::Features;
use polylimb::powm::Exponent;
use polylimb_catalogue::powm::model::{optimum_threads, published};
use std::mem::swap;
use std::time::Instant;

/// Compares every row of the library with one thread for each part; `seed` is the seed of the
/// study.
///
/// # Errors
/// [`Failure::Run`] if a row cannot be built again.
pub fn compare(measurements: &[Measurement], seed: u64) -> Result<Vec<PowerRow>> {
    let mut rows: Vec<PowerRow> = Vec::new();
    let mut numbers: Option<Numbers> = None;
    // The model is for powers of any base; tables of a base and batches are other operations.
    for m in measurements.iter().filter(|m| m.op == "powm" && m.library) {
        if m.params.get("lanes") != Some(&m.threads.into()) {
            continue;
        }
        let numbers = match &mut numbers {
            Some(numbers) if numbers.bits == m.bits => numbers,
            other => other.insert(Numbers::draw(seed, m.bits)),
        };
        let failed = |e: polylimb::Error| Failure::run(format!("{}: {e}", m.algorithm));
        rows.push(of_row(m, numbers).map_err(failed)?);
    }
    let yardsticks: Vec<PowerRow> =
        rows.iter().filter(|row| row.algorithm == BINARY && row.threads == 1).cloned().collect();
    for row in &mut rows {
        let same =
            |y: &&PowerRow| (y.bits, &y.modmul, &y.kernel) == (row.bits, &row.modmul, &row.kernel);
        if let Some(y) = yardsticks.iter().find(same) {
            row.predicted_share = Some(row.predicted / y.predicted);
            row.measured_share = Some(row.measured / y.measured);
        }
    }
    Ok(rows)
}

fn of_row(m: &Measurement, numbers: &Numbers) -> polylimb::Result<PowerRow> {
    let method = registry::powm::power(&m.algorithm)?;
    let width = m.params.get("width").and_then(serde_json::Value::as_u64).map(|w| w as usize);
    let name = m.params.get("modmul").and_then(serde_json::Value::as_str).unwrap_or_default();
    let kernel = Kernel::by_name(&m.kernel, Features::detect())?;
    let request = Request { kernel, ..Request::new(&numbers.modulus) };
    let modmul = registry::modmul(name)?.build(&request)?;
    let expected = (method.make.expected)(m.bits, m.threads, width).critical();
    let (squaring, product) = unit_times(&*modmul, numbers);
    let counted = counted(method, &*modmul, numbers, m.threads, width)?;
    let equation_5 = [BINARY, "parallel-binary"].contains(&m.algorithm.as_str());
    Ok(PowerRow {
        algorithm: m.algorithm.clone(),
        threads: m.threads,
        bits: m.bits,
        kernel: m.kernel.clone(),
        modmul: name.to_owned(),
        label: m.label(),
        equation_5: equation_5.then(|| multiplications(published(m.bits, m.threads))),
        optimum_lanes: optimum_threads(m.bits),
        expected: multiplications(expected),
        counted: multiplications(counted.critical),
        counted_all_lanes: multiplications(counted.total),
        unit: m.unit.clone(),
        predicted: expected.squarings * squaring + expected.products * product,
        measured: m.time(),
        predicted_share: None,
        measured_share: None,
    })
}

fn multiplications(c: Counts) -> Multiplications {
    Multiplications { squarings: c.squarings, products: c.products }
}

/// The mean over the exponents of the study.
fn counted(
    method: &Entry,
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

/// The times of a squaring and a product, in ns: the smallest of some chains.
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
