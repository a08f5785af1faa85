//! Modular multiplications inside a scalar multiplication: chapter 4 of `[Arruda2014]`.
//!
//! Every multiplication × threads × way of squaring computes `k G` as `[Arruda2014]` did. The
//! doublings `2^i G` are in a table that is not timed. The entries for the ones of `k` are added up
//! in Jacobian coordinates, with 7 products and 4 squares each; the last inversion is timed. Rows
//! of one curve differ in nothing else.
//!
//! | operation | what it is |
//! |---|---|
//! | `kG` | the time of the whole |
//! | `kG-probed` | the same with the clock read before and after each product and square |
//! | `mul`, `sqr` | products and squares outside of the curve, one after another |
//! | `replay` | only the squares and products that `[Arruda2014]` prints for curves of this size |
//!
//! In `params` of `kG-probed` are statistics of both and the estimate `q t_q + m t_m`.

use super::Curve;
use super::bare::{Bare, Mix, PUBLISHED, Pair, Published};
use super::points::Points;
use super::probe::{self, Log};
use crate::executor;
use crate::failure::{Failure, Result};
use crate::measure::statistics::{Summary, count, round_to};
use crate::record::Measurement;
use crate::registry::curve::law::{Law, Point};
use crate::registry::{self, Listed as Multiplication};
use crate::study::observed::{Observed, Operations, Tally};
use crate::study::plan::Plan;
use crate::study::{Bench, Row, Size, Study};
use polylimb::Split;
use polylimb::authors::entry::{ConstantTime, Domain};
use polylimb::authors::limb::{Kernel, Natural};
use polylimb::authors::modmul::{ModMul, Request};
use polylimb_catalogue::coordinates;
use polylimb_catalogue::modmul::Squaring;
use serde_json::{Map, Value};
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The whole, without probes.
pub const WHOLE: &str = "kG";
/// The whole with the clock read before and after each product and square.
pub const PROBED: &str = "kG-probed";
/// A product outside of the curve.
pub const MUL: &str = "mul";
/// A square outside of the curve.
pub const SQR: &str = "sqr";
/// The published numbers of squares and products.
pub const REPLAY: &str = "replay";

/// Additions of 7 products and 4 squares, as in Table 14 of `[Arruda2014]`.
const COORDINATES: &str = "jacobian-bl";

/// What to measure.
pub struct Options {
    /// The curve.
    pub curve: Curve,
    /// The multiplications.
    pub modmuls: Vec<Multiplication>,
    /// The ways to square.
    pub squarings: Vec<Squaring>,
}

/// The study of a plan, on one curve.
pub struct Inside {
    plan: Plan,
    curve: Curve,
    variants: Vec<Variant>,
    rows: Vec<Row>,
}

/// The computation of a row.
#[derive(Clone, Copy)]
struct Variant {
    modmul: Multiplication,
    squaring: Squaring,
    threads: usize,
    executor: Option<&'static executor::Entry>,
    kernel: Kernel,
}

impl Inside {
    /// The study of all multiplications that serve the curve's prime on the plan's threads.
    ///
    /// # Errors
    /// [`Failure::Usage`] if there are none.
    pub fn new(mut plan: Plan, options: &Options) -> Result<Self> {
        let prime = options.curve.parameters.prime();
        plan.bits = vec![options.curve.parameters.bits()];
        let mut variants = Vec::new();
        for &modmul in options.modmuls.iter().filter(|m| m.entry.domain.accepts(prime)) {
            for &threads in plan.threads.iter().filter(|&&t| modmul.entry.threads.contains(t)) {
                let kernels = if modmul.library { plan.kernels.len() } else { 1 };
                for &kernel in &plan.kernels[..kernels] {
                    for executor in plan.executors_for(threads) {
                        let variant =
                            |&squaring| Variant { modmul, squaring, threads, executor, kernel };
                        variants.extend(options.squarings.iter().map(variant));
                    }
                }
            }
        }
        if variants.is_empty() {
            return Err(Failure::usage(
                "no multiplication serves this prime on these threads; see polylimb list modmul",
            ));
        }
        variants.sort_by_key(|v| v.threads);
        let curve = Curve::clone(&options.curve);
        let rows = variants.iter().map(|v| v.row(&curve)).collect();
        Ok(Self { plan, curve, variants, rows })
    }
}

