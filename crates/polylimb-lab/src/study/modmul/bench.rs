//! One algorithm for one modulus on a number of threads, with its buffers.
//!
//! The operations of a batch depend on each other. Each batch starts from the same operand, and its
//! result is taken out of the domain, so every timed operation is checked.

use super::Op;
use super::numbers::Numbers;
use crate::record::Measurement;
use crate::study::Bench;
use crate::study::draw::to_words;
use polylimb::authors::limb::Word;
use polylimb::authors::modmul::ModMul;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::mem::swap;
use std::time::{Duration, Instant};

pub(super) struct Chain<'a> {
    ops: &'a [Op],
    numbers: &'a Numbers,
    modmul: Box<dyn ModMul>,
    params: Map<String, Value>,
    /// `a` and `b` as residues; `a` also as a number.
    a: Vec<Word>,
    b: Vec<Word>,
    plain_a: Vec<Word>,
    /// The current residue and the next one.
    x: Vec<Word>,
    next: Vec<Word>,
    plain: Vec<Word>,
    scratch: Vec<Word>,
    /// The correct result of a batch, by operation and length.
    expected: BTreeMap<(usize, usize), Vec<Word>>,
}

impl<'a> Chain<'a> {
    pub(super) fn new(
        modmul: Box<dyn ModMul>,
        params: Map<String, Value>,
        ops: &'a [Op],
        numbers: &'a Numbers,
    ) -> Self {
        let n = modmul.modulus().len();
        let residue = vec![0; modmul.residue_words()];
        let mut chain = Self {
            ops,
            numbers,
            params,
            a: residue.clone(),
            b: residue.clone(),
            plain_a: to_words(&numbers.a, n),
            x: residue.clone(),
            next: residue,
            plain: vec![0; n],
            scratch: vec![0; modmul.scratch_words()],
            expected: BTreeMap::new(),
            modmul,
        };
        let b = to_words(&numbers.b, n);
        chain.modmul.enter(&mut chain.a, &chain.plain_a, &mut chain.scratch);
        chain.modmul.enter(&mut chain.b, &b, &mut chain.scratch);
        chain
    }
}

impl Bench for Chain<'_> {
    fn ops(&self) -> Vec<&'static str> {
        self.ops.iter().map(|op| op.name()).collect()
    }

    fn time(&mut self, op: usize, batch: usize) -> Duration {
        let modmul = &*self.modmul;
        self.x.copy_from_slice(&self.a);
        let start = Instant::now();
        match self.ops[op] {
            Op::Mul => {
                for _ in 0..batch {
                    modmul.mul(&mut self.next, &self.x, &self.b, &mut self.scratch);
                    swap(&mut self.next, &mut self.x);
                }
            }
            Op::Sqr => {
                for _ in 0..batch {
                    modmul.sqr(&mut self.next, &self.x, &mut self.scratch);
                    swap(&mut self.next, &mut self.x);
                }
            }
            Op::Enter => {
                for _ in 0..batch {
                    modmul.enter(&mut self.x, black_box(&self.plain_a), &mut self.scratch);
                }
            }
            Op::Leave => {
                for _ in 0..batch {
                    modmul.leave(&mut self.plain, black_box(&self.a), &mut self.scratch);
                }
            }
        }
        start.elapsed()
    }

    fn is_right(&mut self, op: usize, batch: usize) -> bool {
        let numbers = self.numbers;
        if self.ops[op] != Op::Leave {
            self.modmul.leave(&mut self.plain, &self.x, &mut self.scratch);
        }
        let compute = || to_words(&numbers.expected(self.ops[op], batch), self.plain.len());
        self.plain == *self.expected.entry((op, batch)).or_insert_with(compute)
    }

    fn describe(&self, m: &mut Measurement) {
        m.params.clone_from(&self.params);
    }
}
