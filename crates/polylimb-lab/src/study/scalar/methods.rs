//! Methods × recodings × coordinates on one curve: the exact operations of each, and its time.
//!
//! All rows multiply the same points by the same scalars: the generator by the first of four, that
//! multiple by the next. A time is for one multiplication from affine point to affine point, with
//! the last inversion. A method for a known base makes its table each time, so that its time
//! is the cost of one multiplication without a table. Operations are means over the four multiples
//! of the generator.

use super::Curve;
use super::named::Named;
use super::points::{Points, SCALARS};
use crate::executor;
use crate::failure::{Failure, Result};
use crate::measure::statistics::{count, round_to};
use crate::record::Measurement;
use crate::registry::curve::law::{Law, Point};
use crate::registry::{self, Listed as Multiplication};
use crate::study::observed::{Observed, Operations, Tally};
use crate::study::plan::Plan;
use crate::study::{Bench, Row, Size, Study};
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::limb::{Kernel, Natural, Word};
use polylimb::authors::modmul::{ModMul, Request};
use polylimb::{Alone, Split, Team};
use polylimb_catalogue::coordinates::System;
use polylimb_catalogue::multiply::{Base, Method};
use polylimb_catalogue::recoding::{Form, Recoding};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The operation of these rows: one scalar multiplication.
pub const OP: &str = "multiply";

/// The method and coordinates with which times are compared: over a prime field, on Koblitz curves,
/// on other binary curves.
pub const DEFAULTS: [[&str; 2]; 3] =
    [["fixed-window", "complete"], ["regular-tau", "own"], ["lopez-dahab-ladder", "own"]];

/// The longest scalars for sums of several bases: the search for their next term takes longer than
/// the multiplication.
const MOST_BITS_OF_TERMS: usize = 1024;

/// The methods, recodings and coordinates to combine.
pub struct Options {
    /// The curve.
    pub curve: Curve,
    /// The methods.
    pub methods: Vec<&'static Method>,
    /// The recodings, for methods that take them.
    pub recodings: Vec<&'static Recoding>,
    /// The window's width for recodings that have one; `None` for the usual one.
    pub width: Option<usize>,
    /// The coordinate systems.
    pub coordinates: Vec<&'static System>,
    /// The multiplications; `None` for the best on one thread.
    pub modmuls: Option<Vec<Multiplication>>,
}

/// The study of a plan.
pub struct Methods {
    plan: Plan,
    curve: Curve,
    variants: Vec<Variant>,
    rows: Vec<Row>,
}

/// The computation of a row.
#[derive(Clone, Copy)]
struct Variant {
    method: &'static Method,
    recoding: &'static Recoding,
    width: Option<usize>,
    system: &'static System,
    /// `None` for the best of the size.
    modmul: Option<Multiplication>,
    threads: usize,
    /// The threads of each multiplication, if the method also has several: two levels on one team.
    each: usize,
    executor: Option<&'static executor::Entry>,
    kernel: Kernel,
}

