//! Whether times reveal secrets: the time of an operation against the number of ones in its secret.
//!
//! **Source.** `[Reparaz2017]`: two classes of secrets, interleaved at random so that a drift of
//! the machine affects both alike, and Welch's t-test between their times; beyond 4.5 they differ.
//! **Here** a secret has one of nine densities of ones. The t-test compares the sparse third with
//! the dense third. The report adds Pearson's correlation of time and density over all secrets, and
//! the time per bit. The slowest times are dropped: the system interrupted those runs.
//!
//! Such a test finds leaks and proves nothing: it sees neither caches nor leaks that do not depend
//! on the density. It depends on time and is run by hand, never as a check.

mod power;
mod secrets;
mod statistics;

pub use power::{Options, Powers};
pub use secrets::DENSITIES;

use crate::failure::Result;
use crate::measure::statistics::{Summary, count};
use polylimb::authors::limb::Word;
use secrets::Secrets;
use statistics::{Line, line, welch};
use std::time::Instant;

/// A t statistic beyond this counts as a difference.
pub const DIFFERS: f64 = 4.5;
/// The share of the times that is kept, in percent: the fastest.
const KEPT: usize = 95;
/// Of this number of runs the result of one is compared.
pub const COMPARED: usize = 256;
/// Runs before the first one that counts.
const WARM_UP: usize = 50;

/// A computation with a secret, ready to run.
pub trait Subject {
    /// Its name.
    fn name(&self) -> &str;

    /// Its threads.
    fn threads(&self) -> usize;

    /// The kernel it computes with.
    fn kernel(&self) -> &str;

    /// Whether it claims constant time.
    fn constant_time(&self) -> bool;

    /// Bits of a secret; the top one is always set.
    fn bits(&self) -> usize;

    /// Runs once with this secret; this call is timed.
    fn run(&mut self, secret: &[Word]);

    /// Whether the last run, with this secret, gave the right result.
    fn is_right(&self, secret: &[Word]) -> bool;
}

/// The result for one subject.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The subject.
    pub algorithm: String,
    /// Its threads.
    pub threads: usize,
    /// Whether it claims constant time.
    pub constant_time: bool,
    /// Bits of a secret.
    pub bits: usize,
    /// The kernel.
    pub kernel: String,
    /// Whether the results of the runs that were compared with an independent computation, one in
    /// [`COMPARED`], are right.
    pub correct: bool,
    /// The number of times that counted.
    pub runs: usize,
    /// Those times, in ns, the clock's included.
    pub times: Summary,
    /// Welch's t between dense and sparse secrets; positive where dense ones take longer.
    pub t: f64,
    /// Pearson's correlation of time and density.
    pub correlation: f64,
    /// The time of one more bit that is set, in ns.
    pub per_one: f64,
}

impl Finding {
    /// Whether the times reveal the density.
    #[must_use]
    pub fn tells(&self) -> bool {
        self.t.abs() > DIFFERS
    }

    /// Whether the times reveal what constant time must hide.
    #[must_use]
    pub fn breaks_its_promise(&self) -> bool {
        self.constant_time && self.tells()
    }
}

/// Times `runs` runs of the subject; reports the number of finished runs to `progress` now and
/// then.
///
/// # Errors
/// The errors of `progress`.
pub fn examine(
    subject: &mut dyn Subject,
    runs: usize,
    seed: u64,
    progress: &mut dyn FnMut(usize) -> Result<()>,
) -> Result<Finding> {
    let bits = subject.bits();
    let mut secrets = Secrets::draw(seed, bits);
    // One place for all secrets: their addresses must not matter.
    let mut secret = vec![0; secrets.words()];
    let mut samples = Vec::with_capacity(runs);
    let mut correct = true;
    for run in 0..WARM_UP + runs {
        let ones = secrets.next(&mut secret);
        let start = Instant::now();
        subject.run(&secret);
        let time = start.elapsed().as_secs_f64() * 1e9;
        if run >= WARM_UP {
            samples.push(Sample { density: count(ones) / count(bits), time });
        }
        if run % COMPARED == 0 {
            correct &= subject.is_right(&secret);
            progress(run)?;
        }
    }
    samples.sort_by(|a, b| a.time.total_cmp(&b.time));
    samples.truncate((samples.len() * KEPT).div_ceil(100));
    let mut all: Vec<f64> = samples.iter().map(|s| s.time).collect();
    let times = |fits: &dyn Fn(f64) -> bool| -> Vec<f64> {
        samples.iter().filter(|s| fits(s.density)).map(|s| s.time).collect()
    };
    let (sparse, dense) = (times(&|d| d < 1.0 / 3.0), times(&|d| d > 2.0 / 3.0));
    let Line { correlation, slope } = line(&samples);
    Ok(Finding {
        algorithm: subject.name().to_owned(),
        threads: subject.threads(),
        constant_time: subject.constant_time(),
        bits,
        correct,
        kernel: subject.kernel().to_owned(),
        runs: samples.len(),
        times: Summary::of(&mut all).unwrap_or_default(),
        t: welch(&dense, &sparse),
        correlation,
        per_one: slope / count(bits),
    })
}

/// A run.
#[derive(Debug, Clone, Copy)]
struct Sample {
    /// The share of ones in the secret.
    density: f64,
    /// Its time, in ns.
    time: f64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hint::black_box;

    /// Spends time on each set bit, or on none.
    struct Made {
        leaks: bool,
        errs: bool,
    }

    impl Subject for Made {
        fn name(&self) -> &'static str {
            "made-up"
        }
        fn threads(&self) -> usize {
            1
        }
        fn kernel(&self) -> &'static str {
            "portable"
        }
        fn constant_time(&self) -> bool {
            true
        }
        fn bits(&self) -> usize {
            256
        }
        fn run(&mut self, secret: &[Word]) {
            let ones: usize = secret.iter().map(|w| w.count_ones() as usize).sum();
            let work = if self.leaks { ones * 100 } else { 12_800 };
            (0..work).for_each(|i| {
                black_box(i);
            });
        }
        fn is_right(&self, _: &[Word]) -> bool {
            !self.errs
        }
    }

    #[test]
    fn every_run_is_told_and_counted() {
        // The times are not asserted: no test depends on time.
        let mut told = 0;
        for leaks in [false, true] {
            let finding = examine(&mut Made { leaks, errs: leaks }, 400, 1, &mut |_| {
                told += 1;
                Ok(())
            });
            let finding = finding.unwrap();
            assert_eq!((finding.runs, finding.bits, finding.threads), (380, 256, 1));
            assert_eq!(finding.correct, !leaks);
            assert!(finding.t.is_finite() && finding.correlation.abs() <= 1.0);
        }
        assert!(told >= 2);
    }
}
