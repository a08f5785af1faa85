//! Methods × recodings × coordinates on one binary curve: the exact operations of each, and its
//! time.
//!
//! As [`methods`](super::methods) over prime fields. Methods for binary curves only run on a
//! [`BinaryCurve`](polylimb_catalogue::multiply::BinaryCurve), over its own field and with the
//! check that its base is in the subgroup. Their operations are counted by the same code over a
//! counting field. All other methods run in every coordinate system over a field of any polynomial:
//! compare their times with each other.

mod multiplier;

use super::Curve;
use super::methods::OP;
use super::named::Named;
use super::points::{Points, SCALARS};
use crate::executor;
use crate::failure::{Failure, Result};
use crate::measure::statistics::{count, round_to};
use crate::record::Measurement;
use crate::registry;
use crate::registry::curve::binary::Multiplication;
use crate::study::plan::Plan;
use crate::study::{Bench, Row, Size, Study};
use multiplier::{Multiple, Multiplier, Way, Written};
use polylimb::authors::field::binary::{Product, WithProduct, with_best};
use polylimb::cpu::Features;
use polylimb::{Alone, Split};
use polylimb_catalogue::coordinates::System;
use polylimb_catalogue::counted::{Counts, SharedCounts};
use polylimb_catalogue::multiply::Base;
use polylimb_catalogue::recoding::Recoding;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The methods, recodings and coordinates to combine.
pub struct Options {
    /// The curve.
    pub curve: Curve,
    /// The methods.
    pub methods: Vec<Multiplication>,
    /// The recodings, for methods that take them.
    pub recodings: Vec<&'static Recoding>,
    /// The window's width for recodings that have one; `None` for the usual one.
    pub width: Option<usize>,
    /// The coordinate systems, for methods without their own.
    pub coordinates: Vec<&'static System>,
}

/// The study of a plan.
pub struct Binary {
    plan: Plan,
    curve: Curve,
    variants: Vec<Variant>,
    rows: Vec<Row>,
}

/// The computation of a row.
#[derive(Clone, Copy)]
struct Variant {
    way: Way,
    recoding: &'static Recoding,
    width: Option<usize>,
    threads: usize,
    executor: Option<&'static executor::Entry>,
}

impl Binary {
    /// The study of all valid combinations; the plan's sizes become the curve's.
    ///
    /// # Errors
    /// [`Failure::Usage`] if there is no valid combination, with what the curve lacks.
    pub fn new(mut plan: Plan, options: &Options) -> Result<Self> {
        plan.bits = vec![options.curve.parameters.bits()];
        let mut variants = Vec::new();
        for &method in &options.methods {
            let takes = |r: &&&Recoding| method.recodings().contains(&r.name);
            for &recoding in options.recodings.iter().filter(takes) {
                let width = options.width.filter(|&w| recoding.make.width.choose(Some(w)).is_ok());
                for way in Way::all(method, &options.coordinates) {
                    for &threads in plan.threads.iter().filter(|&&t| way.runs_on(t)) {
                        let with = |executor| Variant { way, recoding, width, threads, executor };
                        variants.extend(plan.executors_for(threads).into_iter().map(with));
                    }
                }
            }
        }
        if options.width.is_some() && variants.iter().all(|v| v.width.is_none()) {
            return Err(Failure::usage(
                "--width: none of these recodings has such a window; see polylimb list recoding",
            ));
        }
        let refusal = |m: &Multiplication| m.refusal(&options.curve);
        let refusals: Vec<String> = options.methods.iter().filter_map(refusal).collect();
        if refusals.len() == options.methods.len() {
            return Err(Failure::usage(refusals.join("; ")));
        }
        if variants.is_empty() {
            return Err(Failure::usage(
                "no method takes these recodings on these threads; see polylimb list multiply",
            ));
        }
        variants.sort_by_key(|v| v.threads);
        let curve = Curve::clone(&options.curve);
        let rows = variants.iter().map(|v| v.row(&curve)).collect();
        Ok(Self { plan, curve, variants, rows })
    }
}

