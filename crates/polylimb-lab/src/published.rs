//! Published figures, with their platform, to stand beside the measured ones.

use std::fmt::Write;

/// A table of times from the literature.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    /// Authors, year, table.
    pub source: &'static str,
    /// The machine.
    pub platform: &'static str,
    /// The unit of the times.
    pub unit: &'static str,
    /// The sizes.
    pub bits: &'static [usize],
    /// Threads, algorithm as printed, times.
    pub rows: &'static [(usize, &'static str, &'static [f64])],
}

/// Modular multiplication on a quad-core Arm board: the dissertation this laboratory's method comes from.
#[allow(clippy::approx_constant, reason = "3.14 is a time")]
pub static MODMUL_ARM: Table = Table {
    source: "Master's dissertation on parallel modular multiplication (library MARIA), table 5, minimum of 1000 executions",
    platform: "SabreLite i.MX 6Quad, Arm Cortex-A9, 4 cores at 0.8 GHz, governor performance",
    unit: "µs",
    bits: &[128, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096],
    rows: &[
        (1, "GMP", &[0.65, 0.97, 1.44, 2.06, 4.0, 6.01, 11.67, 19.41, 39.17, 64.95]),
        (1, "Barrett", &[0.73, 1.15, 1.8, 3.03, 5.11, 8.41, 15.2, 25.32, 46.09, 72.41]),
        (1, "Montgomery", &[0.73, 1.14, 1.79, 3.14, 5.06, 8.35, 15.05, 25.08, 45.65, 71.41]),
        (2, "Montgomery", &[3.32, 3.65, 4.09, 4.41, 5.96, 7.8, 12.7, 19.59, 35.42, 54.56]),
        (2, "Bipartite", &[1.56, 1.91, 2.21, 2.65, 3.56, 5.12, 9.0, 15.27, 27.14, 42.41]),
        (3, "Montgomery", &[2.83, 3.21, 3.42, 3.76, 4.82, 6.01, 8.68, 12.79, 20.33, 31.45]),
        (3, "2-ary Multi. v1", &[2.52, 2.59, 2.89, 3.08, 3.77, 5.39, 7.83, 11.58, 19.33, 30.11]),
        (3, "2-ary Multi. v2", &[1.79, 2.06, 2.11, 2.67, 3.39, 4.91, 7.96, 12.79, 22.76, 35.73]),
        (4, "Montgomery", &[3.11, 3.27, 3.33, 3.67, 4.82, 6.39, 8.74, 12.59, 20.26, 31.35]),
        (4, "Bipartite", &[3.68, 4.03, 4.2, 4.47, 4.86, 6.27, 8.29, 11.2, 17.88, 27.3]),
        (4, "4-ary Multi. v1", &[2.57, 2.76, 3.27, 3.62, 4.27, 5.49, 7.94, 12.06, 19.48, 30.03]),
        (4, "4-ary Multi. v2", &[1.89, 2.06, 2.45, 2.77, 3.49, 4.5, 7.21, 12.59, 21.47, 34.97]),
    ],
};

/// The table as text.
#[must_use]
pub fn text() -> String {
    let table = &MODMUL_ARM;
    let mut text = format!("published, in {}: {}\n{}\n", table.unit, table.source, table.platform);
    // Writing to a string cannot fail.
    let _ = write!(text, "threads  {:<16}", "algorithm");
    for bits in table.bits {
        let _ = write!(text, "{bits:>7}");
    }
    for (threads, algorithm, times) in table.rows {
        let _ = write!(text, "\n{threads:<7}  {algorithm:<16}");
        for time in *times {
            let _ = write!(text, "{time:>7.2}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_full_and_times_grow_with_the_size() {
        for (threads, algorithm, times) in MODMUL_ARM.rows {
            assert_eq!(times.len(), MODMUL_ARM.bits.len(), "{algorithm} {threads}");
            assert!(times.is_sorted(), "{algorithm} {threads}");
        }
        assert!(text().lines().count() == MODMUL_ARM.rows.len() + 3);
    }
}
