//! One algorithm for one modulus on so many threads, with its buffers and samples.
//!
//! A sample times a batch of dependent operations, long enough for the clock; each batch starts from
//! the same operand and its result, taken out of the domain, is compared with an independent one. So
//! every timed operation is checked.

use super::numbers::{Numbers, to_words};
use super::plan::Op;
use crate::measure::clock::reference_loop;
use crate::measure::statistics::count;
use polylimb::limb::Word;
use polylimb::modmul::ModMul;
use polylimb::team::Split;
use std::hint::black_box;
use std::mem::swap;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(super) struct Cell {
    modmul: Box<dyn ModMul>,
    split: Arc<dyn Split>,
    /// `a` and `b` as residues, `a` as a number.
    a: Vec<Word>,
    b: Vec<Word>,
    plain_a: Vec<Word>,
    /// The running residue and the next one.
    x: Vec<Word>,
    next: Vec<Word>,
    plain: Vec<Word>,
    scratch: Vec<Word>,
    pub(super) series: Vec<Series>,
    /// The reference loop, in ns, once per round.
    pub(super) paces: Vec<f64>,
}

/// The samples of one operation.
pub(super) struct Series {
    pub(super) op: Op,
    /// Operations per sample.
    pub(super) batch: usize,
    /// How many samples to take.
    pub(super) runs: usize,
    /// ns per operation.
    pub(super) samples: Vec<f64>,
    pub(super) correct: bool,
    expected: Vec<Word>,
}

impl Cell {
    pub(super) fn new(modmul: Box<dyn ModMul>, split: Arc<dyn Split>, numbers: &Numbers) -> Self {
        let n = modmul.modulus().len();
        let residue = vec![0; modmul.residue_words()];
        let mut cell = Self {
            a: residue.clone(),
            b: residue.clone(),
            plain_a: to_words(&numbers.a, n),
            x: residue.clone(),
            next: residue,
            plain: vec![0; n],
            scratch: vec![0; modmul.scratch_words()],
            series: Vec::new(),
            paces: Vec::new(),
            modmul,
            split,
        };
        let b = to_words(&numbers.b, n);
        cell.modmul.enter(&mut cell.a, &cell.plain_a, &mut cell.scratch);
        cell.modmul.enter(&mut cell.b, &b, &mut cell.scratch);
        cell
    }

    /// Finds for each operation a batch that takes at least `batch_time`, and how many samples of it
    /// fit in `budget`: `runs`, or fewer, but `fewest`.
    pub(super) fn calibrate(
        &mut self,
        ops: &[Op],
        batch_time: Duration,
        runs: usize,
        budget: Option<Duration>,
        numbers: &Numbers,
    ) {
        const FEWEST: usize = 5;
        let split = Arc::clone(&self.split);
        let mut found = Vec::new();
        split.hold(&mut || {
            for &op in ops {
                let mut batch = 1;
                let mut time = self.time(op, batch);
                while time < batch_time {
                    // Aim at the goal, but no more than tenfold: the first calls are slow.
                    let goal = batch_time.as_secs_f64() / time.as_secs_f64().max(1e-9) * 1.1;
                    batch = grow(batch, goal);
                    time = self.time(op, batch);
                }
                found.push((op, batch, time));
            }
        });
        let n = self.plain.len();
        self.series = found
            .into_iter()
            .map(|(op, batch, time)| {
                let affordable = budget.map_or(runs, |budget| {
                    (budget.as_nanos() / time.as_nanos().max(1)).try_into().unwrap_or(usize::MAX)
                });
                let runs = runs.min(affordable.max(FEWEST));
                let expected = to_words(&numbers.expected(op, batch), n);
                let samples = Vec::with_capacity(runs);
                Series { op, batch, runs, samples, correct: true, expected }
            })
            .collect();
    }

    /// Takes the share of the samples that is due in `round` of `rounds`.
    pub(super) fn sample(&mut self, round: usize, rounds: usize) {
        let split = Arc::clone(&self.split);
        split.hold(&mut || {
            self.paces.push(reference_loop().as_secs_f64() * 1e9);
            let mut series = std::mem::take(&mut self.series);
            for s in &mut series {
                let due = s.runs * (round + 1) / rounds - s.samples.len();
                if due == 0 {
                    continue;
                }
                // One more, not counted: the others have had the caches and the branch predictors.
                for sample in 0..=due {
                    let time = self.time(s.op, s.batch);
                    if sample > 0 {
                        s.samples.push(time.as_secs_f64() * 1e9 / count(s.batch));
                    }
                    if s.op != Op::Leave {
                        self.modmul.leave(&mut self.plain, &self.x, &mut self.scratch);
                    }
                    s.correct &= self.plain == s.expected;
                }
            }
            self.series = series;
        });
    }

    /// The time of `batch` dependent operations.
    fn time(&mut self, op: Op, batch: usize) -> Duration {
        let modmul = &*self.modmul;
        self.x.copy_from_slice(&self.a);
        let start = Instant::now();
        match op {
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
}

/// `batch` times `factor`, at least one more and at most tenfold.
#[allow(clippy::cast_sign_loss, reason = "the factor is positive and bounded")]
fn grow(batch: usize, factor: f64) -> usize {
    ((count(batch) * factor.min(10.0)) as usize).max(batch + 1)
}