impl Study for Inside {
    fn name(&self) -> &'static str {
        "scalar"
    }

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn rows(&self) -> &[Row] {
        &self.rows
    }

    fn planned(&self, _row: usize, bits: usize) -> usize {
        4 + usize::from(published(bits).is_some())
    }

    fn at(&self, _bits: usize) -> Box<dyn Size + '_> {
        Box::new(AtCurve {
            study: self,
            points: Points::draw(self.plan.seed, &self.curve),
            pair: Pair::draw(self.plan.seed, self.curve.parameters.prime()),
        })
    }
}

fn published(bits: usize) -> Option<&'static Published> {
    PUBLISHED.iter().find(|p| p.bits == bits)
}

struct AtCurve<'a> {
    study: &'a Inside,
    points: Points,
    pair: Pair,
}

impl Size for AtCurve<'_> {
    fn bench(&self, row: usize, split: &Arc<dyn Split>) -> polylimb::Result<Box<dyn Bench + '_>> {
        Ok(Box::new(Within::new(self.study.variants[row], self, split)?))
    }
}

impl Variant {
    fn row(&self, curve: &Curve) -> Row {
        let entry = self.modmul.entry;
        let mut names = Measurement {
            study: "scalar".into(),
            algorithm: entry.name.into(),
            variant: format!("{}, {}", curve.title, self.squaring.name()),
            threads: self.threads,
            kernel: self.modmul.own_kernel().unwrap_or(self.kernel.name()).into(),
            executor: self.executor.map_or("alone", |e| e.name).into(),
            // The scalar selects the table's entries.
            constant_time: registry::constant_time(ConstantTime::No).into(),
            library: self.modmul.library,
            ..Measurement::default()
        };
        let words = [
            ("curve", curve.title.as_str()),
            ("modmul", entry.name),
            ("squaring", self.squaring.name()),
        ];
        for (name, value) in words {
            names.params.insert(name.into(), value.into());
        }
        names.params.insert("coordinates".into(), COORDINATES.into());
        let words =
            words.into_iter().flat_map(|(name, value)| [format!("--{name}"), value.to_owned()]);
        Row { threads: self.threads, executor: self.executor, names, words: words.collect() }
    }
}

/// One multiplication inside and outside of the curve.
struct Within<'a> {
    at: &'a AtCurve<'a>,
    law: Law,
    probed: Law,
    log: Arc<Log>,
    /// The reading of a probe around nothing, in ns.
    nothing: f64,
    /// The doublings of the generator for the ones of `k`.
    entries: Vec<Point>,
    operations: Operations,
    result: Point,
    bare: Bare,
    published: Option<&'static Published>,
}

impl<'a> Within<'a> {
    fn new(v: Variant, at: &'a AtCurve<'a>, split: &Arc<dyn Split>) -> polylimb::Result<Self> {
        let parameters = &at.study.curve.parameters;
        let split = Arc::clone(split);
        let request = Request { kernel: v.kernel, split, ..Request::new(parameters.prime()) };
        let modmul = v.squaring.over(v.modmul.entry.build(&request)?.into())?;
        let system = coordinates::find(COORDINATES, Domain::PrimeCurves)?;
        let law = |modmul: Arc<dyn ModMul>| Law::new(system, parameters, modmul);
        let plain = law(Arc::clone(&modmul))?;
        let entries = doublings(&plain, at)?;
        let tally = Arc::new(Tally::default());
        let counted = law(Arc::new(Observed::new(Arc::clone(&modmul), Arc::clone(&tally))))?;
        tally.clear();
        counted.sum(&entries)?;
        let operations = tally.now();
        let log = Arc::new(Log::new());
        let probed = law(Arc::new(Observed::new(Arc::clone(&modmul), Arc::clone(&log))))?;
        log.clear();
        Ok(Self {
            at,
            law: plain,
            probed,
            log,
            nothing: probe::of_nothing(),
            result: None,
            entries,
            operations,
            bare: Bare::new(modmul, &at.pair),
            published: published(parameters.bits()),
        })
    }

    fn mix(&self, op: &str, batch: usize) -> Mix {
        match op {
            MUL => Mix { squares: 0, products: batch },
            SQR => Mix { squares: batch, products: 0 },
            _ => self.published.map_or(Mix { squares: 0, products: 0 }, |p| p.mix),
        }
    }
}

