//! Operations in one finite field, by every implementation: kernels, products, and the published
//! methods of binary fields.
//!
//! A sample is a chain of dependent operations, so the time is a latency. The result of each chain
//! is compared with the result over num-bigint, by the definitions of [`crate::judge::field`].

mod binary;
mod method;
mod op;
mod over;
mod prime;
mod tower;

pub use op::Op;

use super::draw::{below, generator, random};
use super::plan::Plan;
use super::{Bench, Row, Size, Study};
use crate::failure::{Failure, Result};
use crate::judge::field::{Element, Field as Judge};
use crate::record::Measurement;
use crate::registry;
use crate::registry::field::Named;
use over::Chain;
use polylimb::Split;
use polylimb::authors::entry::ConstantTime;
use polylimb::authors::modmul::is_probable_prime_vartime;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// The largest prime, in bits.
const MOST_BITS: usize = 6144;

/// The start of the chains, and the second operand.
struct Operands {
    start: Element,
    b: Element,
}

/// Makes the field with these elements.
type Make = Box<dyn Fn(&Operands) -> polylimb::Result<Box<dyn Chain>>>;

/// An implementation of a field.
struct Way {
    algorithm: String,
    kernel: &'static str,
    constant_time: ConstantTime,
    ops: Vec<Op>,
    make: Make,
}

/// The study of a plan, in one field.
pub struct Fields {
    plan: Plan,
    judge: Judge,
    ways: Vec<Way>,
    rows: Vec<Row>,
}

impl Fields {
    /// The implementations of the field `title` for these operations (all if `None`) among the
    /// plan's algorithms. The plan's sizes become the field's.
    ///
    /// # Errors
    /// [`Failure::Usage`] if there is nothing, with the alternatives; if a number is not prime or
    /// too large.
    pub fn new(mut plan: Plan, title: &str, field: &Named, ops: Option<&[Op]>) -> Result<Self> {
        let (judge, bits, mut ways) = open(field)?;
        plan.bits = vec![bits];
        let mut there: Vec<Op> = ways.iter().flat_map(|w| w.ops.iter().copied()).collect();
        there.sort_unstable();
        there.dedup();
        for way in &mut ways {
            way.ops.retain(|op| ops.is_none_or(|ops| ops.contains(op)));
        }
        ways.retain(|way| !way.ops.is_empty());
        if ways.is_empty() {
            let there: Vec<_> = there.into_iter().map(Op::name).collect();
            return Err(Failure::usage(format!(
                "--ops: {title} has none of these operations; it has {}",
                there.join(", ")
            )));
        }
        if let Some(names) = &plan.algorithms {
            let mut there: Vec<_> = ways.iter().map(|w| w.algorithm.clone()).collect();
            there.dedup();
            ways.retain(|way| names.contains(&way.algorithm));
            if ways.is_empty() {
                return Err(Failure::usage(format!(
                    "--algorithms: {title} has none of these; there are: {}",
                    there.join(", ")
                )));
            }
        }
        let rows = ways.iter().map(|way| way.row(title)).collect();
        Ok(Self { plan, judge, ways, rows })
    }
}

/// The field over num-bigint, its bits, and its implementations.
fn open(field: &Named) -> Result<(Judge, usize, Vec<Way>)> {
    Ok(match field {
        Named::Prime(p) => {
            let bits = p.bits_vartime();
            if bits > MOST_BITS || !is_probable_prime_vartime(p.words()) {
                return Err(Failure::usage(format!(
                    "the modulus of the field is not a prime of at most {MOST_BITS} bits; a field needs a prime"
                )));
            }
            let judge = Judge::Tower { p: prime::number(p.words()), degree: 1, xi: 0 };
            (judge, bits, prime::ways(p)?)
        }
        Named::Binary(degree, lower) => {
            let mut ways = binary::ways(*degree, lower)?;
            ways.extend(method::ways(*degree, lower)?);
            (Judge::Binary { degree: *degree, lower: lower.to_vec() }, *degree, ways)
        }
        Named::Tower(curve, degree) => {
            let judge = tower::judge(*curve, *degree);
            let Judge::Tower { p, .. } = &judge else { unreachable!("it is a tower") };
            let bits = p.bits() as usize;
            (judge, bits, tower::ways(*curve, *degree))
        }
    })
}

impl Way {
    fn row(&self, title: &str) -> Row {
        let mut names = Measurement {
            study: "field".into(),
            algorithm: self.algorithm.clone(),
            threads: 1,
            executor: "alone".into(),
            constant_time: registry::constant_time(self.constant_time).into(),
            library: true,
            variant: format!("{title}, {}", self.kernel),
            kernel: self.kernel.into(),
            ..Measurement::default()
        };
        names.params.insert("field".into(), title.into());
        let words = ["--field", title, "--algorithms", &self.algorithm];
        Row { threads: 1, executor: None, names, words: words.map(str::to_owned).into() }
    }
}

impl Study for Fields {
    fn name(&self) -> &'static str {
        "field"
    }

    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn rows(&self) -> &[Row] {
        &self.rows
    }

    fn planned(&self, row: usize, _bits: usize) -> usize {
        self.ways[row].ops.len()
    }

    fn at(&self, bits: usize) -> Box<dyn Size + '_> {
        let rng = &mut generator(self.plan.seed, bits);
        let mut element = || match &self.judge {
            Judge::Tower { p, degree, .. } => (0..*degree).map(|_| below(rng, p)).collect(),
            Judge::Binary { degree, .. } => vec![random(rng, *degree)],
        };
        let (root, b): (Element, Element) = (element(), element());
        // A square, so that it has a square root.
        let start = self.judge.sqr(&root);
        Box::new(Drawn { study: self, operands: Operands { start, b } })
    }
}

/// The elements for all implementations.
struct Drawn<'a> {
    study: &'a Fields,
    operands: Operands,
}

impl Size for Drawn<'_> {
    fn bench(&self, row: usize, _: &Arc<dyn Split>) -> polylimb::Result<Box<dyn Bench + '_>> {
        let way = &self.study.ways[row];
        Ok(Box::new(Timed {
            chain: (way.make)(&self.operands)?,
            ops: &way.ops,
            judge: &self.study.judge,
            operands: &self.operands,
            result: Element::new(),
            right: BTreeMap::new(),
        }))
    }
}

/// One implementation, with its chains checked.
struct Timed<'a> {
    chain: Box<dyn Chain>,
    ops: &'a [Op],
    judge: &'a Judge,
    operands: &'a Operands,
    /// The result of the last chain.
    result: Element,
    /// The results known to be correct, by operation and length: every chain has the same start.
    right: BTreeMap<(usize, usize), Element>,
}

impl Bench for Timed<'_> {
    fn ops(&self) -> Vec<&'static str> {
        self.ops.iter().map(|op| op.name()).collect()
    }

    fn time(&mut self, op: usize, batch: usize) -> Duration {
        let (time, result) = self.chain.run(self.ops[op], batch);
        self.result = result;
        time
    }

    fn is_right(&mut self, op: usize, batch: usize) -> bool {
        if self.right.get(&(op, batch)) == Some(&self.result) {
            return true;
        }
        let Operands { start, b } = self.operands;
        let right = self.ops[op].is_right(self.judge, [start, b], batch, &self.result);
        if right {
            self.right.insert((op, batch), self.result.clone());
        }
        right
    }
}