impl Methods {
    /// The study of all valid combinations; the plan's sizes become the curve's.
    ///
    /// # Errors
    /// [`Failure::Usage`] if no recoding takes the width, or there is no valid combination.
    pub fn new(mut plan: Plan, options: &Options) -> Result<Self> {
        plan.bits = vec![options.curve.parameters.bits()];
        let mut variants = Vec::new();
        let title = &options.curve.title;
        let fits = |m: &&&Method| match m.domain {
            Domain::Curve(only) => only == title,
            _ => true,
        };
        for &method in options.methods.iter().filter(fits) {
            let takes = |r: &&&Recoding| method.make.recodings.contains(&r.name);
            for &recoding in options.recodings.iter().filter(takes) {
                if matches!(recoding.make.form, Form::Terms(_))
                    && order_bits(&options.curve) > MOST_BITS_OF_TERMS
                {
                    continue;
                }
                let width = options.width.filter(|&w| recoding.make.width.choose(Some(w)).is_ok());
                for &system in &options.coordinates {
                    let variant = |(modmul, threads, each), kernel, executor| Variant {
                        method,
                        recoding,
                        width,
                        system,
                        modmul,
                        threads,
                        each,
                        executor,
                        kernel,
                    };
                    for way in ways(&plan, options, method) {
                        for &kernel in &plan.kernels {
                            let executors = plan.executors_for(way.1);
                            variants.extend(executors.into_iter().map(|e| variant(way, kernel, e)));
                        }
                    }
                }
            }
        }
        if options.width.is_some_and(|_| variants.iter().all(|v| v.width.is_none())) {
            return Err(Failure::usage(
                "--width: none of these recodings has such a window; see polylimb list recoding",
            ));
        }
        if variants.is_empty() {
            return Err(Failure::usage(
                "no method takes these recodings, or no multiplication runs on these threads; see polylimb list multiply",
            ));
        }
        variants.sort_by_key(|v| v.threads);
        let curve = Curve::clone(&options.curve);
        let rows = variants.iter().map(|v| v.row(&curve)).collect();
        Ok(Self { plan, curve, variants, rows })
    }
}

fn order_bits(curve: &Curve) -> usize {
    Natural::from_words(curve.parameters.order()).bits_vartime()
}

/// The multiplications, the total threads, and the threads of each multiplication if the method has
/// several too.
fn ways(
    plan: &Plan,
    options: &Options,
    method: &Method,
) -> Vec<(Option<Multiplication>, usize, usize)> {
    let parallel = method.threads.max() > 1;
    let threads = |of: Threads| plan.threads.iter().copied().filter(move |&t| of.contains(t));
    match &options.modmuls {
        None if parallel => threads(method.threads).map(|t| (None, t, 1)).collect(),
        None => vec![(None, 1, 1)],
        // The threads belong to the method or to the multiplication, or to both as groups of equal
        // size.
        Some(modmuls) if parallel => {
            let mut ways = Vec::new();
            for (modmul, &t) in
                modmuls.iter().flat_map(|m| plan.threads.iter().map(move |t| (m, t)))
            {
                let serves = |each: usize| {
                    modmul.entry.threads.contains(each)
                        && method.threads.contains(t / each)
                        && (each == 1 || t / each > 1)
                };
                let shares = (1..=t).filter(|each| t % each == 0 && serves(*each));
                ways.extend(shares.map(|each| (Some(*modmul), t, each)));
            }
            ways
        }
        Some(modmuls) => modmuls
            .iter()
            .flat_map(|m| threads(m.entry.threads).map(move |t| (Some(*m), t, 1)))
            .collect(),
    }
}

impl Study for Methods {
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
    study: &'a Methods,
    points: Points,
}

impl Size for AtCurve<'_> {
    fn bench(&self, row: usize, split: &Arc<dyn Split>) -> polylimb::Result<Box<dyn Bench + '_>> {
        Ok(Box::new(Chain::new(self.study.variants[row], &self.points, split)?))
    }
}

impl Variant {
    /// Constant-time only if all components are.
    fn constant_time(&self) -> ConstantTime {
        let modmul = self.modmul.map_or(ConstantTime::Yes, |m| m.entry.constant_time);
        let parts = [self.method.constant_time, self.system.constant_time, modmul];
        let leaks = |part: &ConstantTime| *part != ConstantTime::Yes;
        parts.into_iter().find(leaks).unwrap_or(ConstantTime::Yes)
    }

    fn row(&self, curve: &Curve) -> Row {
        let mut names = Measurement {
            threads: self.threads,
            kernel: self.kernel.name().into(),
            executor: self.executor.map_or("alone", |e| e.name).into(),
            constant_time: registry::constant_time(self.constant_time()).into(),
            library: self.modmul.is_none_or(|m| m.library),
            ..Measurement::default()
        };
        let named = Named {
            curve: &curve.title,
            method: self.method.name,
            recoding: self.recoding,
            width: self.width,
            coordinates: self.system.name,
            known: self.method.make.base == Base::Known,
        };
        let (mut words, mut chosen) = named.write(&mut names);
        if let Some(modmul) = self.modmul {
            chosen.push(format!("over {}", modmul.entry.name));
            words.extend(["--modmul".into(), modmul.entry.name.to_owned()]);
        }
        if self.each > 1 {
            chosen.push(format!("{} x {} threads", self.threads / self.each, self.each));
            names.params.insert("threads_of_each_product".into(), self.each.into());
        }
        names.variant = chosen.join(", ");
        Row { threads: self.threads, executor: self.executor, names, words }
    }

