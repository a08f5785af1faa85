//! Operations that take their inputs in turn, each result compared with an independent
//! computation's.

use super::Hashed;
use crate::record::Measurement;
use crate::study::Bench;
use std::time::{Duration, Instant};

/// The number of inputs that take turns.
pub(in crate::study) const TURNS: usize = 2;

/// Runs an operation on the input of a turn, and appends its result.
type Carry<'a> = Box<dyn Fn(usize, &mut Vec<u8>) + 'a>;

/// One operation of a protocol.
pub(in crate::study) struct Op<'a> {
    pub(in crate::study) name: &'static str,
    /// The timed operation.
    pub(in crate::study) run: Carry<'a>,
    /// The correct result for each input.
    pub(in crate::study) expected: [Vec<u8>; TURNS],
    /// Whether wrong inputs are refused.
    pub(in crate::study) refuses: Box<dyn Fn() -> bool + 'a>,
    /// Whether it has no secret, and uses variable-time methods.
    vartime: bool,
}

impl<'a> Op<'a> {
    /// An operation without wrong inputs.
    pub(in crate::study) fn new(
        name: &'static str,
        run: impl Fn(usize, &mut Vec<u8>) + 'a,
        expected: impl FnMut(usize) -> Vec<u8>,
    ) -> Self {
        let expected = turns(expected);
        Self { name, run: Box::new(run), expected, refuses: Box::new(|| true), vartime: false }
    }

    /// The same operation with public inputs only.
    pub(in crate::study) fn vartime(self) -> Self {
        Self { vartime: true, ..self }
    }

    /// A check of these inputs and of a wrong one; both are public.
    pub(in crate::study) fn check(
        name: &'static str,
        accepts: impl Fn(usize) -> bool + 'a,
        accepts_wrong: impl Fn() -> bool + 'a,
    ) -> Self {
        let run = move |turn, out: &mut Vec<u8>| out.push(u8::from(accepts(turn)));
        let refuses = Box::new(move || !accepts_wrong());
        Self { refuses, ..Self::new(name, run, |_| vec![1]).vartime() }
    }
}

/// One value for each turn.
pub(in crate::study) fn turns<T>(make: impl FnMut(usize) -> T) -> [T; TURNS] {
    std::array::from_fn(make)
}

/// The operations of one protocol on one curve.
pub(in crate::study) struct Turns<'a> {
    ops: Vec<Op<'a>>,
    hash: Hashed,
    out: Vec<u8>,
    first: usize,
}

impl<'a> Turns<'a> {
    pub(in crate::study) const fn new(ops: Vec<Op<'a>>, hash: Hashed) -> Self {
        Self { ops, hash, out: Vec::new(), first: 0 }
    }
}

impl Bench for Turns<'_> {
    fn ops(&self) -> Vec<&'static str> {
        self.ops.iter().map(|op| op.name).collect()
    }

    fn time(&mut self, op: usize, batch: usize) -> Duration {
        let run = &self.ops[op].run;
        self.first = (self.first + 1) % TURNS;
        self.out.clear();
        let start = Instant::now();
        for turn in self.first..self.first + batch {
            run(turn % TURNS, &mut self.out);
        }
        start.elapsed()
    }

    fn is_right(&mut self, op: usize, batch: usize) -> bool {
        let op = &self.ops[op];
        let expected = (self.first..self.first + batch).flat_map(|turn| &op.expected[turn % TURNS]);
        self.out.iter().eq(expected) && (op.refuses)()
    }

    fn describe(&self, m: &mut Measurement) {
        if self.ops.iter().any(|op| op.name == m.op && op.vartime) {
            m.constant_time = "no".into();
        }
        if let Some(hash) = self.hash {
            m.params.insert("hash".into(), hash.into());
        }
        if m.median > 0.0 {
            m.params.insert("per_second".into(), (1e9 / m.median).round().into());
        }
    }
}
