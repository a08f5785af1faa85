//! The time a machine needs to settle: the first scalar multiplication after a pause.
//!
//! Section 4.3 of `[Arruda2014]` found times of the governor's high frequency after a long
//! initialisation, and of the low one after a wait. Here the caller sleeps for several pauses, then
//! computes one multiple `k G` with the default method. A longer pause adds the effects of the
//! clock frequency, the caches, and the team's threads that have gone to sleep.

use super::Curve;
use super::points::Points;
use crate::executor;
use crate::failure::{Failure, Result};
use crate::record::Measurement;
use crate::registry::curve::law::{Law, Point};
use crate::registry::{self, Listed as Multiplication};
use crate::study::plan::Plan;
use crate::study::{Bench, Row, Size, Study};
use polylimb::Split;
use polylimb::authors::entry::{ConstantTime, Domain};
use polylimb::authors::limb::Kernel;
use polylimb::authors::modmul::{Entry, Request};
use polylimb_catalogue::coordinates;
use polylimb_catalogue::multiply::{self, Method};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The pauses, by the names of their operations.
const PAUSES: [(&str, Duration); 5] = [
    ("after-0ms", Duration::ZERO),
    ("after-1ms", Duration::from_millis(1)),
    ("after-10ms", Duration::from_millis(10)),
    ("after-100ms", Duration::from_millis(100)),
    ("after-1000ms", Duration::from_secs(1)),
];

/// The names of the operations.
#[must_use]
pub fn ops() -> [&'static str; 5] {
    PAUSES.map(|(name, _)| name)
}

/// The study of a plan, on one curve.
pub struct Settle {
    plan: Plan,
    curve: Curve,
    variants: Vec<Variant>,
    rows: Vec<Row>,
}

/// The computation of a row.
#[derive(Clone, Copy)]
struct Variant {
    entry: &'static Entry,
    kernel: Kernel,
}

impl Settle {
    /// The study of these multiplications; with `None`, of the best on one thread and of
    /// `bipartite` on two.
    ///
    /// # Errors
    /// [`Failure::Usage`] if none supports the curve's prime on these threads.
    pub fn new(
        mut plan: Plan,
        curve: &Curve,
        modmuls: Option<Vec<Multiplication>>,
    ) -> Result<Self> {
        let prime = curve.parameters.prime();
        plan.bits = vec![curve.parameters.bits()];
        let kernel = plan.kernels[0];
        let entries: Vec<&'static Entry> = match modmuls {
            Some(modmuls) => modmuls.iter().map(|m| m.entry).collect(),
            None => vec![
                registry::best(curve.parameters.bits(), true, kernel)?,
                registry::find(&registry::all(), "bipartite")?.entry,
            ],
        };
        let mut variants = Vec::new();
        let mut rows = Vec::new();
        for entry in entries.into_iter().filter(|entry| entry.domain.accepts(prime)) {
            for &threads in plan.threads.iter().filter(|&&t| entry.threads.contains(t)) {
                for executor in plan.executors_for(threads) {
                    variants.push(Variant { entry, kernel });
                    rows.push(row(entry, threads, executor, kernel, curve));
                }
            }
        }
        if rows.is_empty() {
            return Err(Failure::usage(
                "no multiplication serves this prime on these threads; see polylimb list modmul",
            ));
        }
        Ok(Self { plan, curve: Curve::clone(curve), variants, rows })
    }
}

fn row(
    entry: &Entry,
    threads: usize,
    executor: Option<&'static executor::Entry>,
    kernel: Kernel,
    curve: &Curve,
) -> Row {
    let mut names = Measurement {
        study: "scalar".into(),
        algorithm: entry.name.into(),
        variant: curve.title.clone(),
        threads,
        kernel: kernel.name().into(),
        executor: executor.map_or("alone", |e| e.name).into(),
        constant_time: registry::constant_time(ConstantTime::No).into(),
        library: true,
        ..Measurement::default()
    };
    names.params.insert("curve".into(), curve.title.clone().into());
    names.params.insert("modmul".into(), entry.name.into());
    let words = ["--settle", "--curve", &curve.title, "--modmul", entry.name];
    Row { threads, executor, names, words: words.map(str::to_owned).into() }
}

impl Study for Settle {
    fn name(&self) -> &'static str {
        "scalar"
    }

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn rows(&self) -> &[Row] {
        &self.rows
    }

    fn planned(&self, _row: usize, _bits: usize) -> usize {
        PAUSES.len()
    }

    fn at(&self, _bits: usize) -> Box<dyn Size + '_> {
        Box::new(AtCurve { study: self, points: Points::draw(self.plan.seed, &self.curve) })
    }
}

struct AtCurve<'a> {
    study: &'a Settle,
    points: Points,
}

impl Size for AtCurve<'_> {
    fn bench(&self, row: usize, split: &Arc<dyn Split>) -> polylimb::Result<Box<dyn Bench + '_>> {
        let Variant { entry, kernel } = self.study.variants[row];
        let parameters = &self.study.curve.parameters;
        let split = Arc::clone(split);
        let modmul = entry.build(&Request { kernel, split, ..Request::new(parameters.prime()) })?;
        let law = Law::new(
            coordinates::find("complete", Domain::PrimeCurves)?,
            parameters,
            modmul.into(),
        )?;
        let base = self.points.base_in(&law)?;
        let method = multiply::find("fixed-window")?;
        Ok(Box::new(AfterPause { points: &self.points, law, method, base, result: None }))
    }
}

/// One multiplication after each pause.
struct AfterPause<'a> {
    points: &'a Points,
    law: Law,
    method: &'static Method,
    base: Point,
    result: Point,
}

impl Bench for AfterPause<'_> {
    fn ops(&self) -> Vec<&'static str> {
        ops().into()
    }

    fn time(&mut self, op: usize, batch: usize) -> Duration {
        (0..batch)
            .map(|_| {
                std::thread::sleep(PAUSES[op].1);
                let start = Instant::now();
                let k = &self.points.scalars[0];
                self.result =
                    self.law.multiply(k, &self.base, self.method, None, None).unwrap_or(None);
                start.elapsed()
            })
            .sum()
    }

    fn is_right(&mut self, _: usize, _: usize) -> bool {
        let affine = self.law.affine(&self.result);
        affine.is_ok_and(|affine| self.points.is_right(&affine, 0, 1))
    }
}
