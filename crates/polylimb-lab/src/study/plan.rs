//! What a study is to measure.

use crate::executor;
use crate::failure::{Failure, Result};
use crate::number::MAX_BITS;
use crate::parameters::Cut;
use polylimb::limb::Kernel;
use polylimb::modmul::{Profile, Threads};
use std::path::PathBuf;
use std::time::Duration;

/// One run of a study: which sizes, algorithms and thread counts, how often, in which order.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The sizes, in the order they are measured.
    pub bits: Vec<usize>,
    /// The thread counts, fewest first.
    pub threads: Vec<usize>,
    /// The algorithms by name; none for all.
    pub algorithms: Option<Vec<String>>,
    /// The numbers of blocks of multipartite algorithms; none for their defaults.
    pub k: Vec<usize>,
    /// The cuts of partite algorithms, none among them for their own; empty for their own alone.
    pub cuts: Vec<Option<Cut>>,
    /// The profile of the row `tuned`; without one there is no such row.
    pub tuned: Option<Tuned>,
    /// The kernels.
    pub kernels: Vec<Kernel>,
    /// What runs the parts.
    pub executors: Vec<&'static executor::Entry>,
    /// The operations.
    pub ops: Vec<Op>,
    /// Samples of each row.
    pub runs: usize,
    /// Fewer samples where they would take longer than this.
    pub time_per_row: Option<Duration>,
    /// Whether threads stay on cores of their own.
    pub pin: bool,
    /// What moduli and operands are drawn from.
    pub seed: u64,
    /// One of the thesis's scenarios; none for interleaved rounds, the fairest comparison.
    pub scenario: Option<Scenario>,
}

/// A profile and the file it came from.
#[derive(Debug, Clone)]
pub struct Tuned {
    /// The file.
    pub path: PathBuf,
    /// The profile.
    pub profile: Profile,
}

/// The thesis's ways to run all tests; a test is one algorithm at one size. Tests run to their end one after
/// another, and the minimum of the runs counts.
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

    /// Its word.
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

/// An operation of a modular multiplication.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// A product inside the domain.
    Mul,
    /// A square inside the domain.
    Sqr,
    /// From a number to a residue.
    Enter,
    /// From a residue to a number.
    Leave,
}

impl Op {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Mul, Self::Sqr, Self::Enter, Self::Leave];

    /// Its word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mul => "mul",
            Self::Sqr => "sqr",
            Self::Enter => "enter",
            Self::Leave => "leave",
        }
    }

    /// The operation of that name.
    ///
    /// # Errors
    /// [`Failure::Usage`] with the names that exist.
    pub fn by_name(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|op| op.name() == name).ok_or_else(|| {
            Failure::usage(format!(
                "there is no operation '{name}'; there are: {}",
                Self::ALL.map(Self::name).join(", ")
            ))
        })
    }
}

/// Reads sizes: a list of numbers and ranges, `128,256`, `128-1024:128` (steps of 128), or `128-4096`
/// (doubling, the upper end included). Sorted, each once.
///
/// # Errors
/// [`Failure::Usage`] if it is not one, or a size is outside 2 to [`MAX_BITS`].
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

/// Reads thread counts: `1,2,4` or `1-4`. Sorted, each once.
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
