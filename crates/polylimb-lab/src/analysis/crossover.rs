//! The size from which more threads pay.

use super::{OVERSUBSCRIBED, number_word, speedup};
use crate::record::Measurement;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The smallest speedup that counts as a gain; a smaller one is within the noise of a measurement.
pub const PAYS: f64 = 1.02;

/// What a number of threads gains over the fastest one-thread algorithm.
#[derive(Debug, Clone, PartialEq)]
pub struct Crossover {
    /// The threads.
    pub threads: usize,
    /// Whether the machine has fewer hardware threads.
    pub oversubscribed: bool,
    /// The smallest measured size from which the threads pay at every measured size; `None` if they
    /// never do.
    pub from: Option<Point>,
    /// Whether `from` is the smallest measured size; the true crossover then lies at or below it.
    pub everywhere: bool,
    /// The largest measured size, with its fastest algorithm.
    pub last: Point,
    /// The size with the highest speedup.
    pub best: Point,
}

/// The fastest algorithm of one size.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// The size.
    pub bits: usize,
    /// The algorithm, with the parameters that tell its rows apart.
    pub algorithm: String,
    /// Its speedup.
    pub speedup: f64,
}

/// The crossover of each thread count above one for the operation `op`, fewest threads first.
/// Leaves out thread counts without a speedup, which needs a one-thread measurement.
#[must_use]
pub fn find(measurements: &[Measurement], op: &str) -> Vec<Crossover> {
    let mut fastest: BTreeMap<usize, BTreeMap<usize, Point>> = BTreeMap::new();
    let mut crowded: BTreeMap<usize, bool> = BTreeMap::new();
    for m in measurements.iter().filter(|m| m.op == op && m.threads > 1 && m.competes()) {
        let Some(speedup) = m.speedup else { continue };
        let point = Point { bits: m.bits, algorithm: m.label(), speedup };
        let sizes = fastest.entry(m.threads).or_default();
        if sizes.get(&m.bits).is_none_or(|p| p.speedup < speedup) {
            sizes.insert(m.bits, point);
        }
        *crowded.entry(m.threads).or_default() |= m.warnings.iter().any(|w| w == OVERSUBSCRIBED);
    }
    fastest
        .into_iter()
        .filter_map(|(threads, sizes)| {
            let points: Vec<Point> = sizes.into_values().collect();
            let paying = points.iter().rev().take_while(|p| p.speedup >= PAYS).count();
            Some(Crossover {
                threads,
                oversubscribed: crowded[&threads],
                from: (paying > 0).then(|| points[points.len() - paying].clone()),
                everywhere: paying == points.len(),
                last: points.last()?.clone(),
                best: points.iter().max_by(|a, b| a.speedup.total_cmp(&b.speedup))?.clone(),
            })
        })
        .collect()
}

/// The crossovers among the library's algorithms with one kernel, for each kernel. Empty if only
/// one kernel was measured, since [`find`] gives that result. They show what the split itself gains
/// on a processor that has no better kernel.
#[must_use]
pub fn within_kernels(measurements: &[Measurement], op: &str) -> Vec<(String, Vec<Crossover>)> {
    let library = || measurements.iter().filter(|m| m.library && m.op == op);
    let alone = library().filter(|m| m.threads == 1).map(|m| &m.kernel);
    let kernels: BTreeSet<_> = alone.collect();
    if kernels.len() < 2 {
        return Vec::new();
    }
    let of_kernel = |kernel: &String| {
        let mut rows: Vec<_> = library().filter(|m| m.kernel == *kernel).cloned().collect();
        for m in &mut rows {
            m.speedup = None;
        }
        speedup::fill(&mut rows);
        (kernel.clone(), find(&rows, op))
    };
    kernels.into_iter().map(of_kernel).filter(|(_, found)| !found.is_empty()).collect()
}

