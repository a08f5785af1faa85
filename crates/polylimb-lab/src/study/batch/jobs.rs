//! Batches of jobs with known results.

use super::{JOBS, Way};
use crate::measure::statistics::{count, round_to};
use crate::record::Measurement;
use crate::study::Bench;
use polylimb::Split;
use polylimb::authors::team::each_chunk;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The number of different jobs, which take turns in a batch. Not a multiple of eight, so that each
/// job occurs in several lanes.
pub(super) const DIFFERENT: usize = 12;

/// The index of the different job behind each job of a batch.
pub(super) fn order() -> impl Iterator<Item = usize> {
    (0..JOBS).map(|job| job % DIFFERENT)
}

/// The result of each job by `one`, the jobs distributed over the threads.
pub(super) fn one_by_one<J: Sync, R: Send>(
    split: &dyn Split,
    jobs: &[J],
    one: impl Fn(&J) -> R + Sync,
) -> Vec<R> {
    let mut results: Vec<Option<R>> = jobs.iter().map(|_| None).collect();
    let part = jobs.len().div_ceil(split.threads()).max(1);
    each_chunk(split, &mut results, part, |i, results| {
        for (result, job) in results.iter_mut().zip(&jobs[i * part..]) {
            *result = Some(one(job));
        }
    });
    results.into_iter().flatten().collect()
}

/// A signature by each key of its message, and another job's for some, as rows of bytes: the study
/// of verification.
pub(super) struct Rows {
    keys: Vec<u8>,
    messages: Vec<[u8; 32]>,
    signatures: Vec<u8>,
}

/// The signature in the row of a job: its own, or for some jobs another one's, which is wrong.
fn signature_of(job: usize) -> usize {
    if job % 5 == 3 { (job + 1) % DIFFERENT } else { job }
}

impl Rows {
    /// From the key, message and signature of each different job.
    pub(super) fn new(jobs: &[(Vec<u8>, [u8; 32], [u8; 64])]) -> Self {
        Self {
            keys: order().flat_map(|job| jobs[job].0.clone()).collect(),
            messages: order().map(|job| jobs[job].1).collect(),
            signatures: order().flat_map(|job| jobs[signature_of(job)].2).collect(),
        }
    }

    /// The study: `all` judges all rows, `one` judges one.
    pub(super) fn work<'a>(
        self,
        way: Way,
        all: impl Fn(&[u8], &[&[u8]], &[u8], &dyn Split) -> polylimb::Result<Vec<u8>> + 'a,
        one: impl Fn(&[u8; 32], &[u8], &[u8; 64]) -> polylimb::Result<()> + Sync + 'a,
    ) -> Box<dyn Work + 'a> {
        let run = move |split: &dyn Split| match way {
            Way::Together => {
                let messages: Vec<_> = self.messages.iter().map(|m| &m[..]).collect();
                let bits = all(&self.keys, &messages, &self.signatures, split);
                let bits = bits.unwrap_or_default();
                (0..8 * bits.len()).map(|row| bits[row / 8] >> (row % 8) & 1 == 1).collect()
            }
            Way::OneByOne => {
                let (keys, _) = self.keys.as_chunks();
                let (signatures, _) = self.signatures.as_chunks();
                let rows: Vec<_> = keys.iter().zip(&self.messages).zip(signatures).collect();
                one_by_one(split, &rows, |((key, message), signature)| {
                    one(key, &message[..], signature).is_ok()
                })
            }
        };
        let expected = (0..DIFFERENT).map(|job| vec![u8::from(signature_of(job) == job)]).collect();
        Compared::boxed("verify", run, |valid| vec![u8::from(*valid)], expected)
    }
}

/// An operation on all jobs, with any result type.
pub(super) trait Work {
    fn name(&self) -> &'static str;
    /// Runs it, and keeps the results.
    fn run(&mut self, split: &dyn Split);
    /// Whether the kept results are correct.
    fn is_right(&self) -> bool;
}

/// An operation with results of type `R`, compared as bytes.
pub(super) struct Compared<R, Run> {
    name: &'static str,
    run: Run,
    bytes: fn(&R) -> Vec<u8>,
    /// The correct result of each different job.
    expected: Vec<Vec<u8>>,
    results: Vec<R>,
}

