//! The plan of a study.

use crate::executor;
use crate::failure::{Failure, Result};
use crate::number::MAX_BITS;
use polylimb::authors::entry::Threads;
use polylimb::authors::limb::Kernel;
use std::time::Duration;

/// One run of a study: the sizes, algorithms and thread counts, the number of samples and the
/// order.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The sizes, in the order of measurement.
    pub bits: Vec<usize>,
    /// The thread counts, fewest first.
    pub threads: Vec<usize>,
    /// The algorithms by name; `None` for all.
    pub algorithms: Option<Vec<String>>,
    /// The kernels.
    pub kernels: Vec<Kernel>,
    /// The executors of the parts.
    pub executors: Vec<&'static executor::Entry>,
    /// Samples of each measurement.
    pub runs: usize,
    /// Takes fewer samples where they would take longer than this; `None` for all samples.
    pub budget: Option<Budget>,
    /// Whether threads stay on cores of their own.
    pub pin: bool,
    /// The seed of moduli and operands.
    pub seed: u64,
    /// A scenario of `[Arruda2014]`; `None` for interleaved rounds, the fairest comparison.
    pub scenario: Option<Scenario>,
}

/// The limit of the measuring time; calibration and checks are extra.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// Each measurement.
    Each(Duration),
    /// All measurements together, but each within these bounds.
    All(Duration, Duration, Duration),
}

impl Plan {
    /// The time of a measurement if `measurements` are planned; `None` without a budget.
    #[must_use]
    pub fn time_per_row(&self, measurements: usize) -> Option<Duration> {
        let measurements = u32::try_from(measurements.max(1)).unwrap_or(u32::MAX);
        self.budget.map(|budget| match budget {
            Budget::Each(time) => time,
            Budget::All(time, least, most) => (time / measurements).clamp(least, most),
        })
    }

    /// The executors for a row on `threads` threads; one thread needs no executor.
    #[must_use]
    pub fn executors_for(&self, threads: usize) -> Vec<Option<&'static executor::Entry>> {
        match threads {
            1 => vec![None],
            _ => self.executors.iter().copied().map(Some).collect(),
        }
    }
}

/// The ways in which `[Arruda2014]` runs all tests; a test is one algorithm at one size. Tests run
/// to their end one after another, and the minimum of the runs counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scenario {
    /// Scenario 1: a process per test, in groups of one thread count.
    PerThread,
    /// Scenario 2: one process; at each size all algorithms in the order of the table.
    All,
    /// Experiment 3: one size, a process per algorithm, apart from the others.
    Alone,
}

impl Scenario {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::PerThread, Self::All, Self::Alone];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PerThread => "per-thread",
            Self::All => "all",
            Self::Alone => "alone",
        }
    }

    /// The scenario of that name.
    ///
    /// # Errors
    /// [`Failure::Usage`] with the names that exist.
    pub fn by_name(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|scenario| scenario.name() == name).ok_or_else(|| {
            Failure::usage(format!(
                "there is no scenario '{name}'; there are: {}",
                Self::ALL.map(Self::name).join(", ")
            ))
        })
    }
}

/// Reads sizes: a list of numbers and ranges, `128,256`, `128-1024:128` (steps of 128), or
/// `128-4096` (doubling, with the upper end). Sorted, without repetitions.
///
/// # Errors
/// [`Failure::Usage`] if it is not such a list, or a size is outside 2 to [`MAX_BITS`].
pub fn parse_bits(text: &str) -> Result<Vec<usize>> {
    let mut sizes = Vec::new();
    for item in text.split(',') {
        let Some((from, rest)) = item.split_once('-') else {
            sizes.push(size(item, text)?);
            continue;
        };
        let (to, step) = match rest.split_once(':') {
            Some((to, step)) => (to, Some(step)),
            None => (rest, None),
        };
        let (from, to) = (size(from, text)?, size(to, text)?);
        if from > to {
            return Err(Failure::usage(format!(
                "--bits: the range '{item}' runs backwards; write {to}-{from} and --order descending"
            )));
        }
        if let Some(step) = step.map(|s| size(s, text)).transpose()? {
            sizes.extend((from..=to).step_by(step));
        } else {
            let doubling = std::iter::successors(Some(from), |b| Some(b * 2));
            sizes.extend(doubling.take_while(|&b| b < to));
            sizes.push(to);
        }
    }
    sizes.sort_unstable();
    sizes.dedup();
    Ok(sizes)
}

fn size(text: &str, whole: &str) -> Result<usize> {
    match text.trim().parse() {
        Ok(bits) if (2..=MAX_BITS).contains(&bits) => Ok(bits),
        _ => Err(Failure::usage(format!(
            "--bits: '{whole}' is not a list of sizes from 2 to {MAX_BITS}; write 256,1024 or 128-4096 (doubling) or 128-1024:128 (steps)"
        ))),
    }
}

/// Reads thread counts: `1,2,4` or `1-4`. Sorted, without repetitions.
///
/// # Errors
/// [`Failure::Usage`] if it is not such a list, or a count is outside 1 to [`Threads::MOST`].
pub fn parse_threads(text: &str) -> Result<Vec<usize>> {
    let wrong = || {
        Failure::usage(format!(
            "--threads: '{text}' is not a list of counts from 1 to {}; write 1,2,4 or 1-4",
            Threads::MOST
        ))
    };
    let count = |text: &str| match text.trim().parse() {
        Ok(n) if (1..=Threads::MOST).contains(&n) => Ok(n),
        _ => Err(wrong()),
    };
    let mut counts = Vec::new();
    for item in text.split(',') {
        match item.split_once('-') {
            Some((from, to)) => {
                let (from, to) = (count(from)?, count(to)?);
                if from > to {
                    return Err(wrong());
                }
                counts.extend(from..=to);
            }
            None => counts.push(count(item)?),
        }
    }
    counts.sort_unstable();
    counts.dedup();
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_as_lists_doublings_and_steps() {
        assert_eq!(parse_bits("256,128,256").unwrap(), [128, 256]);
        assert_eq!(parse_bits("128-1024").unwrap(), [128, 256, 512, 1024]);
        assert_eq!(parse_bits("100-521").unwrap(), [100, 200, 400, 521]);
        assert_eq!(parse_bits("128-512:128,521").unwrap(), [128, 256, 384, 512, 521]);
        assert_eq!(parse_bits("2-2").unwrap(), [2]);
        for bad in ["", "1", "0", "x", "128,", "256-128", "128-256:0", "65537", "-5", "1e3", "128-"]
        {
            assert_eq!(parse_bits(bad).unwrap_err().status(), 2, "{bad}");
        }
    }

    #[test]
    fn thread_counts() {
        assert_eq!(parse_threads("4,1,2").unwrap(), [1, 2, 4]);
        assert_eq!(parse_threads("1-3,3").unwrap(), [1, 2, 3]);
        for bad in ["", "0", "10000", "two", "3-1", "1,,2"] {
            assert_eq!(parse_threads(bad).unwrap_err().status(), 2, "{bad}");
        }
    }
}