    /// The executors of the method's parts and of each multiplication's parts.
    fn splits(&self, split: &Arc<dyn Split>) -> polylimb::Result<[Arc<dyn Split>; 2]> {
        let (team, alone): (_, Arc<dyn Split>) = (Arc::clone(split), Arc::new(Alone));
        if self.each > 1 {
            let (outer, inner) = Team::two_levels(team, self.threads / self.each, self.each)?;
            return Ok([outer, inner]);
        }
        Ok(if self.method.threads.max() > 1 { [team, alone] } else { [alone, team] })
    }

    fn modmul(&self, prime: &[Word], split: Arc<dyn Split>) -> polylimb::Result<Arc<dyn ModMul>> {
        let request = Request { kernel: self.kernel, split, ..Request::new(prime) };
        let bits = Natural::from_words(prime).bits_vartime();
        let entry = match self.modmul {
            Some(modmul) => modmul.entry,
            None => registry::best(bits, true, self.kernel)
                .map_err(|_| polylimb::Error::UnknownName { kind: "modmul algorithm" })?,
        };
        Ok(entry.build(&request)?.into())
    }
}

/// One way to multiply, with chained multiples.
struct Chain<'a> {
    variant: Variant,
    law: Law,
    split: Arc<dyn Split>,
    modmul: &'static str,
    points: &'a Points,
    base: Point,
    x: Point,
    /// The index of the first scalar of the last batch.
    first: usize,
    /// The operations for the multiples of the generator by all scalars.
    operations: Operations,
}

impl<'a> Chain<'a> {
    fn new(variant: Variant, points: &'a Points, split: &Arc<dyn Split>) -> polylimb::Result<Self> {
        let parameters = &points.curve.parameters;
        let [split, of_products] = variant.splits(split)?;
        let modmul = variant.modmul(parameters.prime(), of_products)?;
        let law = |modmul| Law::new(variant.system, parameters, modmul);
        let tally = Arc::new(Tally::default());
        let counted = law(Arc::new(Observed::new(Arc::clone(&modmul), Arc::clone(&tally))))?;
        let base = points.base_in(&counted)?;
        tally.clear();
        for k in &points.scalars {
            multiply(&counted, &split, &variant, k, &base);
        }
        let operations = tally.now();
        let name = modmul.name();
        let law = law(modmul)?;
        let base = points.base_in(&law)?;
        let x = base.clone();
        Ok(Self { variant, law, split, modmul: name, points, x, base, first: 0, operations })
    }
}

fn multiply(law: &Law, split: &Arc<dyn Split>, variant: &Variant, k: &Natural, p: &Point) -> Point {
    law.multiply_on(&**split, k, p, variant.method, Some(variant.recoding), variant.width)
        .expect("a recoding, a width and threads that the method takes")
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
            self.x = multiply(&self.law, &self.split, &self.variant, k, &self.x);
        }
        start.elapsed()
    }

    fn is_right(&mut self, _: usize, batch: usize) -> bool {
        let result = self.law.affine(&self.x);
        result.is_ok_and(|result| self.points.is_right(&result, self.first, batch))
    }

    fn describe(&self, m: &mut Measurement) {
        m.params.insert("modmul".into(), self.modmul.into());
        let o = &self.operations;
        for (name, number) in [
            ("products", o.products),
            ("squares", o.squares),
            ("additions", o.additions),
            ("inversions", o.departures),
        ] {
            let mean = round_to(count(number as usize) / count(SCALARS), 2);
            m.params.insert(name.into(), mean.into());
        }
    }
}