impl Study for Binary {
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
        1
    }

    fn at(&self, _bits: usize) -> Box<dyn Size + '_> {
        Box::new(AtCurve { study: self, points: Points::draw(self.plan.seed, &self.curve) })
    }
}

struct AtCurve<'a> {
    study: &'a Binary,
    points: Points,
}

impl Size for AtCurve<'_> {
    fn bench(&self, row: usize, split: &Arc<dyn Split>) -> polylimb::Result<Box<dyn Bench + '_>> {
        Ok(Box::new(Chain::new(self.study.variants[row], &self.points, split)?))
    }
}

/// The name of the product that binary fields use.
struct Kernel;

impl WithProduct for Kernel {
    type Out = &'static str;

    fn call<K: Product>(self, _: K) -> &'static str {
        K::NAME
    }
}

impl Variant {
    const fn written(&self) -> Written {
        (self.recoding, self.width)
    }

    fn row(&self, curve: &Curve) -> Row {
        let [method, coordinates] = self.way.names();
        let mut names = Measurement {
            threads: self.threads,
            kernel: with_best(Features::detect(), Kernel).into(),
            executor: self.executor.map_or("alone", |e| e.name).into(),
            constant_time: registry::constant_time(self.way.constant_time()).into(),
            library: true,
            ..Measurement::default()
        };
        let named = Named {
            curve: &curve.title,
            method,
            recoding: self.recoding,
            width: self.width,
            coordinates,
            known: matches!(self.way, Way::Any(method, _) if method.make.base == Base::Known),
        };
        let (words, chosen) = named.write(&mut names);
        names.variant = chosen.join(", ");
        Row { threads: self.threads, executor: self.executor, names, words }
    }
}

/// One way to multiply, with chained multiples.
struct Chain<'a> {
    variant: Variant,
    multiplier: Multiplier,
    split: Arc<dyn Split>,
    points: &'a Points,
    base: Multiple,
    x: Multiple,
    /// The index of the first scalar of the last batch.
    first: usize,
    /// The operations for the multiples of the generator by all scalars.
    operations: Counts,
}

impl<'a> Chain<'a> {
    fn new(variant: Variant, points: &'a Points, split: &Arc<dyn Split>) -> polylimb::Result<Self> {
        let split: Arc<dyn Split> =
            if variant.threads > 1 { Arc::clone(split) } else { Arc::new(Alone) };
        let counts = Arc::new(SharedCounts::default());
        let counted = Multiplier::new(variant.way, &points.curve, Some(&counts))?;
        let base = counted.base(points)?;
        let _ = counts.take();
        for k in &points.scalars {
            counted.multiply(variant.written(), &*split, k, &base)?;
        }
        let operations = counts.take();
        let multiplier = Multiplier::new(variant.way, &points.curve, None)?;
        let base = multiplier.base(points)?;
        let x = base.clone();
        Ok(Self { variant, multiplier, split, points, base, x, first: 0, operations })
    }
}

impl Bench for Chain<'_> {
    fn ops(&self) -> Vec<&'static str> {
        vec![OP]
    }

    fn time(&mut self, _: usize, batch: usize) -> Duration {
        self.first = (self.first + 1) % SCALARS;
        self.x.clone_from(&self.base);
        let start = Instant::now();
        for i in self.first..self.first + batch {
            let k = &self.points.scalars[i % SCALARS];
            self.x = self
                .multiplier
                .multiply(self.variant.written(), &*self.split, k, &self.x)
                .expect("what has multiplied multiplies again");
        }
        start.elapsed()
    }

    fn is_right(&mut self, _: usize, batch: usize) -> bool {
        let result = self.multiplier.affine(&self.x);
        result.is_ok_and(|result| self.points.is_right(&result, self.first, batch))
    }

    fn describe(&self, m: &mut Measurement) {
        let o = &self.operations;
        for (name, number) in [
            ("products", o.mul + o.mul_constant),
            ("squares", o.sqr),
            ("additions", o.add),
            ("inversions", o.inv),
            ("half_traces", o.half_trace),
            ("square_roots", o.sqrt),
        ] {
            let mean = round_to(count(number as usize) / count(SCALARS), 2);
            m.params.insert(name.into(), mean.into());
        }
    }
}