impl<R, Run: Fn(&dyn Split) -> Vec<R>> Compared<R, Run> {
    pub(super) fn boxed<'a>(
        name: &'static str,
        run: Run,
        bytes: fn(&R) -> Vec<u8>,
        expected: Vec<Vec<u8>>,
    ) -> Box<dyn Work + 'a>
    where
        Self: 'a,
    {
        Box::new(Self { name, run, bytes, expected, results: Vec::new() })
    }
}

impl<R, Run: Fn(&dyn Split) -> Vec<R>> Work for Compared<R, Run> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn run(&mut self, split: &dyn Split) {
        self.results = (self.run)(split);
    }

    fn is_right(&self) -> bool {
        let expected = order().map(|job| &self.expected[job]);
        self.expected.len() == DIFFERENT
            && self.results.len() == JOBS
            && self.results.iter().zip(expected).all(|(result, e)| (self.bytes)(result) == *e)
    }
}

/// The operations of a row.
pub(super) struct Batch<'a> {
    works: Vec<Box<dyn Work + 'a>>,
    split: Arc<dyn Split>,
}

impl<'a> Batch<'a> {
    pub(super) fn new(works: Vec<Box<dyn Work + 'a>>, split: &Arc<dyn Split>) -> Self {
        Self { works, split: Arc::clone(split) }
    }
}

/// An operation is a whole batch here; [`Bench::describe`] divides.
impl Bench for Batch<'_> {
    fn ops(&self) -> Vec<&'static str> {
        self.works.iter().map(|work| work.name()).collect()
    }

    fn time(&mut self, op: usize, batch: usize) -> Duration {
        let start = Instant::now();
        for _ in 0..batch {
            self.works[op].run(&*self.split);
        }
        start.elapsed()
    }

    fn is_right(&mut self, op: usize, _batch: usize) -> bool {
        self.works[op].is_right()
    }

    fn describe(&self, m: &mut Measurement) {
        for time in [&mut m.min, &mut m.q1, &mut m.median, &mut m.q3, &mut m.mean, &mut m.sd] {
            *time = round_to(*time / count(JOBS), 3);
        }
        m.batch *= JOBS;
        // These have no secret, and use variable-time methods.
        if ["verify", "recover"].contains(&m.op.as_str()) {
            m.constant_time = "no".into();
        }
        if m.median > 0.0 {
            m.params.insert("per_second".into(), (1e9 / m.median).round().into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polylimb::Alone;

    fn doubled(jobs: usize, wrong: Option<usize>) -> Box<dyn Work> {
        let numbers: Vec<u8> = order().take(jobs).map(|job| job as u8).collect();
        let run = move |split: &dyn Split| {
            let mut results = one_by_one(split, &numbers, |n| 2 * n);
            if let Some(wrong) = wrong {
                results[wrong] ^= 1;
            }
            results
        };
        let expected = (0..DIFFERENT as u8).map(|n| vec![2 * n]).collect();
        Compared::boxed("double", run, |n| vec![*n], expected)
    }

    #[test]
    fn every_result_counts_and_none_may_be_missing() {
        let right = |mut work: Box<dyn Work>| {
            work.run(&Alone);
            work.is_right()
        };
        assert!(right(doubled(JOBS, None)));
        assert!(!right(doubled(JOBS - 1, None)) && !doubled(JOBS, None).is_right());
        assert!((0..JOBS).all(|job| !right(doubled(JOBS, Some(job)))));
    }

    #[test]
    fn a_batch_is_told_per_job() {
        let batch = Batch::new(vec![doubled(JOBS, None)], &(Arc::new(Alone) as Arc<dyn Split>));
        let mut m = Measurement { median: 6400.0, min: 640.0, batch: 2, ..Measurement::default() };
        batch.describe(&mut m);
        assert_eq!((m.batch, m.params["per_second"].as_f64()), (2 * JOBS, Some(1e7)));
        assert!((m.median - 100.0).abs() < 1e-9 && (m.min - 10.0).abs() < 1e-9);
    }
}