impl fmt::Display for Crossover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.oversubscribed {
            format!("{} threads (more than the cores)", number_word(self.threads))
        } else {
            format!("{} cores", number_word(self.threads))
        };
        let Point { bits, algorithm, speedup } = match &self.from {
            Some(point) => point,
            None => &self.best,
        };
        if self.from.is_none() {
            let last = self.last.bits;
            return write!(
                f,
                "{what} do not pay up to {last} bits; the best is {speedup:.2}x at {bits} bits, with {algorithm}"
            );
        }
        write!(f, "from {bits} bits {what} pay, with {algorithm} ({speedup:.2}x)")?;
        if self.everywhere {
            write!(f, "; smaller sizes were not measured")?;
        }
        if self.last.bits != *bits {
            let Point { bits, algorithm, speedup } = &self.last;
            write!(f, "; at {bits} bits {speedup:.2}x, with {algorithm}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::made_up::mul;
    use super::*;

    fn run(rows: &[(&str, usize, usize, f64)]) -> Vec<Measurement> {
        let mut ms: Vec<_> = rows.iter().map(|&(a, t, b, ns)| mul(a, t, b, ns)).collect();
        speedup::fill(&mut ms);
        ms
    }

    #[test]
    fn the_smallest_size_from_which_it_pays_throughout() {
        // At 1024 bits two threads pay by chance, at 2048 they do not, from 4096 on they do.
        let ms = run(&[
            ("one", 1, 1024, 100.0),
            ("one", 1, 2048, 300.0),
            ("one", 1, 4096, 1000.0),
            ("one", 1, 8192, 3040.0),
            ("bipartite", 2, 1024, 90.0),
            ("bipartite", 2, 2048, 310.0),
            ("bipartite", 2, 4096, 800.0),
            ("bipartite", 2, 8192, 2100.0),
            ("barrett-parallel", 2, 4096, 900.0),
            ("barrett-parallel", 2, 8192, 2000.0),
        ]);
        let found = find(&ms, "mul");
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].to_string(),
            "from 4096 bits two cores pay, with bipartite (1.25x); at 8192 bits 1.52x, with barrett-parallel"
        );
    }

    #[test]
    fn the_sentence_of_a_single_paying_size() {
        let ms = run(&[
            ("one", 1, 4096, 100.0),
            ("one", 1, 8192, 152.0),
            ("bipartite", 2, 4096, 200.0),
            ("bipartite", 2, 8192, 100.0),
        ]);
        assert_eq!(
            find(&ms, "mul")[0].to_string(),
            "from 8192 bits two cores pay, with bipartite (1.52x)"
        );
    }

    #[test]
    fn never_and_from_the_smallest_size_on() {
        let mut ms = run(&[
            ("one", 1, 256, 100.0),
            ("one", 1, 512, 300.0),
            ("x", 2, 256, 200.0),
            ("x", 2, 512, 400.0),
            ("y", 3, 256, 50.0),
            ("y", 3, 512, 100.0),
        ]);
        ms[4].warnings.push(OVERSUBSCRIBED.into());
        let found = find(&ms, "mul");
        assert_eq!(
            found[0].to_string(),
            "two cores do not pay up to 512 bits; the best is 0.75x at 512 bits, with x"
        );
        assert!(found[1].everywhere && found[1].oversubscribed);
        assert_eq!(
            found[1].to_string(),
            "from 256 bits three threads (more than the cores) pay, with y (2.00x); smaller sizes were not measured; at 512 bits 3.00x, with y"
        );
    }

    #[test]
    fn each_kernel_by_itself_where_another_is_ahead() {
        let mut ms = run(&[
            ("fast", 1, 4096, 10.0),
            ("one", 1, 4096, 100.0),
            ("bipartite", 2, 4096, 80.0),
            ("one", 1, 8192, 300.0),
            ("bipartite", 2, 8192, 200.0),
        ]);
        assert!(within_kernels(&ms, "mul").is_empty());
        ms[0].kernel = "vector".into();
        let found = within_kernels(&ms, "mul");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].0, "portable");
        assert!(
            found[0].1[0]
                .to_string()
                .starts_with("from 4096 bits two cores pay, with bipartite (1.25x)")
        );
    }

    #[test]
    fn a_wrong_result_and_a_missing_base_count_for_nothing() {
        let mut ms = run(&[("one", 1, 256, 100.0), ("x", 2, 256, 10.0), ("x", 2, 512, 10.0)]);
        ms[1].correct = false;
        assert!(find(&ms, "mul").is_empty());
    }
}
