//! Pairings: the pairing itself, products of pairings, and the operations of its two groups, on a
//! curve.
//!
//! Points are multiples `a G` and `b H` of the generators by scalars drawn from the seed, which
//! take turns. num-bigint computes the correct results from the scalars:
//! `e(a G, b H) = e(G, H)^(a b)`, and a multiple of a point is the generator's multiple by the
//! product of the scalars, computed by another method and other formulas. The library's tests
//! compare `e(G, H)` itself with published values. If several threads share a pairing, the value of
//! its Miller loop is compared with the value from one thread.

pub mod operations;
mod points;
pub mod two_cores;

use super::plan::Plan;
use super::{Bench, Row, Size, Study};
use crate::executor;
use crate::failure::{Failure, Result};
use crate::record::Measurement;
use points::Points;
use polylimb::cpu::Features;
use polylimb::pairing::PairingName;
use polylimb::{Error, Split};
use std::sync::Arc;

/// The measured parts, each with its operations.
pub const PARTS: [(&str, &[&str]); 3] = [
    (
        ON_THREADS,
        &[
            "one",
            "Miller loop",
            "final exponentiation",
            "product of 2",
            "product of 8",
            "batch of 8",
            "check of 2",
        ],
    ),
    ("g1", &["multiply", "generator", "decode"]),
    ("g2", &["multiply", "generator", "decode"]),
];
/// The part that several threads can share, except its last operation.
const ON_THREADS: &str = "pairing";

/// The operations of a part on `threads` threads.
fn operations_of(part: &str, threads: usize) -> &'static [&'static str] {
    match PARTS.iter().find(|(name, _)| *name == part) {
        Some((_, ops)) if threads == 1 => ops,
        Some((_, ops)) if part == ON_THREADS => &ops[..ops.len() - 2],
        _ => &[],
    }
}

/// The study of a plan, on one curve.
pub struct Pairings {
    plan: Plan,
    curve: PairingName,
    rows: Vec<Row>,
}

impl Pairings {
    /// The [`PARTS`] that the plan names; the plan's sizes become the curve's.
    ///
    /// # Errors
    /// [`Failure::Usage`] if there are none.
    pub fn new(mut plan: Plan, curve: PairingName) -> Result<Self> {
        plan.bits = vec![match curve {
            PairingName::Bn254 | PairingName::Bn254Snark => 254,
            PairingName::Bls12381 => 381,
            _ => return Err(Failure::usage("no study of this pairing")),
        }];
        let asked = |part: &str| {
            plan.algorithms.as_ref().is_none_or(|names| names.iter().any(|n| n == part))
        };
        let mut rows = Vec::new();
        for &threads in &plan.threads {
            for (part, _) in PARTS.iter().filter(|(part, _)| asked(part)) {
                if operations_of(part, threads).is_empty() {
                    continue;
                }
                rows.extend(
                    plan.executors_for(threads)
                        .into_iter()
                        .map(|executor| row(part, curve, threads, executor)),
                );
            }
        }
        if rows.is_empty() {
            let there = PARTS.map(|(part, _)| part).join(", ");
            return Err(Failure::usage(format!(
                "the study pairing measures {there}; {ON_THREADS} alone on several threads"
            )));
        }
        Ok(Self { plan, curve, rows })
    }
}

fn row(
    part: &str,
    curve: PairingName,
    threads: usize,
    executor: Option<&'static executor::Entry>,
) -> Row {
    let mut names = Measurement {
        study: "pairing".into(),
        algorithm: part.into(),
        threads,
        executor: executor.map_or("alone", |e| e.name).into(),
        constant_time: "yes".into(),
        library: true,
        variant: curve.name().into(),
        kernel: polylimb::authors::limb::Kernel::best(Features::detect()).name().into(),
        ..Measurement::default()
    };
    names.params.insert("curve".into(), curve.name().into());
    let count = threads.to_string();
    let words = ["--curve", curve.name(), "--algorithms", part, "--threads", &count];
    Row { threads, executor, names, words: words.map(str::to_owned).into() }
}

impl Study for Pairings {
    fn name(&self) -> &'static str {
        "pairing"
    }

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn rows(&self) -> &[Row] {
        &self.rows
    }

    fn planned(&self, row: usize, _bits: usize) -> usize {
        let Row { threads, names, .. } = &self.rows[row];
        operations_of(&names.algorithm, *threads).len()
    }

    fn at(&self, _bits: usize) -> Box<dyn Size + '_> {
        Box::new(OnCurve { study: self, points: Points::draw(self.plan.seed, self.curve) })
    }
}

struct OnCurve<'a> {
    study: &'a Pairings,
    points: polylimb::Result<Points>,
}

impl Size for OnCurve<'_> {
    fn bench(&self, row: usize, split: &Arc<dyn Split>) -> polylimb::Result<Box<dyn Bench + '_>> {
        let points = self.points.as_ref().map_err(Clone::clone)?;
        Ok(Box::new(match self.study.rows[row].names.algorithm.as_str() {
            ON_THREADS => points.pairings(split)?,
            "g1" => points.first_group()?,
            "g2" => points.second_group()?,
            _ => return Err(Error::UnknownName { kind: "part of a pairing" }),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::cell::Bench;
    use polylimb::{Alone, Team};

    #[test]
    fn every_part_has_the_operations_that_are_planned() {
        for curve in PairingName::ALL {
            let points = Points::draw(1, curve).unwrap();
            let one: Arc<dyn Split> = Arc::new(Alone);
            let two: Arc<dyn Split> = Arc::new(Team::new(2).unwrap());
            let all = [
                ("pairing", 1, points.pairings(&one).unwrap()),
                ("pairing", 2, points.pairings(&two).unwrap()),
                ("g1", 1, points.first_group().unwrap()),
                ("g2", 1, points.second_group().unwrap()),
            ];
            for (part, threads, mut turns) in all {
                let ops = operations_of(part, threads);
                assert_eq!(turns.ops(), ops, "{part}");
                for (op, name) in ops.iter().enumerate() {
                    let _ = turns.time(op, 3);
                    assert!(turns.is_right(op, 3), "{part} {name} on {}", curve.name());
                }
            }
        }
    }
}