/// The multiples `2^i G` for the ones of the scalar, lowest first.
fn doublings(law: &Law, at: &AtCurve<'_>) -> polylimb::Result<Vec<Point>> {
    let mut multiple = at.points.base_in(law)?;
    let k = &at.points.scalars[0];
    let mut entries = Vec::new();
    for i in 0..k.bits_vartime() {
        if bit(k, i) {
            entries.push(multiple.clone());
        }
        multiple = law.add(&multiple, &multiple)?;
    }
    Ok(entries)
}

fn bit(k: &Natural, i: usize) -> bool {
    let bits = polylimb::authors::limb::WORD_BITS;
    k.words()[i / bits] >> (i % bits) & 1 == 1
}

impl Bench for Within<'_> {
    fn ops(&self) -> Vec<&'static str> {
        let replay = self.published.map(|_| REPLAY);
        [WHOLE, PROBED, MUL, SQR].into_iter().chain(replay).collect()
    }

    fn time(&mut self, op: usize, batch: usize) -> Duration {
        match self.ops()[op] {
            name @ (WHOLE | PROBED) => {
                let law = if name == WHOLE { &self.law } else { &self.probed };
                let start = Instant::now();
                for _ in 0..batch {
                    self.result = law.sum(black_box(&self.entries)).unwrap_or(None);
                }
                start.elapsed()
            }
            REPLAY => {
                let mix = self.mix(REPLAY, 1);
                let start = Instant::now();
                for _ in 0..batch {
                    self.bare.begin();
                    self.bare.run(mix);
                }
                start.elapsed()
            }
            name => {
                let mix = self.mix(name, batch);
                self.bare.begin();
                let start = Instant::now();
                self.bare.run(mix);
                start.elapsed()
            }
        }
    }

    fn is_right(&mut self, op: usize, batch: usize) -> bool {
        let name = self.ops()[op];
        if [WHOLE, PROBED].contains(&name) {
            let affine = self.law.affine(&self.result);
            return affine.is_ok_and(|affine| self.at.points.is_right(&affine, 0, 1));
        }
        let mix = self.mix(name, batch);
        self.bare.is_right(&self.at.pair, mix)
    }

    fn describe(&self, m: &mut Measurement) {
        let o = &self.operations;
        let (squares, products) = (o.squares, o.products);
        match m.op.as_str() {
            WHOLE => {
                for (name, number) in [
                    ("weight", self.entries.len() as u64),
                    ("squares", squares),
                    ("products", products),
                    ("additions", o.additions),
                    ("inversions", o.departures),
                ] {
                    m.params.insert(name.into(), number.into());
                }
            }
            PROBED => {
                let (t_q, t_m) = (self.log.squares(), self.log.products());
                let number = |n: u64| count(n as usize);
                let estimate = number(squares) * t_q.mean + number(products) * t_m.mean;
                let readings = number(squares + products) * self.nothing;
                m.params.insert("sqr".into(), statistics(&t_q));
                m.params.insert("mul".into(), statistics(&t_m));
                m.params.insert("probes".into(), (squares + products).into());
                m.params.insert("estimate".into(), round_to(estimate, 1).into());
                m.params
                    .insert("estimate_less_clock".into(), round_to(estimate - readings, 1).into());
                m.params.insert("clock".into(), round_to(self.nothing, 2).into());
            }
            REPLAY => {
                if let Some(p) = self.published {
                    m.params.insert("squares".into(), p.mix.squares.into());
                    m.params.insert("products".into(), p.mix.products.into());
                    m.params.insert("counts".into(), p.source.into());
                }
            }
            _ => {}
        }
    }
}

fn statistics(s: &Summary) -> Value {
    let mut map = Map::new();
    map.insert("runs".into(), s.runs.into());
    for (name, value, digits) in [
        ("min", s.min, 1),
        ("q1", s.q1, 1),
        ("median", s.median, 1),
        ("q3", s.q3, 1),
        ("mean", s.mean, 2),
        ("sd", s.sd, 2),
        ("cv", s.cv, 4),
    ] {
        map.insert(name.into(), round_to(value, digits).into());
    }
    map.into()
}
