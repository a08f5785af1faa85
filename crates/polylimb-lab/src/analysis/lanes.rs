//! What threads gain in exponentiation: against the sequential binary method, for which they were
//! published, and against window methods on one thread.

use super::number_word;
use super::speedup::BINARY;
use crate::record::Measurement;
use std::collections::BTreeSet;
use std::fmt;

/// The verdict on one number of threads at one size, from times of the library's own methods.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The threads.
    pub lanes: usize,
    /// The size.
    pub bits: usize,
    /// The fastest binary method on these threads, over the sequential binary method.
    pub binary: Share,
    /// The fastest window method on one thread, over the same.
    pub window: Share,
    /// The fastest window method on these threads, over the same.
    pub window_lanes: Share,
}

/// A method and its time over the sequential binary method's.
#[derive(Debug, Clone, PartialEq)]
pub struct Share {
    /// Its name.
    pub method: String,
    /// Its time over the sequential binary method's.
    pub share: f64,
}

/// The verdict for each number of threads and each size at which all three were measured with the
/// multiplication that the profile chose for the size.
#[must_use]
pub fn verdicts(measurements: &[Measurement]) -> Vec<Verdict> {
    let rows: Vec<&Measurement> = measurements
        .iter()
        .filter(|m| m.op == "powm" && m.library && m.correct && m.variant.is_empty())
        .collect();
    let sizes: BTreeSet<(usize, usize)> =
        rows.iter().filter(|m| m.threads > 1).map(|m| (m.threads, m.bits)).collect();
    let fastest = |bits: usize, lanes: usize, fits: &dyn Fn(&str) -> bool| {
        let rows = rows.iter().filter(|m| m.bits == bits && m.threads == lanes);
        rows.filter(|m| fits(&m.algorithm)).min_by(|a, b| a.time().total_cmp(&b.time()))
    };
    let verdict = |(lanes, bits)| {
        let yardstick = fastest(bits, 1, &|name| name == BINARY)?.time();
        let share =
            |m: &Measurement| Share { method: m.algorithm.clone(), share: m.time() / yardstick };
        Some(Verdict {
            lanes,
            bits,
            binary: share(fastest(bits, lanes, &is_binary)?),
            window: share(fastest(bits, 1, &has_window)?),
            window_lanes: share(fastest(bits, lanes, &has_window)?),
        })
    };
    sizes.into_iter().filter_map(verdict).collect()
}

/// The verdict of each number of threads at the largest size measured with it.
#[must_use]
pub fn at_the_largest(measurements: &[Measurement]) -> Vec<Verdict> {
    let mut last: Vec<Verdict> = Vec::new();
    for verdict in verdicts(measurements) {
        match last.last_mut() {
            Some(of_same) if of_same.lanes == verdict.lanes => *of_same = verdict,
            _ => last.push(verdict),
        }
    }
    last
}

/// Whether a method works bit by bit.
fn is_binary(name: &str) -> bool {
    name.contains("binary") || name.contains("right-to-left")
}

/// Whether a method works with windows.
fn has_window(name: &str) -> bool {
    name.contains("window") || name.contains("k-ary")
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lanes, bits, binary, window, window_lanes } = self;
        let lanes = number_word(*lanes);
        let compared = if window.share <= binary.share { "as much or more" } else { "less" };
        let gain = window.share / window_lanes.share;
        write!(
            f,
            "at {bits} bits {lanes} lanes bring the binary method to {:.2} of its sequential time ({}); a window on one thread saves {compared}: {:.2} ({}); \
             both together {:.2} ({}), {gain:.2}x the window alone: lanes share out products, of which a window has few, and squarings stay one chain",
            binary.share,
            binary.method,
            window.share,
            window.method,
            window_lanes.share,
            window_lanes.method
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::made_up::mul;
    use super::*;

    fn pow(algorithm: &str, threads: usize, bits: usize, median: f64) -> Measurement {
        let mut m = mul(algorithm, threads, bits, median);
        m.op = "powm".into();
        m
    }

    #[test]
    fn computed_from_the_rows_at_the_largest_size() {
        let mut ms = Vec::new();
        for (bits, unit) in [(1024, 1.0), (2048, 8.0)] {
            ms.push(pow(BINARY, 1, bits, 100.0 * unit));
            ms.push(pow("sliding-window", 1, bits, 75.0 * unit));
            ms.push(pow("montgomery-ladder", 1, bits, 130.0 * unit));
            ms.push(pow("parallel-binary", 2, bits, 84.0 * unit));
            ms.push(pow("parallel-binary-balanced", 2, bits, 80.0 * unit));
            ms.push(pow("parallel-sliding-window", 2, bits, 70.0 * unit));
        }
        let verdicts = at_the_largest(&ms);
        assert_eq!(verdicts.len(), 1);
        let v = &verdicts[0];
        assert_eq!((v.lanes, v.bits), (2, 2048));
        assert!((v.binary.share - 0.8).abs() < 1e-9 && (v.window.share - 0.75).abs() < 1e-9);
        let text = v.to_string();
        assert!(text.contains("two lanes") && text.contains("as much or more: 0.75"), "{text}");
        assert!(text.contains("1.07x"), "{text}");
        ms.retain(|m| m.algorithm != "sliding-window");
        assert!(at_the_largest(&ms).is_empty());
    }
}
